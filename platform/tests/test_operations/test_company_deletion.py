"""A deleted company leaves nothing but its tombstone, the others are untouched, and until then it can be undone."""

import asyncio
from pathlib import Path
from uuid import UUID

import httpx
import psycopg
import pytest
from busy_day import fill_everything
from product_fixtures import AdminSql, ClientFactory
from psycopg import sql
from table_contents import as_superuser
from typer.testing import CliRunner

from abano.cli import app as commands
from abano.company.leaving.repository import DeletionRepository
from abano.company.leaving.service import carry_out
from abano.core.clock import FixedClock
from abano.core.config import Settings
from abano.db.engine import Database
from abano.db.migration_support import upgrade
from abano.db.tables import tables
from abano.jobs.registry import TaskContext
from abano.storage.store import media_store
from abano.tenancy.directory.service import find_tenant
from abano.tenancy.directory.tenant import Tenant, TenantCache

pytestmark = pytest.mark.anyio


@pytest.fixture
def context(db: Database, settings: Settings, clock: FixedClock) -> TaskContext:
    return TaskContext(db, settings, clock)


@pytest.fixture(autouse=True)
def no_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    async def load(cache: TenantCache, key: tuple[str, str], load: object) -> object:
        return await load()  # type: ignore[operator]

    monkeypatch.setattr("abano.core.ttl_cache.TtlCache.get", load)


@pytest.fixture
async def full(
    client: httpx.AsyncClient, alps_client: httpx.AsyncClient, settings: Settings, seed_media: Path
) -> Settings:
    await fill_everything(settings, {"georgia": client, "alps": alps_client})
    assert seed_media == settings.media_folder
    return settings


def ask(settings: Settings, slug: str, *words: str, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setattr("abano.cli.tenants.load_settings", lambda: settings)
    done = CliRunner().invoke(commands, ["tenant", "delete", slug, *words])
    assert done.exit_code == 0, (done.output, done.exception)
    return done.output


def everything_that_names(url: str, *words: str) -> dict[str, int]:
    """Tables of the database, of any schema, with the number of rows whose text has one of ``words``."""
    found = {}
    with psycopg.connect(as_superuser(url)) as conn:
        listed = conn.execute(
            "select n.nspname, c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace"
            " where c.relkind in ('r', 'p', 'm') and n.nspname not in ('pg_catalog', 'information_schema')"
            " and n.nspname not like 'pg_toast%'"
        ).fetchall()
        for name in listed:
            query = sql.SQL("select count(*) from {} t where t::text ~* %s").format(sql.Identifier(*name))
            row = conn.execute(query, ("|".join(rf"\m{word}\M" for word in words),)).fetchone()
            if row and row[0]:
                found[name[1]] = row[0]
    return found


def rows_of(url: str, tenant: UUID) -> dict[str, list[str]]:
    with psycopg.connect(as_superuser(url)) as conn:
        found = {}
        for table in tables(conn):
            if table.is_tenants:
                query = sql.SQL("select t::text from {} t where tenant_id = %s order by 1").format(
                    sql.Identifier(table.name)
                )
                found[table.name] = [str(row[0]) for row in conn.execute(query, (tenant,))]
        return found


async def test_nothing_but_the_tombstone_is_left(
    full: Settings,
    context: TaskContext,
    georgia: Tenant,
    alps: Tenant,
    query_admin_sql: AdminSql,
    monkeypatch: pytest.MonkeyPatch,
    client_of: ClientFactory,
) -> None:
    url = full.database_url
    before = rows_of(url, georgia.id)
    assert [name for name, rows in before.items() if not rows] == []
    neighbour = rows_of(url, alps.id)
    store = media_store(full)
    theirs = {each.digest for each in store.all(alps.id)}
    assert list(store.all(georgia.id))
    await asyncio.to_thread(ask, full, "georgia", "--now", "--confirm", "georgia", monkeypatch=monkeypatch)
    query_admin_sql(
        "insert into procrastinate_jobs (queue_name, task_name, args)"
        f" values ('q', 't', jsonb_build_object('tenant', '{georgia.id}'))"
    )
    for _ in range(3):
        await carry_out(context, georgia.id)
    assert everything_that_names(url, str(georgia.id), "georgia") == {"tenant_deletions": 1} | {
        # Texts of the other company and of the product name the country.
        name: count
        for name, count in everything_that_names(url, "georgia").items()
        if name != "tenant_deletions"
    }
    assert everything_that_names(url, str(georgia.id)) == {"tenant_deletions": 1}
    tombstone = query_admin_sql(
        "select slug, requested_by, removed_at is not null, owners, removed from tenant_deletions where id = %s",
        georgia.id,
    )
    [(slug, by, is_removed, owners, removed)] = tombstone
    assert (slug, by, is_removed, owners) == ("georgia", "operator", True, [])
    assert removed["bookings"] == len(before["bookings"])
    assert rows_of(url, alps.id) == neighbour
    assert {each.digest for each in store.all(alps.id)} == theirs
    assert not [path for path in full.media_folder.rglob("*") if str(georgia.id) in str(path)]
    gone = await client_of("georgia").get("/api/site")
    assert gone.status_code == 404


@pytest.mark.slow
async def test_a_killed_removal_goes_on_as_an_ordinary_owner_of_the_schema(
    empty_database: Settings, monkeypatch: pytest.MonkeyPatch, clock: FixedClock
) -> None:
    url = empty_database.database_url
    await asyncio.to_thread(upgrade, url)
    words = "tenant create --slug {0} --name {0} --domain {0}.example.com --languages en --currency EUR"
    monkeypatch.setattr("abano.cli.tenants.load_settings", lambda: empty_database)
    for slug in ("leaves", "stays"):
        command = [*words.format(slug).split(), "--timezone", "Europe/Vienna"]
        made = await asyncio.to_thread(CliRunner().invoke, commands, command)
        assert made.exit_code == 0, (made.output, made.exception)
    leaves, stays = (find_tenant(url, slug) for slug in ("leaves", "stays"))
    assert leaves
    assert stays
    before = rows_of(url, stays)
    ask_words = ("--now", "--confirm", "leaves")
    await asyncio.to_thread(lambda: ask(empty_database, "leaves", *ask_words, monkeypatch=monkeypatch))
    db = Database(empty_database)
    await db.open()
    try:
        context = TaskContext(db, empty_database, clock)
        removed = DeletionRepository.remove_rows
        count = 0

        async def dies(repository: DeletionRepository, table: str, most: int) -> int:
            nonlocal count
            count += 1
            if count == 20:
                raise asyncio.CancelledError
            return await removed(repository, table, most)

        with monkeypatch.context() as patched:
            patched.setattr(DeletionRepository, "remove_rows", dies)
            with pytest.raises(asyncio.CancelledError):
                await carry_out(context, leaves)
        assert find_tenant(url, "leaves") == leaves
        await carry_out(context, leaves)
    finally:
        await db.close()
    # The operators' log keeps the slug of what a command deleted.
    assert everything_that_names(url, str(leaves), "leaves") == {
        "tenant_deletions": 1,
        "operator_audit_log": 1,
    }
    assert rows_of(url, stays) == before
