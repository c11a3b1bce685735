"""The views that the platform's migrations own have the columns and types this service reads."""

import psycopg
import pytest
from conftest import Source, reporting_url

from abano_analytics.feed_tables import FEED_TABLES

# What Postgres calls the types that DuckDB's columns take without loss.
ACCEPTED = {
    "uuid": {"uuid"},
    "varchar": {"text", "character", "character varying"},
    "boolean": {"boolean"},
    "timestamptz": {"timestamp with time zone"},
    "bigint": {"bigint", "integer", "xid8"},
    "integer": {"integer"},
}
COLUMNS = """
    select column_name, data_type from information_schema.columns
    where table_schema = 'reporting' and table_name = %s
"""


def test_views_have_exactly_the_columns_that_are_followed(source: Source) -> None:
    for table in FEED_TABLES:
        found = dict(source.run(COLUMNS, table.name))
        assert set(found) == set(table.columns), table.name
        for column, kind in table.columns.items():
            assert found[column] in ACCEPTED[kind], f"{table.name}.{column}"


def test_register_of_tenants(source: Source) -> None:
    found = dict(source.run(COLUMNS, "tenants"))
    assert set(found) == {"tenant_id", "slug", "status", "timezone", "currency"}


def test_every_update_is_stamped_with_its_transaction(source: Source) -> None:
    stamped = source.run(
        "select tgrelid::regclass::text from pg_trigger where tgname = 'stamp_row_xid' and tgenabled = 'A'"
    )
    assert {row[0] for row in stamped} >= {table.name for table in FEED_TABLES}


def test_reporting_role_reads_all_tenants_and_no_personal_data(source: Source) -> None:
    georgia, alps = source.tenant(), source.tenant("alps", "Europe/Vienna")
    source.booking(georgia, None)
    source.booking(alps, None)
    with psycopg.connect(reporting_url(source.url)) as conn:
        assert conn.execute("select count(*) from reporting.bookings").fetchone() == (2,)
    for table in ("bookings", "click_records", "admins", "personal_info_drafts", "ip_visits"):
        with (
            psycopg.connect(reporting_url(source.url)) as conn,
            pytest.raises(psycopg.errors.InsufficientPrivilege),
        ):
            conn.execute(f"select * from {table}")


def test_change_feed_uses_the_index(source: Source) -> None:
    with psycopg.connect(reporting_url(source.url)) as conn:
        conn.execute("set enable_seqscan = off")
        for table in ("quiz_sessions", "quiz_answers", "quiz_question_views", "bookings", "click_records"):
            plan = conn.execute(
                f"explain select * from reporting.{table} where row_xid >= '5'::xid8 and row_xid < '9'::xid8"
            ).fetchall()
            assert any(f"{table}_row_xid" in line[0] for line in plan), plan
