"""Replicates one company's rows from one Postgres cluster to another: publication, slot, subscription, checksums.

All three have one name, made of the company's id. A company has one link at a time.
"""

import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from uuid import UUID

import psycopg
from psycopg import sql
from psycopg.conninfo import make_conninfo

from abano.core.errors import Message
from abano.db.tables import Table, tables
from abano.tenancy.clusters.clusters import CONNECT_SECONDS, CannotMove, Connection, shown
from abano.tenancy.clusters.requirements import (
    DIRECTORY,
    RUN_AS_OWNER_SINCE,
    Cluster,
    first_value,
    tables_to_replicate,
)

SLOT_SECONDS = 60
STOP_SECONDS = 10.0
LOST_SECONDS = 10.0
POLL_SECONDS = 0.02
# Longer than a statement takes from a table's publications to their definitions.
CATALOGUE_SECONDS = 0.1
# Of a slot that is gone.
NEVER = 2**63


SCHEMA_CHANGED = Message(
    "schema_changed_meanwhile",
    "The tables of {source} or {target} were changed during the move. Try again.",
    for_operators=True,
)
WAITS_FOR_TRANSACTION = Message(
    "slot_waits_for_transaction",
    "A transaction on cluster {cluster} has been open for over {seconds} s. Try again when it has ended.",
    for_operators=True,
)

READY = """
select c.relname from pg_subscription s join pg_subscription_rel r on r.srsubid = s.oid
  join pg_class c on c.oid = r.srrelid
where s.subname = %s and s.subdbid = (select oid from pg_database where datname = current_database())
  and r.srsubstate = 'r'
"""
COPYING = (
    "select coalesce(sum(tuples_processed), 0) from pg_stat_progress_copy where datname = current_database()"
)
ERRORS = """
select coalesce(sum(apply_error_count + sync_error_count), 0) from pg_stat_subscription_stats where subname = %s
"""
# Slots on the source of tables that are copied, but not up to date yet.
TABLE_SLOTS = """
select format('pg_%%s_sync_%%s_%%s', s.oid, r.srrelid, (select system_identifier from pg_control_system()))
from pg_subscription s join pg_subscription_rel r on r.srsubid = s.oid
where s.subname = %s and s.subdbid = (select oid from pg_database where datname = current_database())
  and r.srsubstate = 'f'
"""
FOUND_SLOTS = "select slot_name from pg_replication_slots where slot_name = any (%s)"
HAS_SUBSCRIPTION = """
select subenabled from pg_subscription
where subname = %s and subdbid = (select oid from pg_database where datname = current_database())
"""
PUBLISHED = "select tablename, attnames from pg_publication_tables where pubname = %s"
SLOT = """
select wal_status <> 'lost' and database = current_database(), pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn)
from pg_replication_slots where slot_name = %s
"""
READER = "select active_pid from pg_replication_slots where slot_name = %s"
BEHIND = (
    "select pg_wal_lsn_diff(%s::pg_lsn, confirmed_flush_lsn) from pg_replication_slots where slot_name = %s"
)


@dataclass(frozen=True, slots=True)
class Link:
    """A subscription of ``target`` to the company's rows of ``source``. ``tables``: with the columns of both.

    ``is_way_back``: made with a move in the other direction.
    """

    source: Cluster
    target: Cluster
    tenant_id: UUID
    tables: Sequence[Table]
    is_way_back: bool

    @property
    def name(self) -> str:
        return link_name(self.tenant_id)

    def is_alive(self) -> bool:
        """Whether all parts are there, of these tables."""
        found = first_value(self.target.conn, HAS_SUBSCRIPTION, self.name)
        slot = self.source.conn.execute(SLOT, (self.name,)).fetchone()
        published = {
            name: frozenset(columns) for name, columns in self.source.conn.execute(PUBLISHED, (self.name,))
        }
        wanted = {table.name: frozenset(table.columns) for table in self.tables}
        is_whole = bool(found) and slot is not None and slot[0] and published == wanted
        return is_whole and not self.has_lost_slots()

    def has_lost_slots(self) -> bool:
        """Whether a table's slot is gone too early: the target failed between dropping it and noting that it had.

        Postgres would ask for the slot without end, and does not count that as an error.
        """
        until = time.monotonic() + LOST_SECONDS
        lost = self._lost_slots()
        # Usually the note follows at once.
        while lost and time.monotonic() < until:
            time.sleep(POLL_SECONDS)
            lost &= self._lost_slots()
        return bool(lost)

    def _lost_slots(self) -> set[str]:
        wanted = {row[0] for row in self.target.conn.execute(TABLE_SLOTS, (self.name,))}
        if not wanted:
            return set()
        return wanted - {row[0] for row in self.source.conn.execute(FOUND_SLOTS, (list(wanted),))}

    def check_tables(self) -> None:
        """Raises CannotMove if a migration has changed tables meanwhile."""
        now = tables_to_replicate(self.source, self.target, is_way_back=self.is_way_back)
        if set(now) != set(self.tables):
            raise CannotMove(SCHEMA_CHANGED(source=shown(self.source.name), target=shown(self.target.name)))

    def publish(self) -> None:
        """Make publication and slot: from now on the source keeps what changes. Raises CannotMove."""
        listed = sql.SQL(", ").join(
            sql.SQL("{} ({}) where (tenant_id = {})").format(
                sql.Identifier(table.name),
                sql.SQL(", ").join(map(sql.Identifier, table.columns)),
                sql.Literal(str(self.tenant_id)),
            )
            for table in self.tables
        )
        conn = self.source.conn
        conn.execute(sql.SQL("create publication {} for table {}").format(sql.Identifier(self.name), listed))
        conn.execute("select set_config('statement_timeout', %s, false)", (f"{SLOT_SECONDS}s",))
        try:
            conn.execute("select pg_create_logical_replication_slot(%s, 'pgoutput')", (self.name,))
        except psycopg.errors.QueryCanceled as error:
            message = WAITS_FOR_TRANSACTION(cluster=shown(self.source.name), seconds=SLOT_SECONDS)
            raise CannotMove(message) from error
        finally:
            conn.execute("set statement_timeout = 0")

    def subscribe(self, *, copies: bool) -> None:
        """Have the target follow, with a copy of the present rows first if ``copies``."""
        conn = self.target.conn
        options = [f"copy_data = {str(copies).lower()}"]
        if conn.info.server_version >= RUN_AS_OWNER_SINCE:
            # The tables' owner is bound by row-level security, which replication does not apply.
            options.append("run_as_owner = true")
        conn.execute(
            sql.SQL(
                "create subscription {name} connection {url} publication {name} with (create_slot = false,"
                # What the source counts as received survives a crash of the target.
                " synchronous_commit = 'on', streaming = off, {options})"
            ).format(
                name=sql.Identifier(self.name),
                url=sql.Literal(make_conninfo(self.source.url, connect_timeout=CONNECT_SECONDS)),
                options=sql.SQL(", ".join(options)),
            )
        )

    def ready(self) -> set[str]:
        """The tables that are copied and up to date."""
        return {row[0] for row in self.target.conn.execute(READY, (self.name,))}

    def copying(self) -> int:
        """Rows of copies under way on the target."""
        return int(first_value(self.target.conn, COPYING))

    def errors(self) -> int:
        """How often the target failed to copy or to apply."""
        return int(first_value(self.target.conn, ERRORS, self.name))

    def retained(self) -> int | None:
        """Bytes of the write-ahead log that the source keeps for the target; None: they were removed."""
        row = self.source.conn.execute(SLOT, (self.name,)).fetchone()
        return int(row[1]) if row and row[0] and row[1] is not None else None

    def mark(self) -> str:
        """The source's position behind everything that is committed, flushed to its log."""
        with self.source.conn.transaction():
            self.source.conn.execute("set local synchronous_commit = on")
            self.source.conn.execute("select pg_logical_emit_message(true, 'abano', '')")
        return str(first_value(self.source.conn, "select pg_current_wal_flush_lsn()::text"))

    def behind(self, position: str) -> int:
        """Bytes until the target has ``position``; at most zero: it has it."""
        found = first_value(self.source.conn, BEHIND, position, self.name)
        return NEVER if found is None else int(found)

    def skip(self) -> None:
        """Leave out what the source has written until now."""
        self.source.conn.execute(
            "select pg_replication_slot_advance(%s, pg_current_wal_flush_lsn())", (self.name,)
        )

    def checksums(self) -> tuple[dict[str, tuple[int, int]], dict[str, tuple[int, int]]]:
        """Number of rows and a checksum by table: of the source, and of the target. Both work at the same time."""
        with ThreadPoolExecutor(1) as beside:
            there = beside.submit(checksums, self.target.conn, self.tenant_id, self.tables)
            return checksums(self.source.conn, self.tenant_id, self.tables), there.result()


def make_link(source: Cluster, target: Cluster, tenant_id: UUID, *, is_way_back: bool) -> Link:
    """Nothing is made yet. Raises CannotMove."""
    all_tables = tables_to_replicate(source, target, is_way_back=is_way_back)
    return Link(source, target, tenant_id, all_tables, is_way_back)


def link_name(tenant_id: UUID) -> str:
    return f"abano_move_{tenant_id.hex}"


def checksums(conn: Connection, tenant_id: UUID, all_tables: Sequence[Table]) -> dict[str, tuple[int, int]]:
    """By table: number of the company's rows, and a checksum of their columns that does not depend on the order."""
    query = sql.SQL(" union all ").join(
        sql.SQL(
            "select {name}, count(*), coalesce(bit_xor(hash_record_extended(row({columns}), 0)), 0)"
            " from {table} where tenant_id = {tenant}"
        ).format(
            name=sql.Literal(table.name),
            columns=sql.SQL(", ").join(map(sql.Identifier, table.columns)),
            table=sql.Identifier(table.name),
            tenant=sql.Literal(str(tenant_id)),
        )
        for table in all_tables
    )
    found = conn.execute(query, prepare=True)
    return {name: (count, checksum) for name, count, checksum in found}


def count_rows(conn: Connection, tenant_id: UUID, table: str) -> int:
    query = sql.SQL("select count(*) from {} where tenant_id = %s").format(sql.Identifier(table))
    row = conn.execute(query, (tenant_id,)).fetchone()
    return int(row[0]) if row else 0


def remove_rows(conn: Connection, tenant_id: UUID, *, keeps_hosts: bool) -> None:
    """Delete the company's rows without triggers and foreign keys, which acted where the rows were written."""
    for table in tables(conn):
        if table.is_tenants and not (keeps_hosts and table.name == DIRECTORY):
            query = sql.SQL("delete from {} where tenant_id = %s").format(sql.Identifier(table.name))
            conn.execute(query, (tenant_id,))


def remove_links(clusters: Sequence[Cluster], tenant_id: UUID) -> None:
    """End what replicates the company's rows between these clusters, whatever is there of it."""
    name = link_name(tenant_id)
    for each in clusters:
        _unsubscribe(each.conn, name)
    for each in clusters:
        unpublish(each, tenant_id)


def unpublish(source: Cluster, tenant_id: UUID) -> None:
    """Drop slot and publication. Idempotent."""
    name = link_name(tenant_id)
    _drop_slot(source.conn, name)
    # A change of any company fails when it finds the publication at its table, and a moment later no longer.
    if published := source.conn.execute(PUBLISHED, (name,)).fetchall():
        source.conn.execute(
            sql.SQL("alter publication {} drop table {}").format(
                sql.Identifier(name), sql.SQL(", ").join(sql.Identifier(table) for table, _ in published)
            )
        )
        time.sleep(CATALOGUE_SECONDS)
    source.conn.execute(sql.SQL("drop publication if exists {}").format(sql.Identifier(name)))


def has_subscription(target: Cluster, tenant_id: UUID) -> bool:
    return target.conn.execute(HAS_SUBSCRIPTION, (link_name(tenant_id),)).fetchone() is not None


def turn(link: Link, back: Link) -> None:
    """Replace ``link`` by ``back``, which is published already. Idempotent, also where it was not published."""
    if has_subscription(back.target, link.tenant_id):
        return
    _unsubscribe(link.target.conn, link.name)
    unpublish(link.source, link.tenant_id)
    if back.retained() is not None:
        back.subscribe(copies=False)


def _unsubscribe(conn: Connection, name: str) -> None:
    if conn.execute(HAS_SUBSCRIPTION, (name,)).fetchone() is None:
        return
    # Also while its source is away. The slots of copies under way are dropped with it.
    for statement in ("alter subscription {} disable", "alter subscription {} set (slot_name = none)"):
        conn.execute(sql.SQL(statement).format(sql.Identifier(name)))
    conn.execute(sql.SQL("drop subscription {}").format(sql.Identifier(name)))


def _drop_slot(conn: Connection, name: str) -> None:
    """Drop a slot, and end what still reads from it."""
    until = time.monotonic() + STOP_SECONDS
    while slot := conn.execute(READER, (name,)).fetchone():
        try:
            conn.execute("select pg_drop_replication_slot(%s)", (name,))
        except psycopg.errors.ObjectInUse:
            if time.monotonic() > until:
                raise
            if slot[0]:
                conn.execute("select pg_terminate_backend(%s)", slot)
            time.sleep(POLL_SECONDS)
        except psycopg.errors.UndefinedObject:
            return
