"""The owner's connections to the clusters that a move concerns, and what must hold there before it begins."""

from collections.abc import Iterator
from contextlib import contextmanager
from uuid import UUID

import psycopg
from psycopg import sql

from abano.backup.tables import Table, counters, tables
from abano.config import Settings
from abano.errors import Conflict
from abano.errors.messages import Message
from abano.placement.rows import Connection, TenantRows

HOME = "home"
# Each further cluster draws its numbers from a range of its own, so that they stay unique when companies move.
NUMBERS_OF_A_CLUSTER = 100_000_000
CONNECT_SECONDS = 5

NO_SUCH_CLUSTER = Message(
    "no_such_cluster", "There is no cluster {name} with an owner_url; there are {names}.", for_operators=True
)
OTHER_SCHEMA = Message(
    "other_schema",
    "The schema of {source} is at {source_revision}, that of {target} at {target_revision}: run `abano migrate` on"
    " both.",
    for_operators=True,
)
MAY_NOT_SWITCH_OFF = Message(
    "may_not_switch_off_triggers",
    "{owner} of cluster {cluster} may not copy rows without their triggers. Run there as a superuser"
    " `grant set on parameter session_replication_role to {owner}`.",
    for_operators=True,
)


class CannotMove(Conflict):
    """This company cannot be moved. Nothing was changed."""


def owner_urls(settings: Settings) -> dict[str, str]:
    """By the name of a cluster; that of the directory is ''."""
    further = {name: cluster.owner_url for name, cluster in settings.clusters.items() if cluster.owner_url}
    return {"": settings.database_url, **further}


def url_of(settings: Settings, name: str) -> str:
    """Raises CannotMove."""
    urls = owner_urls(settings)
    if name not in urls:
        names = ", ".join(shown(each) for each in urls)
        raise CannotMove(NO_SUCH_CLUSTER(name=name, names=names))
    return urls[name]


def shown(name: str) -> str:
    return name or HOME


@contextmanager
def connected(url: str) -> Iterator[Connection]:
    with psycopg.connect(url, autocommit=True, connect_timeout=CONNECT_SECONDS) as conn:
        yield conn


def switch_triggers_off(conn: Connection, name: str) -> None:
    """No trigger and no foreign key acts in this session: what they do was done at the source. Raises CannotMove."""
    try:
        conn.execute("set session_replication_role = replica")
    except psycopg.errors.InsufficientPrivilege as error:
        raise CannotMove(MAY_NOT_SWITCH_OFF(owner=conn.info.user, cluster=shown(name))) from error


def tables_of_tenants(source: Connection, target: Connection, names: tuple[str, str]) -> list[Table]:
    """The tables to copy, referenced ones first. Raises CannotMove unless both schemas are the same."""
    revisions = [_revision(conn) for conn in (source, target)]
    if revisions[0] != revisions[1]:
        raise CannotMove(
            OTHER_SCHEMA(
                source=shown(names[0]),
                source_revision=revisions[0],
                target=shown(names[1]),
                target_revision=revisions[1],
            )
        )
    return [table for table in tables(source) if table.is_tenants]


def _revision(conn: Connection) -> str:
    row = conn.execute("select version_num from alembic_version").fetchone()
    return str(row[0]) if row else ""


def give_own_numbers(conn: Connection, settings: Settings) -> None:
    """Let a further cluster draw its numbers from a range that no other one has. Safe to repeat."""
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


def rows_of(conn: Connection, tenant_id: UUID, name: str) -> TenantRows:
    """Raises CannotMove."""
    switch_triggers_off(conn, name)
    return TenantRows(conn, tenant_id)
