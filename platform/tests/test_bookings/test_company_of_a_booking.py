"""A booking belongs to a company that exists: held by the way bookings are taken and by companies that stay."""

from uuid import uuid4

import httpx
import psycopg
import pytest
from booking_form import book
from product_fixtures import AdminSql
from psycopg.types.json import Jsonb

from abano.db.engine import Database
from abano.db.unit_of_work import TenantId

pytestmark = pytest.mark.anyio


async def test_no_booking_is_taken_for_a_company_that_is_not_there(
    client: httpx.AsyncClient, db: Database, query_admin_sql: AdminSql
) -> None:
    booked = await book(client)
    [(row,)] = query_admin_sql(
        "select to_jsonb(b) || jsonb_build_object('id', gen_random_uuid(), 'reference', 'NOB-ODYS')"
        " from bookings b where id = %s",
        booked.json()["bookingId"],
    )
    with pytest.raises(psycopg.errors.ForeignKeyViolation):
        await db.function_calls(TenantId(uuid4())).run(
            "select take_booking(%(tenant)s, %(row)s, gen_random_uuid(), gen_random_uuid(), '{}', null, null, now())",
            {"row": Jsonb(row)},
        )
    assert query_admin_sql("select from bookings where reference = 'NOB-ODYS'") == []


def test_a_company_is_never_deleted(query_admin_sql: AdminSql) -> None:
    with pytest.raises(psycopg.errors.RestrictViolation):
        query_admin_sql("delete from tenants where slug = 'alps'")
    assert query_admin_sql("select slug from tenants where slug = 'alps'") == [("alps",)]
