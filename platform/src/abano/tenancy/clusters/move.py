"""Move a company to another cluster while it takes bookings. An interrupted move is resumed by the next call.

Postgres replicates the company's rows to the target, first as they are, then as they change. Then writes are paused
briefly: the target catches up, every table is compared, and the directory switches to the new cluster.
"""

import logging
import time
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from typing import LiteralString
from uuid import UUID

import psycopg

from abano.core.config import Settings
from abano.core.errors import Message
from abano.db.engine import REMEMBERED_SECONDS
from abano.jobs.queue import QUERIES as JOB_QUERIES
from abano.tenancy.clusters.clusters import (
    HOME,
    IS_LEAVING,
    CannotMove,
    Connection,
    WayBackKept,
    copy_plans,
    give_own_numbers,
    moves_url_of,
    moves_urls,
    shown,
    switch_triggers_off,
)
from abano.tenancy.clusters.copying import (
    Limits,
    Progress,
    Report,
    catch_up,
    replicate,
    report_nothing,
)
from abano.tenancy.clusters.pause import Pause, PauseTooLong, writes_paused
from abano.tenancy.clusters.replication import (
    Link,
    has_subscription,
    make_link,
    remove_links,
    remove_rows,
    turn,
    unpublish,
)
from abano.tenancy.clusters.requirements import Cluster, check_ends, cluster
from abano.tenancy.directory.service import NoSuchTenant

log = logging.getLogger(__name__)

MAX_PAUSES = 3
# Upper limit of a delivery's duration: afterwards, no delivery started before the announcement is running.
MAX_DELIVERY_SECONDS = 60.0
POLL_SECONDS = 0.1
PAUSED_POLL_SECONDS = 0.005
SENDING = ("notifications.deliver", "conversions.send")

OPEN = "update tenants set placement = '', moving_until = null where id = %s"
# Of the directory. From the switch on the way back, if one is kept, leads to the old cluster.
SWITCH = """
update tenants set placement = %(target)s, way_back = case when way_back = '' then '' else %(source)s end
where id = %(id)s
"""
KEEP_WAY_BACK = "update tenants set way_back = %s where id = %s and deletes_at is null"
END_WAY_BACK = "update tenants set way_back = '' where id = %s"

UNDER_WAY = Message("move_under_way", "Another move of {slug} is under way.", for_operators=True)
UNEQUAL = Message(
    "move_unequal",
    "The rows of {slug} differ on {source} and {target}: {tables}. Try again.",
    for_operators=True,
)


@dataclass(frozen=True, slots=True)
class Moved:
    """``rows``: the company's rows, equal on both clusters. ``paused``: seconds in which writes waited."""

    rows: int
    tables: int
    paused: float
    seconds: float


@dataclass(frozen=True, slots=True)
class _Route:
    """The company and the way of its move. ``back``: where it is kept, the way back."""

    id: UUID
    slug: str
    home: Connection
    link: Link
    back: Link | None
    limits: Limits
    report: Report

    @property
    def source(self) -> Cluster:
        return self.link.source

    @property
    def target(self) -> Cluster:
        return self.link.target

    @property
    def directories(self) -> list[Connection]:
        """Connections that store the company as moving: the directory's, and the source cluster's."""
        return [self.home] if self.source.name == "" else [self.home, self.source.conn]


def move_tenant(
    settings: Settings,
    slug: str,
    target: str,
    *,
    limits: Limits | None = None,
    report: Report = report_nothing,
) -> Moved:
    """Move the company ``slug`` to cluster ``target`` ("home" is the directory's cluster).

    Where it is already, end what is left of moves: copies elsewhere, the way back. Raises NoSuchTenant, WayBackKept,
    CannotMove, PauseTooLong: nothing has moved, and nothing is left. After another error the next call completes the
    move.
    """
    began = time.monotonic()
    target = "" if target == HOME else target
    limits = limits or Limits()
    with ExitStack() as held:
        home = held.enter_context(cluster("", moves_url_of(settings, ""))).conn
        row = home.execute("select id, placement, way_back from tenants where slug = %s", (slug,)).fetchone()
        if row is None:
            raise NoSuchTenant
        tenant_id, source, way_back = row
        if not _value(home, "select pg_try_advisory_lock(hashtextextended(%s, 418240923))", str(tenant_id)):
            raise CannotMove(UNDER_WAY(slug=slug))
        held.callback(_unlock, home, tenant_id)
        if source != target and way_back not in {"", shown(target)}:
            raise WayBackKept.of(slug, source, way_back)
        there = held.enter_context(cluster(target, moves_url_of(settings, target)))
        if source == target:
            # Also where an earlier call ended between closing the old cluster and opening this one.
            there.conn.execute(OPEN, (tenant_id,))
            _clean_up(settings, tenant_id, {target})
            home.execute(END_WAY_BACK, (tenant_id,))
            return Moved(0, 0, 0.0, time.monotonic() - began)
        here = held.enter_context(cluster(source, moves_url_of(settings, source)))
        route = _plan(tenant_id, slug, home, (here, there), limits, report)
        if target:
            give_own_numbers(there.conn, settings)
        moved = _carry_out(route)
        number = len(route.link.tables)
        report(Progress("removing", number, number, moved.rows))
        # What was read there when it moved has ended by then.
        time.sleep(REMEMBERED_SECONDS)
        _clean_up(settings, tenant_id, {source, target} if limits.keeps_way_back else {target})
        if not limits.keeps_way_back:
            home.execute(END_WAY_BACK, (tenant_id,))
    return Moved(moved.rows, moved.tables, moved.paused, time.monotonic() - began)


def _unlock(home: Connection, tenant_id: UUID) -> None:
    """At once: the server notes only later that a connection was closed, and the next move would be refused."""
    with suppress(psycopg.Error):
        home.execute("select pg_advisory_unlock(hashtextextended(%s, 418240923))", (str(tenant_id),))


def _plan(
    tenant_id: UUID,
    slug: str,
    home: Connection,
    ends: tuple[Cluster, Cluster],
    limits: Limits,
    report: Report,
) -> _Route:
    """What is needed on both clusters is there. Raises CannotMove."""
    source, target = ends
    check_ends(source, target)
    link = make_link(source, target, tenant_id, is_way_back=has_subscription(target, tenant_id))
    back = make_link(target, source, tenant_id, is_way_back=True) if limits.keeps_way_back else None
    return _Route(tenant_id, slug, home, link, back, limits, report)


def _carry_out(route: _Route) -> Moved:
    placement = _value(route.source.conn, "select placement from tenants where id = %s", route.id)
    if placement == shown(route.target.name):
        # An earlier call stopped after it closed the old cluster. Both clusters were equal, and no writes
        # followed.
        _open(route)
        _keep_way_back(route, route.source)
        _turn(route)
        return Moved(0, len(route.link.tables), 0.0, 0.0)
    try:
        rows, pause = _copy_and_switch(route)
    except (CannotMove, PauseTooLong):
        _give_up(route)
        raise
    _turn(route)
    return Moved(rows, len(route.link.tables), pause.seconds, 0.0)


def _copy_and_switch(route: _Route) -> tuple[int, Pause]:
    _register(route)
    if not route.link.is_alive():
        remove_links((route.source, route.target), route.id)
        remove_rows(route.target.conn, route.id, keeps_hosts=route.target.name == "")
        route.link.publish()
        route.link.subscribe(copies=True)
    rows = replicate(route.link, route.slug, route.limits, route.report)
    _announce(route)
    try:
        time.sleep(REMEMBERED_SECONDS + 1)
        _await_deliveries(route)
        for attempt in range(1, MAX_PAUSES + 1):
            # Plans what the pause compares, and has the rows in memory then.
            route.link.checksums()
            catch_up(route.link, route.slug, route.limits, route.report, rows)
            number = len(route.link.tables)
            _keep_way_back(route, route.target)
            if route.back:
                # Of an earlier attempt.
                unpublish(route.back.source, route.id)
                route.back.publish()
            route.report(Progress("switching", number, number, rows))
            try:
                return _switch(route)
            except PauseTooLong:
                if attempt == MAX_PAUSES:
                    raise
        raise PauseTooLong
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
    if route.target.name:
        copy_plans(route.home, route.target.conn)
    route.target.conn.execute(
        "insert into tenants (id, slug, name, status, created_at, plan_id, placement)"
        " values (%s, %s, %s, %s, %s, %s, %s)"
        " on conflict (id) do update set name = excluded.name, status = excluded.status, plan_id = excluded.plan_id,"
        " placement = case when tenants.placement = '' then excluded.placement else tenants.placement end",
        (route.id, route.slug, *row, shown(route.source.name)),
    )


def _announce(route: _Route) -> None:
    """Announce the move. Within seconds, processes read the placement per request and send no messages."""
    for conn in route.directories:
        conn.execute("update tenants set moving_until = now() + interval '1 hour' where id = %s", (route.id,))


def _await_deliveries(route: _Route) -> None:
    """Wait for jobs that began before the announcement, at most as long as a delivery can take."""
    until = time.monotonic() + MAX_DELIVERY_SECONDS
    began = under_way = _sending(route)
    while began & under_way and time.monotonic() < until:
        time.sleep(POLL_SECONDS)
        under_way = _sending(route)


def _sending(route: _Route) -> set[tuple[int, int]]:
    values = {"tasks": list(SENDING), "tenant": route.id}
    return {(job, attempt) for job, attempt in route.source.conn.execute(JOB_QUERIES["under_way"], values)}


def _switch(route: _Route) -> tuple[int, Pause]:
    """Pause writes, wait for the target, compare every table, switch to the new cluster. Returns the rows.

    Raises PauseTooLong, CannotMove.
    """
    limit = route.limits.pause
    conns = (route.source.conn, route.target.conn)
    with writes_paused(route.source.url, route.id, limit) as pause:
        position = route.link.mark()
        while route.link.behind(position) > 0:
            pause.check()
            time.sleep(PAUSED_POLL_SECONDS)
        route.link.check_tables()
        try:
            for conn in conns:
                conn.execute("select set_config('statement_timeout', %s, false)", (f"{int(limit * 1000)}ms",))
            here, there = route.link.checksums()
        except psycopg.errors.QueryCanceled as error:
            raise PauseTooLong from error
        finally:
            for conn in conns:
                conn.execute("set statement_timeout = 0")
        if differing := sorted(name for name in here if here[name] != there[name]):
            ends = {"source": shown(route.source.name), "target": shown(route.target.name)}
            raise CannotMove(UNEQUAL(slug=route.slug, tables=", ".join(differing), **ends))
        pause.check()
        if route.back:
            route.back.skip()
        # From here on the old cluster refuses: if this process ends now, the next call opens the new one.
        route.source.conn.execute(
            "update tenants set placement = %s where id = %s", (shown(route.target.name), route.id)
        )
        _open(route)
    return sum(count for count, _ in there.values()), pause


def _open(route: _Route) -> None:
    """Open the new cluster for writes and point the directory to it."""
    route.target.conn.execute(OPEN, (route.id,))
    values = {"target": route.target.name, "source": shown(route.source.name), "id": route.id}
    route.home.execute(SWITCH, values)


def _keep_way_back(route: _Route, follower: Cluster) -> None:
    """From now on no deletion and no other move begins, if the way back is kept. Raises CannotMove."""
    if not route.back:
        return
    kept = route.home.execute(KEEP_WAY_BACK, (shown(follower.name), route.id))
    if kept.rowcount == 0:
        raise CannotMove(IS_LEAVING(slug=route.slug))


def _turn(route: _Route) -> None:
    """Have the old cluster follow the new one, if the way back is kept."""
    if route.back:
        turn(route.link, route.back)


def _give_up(route: _Route) -> None:
    """Leave nothing on the target, as far as both clusters are reachable: the next move removes the rest."""
    with suppress(psycopg.Error):
        remove_links((route.source, route.target), route.id)
        remove_rows(route.target.conn, route.id, keeps_hosts=route.target.name == "")
        route.home.execute(END_WAY_BACK, (route.id,))


def _clean_up(settings: Settings, tenant_id: UUID, kept: set[str]) -> None:
    """Delete the company's rows from other clusters, and what replicates them. The directory keeps its hosts."""
    with ExitStack() as held:
        ends = [
            held.enter_context(cluster(name, url))
            for name, url in moves_urls(settings).items()
            if len(kept) == 1 or name not in kept
        ]
        remove_links(ends, tenant_id)
        for end in ends:
            placement = _value(end.conn, "select placement from tenants where id = %s", tenant_id)
            if placement and end.name not in kept:
                switch_triggers_off(end.conn, end.name)
                remove_rows(end.conn, tenant_id, keeps_hosts=end.name == "")


def _value(conn: Connection, query: LiteralString, *values: object) -> object:
    row = conn.execute(query, values).fetchone()
    return row[0] if row else None
