"""Which of several copies writes: the one that holds a lock in Postgres."""

import adbc_driver_manager as adbc
import adbc_driver_postgresql
import polars as pl

# Any number, as long as nothing else in that database locks it: "abano wh" in ASCII.
LOCK = 0x6162616E6F207768


class Election:
    """Postgres gives the lock to one connection and takes it back when that connection ends, however it ends."""

    def __init__(self, url: str) -> None:
        """``url`` must lead to Postgres itself: a pooler would share the connection with others."""
        self._url = url
        self._database: adbc.AdbcDatabase | None = None
        self._conn: adbc.AdbcConnection | None = None
        self._is_held = False

    def holds(self) -> bool:
        """True while this copy is the one that writes. Asks Postgres each time, so a lost connection is noticed."""
        try:
            if self._is_held:
                self._value("select true")
            else:
                self._is_held = self._value(f"select pg_try_advisory_lock({LOCK})")
        except (adbc.Error, pl.exceptions.ComputeError):
            self.close()
        return self._is_held

    def close(self) -> None:
        """Release the lock."""
        self._is_held = False
        conn, self._conn = self._conn, None
        database, self._database = self._database, None
        for handle in (conn, database):
            try:
                if handle is not None:
                    handle.close()
            except adbc.Error:
                pass

    def _value(self, sql: str) -> bool:
        if self._conn is None:
            self._database = adbc_driver_postgresql.connect(self._url)
            self._conn = adbc.AdbcConnection(self._database)
        statement = adbc.AdbcStatement(self._conn)
        try:
            statement.set_sql_query(sql)
            stream, _ = statement.execute_query()
            return bool(pl.DataFrame(stream).item())
        finally:
            statement.close()
