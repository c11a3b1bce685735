"""The change feed: rows of finished transactions, in bounded Arrow batches.

Sequence numbers and times commit out of order, so "newer than the last one" would lose rows. Each row carries the
64-bit id of the transaction that wrote it last. Everything below the oldest running transaction is complete.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

import adbc_driver_manager as adbc
import adbc_driver_postgresql
import polars as pl

from abano_analytics.arrow import ArrowStream
from abano_analytics.errors import SourceMismatch, SourceUnavailable
from abano_analytics.feed_tables import FEED_TABLES, FeedTable
from abano_shared.contract.filters import OFFERED
from abano_shared.database_roles import DANGERS, Place, explain
from abano_shared.named_sql import load_named_sql

QUERIES = load_named_sql("abano_analytics.source", "queries.sql")
TABLES = ", ".join(f"'{table.name}'" for table in FEED_TABLES)
# Columns that filters compare.
SESSION_COLUMNS = ", ".join(f"s.{one.sessions}" for one in OFFERED.values())
# Undefined table, column, schema; missing privilege or role: the migrations have not run (or ran ahead).
SCHEMA_STATES = frozenset({"42P01", "42703", "3F000", "42501", "42704", "22023"})
ARROW_BATCH_BYTES = 4 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Snapshot:
    """One state of Postgres: transactions below ``xmin`` have ended, none at or above ``xmax`` is visible."""

    xmin: int
    xmax: int
    taken_at: datetime


class ChangeFeed:
    """One connection as the reporting role, opened when first needed and again after a failure.

    All methods raise SourceUnavailable or SourceMismatch. Not for use by several threads at once.
    """

    def __init__(self, url: str, *, refused_unless_safe: Place | None = None) -> None:
        """``refused_unless_safe``: the setting to name when the role has too many rights to be used."""
        self.url = url
        self._place = refused_unless_safe
        self._database: adbc.AdbcDatabase | None = None
        self._conn: adbc.AdbcConnection | None = None

    def close(self) -> None:
        self._drop()

    @contextmanager
    def transaction(self) -> Iterator[Snapshot]:
        """A read-only transaction over one snapshot; everything read inside is consistent."""
        conn = self._connected()
        with self._translate_errors():
            conn.set_autocommit(False)
            self._frame(QUERIES["begin"])
            row = self._frame(QUERIES["snapshot"]).row(0, named=True)
        try:
            yield Snapshot(row["xmin"], row["xmax"], row["taken_at"])
        except BaseException:
            # A failure between begin and end leaves the connection in an unknown state.
            self._drop()
            raise
        with self._translate_errors():
            conn.rollback()
            conn.set_autocommit(True)

    def source_id(self) -> str:
        """Identifies this database's history: server and database."""
        return str(self._frame(QUERIES["identity"]).item())

    def about_rows(self) -> dict[str, int]:
        """Approximate number of rows to follow, by table, from the server's statistics."""
        return dict(self._frame(QUERIES["about_rows"].format(tables=TABLES)).iter_rows())

    def copied_rows(self) -> int:
        """Number of rows sent so far by running COPYs of the same account."""
        conn = self._connected()
        with self._translate_errors():
            conn.set_autocommit(False)
            # Postgres shows an account the statistics of its own sessions, but not those of its reading role.
            self._frame("set local role none")
            rows = int(self._frame(QUERIES["copied"]).item())
            conn.rollback()
            conn.set_autocommit(True)
        return rows

    def tenants(self) -> pl.DataFrame:
        """All companies: tenant_id (text), slug, status, timezone, currency."""
        frame = self._frame(QUERIES["tenants"].replace("tenant_id,", "tenant_id::text as tenant_id,"))
        return frame.sort("tenant_id")

    def bound(self, table: FeedTable, since: int, until: int, rows: int) -> int:
        """The exclusive end of a batch of about ``rows`` rows that starts at ``since``; at most ``until``."""
        sql = QUERIES["bound"].format(table=table.name, since=since, until=until, rows=rows)
        bound = self._frame(sql)
        # A transaction is never split: its rows share their id.
        return until if bound.is_empty() else max(int(bound.item()), since + 1)

    @contextmanager
    def batch(self, table: FeedTable, since: int, until: int, snapshot: Snapshot) -> Iterator[ArrowStream]:
        """The newest versions of the rows written by transactions in [since, until)."""
        columns = ", ".join(
            f"{name}::text as {name}" if name == "currency" else name
            for name in table.columns
            if name != "row_xid"
        )
        template = QUERIES["batch"] if since else QUERIES["first_batch"]
        sql = template.format(columns=columns, table=table.name, since=since, until=until, xmax=snapshot.xmax)
        with self._statement(sql) as stream:
            yield stream

    def erasures(self, since: int) -> pl.DataFrame:
        """Erasures by transactions from ``since`` on: kind, subject, and the current columns in Postgres.

        Includes everything visible in the snapshot, also beyond the oldest running transaction: a long
        transaction must not delay erasures.
        """
        return self._frame(QUERIES["erasures"].format(since=since, session_columns=SESSION_COLUMNS))

    def counts(self, table: FeedTable, until: int) -> dict[UUID, int]:
        """The number of rows of each tenant last written before transaction ``until``."""
        frame = self._frame(QUERIES["counts"].format(table=table.name, until=until))
        return {UUID(tenant): rows for tenant, rows in frame.iter_rows()}

    @contextmanager
    def keys(self, table: FeedTable, tenant_id: UUID) -> Iterator[ArrowStream]:
        """The keys of all rows of that tenant."""
        sql = QUERIES["keys"].format(key=", ".join(table.key), table=table.name, tenant=tenant_id)
        with self._statement(sql) as stream:
            yield stream

    def _connected(self) -> adbc.AdbcConnection:
        if self._conn is None:
            with self._translate_errors():
                self._database = adbc_driver_postgresql.connect(self.url)
                self._conn = adbc.AdbcConnection(self._database)
            if self._place and (wrong := explain(self._frame(DANGERS).rows(), self._place)):
                self._drop()
                raise SourceUnavailable(wrong)
        return self._conn

    def _frame(self, sql: str) -> pl.DataFrame:
        try:
            with self._statement(sql) as stream:
                return pl.DataFrame(stream)
        except pl.exceptions.ComputeError as error:
            # The stream broke off: Polars received the driver's error first.
            self._drop()
            raise SourceUnavailable(str(error)) from error

    @contextmanager
    def _statement(self, sql: str) -> Iterator[Any]:
        with self._translate_errors():
            statement = adbc.AdbcStatement(self._connected())
            try:
                statement.set_options(**{"adbc.postgresql.batch_size_hint_bytes": str(ARROW_BATCH_BYTES)})
                statement.set_sql_query(sql)
                stream, _ = statement.execute_query()
                yield stream
            finally:
                statement.close()

    @contextmanager
    def _translate_errors(self) -> Iterator[None]:
        """Translate the driver's errors and drop the connection that raised them."""
        try:
            yield
        except adbc.Error as error:
            self._drop()
            if error.sqlstate in SCHEMA_STATES:
                raise SourceMismatch(str(error)) from error
            raise SourceUnavailable(str(error)) from error

    def _drop(self) -> None:
        conn, self._conn = self._conn, None
        database, self._database = self._database, None
        for handle in (conn, database):
            try:
                if handle is not None:
                    handle.close()
            except adbc.Error:
                pass
