"""The owner's connections to the clusters that a move concerns, and what must hold there before it begins."""

import asyncio
import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Self

import psycopg
from psycopg import sql

from abano.core.config import Settings
from abano.core.errors import Conflict, Message
from abano.db.tables import counters

log = logging.getLogger(__name__)

Connection = psycopg.Connection[tuple[Any, ...]]

HOME = "home"
# Each additional cluster uses its own range of sequence values, so that keys stay unique when companies move.
NUMBERS_OF_A_CLUSTER = 100_000_000
CONNECT_SECONDS = 5

NO_SUCH_CLUSTER = Message(
    "no_such_cluster", "There is no cluster {name} with an owner_url; there are {names}.", for_operators=True
)
MAY_NOT_SWITCH_OFF = Message(
    "may_not_switch_off_triggers",
    "{owner} of cluster {cluster} may not copy rows without their triggers. Run there as a superuser"
    " `grant set on parameter session_replication_role to {owner}`.",
    for_operators=True,
)


IS_LEAVING = Message(
    "cannot_move_deleted",
    "{slug} is being deleted. Keep it first: `abano tenant delete {slug} --undo`.",
    for_operators=True,
)


WAY_BACK_KEPT = Message(
    "way_back_kept",
    "Cluster {follower} still follows {slug} as a way back. End that first:"
    " `abano tenant move {slug} --to {cluster}`.",
    for_operators=True,
)


class CannotMove(Conflict):
    """This company cannot be moved. Nothing was changed."""


class WayBackKept(CannotMove):
    """The cluster that the company was on still follows it. Nothing was changed."""

    @classmethod
    def of(cls, slug: str, placement: str, way_back: str) -> Self:
        return cls(WAY_BACK_KEPT(slug=slug, cluster=shown(placement), follower=way_back))


def owner_urls(settings: Settings) -> dict[str, str]:
    """Owner URLs by cluster name. The directory's cluster is ''."""
    further = {name: cluster.owner_url for name, cluster in settings.clusters.items() if cluster.owner_url}
    return {"": settings.database_url, **further}


def moves_urls(settings: Settings) -> dict[str, str]:
    """URLs of the roles that move companies, by cluster name; the owner's where none is set."""
    further = {
        name: url
        for name, cluster in settings.clusters.items()
        if (url := cluster.moves_url or cluster.owner_url)
    }
    return {"": settings.database_moves_url or settings.database_url, **further}


def url_of(settings: Settings, name: str) -> str:
    """The owner's. Raises CannotMove."""
    return _named(owner_urls(settings), name)


def moves_url_of(settings: Settings, name: str) -> str:
    """Raises CannotMove."""
    return _named(moves_urls(settings), name)


def _named(urls: dict[str, str], name: str) -> str:
    if name not in urls:
        names = ", ".join(shown(each) for each in urls)
        raise CannotMove(NO_SUCH_CLUSTER(name=name, names=names))
    return urls[name]


def shown(name: str) -> str:
    return name or HOME


def check_stays_undeleted(settings: Settings, slug: str) -> None:
    """Raises CannotMove for a company that is being deleted: its cluster waits for its own end of the period."""
    with connected(settings.database_url) as home:
        query = "select 1 from tenants where slug = %s and deletes_at is not null"
        if home.execute(query, (slug,)).fetchone():
            raise CannotMove(IS_LEAVING(slug=slug))


@contextmanager
def connected(url: str) -> Iterator[Connection]:
    with psycopg.connect(url, autocommit=True, connect_timeout=CONNECT_SECONDS) as conn:
        yield conn


def switch_triggers_off(conn: Connection, name: str) -> None:
    """Disable triggers and foreign keys in this session: they ran where the rows were written. Raises CannotMove."""
    try:
        conn.execute("set session_replication_role = replica")
    except psycopg.errors.InsufficientPrivilege as error:
        raise CannotMove(MAY_NOT_SWITCH_OFF(owner=conn.info.user, cluster=shown(name))) from error


def give_own_numbers(conn: Connection, settings: Settings) -> None:
    """Give an additional cluster its own range of sequence values. Idempotent."""
    for counter in counters(conn):
        if _last(conn, counter.name) >= NUMBERS_OF_A_CLUSTER:
            continue
        highest = 0
        for url in owner_urls(settings).values():
            with connected(url) as other:
                highest = max(highest, _last(other, counter.name) // NUMBERS_OF_A_CLUSTER)
        conn.execute("select setval(%s, %s, false)", (counter.name, (highest + 1) * NUMBERS_OF_A_CLUSTER))


def _last(conn: Connection, sequence: str) -> int:
    query = sql.SQL("select last_value from {}").format(sql.Identifier(*sequence.split(".")))
    row = conn.execute(query).fetchone()
    return int(row[0]) if row else 0


# Plans are kept at home. Other clusters have a copy, by which they check the limits of the companies they have.


def copy_plans(home: Connection, there: Connection) -> None:
    """Make the plans of another cluster, and which company has which, equal to those at home."""
    plans = home.execute("select id, name, weight from plans").fetchall()
    limits = home.execute("select plan_id, measure, soft_limit, hard_limit from plan_limits").fetchall()
    tenants = home.execute("select plan_id, id from tenants").fetchall()
    with there.transaction(), there.cursor() as cursor:
        # Plans may have exchanged their names.
        cursor.execute("update plans set name = id::text")
        cursor.executemany(
            "insert into plans (id, name, weight) values (%s, %s, %s)"
            " on conflict (id) do update set name = excluded.name, weight = excluded.weight",
            plans,
        )
        cursor.executemany("update tenants set plan_id = %s where id = %s", tenants)
        cursor.execute("delete from plans where id <> all (%s)", ([plan_id for plan_id, *_ in plans],))
        cursor.execute("delete from plan_limits")
        cursor.executemany(
            "insert into plan_limits (plan_id, measure, soft_limit, hard_limit) values (%s, %s, %s, %s)",
            limits,
        )


PLANS_DIGEST = """
select md5(concat(
  (select string_agg(p::text, ' ' order by id) from (select id, name, weight from plans) p), '|',
  (select string_agg(l::text, ' ' order by plan_id, measure)
   from (select plan_id, measure, soft_limit, hard_limit from plan_limits) l), '|',
  (select string_agg(id::text || plan_id::text, ' ' order by id) from tenants)
))
"""
DAY_SECONDS = 86_400.0


class PlanCopies:
    """Keeps the plans of all other clusters equal to those at home: copied when they change, and once a day."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._copied: dict[str, tuple[str, float]] = {}

    async def run(self) -> None:
        await asyncio.to_thread(self.copy)

    def copy(self) -> list[str]:
        """The clusters that were behind. One that is away is tried again at the next call."""
        urls = owner_urls(self._settings)
        behind = []
        with connected(urls.pop("")) as home:
            row = home.execute(PLANS_DIGEST).fetchone()
            digest = str(row[0]) if row else ""
            for name, url in urls.items():
                copied, at = self._copied.get(name, ("", 0.0))
                if copied == digest and time.monotonic() - at < DAY_SECONDS:
                    continue
                try:
                    with connected(url) as there:
                        copy_plans(home, there)
                except psycopg.Error:
                    log.warning("plans not copied to a cluster", extra={"cluster": name})
                    continue
                self._copied[name] = (digest, time.monotonic())
                behind.append(name)
        return behind
