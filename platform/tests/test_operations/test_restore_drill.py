"""The drill: everything is destroyed, and comes back from one encrypted file, row for row."""

import asyncio
import shutil
from datetime import UTC, datetime
from pathlib import Path
from uuid import UUID

import httpx
import psycopg
import pytest
from busy_day import PLACES, fill_everything
from table_contents import as_superuser, contents, protection

from abano.core.config import Settings
from abano.main import create_app
from abano.ops.backup.files import make_key
from abano.ops.backup.service import back_up, restore
from abano.storage.store import media_store

pytestmark = pytest.mark.anyio
NOW = datetime(2026, 6, 10, 2, 17, tzinfo=UTC)
PUBLIC, PRIVATE = make_key()


@pytest.fixture
async def full(
    client: httpx.AsyncClient, alps_client: httpx.AsyncClient, settings: Settings, seed_media: Path
) -> Settings:
    """A database with rows of both companies in every table, and their photos."""
    await fill_everything(settings, {"georgia": client, "alps": alps_client})
    assert seed_media == settings.media_folder
    return settings


OF_NO_COMPANY = {
    "company_invitations",
    "announcements",
    "announcement_companies",
    "company_moves",
    "company_sign_ups",
    "operators",
    "operator_attempts",
    "operator_audit_log",
    "operator_recovery_codes",
    "operator_sessions",
    "plan_limits",
    "plans",
    "sign_up_attempts",
    "tenant_deletions",
}


def destroy(settings: Settings) -> None:
    with psycopg.connect(as_superuser(settings.database_url)) as conn:
        conn.execute("drop schema public cascade")
        conn.execute("create schema public")
    shutil.rmtree(settings.media_folder)


def pictures(settings: Settings) -> dict[tuple[UUID, str], bytes | None]:
    """What the media store holds: by company and digest."""
    store = media_store(settings)
    return {(each.tenant, each.digest): store.get(each.tenant, each.digest) for each in store.all()}


async def test_everything_destroyed_comes_back_row_for_row(
    full: Settings, empty_database: Settings, tmp_path: Path
) -> None:
    before = contents(full.database_url)
    guarded = protection(full.database_url)
    kept = pictures(full)
    assert len({company for company, _ in kept}) == len(PLACES), "pictures of both companies"
    assert before["bookings"][0] == before["commission_entries"][0] == 20
    # Of each company, and of what belongs to none.
    least = {name: 1 if name in OF_NO_COMPANY else 2 for name in before}
    assert [name for name, (count, _) in before.items() if count < least[name]] == []
    file = tmp_path / "drill.abano-backup"
    made = back_up(full, file, [PUBLIC], NOW)
    assert made.rows == {name: count for name, (count, _) in before.items()}
    assert (made.files, made.lost) == (len(kept), 0)
    assert b"click-" not in file.read_bytes()

    # Aside: the product may just be writing, and can only end that while we wait for its lock.
    await asyncio.to_thread(destroy, full)
    restored = restore(empty_database, file, PRIVATE)
    assert restored == made
    assert contents(empty_database.database_url) == before
    assert protection(empty_database.database_url) == guarded
    assert pictures(empty_database) == kept
    # It serves at once, and the file of a restored installation is as good as that of the first.
    app = create_app(empty_database)
    async with app.router.lifespan_context(app):
        transport = httpx.ASGITransport(app=app)
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            assert (await client.get("/readyz")).status_code == 200
            assert (await client.get("/api/quiz/definition")).status_code == 200
    again = tmp_path / "again.abano-backup"
    assert back_up(empty_database, again, [PUBLIC], NOW).rows == made.rows
