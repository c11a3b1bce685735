"""Temporary tables named like the ledger's: they cannot be made; if they could, the ledger would not read them."""

from contextlib import closing
from uuid import UUID, uuid4

import psycopg
import pytest
from affiliate_steps import add_affiliate
from product_fixtures import NOW, AdminSql

from abano.core.config import Settings
from abano.db.migration_support import upgrade

TOTAL = 999_999  # 9,999.99


@pytest.fixture
def affiliate(query_admin_sql: AdminSql) -> UUID:
    return add_affiliate(query_admin_sql, f"T{uuid4().int % 10**9}")


def attack(settings: Settings, query_admin_sql: AdminSql, affiliate: UUID) -> None:
    """As the application role: a payout whose entries exist in temporary tables alone."""
    [(tenant, admin)] = query_admin_sql(
        "select t.id, a.id from tenants t join admins a on a.tenant_id = t.id where t.slug = 'georgia'"
    )
    payout = uuid4()
    with closing(psycopg.connect(settings.app_url)) as conn, conn.transaction():
        conn.execute("select set_config('abano.tenant_id', %s, true)", (str(tenant),))
        conn.execute(
            "create temporary table commission_entries as select * from public.commission_entries with no data"
        )
        conn.execute("create temporary table commissions as select * from public.commissions with no data")
        conn.execute(
            "insert into pg_temp.commissions (tenant_id, booking_id, currency) values (%s, %s, 'EUR')",
            (tenant, payout),
        )
        conn.execute(
            "insert into pg_temp.commission_entries (tenant_id, booking_id, kind, payout_id, paid_minor)"
            " values (%s, %s, 'paid', %s, %s)",
            (tenant, payout, payout, TOTAL),
        )
        conn.execute(
            "insert into public.commission_payouts"
            " (tenant_id, id, affiliate_id, currency, total_minor, paid_by, created_at, paypal_email)"
            " values (%s, %s, %s, 'EUR', %s, %s, %s, 'pay@example.com')",
            (tenant, payout, affiliate, TOTAL, admin, NOW),
        )


def payouts(query_admin_sql: AdminSql, affiliate: UUID) -> list[int]:
    rows = query_admin_sql("select total_minor from commission_payouts where affiliate_id = %s", affiliate)
    return [row[0] for row in rows]


def test_runtime_roles_cannot_make_temporary_tables(
    settings: Settings, query_admin_sql: AdminSql, affiliate: UUID
) -> None:
    with pytest.raises(psycopg.errors.InsufficientPrivilege, match="temporary tables"):
        attack(settings, query_admin_sql, affiliate)
    with (
        psycopg.connect(settings.reporting_url) as conn,
        pytest.raises(psycopg.errors.InsufficientPrivilege, match="temporary tables"),
    ):
        conn.execute("create temporary table commissions (total bigint)")
    assert payouts(query_admin_sql, affiliate) == []


def test_the_ledger_does_not_read_temporary_tables_and_says_so_again_after_each_migration(
    settings: Settings, query_admin_sql: AdminSql, affiliate: UUID
) -> None:
    allow = "do $$ begin execute format('grant temporary on database %%I to abano_app', current_database()); end $$"
    query_admin_sql(allow)
    with pytest.raises(psycopg.Error) as refused:
        attack(settings, query_admin_sql, affiliate)
    assert refused.value.sqlstate == "AB003"
    assert payouts(query_admin_sql, affiliate) == []

    # What is held here: without the protection the same attack stores a payout of money that no one earned.
    query_admin_sql("alter function check_payout_sum() reset search_path")
    attack(settings, query_admin_sql, affiliate)
    assert payouts(query_admin_sql, affiliate) == [TOTAL]

    # A migration that replaces the function loses its settings just so, and running the migrations brings them back.
    upgrade(settings.database_url)
    query_admin_sql(allow)
    with pytest.raises(psycopg.Error) as refused:
        attack(settings, query_admin_sql, affiliate)
    assert refused.value.sqlstate == "AB003"
