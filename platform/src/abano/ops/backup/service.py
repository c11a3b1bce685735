"""Back up all tables, and restore them into an empty database.

The file has the schema's revision, not the schema: migrations create it. Rows are read in one snapshot, as the
application role and tenant by tenant, because forced row-level security applies to the owner too.

Nothing is written unencrypted, and any age program opens the file: ``age -d -i key.txt FILE | tar tz``.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from importlib.metadata import version
from itertools import groupby
from pathlib import Path
from uuid import UUID

import psycopg
from psycopg import sql

from abano.core.config import Settings, public_url
from abano.core.errors import Conflict, InvalidInput, Message
from abano.db.engine import SET_TENANT
from abano.db.migration_support import APP_ROLE, applied_revision, expected_revision, upgrade
from abano.db.tables import Connection, Table, counters, tables
from abano.ops.backup.files import BackupWriter, CannotDecrypt, reading, writing
from abano.storage.images import digest_of
from abano.storage.store import MediaStore, media_store

SCHEMA_NEWER = Message(
    "schema_newer",
    "Its schema is at {applied}, newer than the backup's {revision}: give the restore an empty one.",
    for_operators=True,
)
FORMAT = 1
CHUNK_BYTES = 4 * 1024 * 1024
SUFFIX = ".abano-backup"
MANIFEST, COUNTS, MEDIA = "manifest.json", "counts.json", "media/"


class NothingToBackUp(Conflict):
    """This database has no schema of Abano."""


class NotEmpty(Conflict):
    """A backup is restored into an empty database only. This one has companies already."""


class FromAnotherVersion(Conflict):
    """The backup was made by a newer version of Abano. Restore it with that version."""


class Incomplete(Conflict):
    """The backup is incomplete. Nothing was changed."""


@dataclass(frozen=True, slots=True)
class Summary:
    """Row counts by table, and the schema's ``revision``; ``files``: photographs and documents.

    ``lost``: of which the store has no content any more.
    """

    revision: str
    rows: dict[str, int] = field(default_factory=dict)
    files: int = 0
    lost: int = 0

    @property
    def total(self) -> int:
        return sum(self.rows.values())


def back_up(settings: Settings, target: Path, recipients: list[str], now: datetime) -> Summary:
    """Write a backup to ``target``, encrypted to the public keys ``recipients``.

    Raises BadKey, NothingToBackUp.
    """
    revision = applied_revision(settings.database_url)
    if revision is None:
        raise NothingToBackUp
    with (
        psycopg.connect(settings.database_url, connect_timeout=5) as conn,
        writing(target, recipients) as out,
    ):
        conn.execute("set transaction isolation level repeatable read, read only")
        summary = Summary(revision)
        all_tables = tables(conn)
        manifest = {
            "format": FORMAT,
            "revision": revision,
            "version": version("abano"),
            "createdAt": now.isoformat(),
            "database": public_url(settings.database_url),
            "columns": {table.name: table.columns for table in all_tables},
        }
        out.add(MANIFEST, json.dumps(manifest, indent=1).encode())
        companies = [str(row[0]) for row in conn.execute("select id from tenants order by id")]
        for table in all_tables:
            summary.rows[table.name] = _dump(conn, out, table, companies)
        out.add(COUNTS, json.dumps(summary.rows, indent=1).encode())
        has_media = any(table.name == "media_files" for table in all_tables)
        files, lost = _dump_media(conn, out, media_store(settings), companies if has_media else [])
    return replace(summary, files=files, lost=lost)


def _dump_media(
    conn: Connection, out: BackupWriter, store: MediaStore, companies: list[str]
) -> tuple[int, int]:
    """Add the contents that rows of the snapshot refer to. Returns how many, and how many the store does not have."""
    files, lost = 0, 0
    for company in companies:
        conn.execute(sql.SQL("set local role {}").format(sql.Identifier(APP_ROLE)))
        conn.execute(SET_TENANT, (company,))
        digests = conn.execute("select distinct digest from media_files order by digest").fetchall()
        conn.execute("reset role")
        for (digest,) in digests:
            content = store.get(UUID(company), digest)
            # Erased since the snapshot was taken, or lost.
            if content is None:
                lost += 1
                continue
            out.add(f"{MEDIA}{company}/{digest}", content)
            files += 1
    return files, lost


def _load_media(members: Iterator[tuple[str, bytes]], store: MediaStore) -> int:
    """Fill the store with what follows the tables. Raises Incomplete for a content that is not what its name says."""
    files = 0
    for name, content in members:
        company, _, digest = name.removeprefix(MEDIA).partition("/")
        if not name.startswith(MEDIA) or digest_of(content) != digest:
            raise Incomplete
        store.put(UUID(company), digest, content)
        files += 1
    return files


def _dump(conn: Connection, out: BackupWriter, table: Table, companies: list[str]) -> int:
    """Add one table's rows to the archive. Returns their number."""
    members, rows = 0, 0
    if not table.is_tenants:
        companies = [""]
    for company in companies:
        if company:
            conn.execute(sql.SQL("set local role {}").format(sql.Identifier(APP_ROLE)))
            conn.execute(SET_TENANT, (company,))
        with conn.cursor() as cursor:
            for chunk in _copied(cursor, table):
                out.add(f"tables/{table.name}/{members:06}.copy", chunk)
                members += 1
            rows += cursor.rowcount
        if company:
            conn.execute("reset role")
    return rows


def _copied(cursor: "psycopg.Cursor[tuple[object, ...]]", table: Table) -> Iterator[bytes]:
    """The rows in Postgres's text format, in chunks of some megabytes that end with a row."""
    buffer = bytearray()
    with cursor.copy(_statement("copy {} ({}) to stdout", table)) as copy:
        for row in copy:
            buffer += row
            if len(buffer) >= CHUNK_BYTES:
                yield bytes(buffer)
                buffer.clear()
    if buffer:
        yield bytes(buffer)


def restore(settings: Settings, source: Path, identity: str) -> Summary:
    """Restore a backup into an empty database in one transaction, then migrate it to this version.

    Raises BadKey, CannotDecrypt, NotEmpty, FromAnotherVersion, Incomplete.
    """
    # The archive is closed before the connection: it is verified to be complete before the rows are committed.
    with (
        psycopg.connect(settings.database_url, connect_timeout=5) as conn,
        reading(source, identity) as members,
    ):
        name, content = next(members, ("", b""))
        if name != MANIFEST:
            raise CannotDecrypt
        manifest = json.loads(content)
        revision = str(manifest["revision"])
        if manifest["format"] != FORMAT or revision > expected_revision():
            raise FromAnotherVersion
        _prepare(settings.database_url, revision)
        rows = _load(conn, members)
        summary = Summary(revision, rows, _load_media(members, media_store(settings)))
        _set_counters(conn)
    upgrade(settings.database_url)
    return summary


def _prepare(database_url: str, revision: str) -> None:
    """Migrate the empty database to ``revision``. Raises NotEmpty, InvalidInput."""
    applied = applied_revision(database_url)
    if applied is not None:
        with psycopg.connect(database_url, connect_timeout=5) as conn:
            has_tenants = conn.execute("select exists (select from tenants)").fetchone()
        if has_tenants and has_tenants[0]:
            raise NotEmpty
        if applied > revision:
            raise InvalidInput.of(
                "database",
                SCHEMA_NEWER(applied=applied, revision=revision),
            )
    upgrade(database_url, revision)


# Those that fire for replicated rows, too. Enabling all of a table's triggers makes them ordinary ones.
TRIGGERS_ALWAYS = """
select c.relname, t.tgname from pg_trigger t join pg_class c on c.oid = t.tgrelid
where t.tgenabled = 'A' and not t.tgisinternal
"""


def _load(conn: Connection, members: Iterator[tuple[str, bytes]]) -> dict[str, int]:
    """Fill the tables. Returns the row count of each; raises Incomplete when it differs from the backup's."""
    by_name = {table.name: table for table in tables(conn)}
    always = conn.execute(TRIGGERS_ALWAYS).fetchall()
    for table in by_name.values():
        # Only forced row-level security binds the owner; both are enabled again before the commit.
        conn.execute(_statement("alter table {} no force row level security", table))
        conn.execute(_statement("alter table {} disable trigger user", table))
    names = sql.SQL(", ").join(sql.Identifier(name) for name in by_name)
    conn.execute(sql.SQL("truncate {}").format(names))
    rows = dict.fromkeys(by_name, 0)
    for folder, group in groupby(members, key=lambda member: member[0].rpartition("/")[0]):
        if not folder:
            counted = json.loads(next(group)[1])
            break
        table = by_name[folder.removeprefix("tables/")]
        with conn.cursor() as cursor:
            with cursor.copy(_statement("copy {} ({}) from stdin", table)) as copy:
                for _, content in group:
                    copy.write(content)
            rows[table.name] = cursor.rowcount
    else:
        raise Incomplete
    for table in by_name.values():
        conn.execute(_statement("alter table {} enable trigger user", table))
        if table.is_tenants:
            conn.execute(_statement("alter table {} force row level security", table))
    for name, trigger in always:
        parts = (sql.Identifier(name), sql.Identifier(trigger))
        conn.execute(sql.SQL("alter table {} enable always trigger {}").format(*parts))
    if {name: count for name, count in rows.items() if count} != {n: c for n, c in counted.items() if c}:
        raise Incomplete
    return rows


def _set_counters(conn: Connection) -> None:
    for counter in counters(conn):
        conn.execute(
            sql.SQL("select setval({}, max({})) from {} having max({}) is not null").format(
                sql.Literal(counter.name),
                sql.Identifier(counter.column),
                sql.Identifier(counter.table),
                sql.Identifier(counter.column),
            )
        )


def _statement(text: str, table: Table) -> sql.Composed:
    columns = sql.SQL(", ").join(map(sql.Identifier, table.columns))
    return sql.SQL(text).format(sql.Identifier(table.name), columns)


def delete_old(folder: Path, keep_days: int, now: datetime) -> int:
    """Delete backups in ``folder`` that are older than ``keep_days``; the newest stays whatever its age."""
    backups = sorted(folder.glob(f"*{SUFFIX}"), key=lambda path: path.stat().st_mtime)
    oldest = (now - timedelta(days=keep_days)).timestamp()
    old = [path for path in backups[:-1] if path.stat().st_mtime < oldest]
    for path in old:
        path.unlink()
    return len(old)
