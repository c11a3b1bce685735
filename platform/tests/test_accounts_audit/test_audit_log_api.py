"""Reading the audit log: filters, paging, names, and that nothing can change it."""

from datetime import UTC, datetime, timedelta
from typing import get_args

import httpx
import psycopg
import pytest
from console_people import add_person
from loadtests.forms import booking_form
from paged_lists import assert_sorted, assert_sorts_checked
from product_fixtures import NOW, OWNER_EMAIL, AdminSql

from abano.accounts.access.principals import OPERATOR, Actor, Admin
from abano.accounts.audit.service import record
from abano.core.ids import new_id
from abano.db.engine import Database
from abano.team.audit_log.schemas import AuditSort
from abano.tenancy.directory.tenant import Tenant

pytestmark = pytest.mark.anyio
LOG = "/api/admin/audit-log"


@pytest.fixture(autouse=True)
def _no_entries(query_admin_sql: AdminSql) -> None:
    query_admin_sql("delete from audit_log")


async def note(
    db: Database,
    tenant: Tenant,
    action: str,
    subject: tuple[str, object],
    at: datetime,
    who: Actor = OPERATOR,
) -> None:
    async with db.uow(tenant.id) as uow:
        await record(uow, who, action, subject=subject, after={"role": "owner"}, now=at)


async def actions(owner: httpx.AsyncClient, **query: str) -> list[str]:
    answer = await owner.get(LOG, params=query)
    assert answer.status_code == 200, answer.text
    return [entry["action"] for entry in answer.json()["entries"]]


async def test_entries_name_actor_and_subject(
    owner_client: httpx.AsyncClient, db: Database, georgia: Tenant, query_admin_sql: AdminSql
) -> None:
    person, _ = await add_person(db, georgia, "manager", name="Nino")
    query_admin_sql("delete from audit_log")
    await owner_client.patch(f"/api/admin/users/{person}", json={"role": "analyst"})
    (entry,) = (await owner_client.get(LOG)).json()["entries"]
    assert entry["adminName"] == "Demo owner"
    assert entry["subjectName"] == "Nino"
    assert entry["ipAddress"] == "192.0.2.10"
    assert (entry["before"], entry["after"]) == ({"role": "manager"}, {"role": "analyst"})


async def test_what_was_changed_is_called_by_its_name(
    owner_client: httpx.AsyncClient, db: Database, georgia: Tenant, alps: Tenant, query_admin_sql: AdminSql
) -> None:
    affiliate, foreign = new_id(), new_id()
    for tenant, identifier in ((georgia, affiliate), (alps, foreign)):
        query_admin_sql(
            "insert into affiliates (tenant_id, id, name, email, created_at) values (%s, %s, 'Road Tales', %s, %s)",
            tenant.id, identifier, f"{identifier.hex}@example.com", NOW,
        )  # fmt: skip
    body = booking_form(dropoffLocation="tbilisi")
    booked = (await owner_client.post("/api/bookings", json=body)).json()
    invited = await owner_client.post(
        "/api/admin/users/invitations", json={"email": "nino@example.com", "role": "analyst"}
    )
    query_admin_sql("delete from audit_log")
    subjects = {
        ("affiliate", affiliate): "Road Tales",
        ("affiliate", foreign): "",
        ("affiliate", "not an id"): "",
        ("booking", booked["bookingId"]): booked["reference"],
        ("booking", "K7M-4QXD"): "K7M-4QXD",
        ("invitation", invited.json()["id"]): "nino@example.com",
        ("invitation", new_id()): "",
        ("visit", new_id()): "",
    }
    for subject in subjects:
        await note(db, georgia, "commission.paid", subject, NOW)
    answer = (await owner_client.get(LOG)).json()
    found = {(entry["subjectKind"], entry["subjectId"]): entry["subjectName"] for entry in answer["entries"]}
    assert found == {(kind, str(identifier)): name for (kind, identifier), name in subjects.items()}
    assert answer["currency"] == "EUR"


async def test_an_action_of_another_version_is_shown_as_it_is(
    owner_client: httpx.AsyncClient, db: Database, georgia: Tenant
) -> None:
    await note(db, georgia, "car.price_changed", ("car", "niva"), NOW)
    assert await actions(owner_client) == ["car.price_changed"]


async def test_filters_by_admin_action_subject_and_days_of_the_companys_zone(
    owner_client: httpx.AsyncClient, db: Database, georgia: Tenant, query_admin_sql: AdminSql
) -> None:
    owner_id = query_admin_sql(
        "select id from admins where email = %s and tenant_id = %s", OWNER_EMAIL, georgia.id
    )[0][0]
    owner = Actor(Admin(owner_id, georgia.id, OWNER_EMAIL, "", "owner"))
    # 21:00 in London is 01:00 of the next day in Tbilisi.
    late = datetime(2026, 6, 10, 21, 0, tzinfo=UTC)
    await note(db, georgia, "admin.invited", ("invitation", 1), NOW)
    await note(db, georgia, "admin.joined", ("admin", 2), NOW + timedelta(minutes=1), owner)
    await note(db, georgia, "booking.confirmed", ("booking", "K7M-4QXD"), late)
    assert await actions(owner_client) == ["booking.confirmed", "admin.joined", "admin.invited"]
    assert await actions(owner_client, adminId=str(owner_id)) == ["admin.joined"]
    assert await actions(owner_client, action="admin.") == ["admin.joined", "admin.invited"]
    assert await actions(owner_client, subjectKind="booking", subjectId="K7M-4QXD") == ["booking.confirmed"]
    assert await actions(owner_client, since="2026-06-11") == ["booking.confirmed"]
    assert await actions(owner_client, until="2026-06-10") == ["admin.joined", "admin.invited"]
    assert await actions(owner_client, action="%") == []


async def test_pages_follow_one_another_without_gap(
    owner_client: httpx.AsyncClient, db: Database, georgia: Tenant
) -> None:
    for number in range(7):
        await note(db, georgia, "booking.noted", ("booking", number), NOW)
    seen: list[str] = []
    cursor = ""
    while True:
        query = {"limit": "3"} | ({"cursor": cursor} if cursor else {})
        body = (await owner_client.get(LOG, params=query)).json()
        seen += [entry["subjectId"] for entry in body["entries"]]
        cursor = body["nextCursor"]
        if cursor is None:
            break
    assert seen == [str(number) for number in range(6, -1, -1)]


async def test_sorts_keep_every_entry_when_many_share_a_time(
    owner_client: httpx.AsyncClient, db: Database, georgia: Tenant, alps: Tenant
) -> None:
    await note(db, alps, "booking.noted", ("booking", 9), NOW)
    for number in range(5):
        await note(db, georgia, "booking.noted", ("booking", number), NOW - timedelta(hours=number // 4))
    expected = ["2026-06-10T08:00:00Z", *["2026-06-10T09:00:00Z"] * 4]
    await assert_sorted(owner_client, LOG, "entries", "happenedAt", expected, limit="2")
    await assert_sorts_checked(owner_client, LOG, get_args(AuditSort), limit="2")


async def test_another_companys_log_is_not_shown(
    owner_client: httpx.AsyncClient, db: Database, alps: Tenant
) -> None:
    await note(db, alps, "admin.invited", ("invitation", 1), NOW)
    assert await actions(owner_client) == []


@pytest.mark.parametrize("query", [{"cursor": "nonsense"}, {"since": "yesterday"}, {"adminId": "me"}])
async def test_what_cannot_be_read_is_named(owner_client: httpx.AsyncClient, query: dict[str, str]) -> None:
    answer = await owner_client.get(LOG, params=query)
    assert answer.status_code == 422
    assert [item["field"] for item in answer.json()["fields"]] == list(query)


async def test_the_application_cannot_change_what_was_recorded(db: Database, georgia: Tenant) -> None:
    await note(db, georgia, "admin.invited", ("invitation", 1), NOW)
    for statement in ("update audit_log set action = 'admin.x'", "delete from audit_log"):
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            async with db.pipeline_transaction(georgia.id) as transaction:
                await transaction.connection.execute(statement.encode())
