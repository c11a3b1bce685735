"""Insurance shipped with ticks on its exclusions is told apart by the migration; a company's own words stay."""

from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import psycopg
import pytest
from alembic.config import Config
from alembic.script import ScriptDirectory

from abano.database.migrations import ALEMBIC_INI, upgrade
from abano.local.embedded_postgres import EmbeddedPostgres, create_database
from abano.tenants.service import register_tenant

MIGRATION = "0019"
SHIPPED = ["Collision, theft, fire and hail covered", "Excess CHF 500", "Roadside assistance in the Alps"]
OWN = ["Excess CHF 500", "Our own words"]


@pytest.fixture
def older_database(postgres: EmbeddedPostgres) -> Iterator[str]:
    name = f"insurance_{uuid4().hex}"
    create_database(postgres, name)
    url = postgres.url(name)
    revision = ScriptDirectory.from_config(Config(str(ALEMBIC_INI))).get_revision(MIGRATION)
    upgrade(url, str(revision.down_revision))
    yield url
    with psycopg.connect(postgres.url(), autocommit=True) as conn:
        conn.execute(f"drop database {name} with (force)".encode())


def test_exclusions_of_shipped_insurance_leave_the_bullets(older_database: str) -> None:
    tenants = [
        register_tenant(older_database, slug=slug, name=slug, hosts=(f"{slug}.example",))
        for slug in ("first", "second")
    ]
    with psycopg.connect(older_database) as conn:
        for tenant in tenants:
            for code, bullets in (("standard", SHIPPED), ("enhanced", OWN)):
                conn.execute(
                    "insert into insurance_options (tenant_id, code, label, bullets, daily_rate_minor)"
                    " values (%s, %s, %s, %s, 1400)",
                    (tenant, code, code, bullets),
                )
    upgrade(older_database, MIGRATION)
    with psycopg.connect(older_database) as conn:
        rows = conn.execute(
            "select tenant_id, code, bullets, exclusions, excess_minor from insurance_options order by 1, 2"
        ).fetchall()
    covered = ["Collision, theft, fire and hail covered", "Roadside assistance in the Alps"]
    expected: list[tuple[Any, ...]] = []
    for tenant in sorted(tenants):
        expected += [
            (tenant, "enhanced", OWN, [], None),
            (tenant, "standard", covered, ["Glass, tyres and underbody"], 50000),
        ]
    assert rows == expected
