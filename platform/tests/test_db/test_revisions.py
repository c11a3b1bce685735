"""Catalogue and site are loaded again exactly when something that they are made from has changed."""

from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any

import psycopg
import pytest
from product_fixtures import AdminSql
from sqlalchemy import text

from abano.catalog.published import service as catalogs
from abano.catalog.published.repository import CatalogRepository
from abano.catalog.published.service import CatalogService
from abano.catalog.published.snapshot import Catalog
from abano.core.clock import FixedClock
from abano.core.config import Settings
from abano.core.ttl_cache import SETTINGS_SECONDS, now
from abano.db.engine import Database
from abano.db.revisions import WatchedTables
from abano.db.unit_of_work import UnitOfWork
from abano.site.pages import service as sites
from abano.site.pages.service import SiteService
from abano.tenancy.directory.tenant import Tenant

pytestmark = pytest.mark.anyio
# Tables of the public schema that this transaction has read.
READ = (
    "select c.relname from pg_locks l join pg_class c on c.oid = l.relation"
    " where l.pid = pg_backend_pid() and c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace"
)
ALL = sorted(catalogs.WATCHED.names | sites.WATCHED.names)


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Moves the caches' clock on until what they keep is too old."""
    moved = {"seconds": 0.0}
    real = now
    monkeypatch.setattr("abano.core.ttl_cache.now", lambda: real() + moved["seconds"])

    def move() -> None:
        moved["seconds"] += SETTINGS_SECONDS

    return move


@contextmanager
def tables_read(db: Database, monkeypatch: pytest.MonkeyPatch) -> Iterator[set[str]]:
    """Of all units of work in the block."""
    found: set[str] = set()
    real = db.uow

    @asynccontextmanager
    async def watched(*given: Any, **options: Any) -> AsyncIterator[UnitOfWork]:
        async with real(*given, **options) as uow:
            yield uow
            # The directory's row says where the company is.
            found.update(set(await uow.session.scalars(text(READ))) - {"tenants"})

    with monkeypatch.context() as patched:
        patched.setattr(db, "uow", watched)
        yield found


@contextmanager
def as_superuser(database_url: str) -> Iterator["psycopg.Connection[tuple[Any, ...]]"]:
    """Without the triggers that keep what is published. What is not committed is undone at the end."""
    with psycopg.connect(database_url) as conn:
        conn.execute("set session_replication_role = replica")
        yield conn
        conn.rollback()


async def test_a_load_reads_no_table_that_is_not_watched(
    db: Database, settings: Settings, clock: FixedClock, georgia: Tenant, monkeypatch: pytest.MonkeyPatch
) -> None:
    service = CatalogService(db)
    with tables_read(db, monkeypatch) as of_catalog:
        await service.get(georgia.id)
    assert of_catalog == catalogs.WATCHED.names
    site = SiteService(db, service, settings, clock)
    with tables_read(db, monkeypatch) as of_site:
        await site.get(georgia)
    # Those of features that the company doesn't use are read where it does.
    assert of_site <= sites.WATCHED.names, of_site - sites.WATCHED.names
    assert sites.WATCHED.names - of_site <= {"exchange_rates"}


@pytest.mark.parametrize("table", ALL)
async def test_every_kind_of_change_makes_another_revision(
    db: Database, georgia: Tenant, alps: Tenant, database_url: str, table: str
) -> None:
    watched, moment = WatchedTables(table), datetime.now(UTC)
    update = f"update {table} set tenant_id = tenant_id where tenant_id = %s"
    seen = [await watched.revision(db, georgia.id, moment)]
    with as_superuser(database_url) as conn:
        conn.execute(update, (alps.id,))
        conn.commit()
        changed = conn.execute(update, (georgia.id,)).rowcount
        # Neither another company's change, nor one that is not committed or was undone.
        assert await watched.revision(db, georgia.id, moment) == seen[0]
        conn.rollback()
        assert await watched.revision(db, georgia.id, moment) == seen[0]
        if not changed:
            return
        conn.execute(
            f"create temporary table kept as select * from {table} where tenant_id = %s", (georgia.id,)
        )
        columns = ", ".join(
            row[0]
            for row in conn.execute(
                "select attname from pg_attribute where attrelid = %s::regclass and attnum > 0 and not attisdropped"
                " and attgenerated = ''",
                (table,),
            )
        )
        for change in (
            update,
            f"delete from {table} where tenant_id = %s",
            f"insert into {table} ({columns}) select {columns} from kept where tenant_id = %s",
        ):
            conn.execute(change, (georgia.id,))
            conn.commit()
            revision = await watched.revision(db, georgia.id, moment)
            assert revision not in seen, change
            seen.append(revision)


async def test_a_rate_that_begins_makes_another_revision(
    db: Database, georgia: Tenant, query_admin_sql: AdminSql
) -> None:
    begins = datetime.now(UTC) + timedelta(days=1)
    query_admin_sql(
        "insert into exchange_rates (tenant_id, id, base_currency, currency, rate, valid_from, created_at)"
        " values (%s, gen_random_uuid(), 'EUR', 'USD', 1.1, %s, now())",
        georgia.id,
        begins,
    )
    try:
        before = await sites.WATCHED.revision(db, georgia.id, begins - timedelta(seconds=1))
        assert before == await sites.WATCHED.revision(db, georgia.id, begins - timedelta(hours=1))
        assert before != await sites.WATCHED.revision(db, georgia.id, begins)
    finally:
        query_admin_sql("delete from exchange_rates where valid_from = %s", begins)


async def test_what_is_unchanged_is_kept_and_a_change_is_seen_at_the_next_load(
    db: Database,
    settings: Settings,
    clock: FixedClock,
    georgia: Tenant,
    query_admin_sql: AdminSql,
    later: Callable[[], None],
) -> None:
    service = CatalogService(db)
    pages = SiteService(db, service, settings, clock)
    catalog, site = await service.get(georgia.id), await pages.get(georgia)
    later()
    assert await service.get(georgia.id) is catalog
    assert await pages.get(georgia) is site
    [(name,)] = query_admin_sql("select name from cars where tenant_id = %s order by id limit 1", georgia.id)
    rename = "update cars set name = %s where tenant_id = %s and name = %s"
    query_admin_sql(rename, "Another name", georgia.id, name)
    try:
        later()
        assert (await service.get(georgia.id)).car("Another name")
        later()
        assert "Another name" in {car.name for car in (await pages.get(georgia)).config.cars}
    finally:
        query_admin_sql(rename, name, georgia.id, "Another name")
    later()
    # Another day's site is another one.
    clock.move(days=1)
    later()
    assert await pages.get(georgia) is not site


async def test_a_change_during_a_load_is_seen_by_the_next(
    db: Database,
    georgia: Tenant,
    query_admin_sql: AdminSql,
    later: Callable[[], None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    service = CatalogService(db)
    real = CatalogRepository.load

    async def load(repository: CatalogRepository) -> Catalog:
        loaded = await real(repository)
        query_admin_sql(
            "update tenant_settings set minimum_days = minimum_days + 1 where tenant_id = %s", georgia.id
        )
        return loaded

    with monkeypatch.context() as patched:
        patched.setattr(CatalogRepository, "load", load)
        before = (await service.get(georgia.id)).rules.minimum_days
    try:
        later()
        assert (await service.get(georgia.id)).rules.minimum_days == before + 1
    finally:
        query_admin_sql(
            "update tenant_settings set minimum_days = %s where tenant_id = %s", before, georgia.id
        )
