"""Move a company to another cluster while it takes bookings. An interrupted move is resumed by the next call.

Rows are copied while the company keeps writing; rows that change in the meantime are found by digest and
copied again. Then writes are paused briefly: the rest is copied, every table is compared, and the directory
switches to the new cluster.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import Literal, LiteralString
from uuid import UUID

import psycopg

from abano.core.config import Settings
from abano.core.errors import Conflict, Message
from abano.db.engine import REMEMBERED_SECONDS
from abano.db.tables import Table, tables
from abano.jobs.queue import QUERIES as JOB_QUERIES
from abano.tenancy.clusters.clusters import (
    HOME,
    CannotMove,
    Changes,
    Connection,
    TenantRows,
    compare,
    connected,
    copy_plans,
    give_own_numbers,
    make_equal,
    owner_urls,
    rows_of,
    shown,
    tables_of_tenants,
    url_of,
)
from abano.tenancy.directory.service import NoSuchTenant

# The write pause of one company: bounded, ended by whatever happens to the mover, and measured.

# The key of enter_tenant_writes.
LOCK = "hashtextextended(%s::text, 418240922)"
TRY_SECONDS = 0.005
# Shorter than deadlock_timeout: a writer queued behind this lock continues before it blocks other writers.
QUEUE_TIMEOUT = "800ms"


class PauseTooLong(Conflict):
    """The company has too many writes, or too much left to compare, to move it within the allowed pause."""


class Pause:
    """``seconds``: how long writes have been paused, or were paused in total once the pause has ended."""

    def __init__(self, limit: float) -> None:
        self.limit = limit
        self._began = time.monotonic()
        self._ended: float | None = None

    @property
    def seconds(self) -> float:
        return (self._ended or time.monotonic()) - self._began

    def end(self) -> None:
        self._ended = time.monotonic()

    def check(self) -> None:
        """Raises PauseTooLong."""
        if self.seconds > self.limit:
            raise PauseTooLong


@contextmanager
def writes_paused(url: str, tenant_id: UUID, limit: float) -> Iterator[Pause]:
    """Pause writes to the company's rows at ``url`` within the block. Writers wait.

    The lock belongs to its own connection, so it is released if this process dies. Raises PauseTooLong.
    """
    with psycopg.connect(url, autocommit=True) as conn:
        _take(conn, tenant_id, limit)
        pause = Pause(limit)
        try:
            yield pause
        finally:
            conn.execute(f"select pg_advisory_unlock({LOCK})", (str(tenant_id),))
            pause.end()


def _take(conn: Connection, tenant_id: UUID, limit: float) -> None:
    """Take the lock if no writer holds it, otherwise queue for it repeatedly with a short timeout."""
    deadline = time.monotonic() + limit
    while time.monotonic() < deadline:
        until = min(deadline, time.monotonic() + 1.0)
        while time.monotonic() < until:
            row = conn.execute(f"select pg_try_advisory_lock({LOCK})", (str(tenant_id),)).fetchone()
            if row and row[0]:
                return
            time.sleep(TRY_SECONDS)
        conn.execute(f"set lock_timeout = '{QUEUE_TIMEOUT}'")
        try:
            conn.execute(f"select pg_advisory_lock({LOCK})", (str(tenant_id),))
        except (psycopg.errors.LockNotAvailable, psycopg.errors.DeadlockDetected):
            continue
        return
    raise PauseTooLong


# The pause starts when fewer rows than this differ.
FEW_ROWS = 500
MAX_PASSES = 12
MAX_PAUSES = 3
# Upper limit of a delivery's duration: afterwards, no delivery started before the announcement is running.
MAX_DELIVERY_SECONDS = 60.0
POLL_SECONDS = 0.1
SENDING = ("notifications.deliver", "conversions.send")
# Belongs to the directory: it maps hosts to companies on every cluster.
DIRECTORY = "tenant_domains"

OPEN = "update tenants set placement = '', moving_until = null where id = %s"

UNDER_WAY = Message("move_under_way", "Another move of {slug} is under way.", for_operators=True)
NUMBERS_TAKEN = Message(
    "numbers_taken",
    "Cluster {target} has rows of other companies with the same keys: {reason}.",
    for_operators=True,
)


Step = Literal["copying", "switching", "removing"]


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a move is. ``tables_done``: compared in the current pass. ``rows``: copied in all passes.

    ``removing``: the company works on its new cluster, and its rows are deleted from the old one.
    """

    step: Step = "copying"
    tables_done: int = 0
    tables: int = 0
    rows: int = 0


# May raise to stop the move, which leaves the company where it is.
Report = Callable[[Progress], None]


def report_nothing(_progress: Progress) -> None:
    pass


@dataclass(frozen=True, slots=True)
class Moved:
    """``rows``: the company's rows, equal on both clusters. ``paused``: seconds in which writes waited."""

    rows: int
    tables: int
    copied: int
    passes: int
    paused: float
    seconds: float


@dataclass(frozen=True, slots=True)
class _Route:
    """The company, source and target of a move. Connections use the owner role and autocommit."""

    id: UUID
    slug: str
    source: str
    target: str
    source_url: str
    home: Connection
    here: TenantRows
    there: TenantRows

    @property
    def directories(self) -> list[Connection]:
        """Connections that store the company as moving: the directory's, and the source cluster's."""
        return [self.home] if self.source == "" else [self.home, self.here.conn]


def move_tenant(
    settings: Settings,
    slug: str,
    target: str,
    *,
    pause_limit: float = 5.0,
    report: Report = report_nothing,
) -> Moved:
    """Move the company ``slug`` to cluster ``target`` ("home" is the directory's cluster).

    Raises NoSuchTenant, CannotMove, PauseTooLong: either nothing has moved, or the next call completes the
    move.
    """
    began = time.monotonic()
    target = "" if target == HOME else target
    with ExitStack() as held:
        home = held.enter_context(connected(settings.database_url))
        row = home.execute("select id, placement from tenants where slug = %s", (slug,)).fetchone()
        if row is None:
            raise NoSuchTenant
        tenant_id, source = row
        if not _value(home, "select pg_try_advisory_lock(hashtextextended(%s, 418240923))", str(tenant_id)):
            raise CannotMove(UNDER_WAY(slug=slug))
        target_url = url_of(settings, target)
        if source == target:
            # Also where an earlier call ended between closing the old cluster and opening this one.
            with connected(target_url) as there_conn:
                there_conn.execute(OPEN, (tenant_id,))
            _clean_up(settings, tenant_id, target)
            return Moved(0, 0, 0, 0, 0.0, time.monotonic() - began)
        source_url = url_of(settings, source)
        here_conn = held.enter_context(connected(source_url))
        there_conn = held.enter_context(connected(target_url))
        all_tables = tables_of_tenants(here_conn, there_conn, (source, target))
        here, there = rows_of(here_conn, tenant_id, source), rows_of(there_conn, tenant_id, target)
        route = _Route(tenant_id, slug, source, target, source_url, home, here, there)
        if target:
            give_own_numbers(there_conn, settings)
        moved = _carry_out(route, all_tables, pause_limit, report)
        report(Progress("removing", len(all_tables), len(all_tables), moved.copied))
        # What was read there when it moved has ended by then.
        time.sleep(REMEMBERED_SECONDS)
        _clean_up(settings, tenant_id, target)
    seconds = time.monotonic() - began
    return Moved(moved.rows, moved.tables, moved.copied, moved.passes, moved.paused, seconds)


def _carry_out(route: _Route, all_tables: Sequence[Table], pause_limit: float, report: Report) -> Moved:
    if _value(route.here.conn, "select placement from tenants where id = %s", route.id) == shown(
        route.target
    ):
        # An earlier call stopped after it closed the old cluster. Both clusters were equal, and no writes
        # followed.
        _open(route)
        return Moved(0, len(all_tables), 0, 0, 0.0, 0.0)
    _register(route)
    _announce(route)
    announced = time.monotonic()
    try:
        changes, passes = _follow(route, all_tables, 0, report)
        time.sleep(max(0.0, announced + REMEMBERED_SECONDS + 1 - time.monotonic()))
        _await_deliveries(route)
        for attempt in range(1, MAX_PAUSES + 1):
            more, again = _follow(route, all_tables, changes.copied, report)
            changes, passes = changes + more, passes + again
            report(Progress("switching", len(all_tables), len(all_tables), changes.copied))
            try:
                rows, last, pause = _switch(route, all_tables, pause_limit)
            except PauseTooLong:
                if attempt == MAX_PAUSES:
                    raise
                continue
            return Moved(rows, len(all_tables), (changes + last).copied, passes, pause.seconds, 0.0)
        raise PauseTooLong
    except psycopg.errors.UniqueViolation as error:
        reason = error.diag.message_detail or str(error)
        raise CannotMove(NUMBERS_TAKEN(target=shown(route.target), reason=reason)) from error
    finally:
        for conn in route.directories:
            conn.execute("update tenants set moving_until = null where id = %s", (route.id,))


def _register(route: _Route) -> None:
    """Add the company's own row and its plan on the target. Until the switch it points to the source cluster."""
    row = route.home.execute(
        "select name, status, created_at, plan_id from tenants where id = %s", (route.id,)
    ).fetchone()
    if row is None:
        raise NoSuchTenant
    if route.target:
        copy_plans(route.home, route.there.conn)
    route.there.conn.execute(
        "insert into tenants (id, slug, name, status, created_at, plan_id, placement)"
        " values (%s, %s, %s, %s, %s, %s, %s)"
        " on conflict (id) do update set name = excluded.name, status = excluded.status, plan_id = excluded.plan_id,"
        " placement = case when tenants.placement = '' then excluded.placement else tenants.placement end",
        (route.id, route.slug, *row, shown(route.source)),
    )


def _announce(route: _Route) -> None:
    """Announce the move. Within seconds, processes read the placement per request and send no messages."""
    for conn in route.directories:
        conn.execute("update tenants set moving_until = now() + interval '1 hour' where id = %s", (route.id,))


def _follow(route: _Route, all_tables: Sequence[Table], copied: int, report: Report) -> tuple[Changes, int]:
    """Copy rows that differ until few are left. The company keeps writing. ``copied``: rows before."""
    all_changes = Changes()
    for number in range(1, MAX_PASSES + 1):
        changes = _make_all_equal(route, all_tables, copied + all_changes.copied, report)
        all_changes += changes
        if changes.total <= FEW_ROWS:
            return all_changes, number
    return all_changes, MAX_PASSES


def _make_all_equal(route: _Route, all_tables: Sequence[Table], copied: int, report: Report) -> Changes:
    report(Progress("copying", 0, len(all_tables), copied))
    differing = compare(route.here, route.there, all_tables)
    changes = Changes()
    for number, table in enumerate(all_tables):
        report(Progress("copying", number, len(all_tables), copied + changes.copied))
        if table.name in differing:
            changes += make_equal(route.here, route.there, table, differing[table.name])
    report(Progress("copying", len(all_tables), len(all_tables), copied + changes.copied))
    return changes


def _await_deliveries(route: _Route) -> None:
    """Wait for jobs that began before the announcement, at most as long as a delivery can take."""
    until = time.monotonic() + MAX_DELIVERY_SECONDS
    began = under_way = _sending(route)
    while began & under_way and time.monotonic() < until:
        time.sleep(POLL_SECONDS)
        under_way = _sending(route)


def _sending(route: _Route) -> set[tuple[int, int]]:
    values = {"tasks": list(SENDING), "tenant": route.id}
    return {(job, attempt) for job, attempt in route.here.conn.execute(JOB_QUERIES["under_way"], values)}


def _switch(route: _Route, all_tables: Sequence[Table], limit: float) -> tuple[int, Changes, Pause]:
    """Pause writes, copy the rest, compare every table, switch to the new cluster. Raises PauseTooLong."""
    with writes_paused(route.source_url, route.id, limit) as pause:
        changes = Changes()
        conns = (route.here.conn, route.there.conn)
        try:
            for conn in conns:
                conn.execute("select set_config('statement_timeout', %s, false)", (f"{int(limit * 1000)}ms",))
            unequal = list(all_tables)
            # Writes are paused, so tables that are equal stay equal.
            while differing := compare(route.here, route.there, unequal):
                pause.check()
                unequal = [table for table in all_tables if table.name in differing]
                for table in unequal:
                    changes += make_equal(route.here, route.there, table, differing[table.name])
        except psycopg.errors.QueryCanceled as error:
            raise PauseTooLong from error
        finally:
            for conn in conns:
                conn.execute("set statement_timeout = 0")
        # From here on the old cluster refuses: if this process ends now, the next call opens the new one.
        route.here.conn.execute(
            "update tenants set placement = %s where id = %s", (shown(route.target), route.id)
        )
        _open(route)
    rows = sum(
        count for digest in route.there.digests(all_tables).values() for count, _, _ in digest.values()
    )
    return rows, changes, pause


def _open(route: _Route) -> None:
    """Open the new cluster for writes and point the directory to it."""
    route.there.conn.execute(OPEN, (route.id,))
    if route.target:
        route.home.execute("update tenants set placement = %s where id = %s", (route.target, route.id))


def _clean_up(settings: Settings, tenant_id: UUID, target: str) -> None:
    """Delete the company's rows from its previous clusters. The directory keeps its hosts."""
    for name, url in owner_urls(settings).items():
        if name == target:
            continue
        with connected(url) as conn:
            placement = _value(conn, "select placement from tenants where id = %s", tenant_id)
            if not placement:
                continue
            rows = rows_of(conn, tenant_id, name)
            for table in reversed([table for table in tables(conn) if table.is_tenants]):
                if name or table.name != DIRECTORY:
                    rows.remove_all(table)


def _value(conn: Connection, query: LiteralString, *values: object) -> object:
    row = conn.execute(query, values).fetchone()
    return row[0] if row else None
