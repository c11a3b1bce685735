"""The owner's connections to the clusters that a move concerns, and what must hold there before it begins."""

import asyncio
import logging
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any
from uuid import UUID

import psycopg
from psycopg import sql

from abano.core.config import Settings
from abano.core.errors import Conflict, Message
from abano.db.tables import Table, counters, tables

log = logging.getLogger(__name__)

# One company's rows of a table on two clusters: compared by digests, and made equal by what differs.

Connection = psycopg.Connection[tuple[Any, ...]]

# Rows are grouped into this many buckets by digest. Only buckets that differ are compared row by row.
BUCKETS = 1024
# Maximum number of rows per statement.
MAX_NAMED = 4_000
# The text of a row must be the same on both servers, whatever their settings are.
ONE_FORM = (
    "set timezone to 'UTC'",
    "set datestyle to 'ISO, YMD'",
    "set intervalstyle to 'iso_8601'",
    "set extra_float_digits to 1",
    "set bytea_output to 'hex'",
)

# By bucket: number of rows, and two digests of 64 bits that do not depend on their order.
Digest = dict[int, tuple[int, int, int]]


@dataclass(frozen=True, slots=True)
class Changes:
    """Rows removed from and copied to the target."""

    removed: int = 0
    copied: int = 0

    def __add__(self, other: "Changes") -> "Changes":
        return Changes(self.removed + other.removed, self.copied + other.copied)

    @property
    def total(self) -> int:
        return self.removed + self.copied


class TenantRows:
    """One company's rows on one cluster, as the owner of the schema. No triggers or foreign keys act."""

    def __init__(self, conn: Connection, tenant_id: UUID) -> None:
        self.conn = conn
        self._tenant = tenant_id
        for statement in ONE_FORM:
            conn.execute(statement)
        # Forced row-level security binds the owner, too.
        conn.execute("select set_config('abano.tenant_id', %s, false)", (str(tenant_id),))

    def digests(self, tables: Sequence[Table]) -> dict[str, Digest]:
        """Of several tables, in one statement and so in one snapshot."""
        found: dict[str, Digest] = {table.name: {} for table in tables}
        if tables:
            query = sql.SQL(" union all ").join(map(self._digest, tables))
            for name, bucket, count, first, second in self.conn.execute(query):
                found[name][bucket] = (count, first, second)
        return found

    def _digest(self, table: Table) -> sql.Composed:
        return sql.SQL(
            "select {name}, h & {most}, count(*), bit_xor(h), bit_xor(hashtextextended(r, 1))"
            " from (select {row} as r from {table} where tenant_id = {tenant}) rows,"
            " lateral (select hashtextextended(r, 0) as h) hashed group by 2"
        ).format(name=sql.Literal(table.name), most=sql.Literal(BUCKETS - 1), **self._names(table))

    def hashes(self, table: Table, buckets: Sequence[int]) -> set[int]:
        """The digests of the rows in ``buckets``."""
        query = sql.SQL(
            "select h from (select hashtextextended({row}, 0) as h from {table} where tenant_id = {tenant}) rows"
            " where h & {most} = any (%s)"
        ).format(most=sql.Literal(BUCKETS - 1), **self._names(table))
        return {row[0] for row in self.conn.execute(query, (list(buckets),))}

    def remove(self, table: Table, hashes: set[int]) -> int:
        """Delete these rows."""
        query = sql.SQL(
            "delete from {table} where tenant_id = {tenant} and hashtextextended({row}, 0) = any (%s)"
        ).format(**self._names(table))
        return self.conn.execute(query, (list(hashes),)).rowcount

    def remove_all(self, table: Table) -> int:
        query = sql.SQL("delete from {table} where tenant_id = {tenant}").format(**self._names(table))
        return self.conn.execute(query).rowcount

    def copy_to(self, target: "TenantRows", table: Table, hashes: Sequence[int] | None) -> int:
        """Copy these rows, or all; returns their number."""
        names = self._names(table)
        chosen: sql.Composable = sql.SQL("")
        if hashes is not None:
            listed = sql.SQL(", ").join(map(sql.Literal, hashes))
            chosen = sql.SQL(" and hashtextextended({}, 0) in ({})").format(names["row"], listed)
        read = sql.SQL(
            "copy (select {columns} from {table} where tenant_id = {tenant}{chosen}) to stdout"
        ).format(chosen=chosen, **names)
        # COPY does not support row-level security. The insert applies the table's policy.
        target.conn.execute(
            sql.SQL("create temporary table incoming as select {columns} from {table} with no data").format(
                **names
            )
        )
        write = sql.SQL("copy pg_temp.incoming ({columns}) from stdin").format(**names)
        with (
            self.conn.cursor() as reader,
            target.conn.cursor() as writer,
            reader.copy(read) as source,
            writer.copy(write) as sink,
        ):
            for data in source:
                sink.write(data)
        insert = sql.SQL("insert into {table} ({columns}) select {columns} from pg_temp.incoming").format(
            **names
        )
        copied = target.conn.execute(insert).rowcount
        target.conn.execute("drop table pg_temp.incoming")
        return copied

    def _names(self, table: Table) -> dict[str, sql.Composable]:
        columns = sql.SQL(", ").join(map(sql.Identifier, table.columns))
        return {
            "columns": columns,
            "row": sql.SQL("row({})::text").format(columns),
            "table": sql.Identifier(table.name),
            "tenant": sql.Literal(str(self._tenant)),
        }


def compare(
    source: TenantRows, target: TenantRows, tables: Sequence[Table]
) -> dict[str, tuple[Digest, Digest]]:
    """The digests of all tables whose rows differ. Both servers work at the same time."""
    with ThreadPoolExecutor(1) as beside:
        there = beside.submit(target.digests, tables)
        here = source.digests(tables)
        found = there.result()
    return {name: (here[name], found[name]) for name in here if here[name] != found[name]}


def make_equal(
    source: TenantRows, target: TenantRows, table: Table, digests: tuple[Digest, Digest]
) -> Changes:
    """Make the target's rows of one table those that the source has now, in one transaction of the target."""
    here, there = digests
    with source.conn.transaction(), target.conn.transaction():
        if not there:
            return Changes(copied=source.copy_to(target, table, None))
        differing = [bucket for bucket in here.keys() | there.keys() if here.get(bucket) != there.get(bucket)]
        wanted, found = source.hashes(table, differing), target.hashes(table, differing)
        removed = target.remove(table, found - wanted) if found - wanted else 0
        missing = sorted(wanted - found)
        copied = sum(
            source.copy_to(target, table, missing[start : start + MAX_NAMED])
            for start in range(0, len(missing), MAX_NAMED)
        )
    return Changes(removed, copied)


HOME = "home"
# Each additional cluster uses its own range of sequence values, so that keys stay unique when companies move.
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


IS_LEAVING = Message(
    "cannot_move_deleted",
    "{slug} is being deleted. Keep it first: `abano tenant delete {slug} --undo`.",
    for_operators=True,
)


class CannotMove(Conflict):
    """This company cannot be moved. Nothing was changed."""


def owner_urls(settings: Settings) -> dict[str, str]:
    """Owner URLs by cluster name. The directory's cluster is ''."""
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
    """Disable triggers and foreign keys in this session: the source already ran them. Raises CannotMove."""
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


def rows_of(conn: Connection, tenant_id: UUID, name: str) -> TenantRows:
    """Raises CannotMove."""
    switch_triggers_off(conn, name)
    return TenantRows(conn, tenant_id)


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
