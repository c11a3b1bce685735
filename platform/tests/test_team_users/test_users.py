"""Users: inviting, accepting, roles, disabling, and the last owner who stays."""

import asyncio
from uuid import uuid4

import httpx
import pytest
from console_people import PASSWORD, add_person, audited, newest_token, signed_in_person
from product_fixtures import OWNER_EMAIL, AdminSql, ClientFactory, SignIn

from abano.core.clock import FixedClock
from abano.core.config import Settings
from abano.db.engine import Database
from abano.messaging.outbox.outbox import open_link
from abano.tenancy.directory.tenant import Tenant

pytestmark = pytest.mark.anyio
INVITE = "/api/admin/users/invitations"


@pytest.fixture(autouse=True)
def _fresh(query_admin_sql: AdminSql) -> None:
    query_admin_sql("delete from sign_in_failures")
    query_admin_sql("update admins set disabled_at = null, role = 'owner' where email = %s", OWNER_EMAIL)
    query_admin_sql("update admins set disabled_at = now() where email <> %s and role = 'owner'", OWNER_EMAIL)


async def users_of(owner: httpx.AsyncClient) -> dict[str, dict[str, object]]:
    return {user["email"]: user for user in (await owner.get("/api/admin/users")).json()["users"]}


async def test_an_invitation_makes_an_admin_once(
    owner_client: httpx.AsyncClient,
    client: httpx.AsyncClient,
    query_admin_sql: AdminSql,
    settings: Settings,
    sign_in: SignIn,
) -> None:
    answer = await owner_client.post(INVITE, json={"email": " Tamar@Example.com ", "role": "manager"})
    assert answer.status_code == 201, answer.text
    assert answer.json()["email"] == "tamar@example.com"
    token = newest_token(query_admin_sql, settings, "admin.invited")
    stored = query_admin_sql(
        "select encode(token_hash, 'escape'), payload::text from admin_invitations"
        " join outbox_messages on kind = 'admin.invited'"
    )
    assert all(token not in text for row in stored for text in row)
    look = await client.post("/api/admin/invitations/look", json={"token": token})
    assert look.json()["email"] == "tamar@example.com"
    assert look.json()["company"] == "Abano Georgia"
    body = {"token": token, "name": "Tamar", "password": PASSWORD}
    assert (await client.post("/api/admin/invitations/accept", json=body)).status_code == 200
    again = await client.post("/api/admin/invitations/accept", json=body)
    assert (again.status_code, again.json()["error"]) == (410, "InvitationExpired")
    await sign_in(client, "tamar@example.com", PASSWORD)
    assert (await users_of(owner_client))["tamar@example.com"]["role"] == "manager"
    assert audited(query_admin_sql, "admin.invited") == 1
    assert audited(query_admin_sql, "admin.joined") == 1


async def test_accepting_twice_at_once_makes_one_admin(
    owner_client: httpx.AsyncClient, client: httpx.AsyncClient, query_admin_sql: AdminSql, settings: Settings
) -> None:
    await owner_client.post(INVITE, json={"email": "twice@example.com", "role": "analyst"})
    token = newest_token(query_admin_sql, settings, "admin.invited")
    body = {"token": token, "name": "Twice", "password": PASSWORD}
    answers = await asyncio.gather(
        *(client.post("/api/admin/invitations/accept", json=body) for _ in range(4))
    )
    assert sorted(answer.status_code for answer in answers) == [200, 410, 410, 410]


async def test_invitations_end_after_seven_days_by_withdrawal_and_by_a_new_one(
    owner_client: httpx.AsyncClient,
    client: httpx.AsyncClient,
    query_admin_sql: AdminSql,
    settings: Settings,
    clock: FixedClock,
) -> None:
    first = await owner_client.post(INVITE, json={"email": "late@example.com", "role": "analyst"})
    old = newest_token(query_admin_sql, settings, "admin.invited")
    clock.move(minutes=1)
    second = await owner_client.post(INVITE, json={"email": "late@example.com", "role": "manager"})
    new = newest_token(query_admin_sql, settings, "admin.invited")
    look = "/api/admin/invitations/look"
    assert (await client.post(look, json={"token": old})).status_code == 410
    assert (await client.post(look, json={"token": new})).json()["role"] == "manager"
    assert (await owner_client.delete(f"{INVITE}/{first.json()['id']}")).status_code == 404
    clock.move(days=7)
    assert (await client.post(look, json={"token": new})).status_code == 410
    clock.move(days=-7)
    assert (await owner_client.delete(f"{INVITE}/{second.json()['id']}")).status_code == 200
    assert (await client.post(look, json={"token": new})).status_code == 410


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"email": "nowhere", "role": "manager"}, "email"),
        ({"email": "a@example.com", "role": "king"}, "role"),
    ],
)
async def test_a_bad_invitation_names_the_field(
    owner_client: httpx.AsyncClient, body: dict[str, str], field: str
) -> None:
    answer = await owner_client.post(INVITE, json=body)
    assert answer.status_code == 422
    assert [item["field"] for item in answer.json()["fields"]] == [field]


async def test_existing_admin_cannot_be_invited(owner_client: httpx.AsyncClient) -> None:
    answer = await owner_client.post(INVITE, json={"email": OWNER_EMAIL.upper(), "role": "analyst"})
    assert (answer.status_code, answer.json()["error"]) == (409, "AdminExists")


async def test_a_short_password_and_an_empty_name_are_refused_by_name(client: httpx.AsyncClient) -> None:
    body = {"token": "x", "name": " ", "password": "short"}
    answer = await client.post("/api/admin/invitations/accept", json=body)
    assert {item["field"]: item["message"] for item in answer.json()["fields"]} == {
        "name": "Please enter your name",
        "password": "Password must be at least 8 characters",
    }


async def test_a_role_counts_at_once_and_is_recorded_with_before_and_after(
    owner_client: httpx.AsyncClient,
    db: Database,
    georgia: Tenant,
    client_of: ClientFactory,
    sign_in: SignIn,
    query_admin_sql: AdminSql,
) -> None:
    person = await signed_in_person(db, georgia, "analyst", client_of, sign_in)
    assert (await person.client.get("/api/admin/users")).status_code == 403
    answer = await owner_client.patch(f"/api/admin/users/{person.id}", json={"role": "owner"})
    assert answer.status_code == 200, answer.text
    assert (await person.client.get("/api/admin/users")).status_code == 200
    rows = query_admin_sql(
        "select before, after, host(ip_address) from audit_log where action = 'admin.role_changed'"
        " and subject_id = %s",
        str(person.id),
    )
    assert rows == [({"role": "analyst"}, {"role": "owner"}, "192.0.2.10")]


async def test_disabling_ends_all_sessions_and_enabling_does_not_bring_them_back(
    owner_client: httpx.AsyncClient, db: Database, georgia: Tenant, client_of: ClientFactory, sign_in: SignIn
) -> None:
    person = await signed_in_person(db, georgia, "manager", client_of, sign_in)
    address = f"/api/admin/users/{person.id}"
    await owner_client.patch(address, json={"disabled": True})
    assert (await person.client.get("/api/admin/me")).status_code == 401
    assert (await users_of(owner_client))[person.email]["disabled"] is True
    await owner_client.patch(address, json={"disabled": False})
    assert (await person.client.get("/api/admin/me")).status_code == 401
    await sign_in(person.client, person.email, PASSWORD)


@pytest.mark.parametrize("change", [{"role": "manager"}, {"disabled": True}])
async def test_the_last_owner_stays(
    owner_client: httpx.AsyncClient, query_admin_sql: AdminSql, change: dict[str, object]
) -> None:
    own_id = (await users_of(owner_client))[OWNER_EMAIL]["id"]
    answer = await owner_client.patch(f"/api/admin/users/{own_id}", json=change)
    assert (answer.status_code, answer.json()["error"]) == (409, "LastOwner")
    assert (await owner_client.get("/api/admin/users")).status_code == 200


async def test_of_two_owners_who_remove_each_other_at_once_one_stays(
    owner_client: httpx.AsyncClient,
    db: Database,
    georgia: Tenant,
    client_of: ClientFactory,
    sign_in: SignIn,
    query_admin_sql: AdminSql,
) -> None:
    other = await signed_in_person(db, georgia, "owner", client_of, sign_in)
    own_id = (await users_of(owner_client))[OWNER_EMAIL]["id"]
    answers = await asyncio.gather(
        owner_client.patch(f"/api/admin/users/{other.id}", json={"disabled": True}),
        other.client.patch(f"/api/admin/users/{own_id}", json={"role": "analyst"}),
    )
    assert sum(answer.status_code == 200 for answer in answers) == 1
    left = query_admin_sql(
        "select count(*) from admins where tenant_id = %s and role = 'owner' and disabled_at is null",
        georgia.id,
    )
    assert left == [(1,)]


async def test_people_of_another_company_are_not_there(
    owner_client: httpx.AsyncClient, db: Database, alps: Tenant, query_admin_sql: AdminSql
) -> None:
    stranger, email = await add_person(db, alps, "analyst")
    assert email not in await users_of(owner_client)
    for change in ({"role": "owner"}, {"disabled": True}):
        answer = await owner_client.patch(f"/api/admin/users/{stranger}", json=change)
        assert answer.status_code == 404
    assert (await owner_client.delete(f"/api/admin/users/{stranger}/second-factor")).status_code == 404
    assert (await owner_client.patch(f"/api/admin/users/{uuid4()}", json={})).status_code == 404
    assert query_admin_sql("select role, disabled_at from admins where id = %s", stranger) == [
        ("analyst", None)
    ]


async def test_an_invitation_leads_to_the_domain_that_its_inviter_uses(
    client_of: ClientFactory,
    db: Database,
    georgia: Tenant,
    sign_in: SignIn,
    query_admin_sql: AdminSql,
    settings: Settings,
) -> None:
    query_admin_sql("insert into tenant_domains (tenant_id, host) values (%s, 'second.example')", georgia.id)
    _, email = await add_person(db, georgia, "owner")
    for host, origin, expected in (
        ("georgia.localhost:8123", None, "http://georgia.localhost:8123/"),
        ("second.example", "https://second.example", "https://second.example/"),
        ("SECOND.example:8443", "https://second.example:8443", "https://second.example:8443/"),
        ("localhost:8000", "http://localhost:8000", "http://localhost:8000/"),
    ):
        browser = client_of(host)
        browser.headers.update({"host": host} | ({"origin": origin} if origin else {}))
        await sign_in(browser, email, PASSWORD)
        invited = f"{uuid4().hex}@example.com"
        answer = await browser.post(INVITE, json={"email": invited, "role": "analyst"})
        assert answer.status_code == 201, answer.text
        link = link_to(invited, query_admin_sql, settings)
        assert link.startswith(f"{expected}admin/accept-invitation#"), link


async def test_an_invitation_from_an_address_of_no_one_or_of_another_company_is_refused(
    owner_client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    """Development's header names the company whatever the host is; so does a wrong proxy."""
    counts = "select (select count(*) from admin_invitations), (select count(*) from outbox_messages)"
    before = query_admin_sql(counts)
    for host in (
        "evil.example",
        "alps.localhost",
        "georgia.localhost.evil.example",
        "localhost@evil.example",
    ):
        headers = {"host": host, "x-abano-tenant": "georgia"}
        answer = await owner_client.post(
            INVITE,
            json={"email": "lost@example.com", "role": "analyst"},
            headers=headers | {"cookie": f"abano_admin={owner_client.cookies['abano_admin']}"},
        )
        assert (answer.status_code, answer.json()["error"]) == (409, "NotTheCompanysDomain"), host
        assert "georgia.localhost" in answer.json()["message"]
    assert query_admin_sql(counts) == before


def link_to(invited: str, query_admin_sql: AdminSql, settings: Settings) -> str:
    [(payload,)] = query_admin_sql("select payload from outbox_messages where payload ->> 'to' = %s", invited)
    return str(open_link(payload, settings.secret_key.get_secret_value())["link"])
