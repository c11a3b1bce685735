"""GET changes nothing: every GET of the API description, while every row of the database is watched.

Two things are kept: that someone downloaded what names persons, in the audit log; and what Google fetched, which it
does by GET.
"""

import httpx
import pytest
from audited_calls import BOOKING
from described import operations
from product_fixtures import AdminSql
from test_access import AnyId
from test_audit_everywhere import everything

pytestmark = pytest.mark.anyio
READS = [one for one in operations() if one.method == "GET"]


async def test_no_get_changes_a_row(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    booked = await client.post("/api/bookings", json=BOOKING | {"gclid": "click-of-ada"})
    assert booked.status_code == 201, booked.text
    [(affiliate,)] = query_admin_sql(
        "select a.id from affiliates a join bookings b using (tenant_id) where b.id = %s limit 1",
        booked.json()["bookingId"],
    )
    ids = AnyId(booking_id=booked.json()["bookingId"], affiliate_id=affiliate)
    before = but_the_audit_log(query_admin_sql)
    found = 0
    for one in READS:
        for caller in (client, owner_client):
            answer = await one.call(caller, ids={name: ids[name] for name in one.path_ids})
            found += answer.is_success
    if but_the_audit_log(query_admin_sql) != before:
        # Which one it was: to look at every row after each is slow.
        for one in READS:
            before = but_the_audit_log(query_admin_sql)
            for caller in (client, owner_client):
                await one.call(caller, ids={name: ids[name] for name in one.path_ids})
            assert but_the_audit_log(query_admin_sql) == before, f"{one.name} changed something"
        pytest.fail("one of them changed something when it was called for the first time")
    assert found > 20
    noted = query_admin_sql("select action from audit_log where admin_id is not null")
    assert {action for (action,) in noted} == {
        "booking.exported",
        "customer.list_exported",
        "quiz.answers_exported",
    }


def but_the_audit_log(query_admin_sql: AdminSql) -> dict[str, object]:
    return {table: rows for table, rows in everything(query_admin_sql).items() if table != "audit_log"}


async def test_what_google_fetches_is_kept_and_nothing_else(
    owner_client: httpx.AsyncClient, client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    made = await owner_client.post("/api/admin/conversions/file-urls")
    addresses = made.json()["urls"]
    before = everything(query_admin_sql)
    for address in addresses.values():
        assert (await client.get(httpx.URL(address).raw_path.decode())).status_code == 200
    after = everything(query_admin_sql)
    changed = {table for table in before if before[table] != after[table]}
    assert changed <= {"conversion_settings", "conversion_retractions"}
    assert "conversion_settings" in changed
