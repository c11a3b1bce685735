"""One's own account: the password, and where one is signed in."""

import statistics
import time

import httpx
import pytest
from argon2 import PasswordHasher
from console_people import PASSWORD, Person, add_person, audited, signed_in_person
from product_fixtures import OWNER_EMAIL, AdminSql, ClientFactory, SignIn

from abano.core.clock import FixedClock
from abano.db.engine import Database
from abano.tenancy.directory.tenant import Tenant

pytestmark = pytest.mark.anyio
SESSIONS = "/api/admin/account/sessions"
CHANGE = "/api/admin/account/password"
NEW = "an entirely new password"


@pytest.fixture(autouse=True)
def _fresh(query_admin_sql: AdminSql) -> None:
    query_admin_sql("delete from sign_in_failures")


@pytest.fixture
async def person(db: Database, georgia: Tenant, client_of: ClientFactory, sign_in: SignIn) -> Person:
    return await signed_in_person(db, georgia, "analyst", client_of, sign_in)


async def second_browser(person: Person, client_of: ClientFactory) -> httpx.AsyncClient:
    browser = client_of("localhost")
    browser.headers["user-agent"] = "Phone/1.0"
    answer = await browser.post("/api/admin/login", json={"email": person.email, "password": PASSWORD})
    assert answer.status_code == 200
    return browser


async def test_changing_the_password_ends_the_other_sessions(
    person: Person, client_of: ClientFactory, sign_in: SignIn, query_admin_sql: AdminSql
) -> None:
    other = await second_browser(person, client_of)
    answer = await person.client.post(CHANGE, json={"currentPassword": PASSWORD, "newPassword": NEW})
    assert answer.status_code == 200, answer.text
    assert (await person.client.get("/api/admin/me")).status_code == 200
    assert (await other.get("/api/admin/me")).status_code == 401
    await sign_in(other, person.email, NEW)
    assert query_admin_sql(
        "select after from audit_log where action = 'admin.password_changed' and admin_id = %s", person.id
    ) == [({"sessionsEnded": 1},)]


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"currentPassword": "wrong", "newPassword": NEW}, "currentPassword"),
        ({"currentPassword": PASSWORD, "newPassword": "1234567"}, "newPassword"),
        ({"currentPassword": PASSWORD, "newPassword": "Password123"}, "newPassword"),
    ],
)
async def test_a_bad_change_names_the_field(person: Person, body: dict[str, str], field: str) -> None:
    answer = await person.client.post(CHANGE, json=body)
    assert answer.status_code == 422
    assert [item["field"] for item in answer.json()["fields"]] == [field]


async def test_guessing_the_present_password_is_stopped(person: Person, clock: FixedClock) -> None:
    wrong = {"currentPassword": "wrong", "newPassword": NEW}
    statuses = [(await person.client.post(CHANGE, json=wrong)).status_code for _ in range(6)]
    assert statuses == [422] * 5 + [429]
    clock.move(seconds=61)
    right = {"currentPassword": PASSWORD, "newPassword": NEW}
    assert (await person.client.post(CHANGE, json=right)).status_code == 200


async def test_sessions_say_when_and_where_and_can_be_ended(
    person: Person, client_of: ClientFactory, query_admin_sql: AdminSql
) -> None:
    other = await second_browser(person, client_of)
    sessions = (await person.client.get(SESSIONS)).json()["sessions"]
    assert sorted((item["userAgent"], item["isCurrent"]) for item in sessions) == [
        ("Phone/1.0", False),
        (person.client.headers["user-agent"], True),
    ]
    assert {item["ipAddress"] for item in sessions} == {"192.0.2.10"}
    phone = next(item for item in sessions if not item["isCurrent"])
    assert (await person.client.delete(f"{SESSIONS}/{phone['id']}")).status_code == 200
    assert (await other.get("/api/admin/me")).status_code == 401
    assert (await person.client.delete(f"{SESSIONS}/{phone['id']}")).status_code == 404
    assert audited(query_admin_sql, "admin.session_ended") == 1


async def test_all_other_sessions_end_together(person: Person, client_of: ClientFactory) -> None:
    others = [await second_browser(person, client_of) for _ in range(2)]
    assert (await person.client.delete(SESSIONS)).status_code == 200
    assert [(await other.get("/api/admin/me")).status_code for other in others] == [401, 401]
    assert (await person.client.get("/api/admin/me")).status_code == 200


async def test_no_one_elses_session_can_be_seen_or_ended(
    person: Person, owner_client: httpx.AsyncClient
) -> None:
    own = (await owner_client.get(SESSIONS)).json()["sessions"]
    assert person.client.headers["user-agent"] in {item["userAgent"] for item in own}
    theirs = (await person.client.get(SESSIONS)).json()["sessions"]
    assert not {item["id"] for item in theirs} & {item["id"] for item in own}
    assert (await owner_client.delete(f"{SESSIONS}/{theirs[0]['id']}")).status_code == 404
    assert (await person.client.get("/api/admin/me")).status_code == 200


@pytest.mark.usefixtures("costly_hashes")
async def test_sign_in_takes_the_same_time_with_and_without_an_account(
    client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    """Time of the processor, which a busy machine stretches little; in turns, so that both meet the same moments."""
    spent: dict[str, list[float]] = {OWNER_EMAIL: [], "unknown@example.com": []}
    for _ in range(9):
        for email, times in spent.items():
            query_admin_sql("delete from sign_in_failures")
            began = time.process_time()
            answer = await client.post("/api/admin/login", json={"email": email, "password": "wrong"})
            times.append(time.process_time() - began)
            assert answer.status_code == 401
    with_account, without = (statistics.median(times) for times in spent.values())
    # Without the work for no one's password it would be a tenth.
    assert 0.6 < without / with_account < 1.6


@pytest.mark.usefixtures("costly_hashes")
async def test_sign_in_does_the_same_work_with_and_without_an_account(
    client: httpx.AsyncClient,
    db: Database,
    georgia: Tenant,
    query_admin_sql: AdminSql,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Not milliseconds, which no one can promise: what is computed and what is written."""
    work: list[tuple[str, int]] = []
    verify = PasswordHasher.verify

    def counted(self: PasswordHasher, hashed: str, password: str) -> bool:
        parameters = hashed.rsplit("$", 2)[0]
        work.append((parameters, len(hashed)))
        return bool(verify(self, hashed, password))

    monkeypatch.setattr(PasswordHasher, "verify", counted)
    _, disabled = await add_person(db, georgia, "analyst")
    query_admin_sql("update admins set disabled_at = now() where email = %s", disabled)
    # The count of this address, whichever account is tried, is there from the first try on.
    await client.post("/api/admin/login", json={"email": "first@example.com", "password": "wrong"})
    work.clear()
    written = []
    for email in (OWNER_EMAIL, "unknown@example.com", disabled):
        before = query_admin_sql("select count(*) from sign_in_failures")[0][0]
        answer = await client.post("/api/admin/login", json={"email": email, "password": "wrong"})
        assert answer.status_code == 401
        written.append(query_admin_sql("select count(*) from sign_in_failures")[0][0] - before)
    assert len(work) == 3
    assert len(set(work)) == 1, "another hash, or one with other costs, was checked"
    assert written == [1, 1, 1]
