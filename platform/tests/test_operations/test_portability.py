"""A company leaves with one file and comes in whole elsewhere: every row, every photo, no secret."""

import asyncio
import io
import json
import tarfile
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from uuid import UUID

import httpx
import psycopg
import pytest
from busy_day import fill_everything
from psycopg import sql
from round_trip import Side, figures_of, files_of, money_of, report, rows_of
from table_contents import as_superuser
from typer.testing import CliRunner

from abano.bookings.customer_emails.webhooks import email_hash
from abano.cli import app as commands
from abano.core.clock import FixedClock
from abano.core.config import Settings
from abano.core.errors import AbanoError, InvalidInput
from abano.db.migration_support import upgrade
from abano.db.tables import tables
from abano.main import create_app
from abano.operators.console.audit import COMMAND_LINE
from abano.operators.console.companies import Companies
from abano.operators.console.database import OperatorDatabase
from abano.ops.backup.files import CannotDecrypt, make_key
from abano.ops.portability.contents import LEFT_OUT, RENUMBERED, REPLACED
from abano.ops.portability.service import CHECKSUMS, MANIFEST, export_tenant, import_tenant
from abano.storage.store import DiskStore, MediaUnavailable, media_store
from abano.tenancy.clusters.clusters import CannotMove
from abano.tenancy.directory.service import DomainTaken, NoSuchTenant, TenantExists, find_tenant

pytestmark = pytest.mark.anyio
NOW = datetime(2026, 6, 10, 2, 17, tzinfo=UTC)
PUBLIC, PRIVATE = make_key()
SECRET_WORDS = ("secret", "token", "sealed", "password", "recovery", "ip_hash", "email_hash", "key_hash")


RIGHT = "set on parameter session_replication_role"


def owner_of(settings: Settings) -> sql.Identifier:
    with psycopg.connect(settings.database_url) as conn:
        return sql.Identifier(conn.info.user)


@pytest.fixture
async def full(
    client: httpx.AsyncClient, alps_client: httpx.AsyncClient, settings: Settings, seed_media: Path
) -> Settings:
    """A database with rows of both companies in every table, and their photos."""
    await fill_everything(settings, {"georgia": client, "alps": alps_client})
    assert seed_media == settings.media_folder
    return settings


@pytest.fixture
def elsewhere(empty_database: Settings, tmp_path: Path) -> Iterator[Settings]:
    """Another installation: its own database, media and secret."""
    upgrade(empty_database.database_url)
    owner = owner_of(empty_database)
    with psycopg.connect(as_superuser(empty_database.database_url), autocommit=True) as conn:
        conn.execute(sql.SQL("grant {} to {}").format(sql.SQL(RIGHT), owner))
        changed = {"data_dir": tmp_path / "elsewhere", "secret_key": "another secret " * 4}
        yield Settings(**empty_database.model_dump() | changed)
        conn.execute(sql.SQL("revoke {} from {}").format(sql.SQL(RIGHT), owner))


def tenant_of(settings: Settings, slug: str) -> UUID:
    tenant = find_tenant(settings.database_url, slug)
    assert tenant is not None
    return tenant


async def resume(settings: Settings, slug: str) -> None:
    operators = OperatorDatabase(settings)
    await operators.open()
    await Companies(operators).resume(slug, COMMAND_LINE, NOW)
    await operators.close()


@pytest.mark.parametrize(
    "is_beside",
    [pytest.param(False, id="elsewhere"), pytest.param(True, id="beside itself", marks=pytest.mark.slow)],
)
async def test_a_round_trip_keeps_every_row_cent_file_and_figure(
    full: Settings, elsewhere: Settings, tmp_path: Path, clock: FixedClock, *, is_beside: bool
) -> None:
    target = full if is_beside else elsewhere
    with psycopg.connect(as_superuser(full.database_url)) as conn:
        # One was sent; those that wait to be sent stay where they are.
        conn.execute(
            "update outbox_messages set sent_at = %s where id = any("
            "select distinct on (tenant_id) id from outbox_messages)",
            (NOW,),
        )
    superuser = {"database_url": as_superuser(target.database_url)}
    file = tmp_path / "georgia.abano-export"
    made = await asyncio.to_thread(export_tenant, full, "georgia", file, NOW)
    assert made.lost == 0
    # Messages that the old installation still has to send stay there.
    source = Side(
        rows_of(full.database_url, made.tenant_id, sent_only=True),
        money_of(full.database_url, made.tenant_id),
        files_of(full, made.tenant_id),
    )
    importing = Settings(**target.model_dump() | superuser) if is_beside else target
    came = import_tenant(importing, file, slug="moved", domain="moved.example.com")
    moved = Side(
        rows_of(target.database_url, came.tenant_id),
        money_of(target.database_url, came.tenant_id),
        files_of(target, came.tenant_id),
    )
    await resume(target, "moved")
    for name, side, settings, tenant in (
        ("source", source, full, made.tenant_id),
        ("moved", moved, target, came.tenant_id),
    ):
        folder = tmp_path / name
        folder.mkdir()
        side.figures = await figures_of(settings, tenant, folder, clock)
    print(text := report(source, moved))
    assert "**no**" not in text
    assert moved == source
    assert (came.rows, came.files) == (made.rows, made.files)
    assert {name: len(rows) for name, rows in source.rows.items()} == made.rows
    assert [name for name, rows in source.rows.items() if not rows] == []
    assert source.money
    assert source.files
    assert b'"totalSessions":0' not in source.figures["overview"]


async def test_a_company_is_equal_in_another_installation_and_serves_once_it_is_resumed(
    full: Settings, elsewhere: Settings, tmp_path: Path
) -> None:
    file = tmp_path / "georgia.abano-export"
    await asyncio.to_thread(export_tenant, full, "georgia", file, NOW)
    import_tenant(elsewhere, file, slug="moved", domain="moved.example.com")
    app = create_app(elsewhere)
    async with app.router.lifespan_context(app):
        transport = httpx.ASGITransport(app=app)
        async with httpx.AsyncClient(transport=transport, base_url="http://moved.example.com") as client:
            assert (await client.get("/api/site")).status_code == 503
    await resume(elsewhere, "moved")
    app = create_app(elsewhere)
    async with app.router.lifespan_context(app):
        transport = httpx.ASGITransport(app=app)
        async with httpx.AsyncClient(transport=transport, base_url="http://moved.example.com") as client:
            assert (await client.get("/api/site")).status_code == 200


async def test_a_company_is_imported_beside_itself(full: Settings, tmp_path: Path) -> None:
    file = tmp_path / "alps.abano-export"
    made = export_tenant(full, "alps", file, NOW)
    with psycopg.connect(as_superuser(full.database_url)) as conn:
        superuser = Settings(**full.model_dump() | {"database_url": as_superuser(full.database_url)})
        neighbour = rows_of(full.database_url, tenant_of(full, "georgia"))
        came = import_tenant(superuser, file, slug="alps-two", domain="two.example.com")
        numbers = conn.execute(
            "select count(*), count(distinct number) from vehicles", prepare=False
        ).fetchone()
        strangers = conn.execute(
            "select count(*) from vehicle_reservations r join vehicles v on v.id = r.vehicle_id"
            " and v.tenant_id = r.tenant_id where v.number <> r.vehicle_number"
        ).fetchone()
    assert numbers is not None
    assert numbers[0] == numbers[1]
    assert strangers == (0,)
    assert rows_of(full.database_url, tenant_of(full, "georgia")) == neighbour
    after = rows_of(full.database_url, came.tenant_id)
    assert {name: len(rows) for name, rows in after.items()} == made.rows


def members_of(file: Path) -> dict[str, bytes]:
    with tarfile.open(file) as tar:
        return {each.name: content.read() for each in tar if (content := tar.extractfile(each))}


def write(file: Path, members: dict[str, bytes]) -> None:
    with tarfile.open(file, "w:gz") as tar:
        for name, content in members.items():
            member = tarfile.TarInfo(name)
            member.size = len(content)
            tar.addfile(member, io.BytesIO(content))


async def test_an_export_has_no_secret_and_names_what_it_leaves_out(full: Settings, tmp_path: Path) -> None:
    file = tmp_path / "georgia.abano-export"
    export_tenant(full, "georgia", file, NOW)
    assert file.stat().st_mode & 0o077 == 0
    members = members_of(file)
    manifest = json.loads(members[MANIFEST])
    assert manifest["leftOut"] == LEFT_OUT
    assert not any(name.startswith("tables/admin_sessions/") for name in members)
    with psycopg.connect(as_superuser(full.database_url)) as conn:
        hashes = [
            row[0]
            for row in conn.execute("select password_hash from admins where password_hash like '$argon2%'")
        ]
    whole = b"".join(content for name, content in members.items() if not name.startswith("media/")).decode()
    assert hashes
    assert not any(each in whole for each in hashes)
    assert '"password_hash":"reset"' in members["tables/admins/000000.jsonl"].decode()
    assert "Sealed" not in whole
    neighbour = str(tenant_of(full, "alps"))
    assert neighbour not in whole


async def test_every_column_that_may_hold_a_secret_is_left_out_or_replaced(settings: Settings) -> None:
    with psycopg.connect(settings.database_url) as conn:
        kept = [
            f"{table.name}.{column}"
            for table in tables(conn)
            if table.is_tenants and table.name not in LEFT_OUT
            for column in table.columns
            if any(word in column for word in SECRET_WORDS) and column not in REPLACED.get(table.name, ())
        ]
        names = {table.name for table in tables(conn) if table.is_tenants}
    assert kept == []
    assert LEFT_OUT.keys() | REPLACED.keys() | RENUMBERED.keys() <= names


async def test_who_unsubscribed_stays_so_under_another_secret(
    full: Settings, elsewhere: Settings, tmp_path: Path
) -> None:
    tenant, secret = tenant_of(full, "georgia"), full.secret_key.get_secret_value()
    with psycopg.connect(as_superuser(full.database_url), autocommit=True) as conn:
        row = conn.execute(
            "select lower(customer_email) from bookings where tenant_id = %s limit 1", (tenant,)
        ).fetchone()
        assert row is not None
        conn.execute(
            "insert into message_unsubscribes values (%s, %s, 'asked', now())",
            (tenant, email_hash(secret, tenant, row[0])),
        )
    file = tmp_path / "georgia.abano-export"
    export_tenant(full, "georgia", file, NOW)
    came = import_tenant(elsewhere, file, slug="moved", domain="moved.example.com")
    hashed = email_hash(elsewhere.secret_key.get_secret_value(), came.tenant_id, row[0])
    with psycopg.connect(as_superuser(elsewhere.database_url)) as conn:
        assert conn.execute("select email_hash from message_unsubscribes").fetchall() == [(hashed,)]


async def test_a_damaged_export_is_refused_whole(full: Settings, elsewhere: Settings, tmp_path: Path) -> None:
    file = tmp_path / "georgia.abano-export"
    export_tenant(full, "georgia", file, NOW)
    members = members_of(file)
    bookings = members["tables/bookings/000000.jsonl"]
    newer = json.loads(members[MANIFEST])
    newer["columns"]["rockets"] = ["tenant_id", "fuel"]
    planted = json.loads(members[MANIFEST])
    planted["columns"]["admin_sessions"] = ["tenant_id", "token_hash"]
    damaged: dict[str, dict[str, bytes]] = {
        "a session": {**members, MANIFEST: json.dumps(planted).encode()},
        "an amount": {
            **members,
            "tables/bookings/000000.jsonl": bookings.replace(b'"total_minor":', b'"total_minor":1', 1),
        },
        "no json": {**members, "tables/bookings/000000.jsonl": b"{"},
        "a row less": {
            **members,
            "tables/bookings/000000.jsonl": b"\n".join(bookings.splitlines()[1:]) + b"\n",
        },
        "no end": {name: content for name, content in members.items() if name != CHECKSUMS},
        "a stranger": {"rockets/1": b"{}", **members},
        "newer": {**members, MANIFEST: json.dumps(newer).encode()},
        "a photo": {
            name: content + b"!" if name.startswith("media/") else content
            for name, content in members.items()
        },
    }
    for reason, content in damaged.items():
        write(file, content)
        with pytest.raises(AbanoError):
            import_tenant(elsewhere, file, slug="moved", domain="moved.example.com")
        with psycopg.connect(as_superuser(elsewhere.database_url)) as conn:
            assert conn.execute("select count(*) from tenants").fetchone() == (0,), reason
        assert list(media_store(elsewhere).all()) == [], reason
    for whole in (b"", b"not a tar", file.read_bytes()[:2000]):
        file.write_bytes(whole)
        with pytest.raises(AbanoError):
            import_tenant(elsewhere, file, slug="moved", domain="moved.example.com")


class Cut(BaseException):
    """The process is killed: no handler of the product sees it."""


@pytest.mark.parametrize("cut", [Cut, MediaUnavailable])
async def test_an_import_that_was_cut_off_goes_on(
    full: Settings,
    elsewhere: Settings,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    cut: type[BaseException],
) -> None:
    file = tmp_path / "georgia.abano-export"
    made = export_tenant(full, "georgia", file, NOW)
    assert made.files > 2
    stored: list[str] = []
    put = DiskStore.put

    def put_two(self: DiskStore, tenant: UUID, digest: str, content: bytes) -> None:
        if len(stored) == 2:
            raise cut
        put(self, tenant, digest, content)
        stored.append(digest)

    monkeypatch.setattr(DiskStore, "put", put_two)
    with pytest.raises(cut):
        import_tenant(elsewhere, file, slug="moved", domain="moved.example.com")
    with psycopg.connect(as_superuser(elsewhere.database_url)) as conn:
        assert conn.execute("select count(*) from tenants").fetchone() == (0,)
    first = stored.copy()
    stored.clear()

    def put_and_note(self: DiskStore, tenant: UUID, digest: str, content: bytes) -> None:
        put(self, tenant, digest, content)
        stored.append(digest)

    monkeypatch.setattr(DiskStore, "put", put_and_note)
    came = import_tenant(elsewhere, file, slug="moved", domain="moved.example.com")
    assert (came.rows, came.files) == (made.rows, made.files)
    assert len(stored) == made.files - 2
    assert not {*stored} & {*first}
    # Nothing is left under another id.
    assert {each.tenant for each in media_store(elsewhere).all()} == {came.tenant_id}
    assert files_of(elsewhere, came.tenant_id) == files_of(full, made.tenant_id)


async def test_a_refused_export_names_everything_that_is_wrong(
    full: Settings, elsewhere: Settings, tmp_path: Path
) -> None:
    file = tmp_path / "georgia.abano-export"
    export_tenant(full, "georgia", file, NOW)
    members = members_of(file)
    photo = next(name for name in members if name.startswith("media/"))
    changed = {
        **{name: content for name, content in members.items() if name != CHECKSUMS},
        "tables/bookings/000000.jsonl": b"{",
        "tables/cars/000000.jsonl": b'{"id": "no id"}',
        "unsubscribed.json": b'[{"email": 1}]',
        photo: b"another photo",
        "rockets/1": b"{}",
        CHECKSUMS: members[CHECKSUMS],
    }
    del changed["tables/vehicles/000000.jsonl"]
    write(file, changed)
    with pytest.raises(InvalidInput) as refused:
        import_tenant(elsewhere, file, slug="moved", domain="moved.example.com")
    for problem in (
        "rows of bookings do not fit", "rows of cars do not fit", "unsubscribed.json is damaged",
        f"{photo} is unknown or damaged", "rockets/1 is unknown or damaged",
        "tables/vehicles/000000.jsonl is missing", "tables/cars/000000.jsonl differs from its checksum",
    ):  # fmt: skip
        assert problem in refused.value.message
    with psycopg.connect(as_superuser(elsewhere.database_url)) as conn:
        assert conn.execute("select count(*) from tenants").fetchone() == (0,)
    assert list(media_store(elsewhere).all()) == []


async def test_of_many_problems_the_first_are_named(
    full: Settings, elsewhere: Settings, tmp_path: Path
) -> None:
    file = tmp_path / "georgia.abano-export"
    export_tenant(full, "georgia", file, NOW)
    members = members_of(file)
    write(
        file,
        {
            MANIFEST: members[MANIFEST],
            **{f"rockets/{number}": b"" for number in range(500)},
            CHECKSUMS: json.dumps({"sha256": {}, "rows": {}}).encode(),
        },
    )
    with pytest.raises(InvalidInput) as refused:
        import_tenant(elsewhere, file, slug="moved", domain="moved.example.com")
    assert refused.value.message.count("rockets/") == 20
    assert "more. Nothing was imported." in refused.value.message


async def test_an_encrypted_export_opens_with_its_key_alone(
    full: Settings, elsewhere: Settings, tmp_path: Path
) -> None:
    file = tmp_path / "georgia.abano-export"
    made = export_tenant(full, "georgia", file, NOW, [PUBLIC])
    assert b"manifest" not in file.read_bytes()
    with pytest.raises(CannotDecrypt):
        import_tenant(elsewhere, file, slug="moved", domain="m.example.com", identity=make_key()[1])
    with pytest.raises(AbanoError):
        import_tenant(elsewhere, file, slug="moved", domain="m.example.com")
    came = import_tenant(elsewhere, file, slug="moved", domain="m.example.com", identity=PRIVATE)
    assert came.rows == made.rows


async def test_slug_and_domain_are_free_and_the_role_may_copy(
    full: Settings, elsewhere: Settings, tmp_path: Path
) -> None:
    file = tmp_path / "georgia.abano-export"
    with pytest.raises(NoSuchTenant):
        export_tenant(full, "unknown", file, NOW)
    assert not file.exists()
    export_tenant(full, "georgia", file, NOW)
    import_tenant(elsewhere, file, slug="moved", domain="moved.example.com")
    with pytest.raises(TenantExists):
        import_tenant(elsewhere, file, slug="moved", domain="other.example.com")
    with pytest.raises(DomainTaken):
        import_tenant(elsewhere, file, slug="other", domain="moved.example.com")
    with psycopg.connect(as_superuser(elsewhere.database_url), autocommit=True) as conn:
        conn.execute(sql.SQL("revoke {} from {}").format(sql.SQL(RIGHT), owner_of(elsewhere)))
    with pytest.raises(CannotMove):
        import_tenant(elsewhere, file, slug="third", domain="third.example.com")


async def test_the_commands_export_and_import(
    full: Settings, elsewhere: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, key = tmp_path / "georgia.abano-export", tmp_path / "key.txt"
    key.write_text(f"# public key: {PUBLIC}\n{PRIVATE}\n")
    monkeypatch.setattr("abano.cli.tenants.load_settings", lambda: full)
    export = ["tenant", "export", "georgia", str(file), "--recipient", PUBLIC]
    made = await asyncio.to_thread(CliRunner().invoke, commands, export)
    assert made.exit_code == 0, made.output
    monkeypatch.setattr("abano.cli.tenants.load_settings", lambda: elsewhere)
    words = ["tenant", "import", str(file), "--slug", "moved", "--domain", "moved.example.com"]
    came = CliRunner().invoke(commands, [*words, "--identity-file", str(key)])
    assert came.exit_code == 0, came.output
    assert "abano tenant resume moved" in came.output
