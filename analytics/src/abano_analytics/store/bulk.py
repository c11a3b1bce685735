"""Fills empty tables from Postgres, each by one COPY that DuckDB reads itself, several in parallel.

No code processes single rows, and Postgres does not send each row's transaction: twice as fast as the change
feed. Rows get the lowest version, so that every later row of the feed is newer.
"""

import logging
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_EXCEPTION, Future, ThreadPoolExecutor, wait

import duckdb

from abano_analytics.errors import SourceUnavailable, StoreUnavailable
from abano_analytics.feed_tables import FeedTable
from abano_analytics.store.connection import is_disk_full, quoted
from abano_analytics.store.protocol import Store

log = logging.getLogger(__name__)

OLDEST_XID = 0
LOOK_SECONDS = 0.5


def fill(
    warehouse: Store,
    source_url: str,
    tables: Sequence[FeedTable],
    until: int,
    *,
    is_stopping: Callable[[int], bool],
) -> int:
    """Fill the empty ``tables`` in this order; returns the number of rows.

    Includes all rows of transactions below ``until``, and maybe newer ones. Each table is committed with its
    watermark or not at all. Stops early when ``is_stopping``, which is called periodically with the rows of
    the finished tables. Raises SourceUnavailable, StoreUnavailable.
    """
    left = list(tables)
    filled: list[int] = []
    lock = threading.Lock()

    def worker(cursor: duckdb.DuckDBPyConnection) -> None:
        while True:
            with lock:
                if not left:
                    return
                table = left.pop(0)
            filled.append(_fill_one(cursor, table, until))

    with (
        warehouse.filling(source_url) as new_cursor,
        ThreadPoolExecutor(warehouse.filling_workers, thread_name_prefix="fill") as pool,
    ):
        cursors = [new_cursor() for _ in range(warehouse.filling_workers)]
        workers = [pool.submit(worker, cursor) for cursor in cursors]
        while not _have_ended(workers):
            if is_stopping(sum(filled)) or any(one.done() and one.exception() for one in workers):
                with lock:
                    left.clear()
                for cursor in cursors:
                    cursor.interrupt()
        for cursor in cursors:
            cursor.close()
        for one in workers:
            one.result()
    return sum(filled)


def _have_ended(workers: list[Future[None]]) -> bool:
    return not wait(workers, LOOK_SECONDS, FIRST_EXCEPTION).not_done


def _fill_one(cursor: duckdb.DuckDBPyConnection, table: FeedTable, until: int) -> int:
    try:
        cursor.begin()
        mark = cursor.execute("select next_xid from watermarks where table_name = ?", [table.name]).fetchone()
        if mark != (0,):
            cursor.rollback()
            raise StoreUnavailable("Another copy has written since this one looked.")
        row = cursor.execute(_statement(table)).fetchone()
        cursor.execute("update watermarks set next_xid = ? where table_name = ?", [until, table.name])
        cursor.commit()
    except duckdb.InterruptException:
        _roll_back(cursor)
        return 0
    except duckdb.Error as error:
        _roll_back(cursor)
        if isinstance(error, duckdb.FatalException) or is_disk_full(error):
            raise
        # Without DuckDB's message, which may contain the password.
        kind = type(error).__name__
        raise SourceUnavailable(f"Postgres broke off while {table.name} was filled ({kind}).") from None
    return int(row[0]) if row else 0


def _roll_back(cursor: duckdb.DuckDBPyConnection) -> None:
    """Ended explicitly: at the cursor's end, a transaction whose Postgres is gone would crash the process."""
    try:
        cursor.rollback()
    except duckdb.Error as error:
        log.debug("rolled back without Postgres: %s", type(error).__name__)


def _statement(table: FeedTable) -> str:
    columns = [name for name in table.columns if name != "row_xid"]
    sent = ", ".join(f"{name}::text as {name}" if name == "currency" else name for name in columns)
    query = f"select {sent} from reporting.{table.name}"  # noqa: S608 - names are constants
    return (
        f"insert into {table.name} ({', '.join(columns)}, row_xid)"  # noqa: S608
        f" select {', '.join(columns)}, {OLDEST_XID} from postgres_query('source', {quoted(query)})"
    )
