"""Companies that were there before commissions could be pending: an upgrade changes nothing of theirs."""

from collections.abc import Iterator
from uuid import uuid4

import psycopg
import pytest
from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from psycopg import sql

from abano.database.migrations import ALEMBIC_INI, upgrade
from abano.local.embedded_postgres import EmbeddedPostgres, create_database

REVISION = "0017"
COMPANY = """
with t as (
  insert into tenants (id, slug, name) values (gen_random_uuid(), 'older', 'Older') returning id
), s as (
  insert into tenant_settings (tenant_id, timezone, currency, languages, minimum_days, driver_minimum_age,
    driver_maximum_age, group_maximum, phone_prefix, unknown_car_daily_rate_minor)
  select id, 'UTC', 'EUR', '{en}', 1, 21, 70, 5, '+1', 6000 from t
), a as (
  insert into affiliates (tenant_id, id, name, email, created_at)
  select id, gen_random_uuid(), 'Affiliate', 'affiliate@example.com', now() from t returning tenant_id, id
)
insert into promo_codes (tenant_id, code, affiliate_id, created_at) select tenant_id, 'OLDER', id, now() from a
"""
BOOKINGS = """
insert into bookings (tenant_id, id, reference, customer_name, customer_email, customer_phone, driver_age, group_size,
  car_name, pickup_location, dropoff_location, pickup_at, return_at, insurance_code, currency, days, daily_rate_minor,
  total_minor, price_lines, promo_code, created_at, updated_at)
select t.id, gen_random_uuid(), 'OLD-' || n, 'Ada', 'ada@example.com', '', 36, 2, 'Golf', 'a', 'a', now(),
  now() + interval '7 days', 'minimum', 'EUR', 7, 100, 1000, '[]', 'OLDER', now(), now()
from tenants t, generate_series(1, 2) as n where t.slug = 'older'
"""


@pytest.fixture
def empty_database(postgres: EmbeddedPostgres) -> Iterator[str]:
    name = f"older_{uuid4().hex}"
    create_database(postgres, name)
    yield postgres.url(name)
    with psycopg.connect(postgres.url(), autocommit=True) as conn:
        conn.execute(sql.SQL("drop database {} with (force)").format(sql.Identifier(name)))


def test_they_pay_with_the_booking_as_before_and_their_sums_are_the_same(empty_database: str) -> None:
    config = Config(str(ALEMBIC_INI))
    config.attributes["url"] = empty_database
    before = ScriptDirectory.from_config(config).get_revision(REVISION).down_revision
    upgrade(empty_database, str(before))
    sums = "select sum(earned_minor), sum(voided_minor), sum(paid_minor) from commission_entries"
    with psycopg.connect(empty_database) as conn:
        conn.execute(COMPANY.encode())
        conn.execute(BOOKINGS.encode())
        conn.execute("update bookings set status = 'cancelled' where reference = 'OLD-2'")
        assert conn.execute(sums).fetchone() == (400, 200, 0)
    rule = "select commission_payable_on, payable_booking_statuses(tenant_id) from tenant_settings"
    for _ in range(2):
        upgrade(empty_database, REVISION)
        with psycopg.connect(empty_database) as conn:
            assert conn.execute(sums).fetchone() == (400, 200, 0)
            everything_but_cancelled = ["pending", "confirmed", "active", "completed"]
            assert conn.execute(rule).fetchone() == ("booking", everything_but_cancelled)
        # Back and up again: nothing is in the way.
        command.downgrade(config, str(before))
