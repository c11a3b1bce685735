"""Phones and addresses of accounts from before migration 0015 are compared like those of today."""

from collections.abc import Iterator
from uuid import uuid4

import psycopg
import pytest
from alembic.config import Config
from alembic.script import ScriptDirectory

from abano.database.migrations import ALEMBIC_INI, upgrade
from abano.local.embedded_postgres import EmbeddedPostgres, create_database

OLD = {
    "ada@münchen.de": "(+995) 555 123-456",
    "grace@xn--mnchen-3ya.de": "٠٥٥٥ ١٢٣ ٤٥٧ ext. 3",
    "joan@example.com": "ask my agent",
    "mary@example.com": "",
}
SETTINGS = """
insert into tenant_settings (tenant_id, timezone, currency, languages, minimum_days, driver_minimum_age,
  driver_maximum_age,
  group_maximum, phone_prefix, unknown_car_daily_rate_minor,
  length_discounts, brand, contacts, integrations)
select id, 'Asia/Tbilisi', 'EUR', '{en}', 3, 23, 70, 20, '+995', 6000, '[]', '{}', '{}', '{}' from tenants
"""


@pytest.fixture
def old_database(postgres: EmbeddedPostgres) -> Iterator[str]:
    name = f"contacts_{uuid4().hex}"
    create_database(postgres, name)
    before = ScriptDirectory.from_config(Config(str(ALEMBIC_INI))).get_revision("0015").down_revision
    assert isinstance(before, str)
    upgrade(postgres.url(name), before)
    yield postgres.url(name)
    with psycopg.connect(postgres.url(), autocommit=True) as conn:
        conn.execute(f"drop database {name} with (force)".encode())


def test_accounts_of_before_are_rewritten_company_by_company(old_database: str) -> None:
    with psycopg.connect(old_database) as conn:
        for slug in ("one", "two"):
            conn.execute("insert into tenants (id, slug, name) values (%s, %s, %s)", (uuid4(), slug, slug))
        conn.execute(SETTINGS)
        for email, phone in OLD.items():
            conn.execute(
                "insert into affiliates (tenant_id, id, name, email, paypal_email, phone, created_at)"
                " select id, gen_random_uuid(), 'Affiliate', %s, %s, %s, now() from tenants",
                (email, email, phone),
            )
        # Whose address is taken by its other form keeps the one it has.
        conn.execute(
            "insert into affiliates (tenant_id, id, name, email, phone, created_at)"
            " select id, gen_random_uuid(), 'Twin', 'grace@münchen.de', '', now() from tenants where slug = 'one'"
        )
    upgrade(old_database)
    with psycopg.connect(old_database) as conn:
        rows = conn.execute(
            "select t.slug, a.email, a.paypal_email, a.phone from affiliates a join tenants t on t.id = a.tenant_id"
        ).fetchall()
    expected = {
        (slug, *row)
        for slug in ("one", "two")
        for row in (
            ("ada@xn--mnchen-3ya.de", "ada@xn--mnchen-3ya.de", "+995555123456"),
            ("grace@xn--mnchen-3ya.de", "grace@xn--mnchen-3ya.de", "+995555123457 ext. 3"),
            ("joan@example.com", "joan@example.com", "ask my agent"),
            ("mary@example.com", "mary@example.com", ""),
        )
    }
    assert set(rows) == expected | {("one", "grace@münchen.de", None, "")}
