"""Roles of the company's own: who changes them, who has them, and what they allow."""

import asyncio
from typing import Any
from uuid import UUID, uuid4

import httpx
import pytest
from console_people import PASSWORD, Person, newest_token, signed_in_person
from product_fixtures import AdminSql, ClientFactory, SignIn
from role_steps import ROLE, add_role, give_role

from abano.accounts.access.rights import GRANTABLE, GrantableRight
from abano.accounts.access.rights import RIGHTS as EVERY_RIGHT
from abano.booking_record.assignees import list_staff
from abano.bookings.desk.today_repository import TodayRepository
from abano.core.config import Settings
from abano.db.engine import Database
from abano.team.users.roles import MAX_ROLES
from abano.tenancy.directory.tenant import Tenant

pytestmark = pytest.mark.anyio
ROLES = "/api/admin/roles"
INVITE = "/api/admin/users/invitations"


@pytest.fixture(autouse=True)
def _no_roles(query_admin_sql: AdminSql) -> None:
    query_admin_sql("delete from admin_invitations where role = 'custom'")
    query_admin_sql("update admins set role = 'analyst', role_id = null where role = 'custom'")
    query_admin_sql("delete from custom_roles")
    query_admin_sql("delete from audit_log where action like 'role.%%'")


@pytest.fixture
async def colleague(db: Database, georgia: Tenant, client_of: ClientFactory, sign_in: SignIn) -> Person:
    return await signed_in_person(db, georgia, "analyst", client_of, sign_in)


async def create(owner: httpx.AsyncClient, **values: Any) -> dict[str, Any]:
    answer = await owner.post(ROLES, json=ROLE | values)
    assert answer.status_code == 201, answer.text
    return dict(answer.json()["role"])


async def roles_of(owner: httpx.AsyncClient) -> list[dict[str, Any]]:
    return list((await owner.get(ROLES)).json()["roles"])


def entries(sql: AdminSql) -> list[tuple[Any, ...]]:
    return sql(
        "select action, before, after from audit_log where action like 'role.%%' order by happened_at, id"
    )


async def test_a_role_is_created_changed_and_deleted_and_the_log_tells_before_and_after(
    owner_client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    role = await create(owner_client, name="  Bookkeeper ", rights=["reports", "accounting", "reports"])
    assert (role["name"], role["rights"], role["people"]) == ("Bookkeeper", ["reports", "accounting"], 0)
    url = f"{ROLES}/{role['id']}"
    body = {"name": "Bookkeeping", "rights": ["reports"], "revision": role["revision"]}
    changed = await owner_client.put(url, json=body)
    assert changed.status_code == 200, changed.text
    assert changed.json()["role"]["revision"] == role["revision"] + 1
    # Without a change there is nothing to tell.
    same = await owner_client.put(url, json=body | {"revision": 2})
    assert same.json()["role"]["revision"] == 2
    assert [each["name"] for each in await roles_of(owner_client)] == ["Bookkeeping"]
    assert (await owner_client.delete(url)).status_code == 204
    assert await roles_of(owner_client) == []
    assert (await owner_client.delete(url)).status_code == 404
    first = {"name": "Bookkeeper", "rights": ["reports", "accounting"]}
    second = {"name": "Bookkeeping", "rights": ["reports"]}
    assert entries(query_admin_sql) == [
        ("role.created", {}, first),
        ("role.changed", first, second),
        ("role.deleted", second, {}),
    ]


@pytest.mark.parametrize(
    ("right", "base"),
    [("discounts", "bookings"), ("refunds", "payments"), ("manage_customers", "customers")],
)
async def test_what_builds_on_another_right_brings_it(
    owner_client: httpx.AsyncClient, right: str, base: str
) -> None:
    role = await create(owner_client, rights=[right])
    assert set(role["rights"]) == {right, base}
    listed = (await owner_client.get(ROLES)).json()
    assert listed["requires"][right] == base


async def test_the_built_in_roles_and_what_a_role_may_contain_are_listed(
    owner_client: httpx.AsyncClient,
) -> None:
    listed = (await owner_client.get(ROLES)).json()
    built_in = {each["role"]: each["rights"] for each in listed["builtIn"]}
    assert built_in["owner"] == list(EVERY_RIGHT)
    assert built_in["driver"] == ["yard"]
    assert listed["grantable"] == list(GRANTABLE)
    assert not {"team", "integrations", "company", "personal_data"} & set(listed["grantable"])


@pytest.mark.parametrize("right", ["team", "integrations", "company", "personal_data", "everything"])
async def test_what_only_owners_may_do_is_in_no_role(owner_client: httpx.AsyncClient, right: str) -> None:
    answer = await owner_client.post(ROLES, json=ROLE | {"rights": ["bookings", right]})
    assert answer.status_code == 422
    assert [each["field"] for each in answer.json()["fields"]] == ["rights.1"]
    assert await roles_of(owner_client) == []


async def test_the_database_refuses_it_too(georgia: Tenant, query_admin_sql: AdminSql) -> None:
    every: tuple[GrantableRight, ...] = GRANTABLE
    add_role(query_admin_sql, georgia.id, *every)
    with pytest.raises(Exception, match="custom_roles_rights_check"):
        add_role(query_admin_sql, georgia.id, "team")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("values", "field"),
    [
        ({"name": " "}, "name"),
        ({"name": "x" * 41}, "name"),
        ({"rights": []}, "rights"),
        ({"rights": ["reports"] * (len(GRANTABLE) + 1)}, "rights"),
    ],
)
async def test_a_bad_role_names_the_field(
    owner_client: httpx.AsyncClient, values: dict[str, Any], field: str
) -> None:
    answer = await owner_client.post(ROLES, json=ROLE | values)
    assert answer.status_code == 422
    assert [each["field"] for each in answer.json()["fields"]] == [field]


@pytest.mark.parametrize("name", ["bookKEEPER", "Owner", "custom"])
async def test_a_name_is_taken_once(owner_client: httpx.AsyncClient, name: str) -> None:
    await create(owner_client)
    other = await create(owner_client, name="Other")
    answer = await owner_client.post(ROLES, json=ROLE | {"name": name})
    assert (answer.status_code, answer.json()["error"]) == (409, "RoleExists")
    renamed = await owner_client.put(f"{ROLES}/{other['id']}", json=ROLE | {"name": name, "revision": 1})
    assert (renamed.status_code, renamed.json()["error"]) == (409, "RoleExists")


async def test_there_are_at_most_twenty_roles_also_at_once(
    owner_client: httpx.AsyncClient, georgia: Tenant, query_admin_sql: AdminSql
) -> None:
    for _ in range(MAX_ROLES - 1):
        add_role(query_admin_sql, georgia.id)
    answers = await asyncio.gather(
        *(owner_client.post(ROLES, json=ROLE | {"name": f"New {number}"}) for number in range(4))
    )
    assert sorted(each.status_code for each in answers) == [201, 409, 409, 409]
    assert len(await roles_of(owner_client)) == MAX_ROLES


async def test_of_two_owners_who_edit_at_once_one_is_told(owner_client: httpx.AsyncClient) -> None:
    role = await create(owner_client)
    bodies = [{"name": "Bookkeeper", "rights": [right], "revision": 1} for right in ("reports", "costs")]
    answers = await asyncio.gather(*(owner_client.put(f"{ROLES}/{role['id']}", json=body) for body in bodies))
    assert sorted(each.status_code for each in answers) == [200, 409]
    refused = next(each for each in answers if each.status_code == 409)
    assert refused.json()["error"] == "RoleChanged"


async def test_only_owners_of_the_company_change_roles(
    owner_client: httpx.AsyncClient,
    client: httpx.AsyncClient,
    db: Database,
    alps: Tenant,
    georgia: Tenant,
    client_of: ClientFactory,
    sign_in: SignIn,
    query_admin_sql: AdminSql,
    colleague: Person,
) -> None:
    role = await create(owner_client)
    url, body = f"{ROLES}/{role['id']}", ROLE | {"revision": 1}
    calls = (("GET", ROLES), ("POST", ROLES), ("PUT", url), ("DELETE", url))
    desk = await signed_in_person(db, georgia, "desk", client_of, sign_in)
    # Not even with everything that a role can contain.
    give_role(query_admin_sql, colleague.id, add_role(query_admin_sql, georgia.id, *GRANTABLE))
    stranger = await signed_in_person(db, alps, "owner", client_of, sign_in)
    for method, path in calls:
        json = body if method in {"POST", "PUT"} else None
        assert (await client.request(method, path, json=json)).status_code == 401
        assert (await desk.client.request(method, path, json=json)).status_code == 403
        assert (await colleague.client.request(method, path, json=json)).status_code == 403
        if path == url:
            assert (await stranger.client.request(method, path, json=json)).status_code == 404
    assert await roles_of(stranger.client) == []
    invited = await stranger.client.post(
        INVITE, json={"email": "x@example.com", "role": "custom", "roleId": role["id"]}
    )
    assert [each["field"] for each in invited.json()["fields"]] == ["roleId"]


async def test_a_change_takes_effect_at_the_next_request(
    owner_client: httpx.AsyncClient, colleague: Person
) -> None:
    role = await create(owner_client, rights=["reports", "fleet"])
    user = f"/api/admin/users/{colleague.id}"
    given = await owner_client.patch(user, json={"role": "custom", "roleId": role["id"]})
    assert given.status_code == 200, given.text
    me = (await colleague.client.get("/api/admin/me")).json()["admin"]
    assert (me["role"], me["roleName"], me["rights"]) == ("custom", "Bookkeeper", ["reports", "fleet"])
    assert (await colleague.client.get("/api/admin/vehicles")).status_code == 200
    body = {"name": "Bookkeeper", "rights": ["reports"], "revision": 1}
    assert (await owner_client.put(f"{ROLES}/{role['id']}", json=body)).status_code == 200
    assert (await colleague.client.get("/api/admin/vehicles")).status_code == 403
    shown = (await owner_client.get("/api/admin/users")).json()["users"]
    assert [each["roleId"] for each in shown if each["id"] == str(colleague.id)] == [role["id"]]
    assert (await owner_client.patch(user, json={"role": "desk"})).status_code == 200
    me = (await colleague.client.get("/api/admin/me")).json()["admin"]
    assert (me["role"], me["roleName"], "bookings" in me["rights"]) == ("desk", None, True)


async def test_giving_a_role_is_audited_by_its_name(
    owner_client: httpx.AsyncClient, colleague: Person, query_admin_sql: AdminSql
) -> None:
    first, second = await create(owner_client), await create(owner_client, name="Buyer")
    for role in (first, second):
        await owner_client.patch(
            f"/api/admin/users/{colleague.id}", json={"role": "custom", "roleId": role["id"]}
        )
    told = query_admin_sql(
        "select before, after from audit_log where action = 'admin.role_changed' and subject_id = %s"
        " order by happened_at, id",
        str(colleague.id),
    )
    assert told == [
        ({"role": "analyst"}, {"role": "Bookkeeper"}),
        ({"role": "Bookkeeper"}, {"role": "Buyer"}),
    ]


@pytest.mark.parametrize(
    "choice",
    [
        {"role": "custom"},
        {"role": "custom", "roleId": str(uuid4())},
        {"role": "desk", "roleId": str(uuid4())},
    ],
)
async def test_an_unknown_role_is_refused_by_name(
    owner_client: httpx.AsyncClient, colleague: Person, choice: dict[str, str]
) -> None:
    changed = await owner_client.patch(f"/api/admin/users/{colleague.id}", json=choice)
    invited = await owner_client.post(INVITE, json={"email": "new@example.com"} | choice)
    for answer in (changed, invited):
        assert answer.status_code == 422
        assert [each["field"] for each in answer.json()["fields"]] == ["roleId"]


async def test_a_role_in_use_stays(
    owner_client: httpx.AsyncClient, colleague: Person, query_admin_sql: AdminSql
) -> None:
    role = await create(owner_client)
    url = f"{ROLES}/{role['id']}"
    give_role(query_admin_sql, colleague.id, UUID(role["id"]))
    choice = {"role": "custom", "roleId": role["id"]}
    invited = await owner_client.post(INVITE, json={"email": "next@example.com"} | choice)
    assert invited.status_code == 201, invited.text
    assert [each["people"] for each in await roles_of(owner_client)] == [2]
    refused = await owner_client.delete(url)
    assert (refused.status_code, refused.json()["error"]) == (409, "RoleInUse")
    assert "2 people" in refused.json()["message"]
    await owner_client.delete(f"{INVITE}/{invited.json()['id']}")
    await owner_client.patch(f"/api/admin/users/{colleague.id}", json={"role": "desk"})
    assert (await owner_client.delete(url)).status_code == 204


async def test_deleting_and_giving_a_role_at_once_leaves_no_one_without_one(
    owner_client: httpx.AsyncClient, colleague: Person
) -> None:
    user = f"/api/admin/users/{colleague.id}"
    for attempt in range(4):
        role = await create(owner_client, name=f"Role {attempt}")
        deleted, given = await asyncio.gather(
            owner_client.delete(f"{ROLES}/{role['id']}"),
            owner_client.patch(user, json={"role": "custom", "roleId": role["id"]}),
        )
        assert (deleted.status_code, given.status_code) in {(204, 422), (409, 200)}
        assert (await owner_client.patch(user, json={"role": "desk"})).status_code == 200


async def test_an_invitation_with_an_own_role_is_accepted(
    owner_client: httpx.AsyncClient,
    client: httpx.AsyncClient,
    query_admin_sql: AdminSql,
    settings: Settings,
    sign_in: SignIn,
) -> None:
    role = await create(owner_client, rights=["website"])
    email = f"{uuid4().hex}@example.com"
    await owner_client.post(INVITE, json={"email": email, "role": "custom", "roleId": role["id"]})
    (payload,) = query_admin_sql(
        "select payload from outbox_messages where kind = 'admin.invited' order by created_at desc, id desc limit 1"
    )[0]
    assert payload["role"] == "Bookkeeper"
    token = newest_token(query_admin_sql, settings, "admin.invited")
    look = (await client.post("/api/admin/invitations/look", json={"token": token})).json()
    assert (look["role"], look["roleName"]) == ("custom", "Bookkeeper")
    body = {"token": token, "name": "Tamar", "password": PASSWORD}
    assert (await client.post("/api/admin/invitations/accept", json=body)).status_code == 200
    await sign_in(client, email, PASSWORD)
    assert (await client.get("/api/admin/me")).json()["admin"]["rights"] == ["website"]
    assert (await client.get("/api/admin/reviews")).status_code == 200
    assert (await client.get("/api/admin/bookings")).status_code == 403


async def test_the_last_owner_takes_no_own_role(
    owner_client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    role = await create(owner_client)
    email = (await owner_client.get("/api/admin/me")).json()["admin"]["email"]
    query_admin_sql("update admins set disabled_at = now() where email <> %s and role = 'owner'", email)
    users = (await owner_client.get("/api/admin/users")).json()["users"]
    own = next(each["id"] for each in users if each["email"] == email)
    answer = await owner_client.patch(
        f"/api/admin/users/{own}", json={"role": "custom", "roleId": role["id"]}
    )
    assert (answer.status_code, answer.json()["error"]) == (409, "LastOwner")


@pytest.mark.parametrize(
    ("right", "delivers", "reads_reports", "has_tasks"),
    [
        ("yard", True, False, False),
        ("bookings", True, False, True),
        ("analytics", False, True, False),
        ("reports", False, False, False),
    ],
)
async def test_who_delivers_reads_reports_and_has_tasks_goes_by_right(
    owner_client: httpx.AsyncClient,
    db: Database,
    georgia: Tenant,
    query_admin_sql: AdminSql,
    colleague: Person,
    right: GrantableRight,
    *,
    delivers: bool,
    reads_reports: bool,
    has_tasks: bool,
) -> None:
    give_role(query_admin_sql, colleague.id, add_role(query_admin_sql, georgia.id, right))
    readers = (await owner_client.get("/api/quiz/analytics/mail")).json()["readers"]
    assert (str(colleague.id) in {each["id"] for each in readers}) is reads_reports
    async with db.uow(georgia.id) as uow:
        assert (colleague.id in {each.admin_id for each in await list_staff(uow)}) is delivers
        assert (await TodayRepository(uow).find_colleague(colleague.id) is not None) is has_tasks
