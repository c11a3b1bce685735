"""Export one company to a file while it works, and import it into any installation of this version or a newer one.

The file is a gzipped tar, on request encrypted with age: ``manifest.json``, JSON Lines for each table, the content of
photos and documents by SHA-256, and at the end ``checksums.json`` with the SHA-256 of every member. All rows are of
one snapshot. What is left out, and why, is in the manifest.
"""

import hashlib
import json
import tarfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from importlib.metadata import version
from itertools import groupby
from pathlib import Path
from typing import Any
from uuid import NAMESPACE_OID, UUID, uuid5

import psycopg
from psycopg import sql

from abano.bookings.customer_emails.webhooks import email_hash
from abano.core.config import Settings
from abano.core.errors import AbanoError, Conflict, InvalidInput, Message
from abano.core.text import clean
from abano.db.driver_errors import translate_errors
from abano.db.engine import SET_TENANT
from abano.db.migration_support import APP_ROLE, applied_revision
from abano.db.tables import Connection, Table, tables
from abano.ops.backup.files import BackupWriter, reading, writing
from abano.ops.portability.contents import LEFT_OUT, RENUMBERED, REPLACED, ROWS
from abano.storage.images import digest_of
from abano.storage.store import MediaStore, media_store
from abano.tenancy.clusters.clusters import switch_triggers_off
from abano.tenancy.directory.service import NoSuchTenant
from abano.tenancy.directory.tenant import host_name

FORMAT = 1
CHUNK_BYTES = 4 * 1024 * 1024
CHUNK_ROWS = 1000
# An import names this many of what is wrong with a file.
MAX_PROBLEMS = 20
MANIFEST, CHECKSUMS, UNSUBSCRIBED, MEDIA = "manifest.json", "checksums.json", "unsubscribed.json", "media/"

BAD_EXPORT = Message(
    "bad_export", "This is not a complete export: {problem}. Nothing was imported.", for_operators=True
)
EXPORT_NEWER = Message(
    "export_newer",
    "The export has what this version does not know: {names}. Import it with version {version} or newer.",
    for_operators=True,
)


@dataclass(frozen=True, slots=True)
class Transfer:
    """``rows`` by table; ``files``: photos and documents; ``lost``: of which the store has no content."""

    tenant_id: UUID
    rows: dict[str, int] = field(default_factory=dict)
    files: int = 0
    lost: int = 0

    @property
    def total(self) -> int:
        return sum(self.rows.values())


def export_tenant(
    settings: Settings, slug: str, target: Path, now: datetime, recipients: Sequence[str] = ()
) -> Transfer:
    """Write the company ``slug`` to ``target``, which appears only when it is complete.

    ``recipients``: age public keys to encrypt it for. Raises NoSuchTenant, BadKey.
    """
    with psycopg.connect(settings.app_url, connect_timeout=5, prepare_threshold=None) as home:
        row = home.execute("select id, name, placement from tenants where slug = %s", (slug,)).fetchone()
    if row is None:
        raise NoSuchTenant
    tenant_id, name, placement = row
    # The worker, which writes exports for owners, has no other role.
    url = settings.clusters[placement].app_url if placement else settings.app_url
    with (
        psycopg.connect(url, connect_timeout=5, prepare_threshold=None) as conn,
        _bundle(target, recipients) as out,
    ):
        conn.execute("set transaction isolation level repeatable read, read only")
        conn.execute("set local timezone to 'UTC'")
        conn.execute(sql.SQL("set local role {}").format(sql.Identifier(APP_ROLE)))
        conn.execute(SET_TENANT, (str(tenant_id),))
        exported = [table for table in tables(conn) if table.is_tenants and table.name not in LEFT_OUT]
        manifest = {
            "format": FORMAT,
            "revision": applied_revision(url),
            "version": version("abano"),
            "createdAt": now.isoformat(),
            "tenant": {"id": str(tenant_id), "slug": slug, "name": name},
            "columns": {table.name: table.columns for table in exported},
            "leftOut": LEFT_OUT,
            "replaced": {table: sorted(columns) for table, columns in REPLACED.items()},
        }
        out.add(MANIFEST, json.dumps(manifest, indent=1).encode())
        rows = {table.name: _dump(conn, out, table) for table in exported}
        secret = settings.secret_key.get_secret_value()
        out.add(UNSUBSCRIBED, json.dumps(_unsubscribed(conn, secret, tenant_id), indent=1).encode())
        files, lost = _dump_media(conn, out, media_store(settings), tenant_id)
        out.add(CHECKSUMS, json.dumps({"rows": rows, "sha256": out.digests}, indent=1).encode())
    return Transfer(tenant_id, rows, files, lost)


class _Bundle:
    """Members of an export, with their digests."""

    def __init__(self, writer: BackupWriter) -> None:
        self._writer = writer
        self.digests: dict[str, str] = {}

    def add(self, name: str, content: bytes) -> None:
        self.digests[name] = hashlib.sha256(content).hexdigest()
        self._writer.add(name, content)


@contextmanager
def _bundle(target: Path, recipients: Sequence[str]) -> Iterator[_Bundle]:
    if recipients:
        with writing(target, recipients) as writer:
            yield _Bundle(writer)
        return
    unfinished = target.with_name(f".{target.name}.part")
    try:
        # Personal data of customers: for the owner of the process alone.
        unfinished.touch(mode=0o600)
        with tarfile.open(unfinished, "w:gz") as tar:
            yield _Bundle(BackupWriter(tar))
        unfinished.rename(target)
    finally:
        unfinished.unlink(missing_ok=True)


def _dump(conn: Connection, out: _Bundle, table: Table) -> int:
    replaced = REPLACED.get(table.name, {})
    columns = sql.SQL(", ").join(
        sql.SQL("{} as {}").format(sql.SQL(replaced[column]), sql.Identifier(column))
        if column in replaced
        else sql.Identifier(column)
        for column in table.columns
    )
    chosen = sql.SQL(ROWS.get(table.name, "true"))
    query = sql.SQL("select row_to_json(r)::text from (select {} from {} where {}) r").format(
        columns, sql.Identifier(table.name), chosen
    )
    count, part, buffer = 0, 0, bytearray()
    with conn.cursor(name="export") as cursor:
        cursor.itersize = CHUNK_ROWS
        for (line,) in cursor.execute(query):
            buffer += line.encode() + b"\n"
            count += 1
            if len(buffer) >= CHUNK_BYTES:
                out.add(f"tables/{table.name}/{part:06}.jsonl", bytes(buffer))
                part += 1
                buffer.clear()
    if buffer:
        out.add(f"tables/{table.name}/{part:06}.jsonl", bytes(buffer))
    return count


def _unsubscribed(conn: Connection, secret: str, tenant_id: UUID) -> list[dict[str, str]]:
    """Customers who want no messages. Only hashes are stored: found by the addresses that bookings have."""
    stored = {
        bytes(hashed): (reason, at)
        for hashed, reason, at in conn.execute(
            "select email_hash, reason, created_at from message_unsubscribes"
        )
    }
    emails = conn.execute("select distinct lower(customer_email) from bookings where customer_email <> ''")
    found = []
    for (email,) in emails if stored else ():
        if entry := stored.get(email_hash(secret, tenant_id, email)):
            found.append({"email": email, "reason": entry[0], "created_at": entry[1].isoformat()})
    return found


def _dump_media(conn: Connection, out: _Bundle, store: MediaStore, tenant_id: UUID) -> tuple[int, int]:
    files, lost = 0, 0
    for (digest,) in conn.execute("select distinct digest from media_files order by digest").fetchall():
        content = store.get(tenant_id, digest)
        # Erased since the snapshot was taken, or lost.
        if content is None:
            lost += 1
            continue
        out.add(f"{MEDIA}{digest}", content)
        files += 1
    return files, lost


def import_tenant(
    settings: Settings, source: Path, *, slug: str, domain: str, identity: str = "", name: str = ""
) -> Transfer:
    """Add the company of an export as ``slug`` at ``domain``, whole or not at all; suspended until it is resumed.

    A file that is refused is read to its end, so that the error names everything that is wrong with it. An import
    that was cut off goes on when it is run again: the files that it stored are kept and not stored again.

    ``identity``: the age private key of an encrypted export. Raises InvalidInput, Conflict, BadKey, CannotDecrypt,
    CannotMove (the database role may not copy rows without triggers), TenantExists, DomainTaken, InvalidTenant.
    """
    store = media_store(settings)
    with (
        psycopg.connect(settings.database_url, connect_timeout=5) as conn,
        translate_errors(),
        _opened(source, identity) as members,
    ):
        manifest = _manifest(next(members, ("", b"")), conn)
        tenant_id = _import_id(conn, slug, manifest["sha256"])
        switch_triggers_off(conn, "")
        conn.execute("set local timezone to 'UTC'")
        # While the company is still active elsewhere, nothing is sent and the site is hidden.
        conn.execute(
            "insert into tenants (id, slug, name, status, moving_until)"
            " values (%s, %s, %s, 'suspended', now() + interval '100 years')",
            (tenant_id, slug, clean(name or manifest["tenant"]["name"])),
        )
        conn.execute(SET_TENANT, (str(tenant_id),))
        conn.execute(
            "insert into tenant_domains (tenant_id, host, is_primary) values (%s, %s, true)",
            (tenant_id, host_name(domain)),
        )
        with _removed_if_refused(store, tenant_id):
            return _load(conn, members, manifest, store, tenant_id, settings)


def _import_id(conn: Connection, slug: str, digest: str) -> UUID:
    """The same for the same file and slug, so that an import finds what an earlier one stored before it was cut off.

    Another one once there was such a company, also if it was deleted.
    """
    found = uuid5(NAMESPACE_OID, f"abano import|{slug}|{digest}")
    query = "select from tenants where id = %(id)s union all select from tenant_deletions where id = %(id)s"
    while conn.execute(query, {"id": found}).fetchone() is not None:
        found = uuid5(found, "another")
    return found


@contextmanager
def _removed_if_refused(store: MediaStore, tenant_id: UUID) -> Iterator[None]:
    """Remove the tenant's files if the export is refused. What is cut off keeps them for the next attempt."""
    try:
        yield
    except (AbanoError, psycopg.DataError, psycopg.IntegrityError) as error:
        if not isinstance(error, AbanoError) or error.status < 500:
            store.remove_all(tenant_id)
        raise


@contextmanager
def _opened(source: Path, identity: str) -> Iterator[Iterator[tuple[str, bytes]]]:
    if identity:
        with reading(source, identity) as members:
            yield members
        return
    try:
        with tarfile.open(source, "r|gz") as tar:
            yield (
                (member.name, content.read())
                for member in tar
                if (content := tar.extractfile(member)) is not None
            )
    except (tarfile.TarError, EOFError, OSError) as error:
        raise _bad("it cannot be read; an encrypted export needs its key") from error


def _manifest(first: tuple[str, bytes], conn: Connection) -> dict[str, Any]:
    name, content = first
    if name != MANIFEST:
        raise _bad("its first member is not a manifest")
    manifest: dict[str, Any] = json.loads(content)
    manifest["sha256"] = hashlib.sha256(content).hexdigest()
    if manifest["format"] != FORMAT:
        raise Conflict(EXPORT_NEWER(names=f"format {manifest['format']}", version=manifest["version"]))
    # A file is not trusted: it fills no table that an export leaves out, such as sessions.
    known = {
        table.name: set(table.columns)
        for table in tables(conn)
        if table.is_tenants and table.name not in LEFT_OUT
    }
    unknown = [
        f"{table}.{column}" if table in known else table
        for table, columns in manifest["columns"].items()
        for column in columns
        if column not in known.get(table, ())
    ]
    if unknown:
        raise Conflict(EXPORT_NEWER(names=", ".join(sorted(set(unknown))), version=manifest["version"]))
    return manifest


def _load(
    conn: Connection,
    members: Iterator[tuple[str, bytes]],
    manifest: dict[str, Any],
    store: MediaStore,
    tenant_id: UUID,
    settings: Settings,
) -> Transfer:
    columns: dict[str, list[str]] = manifest["columns"]
    rows, files = dict.fromkeys(columns, 0), 0
    problems: list[str] = []
    stored = {each.digest for each in store.all(tenant_id)}
    digests = {MANIFEST: manifest["sha256"]}
    for folder, group in groupby(members, key=lambda member: member[0].rpartition("/")[0]):
        for name, content in group:
            if name == CHECKSUMS:
                problems += _differences(content, digests, rows)
                if problems:
                    raise _bad(*problems)
                return Transfer(tenant_id, rows, files)
            digests[name] = hashlib.sha256(content).hexdigest()
            table = folder.removeprefix("tables/")
            if name == UNSUBSCRIBED:
                secret = settings.secret_key.get_secret_value()
                problems += _unsubscribe(conn, content, secret, tenant_id)
            elif folder == MEDIA.rstrip("/") and digest_of(content) == name.removeprefix(MEDIA):
                if (digest := name.removeprefix(MEDIA)) not in stored:
                    store.put(tenant_id, digest, content)
                files += 1
            elif table in columns:
                try:
                    rows[table] += _insert(conn, table, columns[table], content, tenant_id)
                except RowsDoNotFit as error:
                    problems.append(str(error))
            else:
                problems.append(f"{name} is unknown or damaged")
    raise _bad(*problems, "its end is missing")


class RowsDoNotFit(Exception):
    """Rows of an export are no rows of their table; the message says which and why."""


def _insert(conn: Connection, table: str, columns: list[str], content: bytes, tenant_id: UUID) -> int:
    """Rows of JSON Lines, as the company's own. Returns their number. Raises RowsDoNotFit, having added none."""
    renumbered = RENUMBERED.get(table, {})
    values: dict[str, sql.Composable] = {
        column: sql.SQL("rows.{}").format(sql.Identifier(column))
        for column in columns
        if column not in renumbered
    }
    values["tenant_id"] = sql.SQL("%(tenant)s")
    for column, value in renumbered.items():
        if value is not None:
            values[column] = sql.SQL(value)
    query = sql.SQL(
        "insert into {table} ({columns}) select {values} from json_populate_recordset(null::{table}, %(rows)s) rows"
    ).format(
        table=sql.Identifier(table),
        columns=sql.SQL(", ").join(map(sql.Identifier, values)),
        values=sql.SQL(", ").join(values.values()),
    )
    lines = b"[" + b",".join(content.splitlines()) + b"]"
    try:
        with conn.transaction():
            return conn.execute(query, {"rows": lines.decode(), "tenant": tenant_id}).rowcount
    except (psycopg.DataError, psycopg.IntegrityError, UnicodeDecodeError) as error:
        raise RowsDoNotFit(f"rows of {table} do not fit ({str(error).splitlines()[0]})") from error


def _unsubscribe(conn: Connection, content: bytes, secret: str, tenant_id: UUID) -> list[str]:
    """Store who wants no messages. Returns what is wrong."""
    try:
        with conn.transaction():
            for entry in json.loads(content):
                hashed = email_hash(secret, tenant_id, entry["email"])
                conn.execute(
                    "insert into message_unsubscribes (tenant_id, email_hash, reason, created_at)"
                    " values (%s, %s, %s, %s)",
                    (tenant_id, hashed, entry["reason"], entry["created_at"]),
                )
    except (psycopg.DataError, psycopg.IntegrityError, ValueError, LookupError, TypeError, AttributeError):
        return [f"{UNSUBSCRIBED} is damaged"]
    return []


def _differences(content: bytes, digests: dict[str, str], rows: dict[str, int]) -> list[str]:
    """What differs from the checksums at the end of the file."""
    try:
        expected = json.loads(content)
        sums, counts = dict(expected["sha256"]), dict(expected["rows"])
    except (ValueError, LookupError, TypeError):
        return [f"{CHECKSUMS} is damaged"]
    missing = [f"{name} is missing" for name in sums.keys() - digests.keys()]
    foreign = [f"{name} has no checksum" for name in digests.keys() - sums.keys()]
    changed = [
        f"{name} differs from its checksum"
        for name in sums.keys() & digests.keys()
        if sums[name] != digests[name]
    ]
    counted = [
        f"{table} has {rows.get(table, 0)} rows instead of {count}"
        for table, count in counts.items()
        if rows.get(table) != count
    ]
    return [*sorted(missing), *sorted(foreign), *sorted(changed), *sorted(counted)]


def _bad(*problems: str) -> InvalidInput:
    """Names ``problems``, the first ones if there are many."""
    named = list(dict.fromkeys(problems))
    more = len(named) - MAX_PROBLEMS
    if more > 0:
        named = [*named[:MAX_PROBLEMS], f"and {more} more"]
    return InvalidInput.of("file", BAD_EXPORT(problem="; ".join(named)))
