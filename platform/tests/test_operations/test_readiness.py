"""A new server becomes ready only once the schema is there, and reports what it waits for."""

import httpx
import psycopg
import pytest
from table_contents import as_superuser

from abano.core.config import Settings
from abano.db.migration_support import expected_revision, upgrade
from abano.main import create_app

pytestmark = pytest.mark.anyio


async def test_a_copy_waits_for_the_migrations_and_serves_with_newer_ones(empty_database: Settings) -> None:
    app = create_app(empty_database)
    async with app.router.lifespan_context(app):
        transport = httpx.ASGITransport(app=app)
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            before = await client.get("/readyz")
            assert before.status_code == 503
            assert "run `abano migrate`" in before.text
            assert (await client.get("/healthz")).status_code == 200

            upgrade(empty_database.database_url)
            ready = await client.get("/readyz")
            assert ready.json() == {"success": True, "revision": expected_revision()}

            for revision, status in (("0000", 503), ("9999", 200)):
                with psycopg.connect(as_superuser(empty_database.database_url)) as conn:
                    conn.execute("update alembic_version set version_num = %s", (revision,))
                assert (await client.get("/readyz")).status_code == status
