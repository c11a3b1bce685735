"""What must hold on two clusters so that one can replicate a company's rows to the other."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from abano.core.errors import Message
from abano.db.tables import Table, tables
from abano.tenancy.clusters.clusters import CannotMove, Connection, connected, shown, switch_triggers_off

# Belongs to the directory: it maps hosts to companies on every cluster.
DIRECTORY = "tenant_domains"
# Before, a subscription is a superuser's, and always runs as its owner.
RUN_AS_OWNER_SINCE = 160000

NOT_LOGICAL = Message(
    "needs_logical_replication",
    "Cluster {cluster} has wal_level={level}. Set wal_level=logical there and restart it.",
    for_operators=True,
)
NO_LOG_LIMIT = Message(
    "needs_log_limit",
    "Cluster {cluster} would keep its log without a limit for a move that is left behind. Set max_slot_wal_keep_size"
    " there, such as 20GB, and reload it.",
    for_operators=True,
)
MAY_NOT_REPLICATE = Message(
    "may_not_replicate",
    "{role} of cluster {cluster} may not replicate. Run there as a superuser: {statements}",
    for_operators=True,
)
NO_IDENTITY = Message(
    "no_replica_identity",
    "On cluster {cluster} the replica identity of {tables} does not contain tenant_id.",
    for_operators=True,
)
OTHER_SCHEMA = Message(
    "other_schema",
    "Cluster {target} lacks {missing}, which {source} has: run `abano migrate` on it.",
    for_operators=True,
)

# Of the replica identity (primary key or a chosen index), none of whose columns is tenant_id.
WITHOUT_IDENTITY = """
select c.relname from pg_class c
where c.relnamespace = 'public'::regnamespace and c.relname = any (%s) and c.relreplident <> 'f' and not exists (
  select from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = any (i.indkey)
  where i.indrelid = c.oid and a.attname = 'tenant_id'
    and case c.relreplident when 'd' then i.indisprimary when 'i' then i.indisreplident else false end
) order by 1
"""
COLUMN_TYPES = """
select c.relname, a.attname, format_type(a.atttypid, a.atttypmod)
from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
"""


@dataclass(frozen=True, slots=True)
class Cluster:
    """One end of a link, as the role of moves, in autocommit."""

    name: str
    url: str
    conn: Connection


@contextmanager
def cluster(name: str, url: str) -> Iterator[Cluster]:
    with connected(url) as conn:
        yield Cluster(name, url, conn)


def check_ends(source: Cluster, target: Cluster) -> None:
    """Both can publish and subscribe: a way back needs the same. Raises CannotMove."""
    for end in (source, target):
        level = str(first_value(end.conn, "show wal_level"))
        if level != "logical":
            raise CannotMove(NOT_LOGICAL(cluster=shown(end.name), level=level))
        if str(first_value(end.conn, "show max_slot_wal_keep_size")) == "-1":
            raise CannotMove(NO_LOG_LIMIT(cluster=shown(end.name)))
        _check_role(end)
        switch_triggers_off(end.conn, end.name)


def _check_role(end: Cluster) -> None:
    conn, role = end.conn, end.conn.info.user
    row = conn.execute(
        "select rolsuper, rolreplication, rolbypassrls from pg_roles where rolname = current_user"
    ).fetchone()
    is_superuser, replicates, sees_all = row or (False, False, False)
    if is_superuser:
        return
    statements = []
    if conn.info.server_version < RUN_AS_OWNER_SINCE:
        statements.append(f"alter role {role} superuser")
    else:
        if not replicates or not sees_all:
            statements.append(f"alter role {role} replication bypassrls")
        if not first_value(conn, "select pg_has_role(current_user, 'pg_create_subscription', 'usage')"):
            statements.append(f"grant pg_create_subscription to {role}")
        if not first_value(conn, "select has_database_privilege(current_database(), 'create')"):
            statements.append(f"grant create on database {conn.info.dbname} to {role}")
    if statements:
        listed = "; ".join(statements)
        raise CannotMove(MAY_NOT_REPLICATE(role=role, cluster=shown(end.name), statements=f"`{listed}`"))


def tables_to_replicate(source: Cluster, target: Cluster, *, is_way_back: bool) -> list[Table]:
    """The tables of companies, with the columns that both have. Raises CannotMove.

    The target may have more than the source, by a later migration. ``is_way_back``: it may have less, too.
    """
    here, there = ({row[:2]: row[2] for row in end.conn.execute(COLUMN_TYPES)} for end in (source, target))
    found, missing = [], []
    for table in tables(source.conn):
        # The directory's own hosts stay.
        if not table.is_tenants or (target.name == "" and table.name == DIRECTORY):
            continue
        names = [(table.name, column) for column in table.columns]
        common = tuple(key[1] for key in names if there.get(key) == here[key])
        missing += [".".join(key) for key in names if there.get(key) != here[key]]
        if common:
            found.append(Table(table.name, is_tenants=True, columns=common))
    if missing and not is_way_back:
        listed = ", ".join(missing[:5])
        raise CannotMove(OTHER_SCHEMA(source=shown(source.name), target=shown(target.name), missing=listed))
    for end in (source, target):
        rows = end.conn.execute(WITHOUT_IDENTITY, ([table.name for table in found],)).fetchall()
        if rows:
            listed = ", ".join(row[0] for row in rows)
            raise CannotMove(NO_IDENTITY(cluster=shown(end.name), tables=listed))
    return found


def first_value(conn: Connection, query: str, *values: object) -> Any:
    """Of the first row; None without one."""
    row = conn.execute(query.encode(), values).fetchone()
    return row[0] if row else None
