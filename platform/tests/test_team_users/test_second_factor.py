"""The second factor: set up, asked for, used once, recovered, throttled, reset by an owner."""

import asyncio
from datetime import timedelta

import httpx
import pyotp
import pytest
from console_people import PASSWORD, Person, audited, signed_in_person
from fastapi import FastAPI
from product_fixtures import AdminSql, ClientFactory, SignIn

from abano.core.clock import FixedClock
from abano.core.config import Settings
from abano.core.crypto import CannotUnseal
from abano.db.engine import Database
from abano.team.users.second_factor import SecondFactorKey
from abano.tenancy.directory.tenant import Tenant

pytestmark = pytest.mark.anyio
FACTOR = "/api/admin/account/second-factor"
PROOF = {"currentPassword": PASSWORD}


@pytest.fixture(autouse=True)
def _fresh(query_admin_sql: AdminSql) -> None:
    query_admin_sql("delete from sign_in_failures")


@pytest.fixture
async def person(db: Database, georgia: Tenant, client_of: ClientFactory, sign_in: SignIn) -> Person:
    return await signed_in_person(db, georgia, "manager", client_of, sign_in)


def code_at(secret: str, clock: FixedClock) -> str:
    return pyotp.TOTP(secret).at(clock.now())


async def turn_on(person: Person, clock: FixedClock) -> tuple[str, list[str]]:
    """Secret and recovery codes; the code of the present step is used up with that."""
    setup = (await person.client.post(FACTOR, json=PROOF)).json()
    answer = await person.client.post(f"{FACTOR}/confirm", json={"code": code_at(setup["secret"], clock)})
    assert answer.status_code == 200, answer.text
    clock.move(seconds=30)
    return setup["secret"], answer.json()["codes"]


async def first_step(client: httpx.AsyncClient, person: Person) -> str:
    answer = await client.post("/api/admin/login", json={"email": person.email, "password": PASSWORD})
    assert answer.status_code == 200, answer.text
    assert set(answer.json()) == {"success", "challenge"}
    assert "set-cookie" not in answer.headers
    return str(answer.json()["challenge"])


async def second_step(client: httpx.AsyncClient, challenge: str, code: str) -> httpx.Response:
    return await client.post("/api/admin/login/code", json={"challenge": challenge, "code": code})


async def test_setting_up_shows_a_picture_and_is_on_only_after_a_first_code(
    person: Person, client: httpx.AsyncClient, clock: FixedClock, query_admin_sql: AdminSql
) -> None:
    setup = (await person.client.post(FACTOR, json=PROOF)).json()
    assert setup["uri"].startswith("otpauth://totp/Abano%20Georgia")
    assert setup["qrSvg"].startswith('<svg xmlns="http://www.w3.org/2000/svg"')
    assert (await person.client.get(FACTOR)).json()["enabled"] is False
    await client.post("/api/admin/login", json={"email": person.email, "password": PASSWORD})
    assert (await client.get("/api/admin/me")).status_code == 200
    wrong = await person.client.post(f"{FACTOR}/confirm", json={"code": "000000"})
    assert [item["field"] for item in wrong.json()["fields"]] == ["code"]
    await person.client.post(f"{FACTOR}/confirm", json={"code": code_at(setup["secret"], clock)})
    state = (await person.client.get(FACTOR)).json()
    assert (state["enabled"], state["recoveryCodesLeft"]) == (True, 10)
    assert audited(query_admin_sql, "admin.second_factor_enabled") == 1


async def test_the_secret_is_encrypted_for_its_owner_alone(
    person: Person, clock: FixedClock, query_admin_sql: AdminSql, settings: Settings
) -> None:
    secret, codes = await turn_on(person, clock)
    sealed, admin_id = query_admin_sql(
        "select sealed_secret, admin_id from admin_second_factors where admin_id = %s", person.id
    )[0]
    assert secret.encode() not in sealed
    key = SecondFactorKey(settings.secret_key.get_secret_value())
    assert key.unseal(sealed, admin_id) == secret
    with pytest.raises(CannotUnseal):
        SecondFactorKey("another secret").unseal(sealed, admin_id)
    with pytest.raises(CannotUnseal):
        key.unseal(sealed, query_admin_sql("select id from admins where id <> %s", admin_id)[0][0])
    stored = query_admin_sql("select encode(code_hash, 'escape') from admin_recovery_codes")
    assert not {code.replace("-", "") for code in codes} & {row[0] for row in stored}


async def test_sign_in_takes_two_steps_and_a_code_works_once(
    person: Person, client_of: ClientFactory, clock: FixedClock
) -> None:
    secret, _ = await turn_on(person, clock)
    code = code_at(secret, clock)
    browser = client_of("localhost")
    challenge = await first_step(browser, person)
    assert (await browser.get("/api/admin/me")).status_code == 401
    answer = await second_step(browser, challenge, f"{code[:3]} {code[3:]}")
    assert answer.json()["admin"]["email"] == person.email
    assert (await browser.get("/api/admin/me")).status_code == 200
    other = client_of("localhost")
    again = await second_step(other, await first_step(other, person), code)
    assert (again.status_code, again.json()["error"]) == (401, "CodeRefused")
    assert (await second_step(other, challenge, code)).json()["error"] == "SignInExpired"


async def test_the_second_step_ends_the_session_that_the_browser_had(
    person: Person, client_of: ClientFactory, clock: FixedClock
) -> None:
    secret, _ = await turn_on(person, clock)
    earlier = person.client.cookies["abano_admin"]
    challenge = await first_step(person.client, person)
    assert (await person.client.get("/api/admin/me")).status_code == 200
    assert (await second_step(person.client, challenge, code_at(secret, clock))).status_code == 200
    other = client_of("localhost")
    other.cookies.set("abano_admin", earlier)
    assert (await other.get("/api/admin/me")).status_code == 401


async def test_one_code_from_two_browsers_at_once_lets_one_in(
    person: Person, client_of: ClientFactory, clock: FixedClock
) -> None:
    secret, _ = await turn_on(person, clock)
    browsers = [client_of("localhost") for _ in range(3)]
    challenges = [await first_step(browser, person) for browser in browsers]
    code = code_at(secret, clock)
    answers = await asyncio.gather(
        *(
            second_step(browser, challenge, code)
            for browser, challenge in zip(browsers, challenges, strict=True)
        )
    )
    assert sorted(answer.status_code for answer in answers) == [200, 401, 401]


async def test_an_older_code_is_not_taken_after_a_newer_one(
    person: Person, client: httpx.AsyncClient, clock: FixedClock
) -> None:
    secret, _ = await turn_on(person, clock)
    older = code_at(secret, clock)
    newer = pyotp.TOTP(secret).at(clock.now() + timedelta(seconds=30))
    assert (await second_step(client, await first_step(client, person), newer)).status_code == 200
    assert (await second_step(client, await first_step(client, person), older)).status_code == 401


async def test_a_recovery_code_works_once_in_any_writing(
    person: Person, client: httpx.AsyncClient, clock: FixedClock
) -> None:
    _, codes = await turn_on(person, clock)
    typed = codes[0].lower().replace("-", " ")
    assert (await second_step(client, await first_step(client, person), typed)).status_code == 200
    assert (await second_step(client, await first_step(client, person), codes[0])).status_code == 401
    assert (await client.get(FACTOR)).json()["recoveryCodesLeft"] == 9


async def test_guessing_codes_in_parallel_is_stopped_after_five(
    person: Person, client: httpx.AsyncClient, clock: FixedClock
) -> None:
    secret, _ = await turn_on(person, clock)
    challenge = await first_step(client, person)
    guesses = await asyncio.gather(*(second_step(client, challenge, f"00000{n}") for n in range(8)))
    assert sorted(answer.status_code for answer in guesses) == [401] * 5 + [429] * 3
    refused = await second_step(client, await first_step(client, person), code_at(secret, clock))
    assert refused.status_code == 429
    clock.move(minutes=16)
    challenge = await first_step(client, person)
    assert (await second_step(client, challenge, code_at(secret, clock))).status_code == 200


async def test_failed_attempts_from_elsewhere_do_not_lock_out_the_recovery_code(
    app: FastAPI, person: Person, client: httpx.AsyncClient, clock: FixedClock
) -> None:
    """They know the password, not the codes; the owner sits elsewhere."""
    secret, codes = await turn_on(person, clock)
    wrong = ["000000"] * 6 + ["AAAA-AAAA-AAAA"] * 6
    statuses = []
    for number, code in enumerate(wrong):
        # Any address of one IPv6 line is the same one.
        transport = httpx.ASGITransport(app=app, client=(f"2001:db8:7:7::{number + 1:x}", 50000))
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as thief:
            thief_step = await thief.post(
                "/api/admin/login", json={"email": person.email, "password": PASSWORD}
            )
            statuses.append((await second_step(thief, thief_step.json()["challenge"], code)).status_code)
    assert statuses == ([401] * 5 + [429]) * 2
    locked = await second_step(client, await first_step(client, person), code_at(secret, clock))
    assert locked.status_code == 429
    answer = await second_step(client, await first_step(client, person), codes[0])
    assert answer.status_code == 200, answer.text


async def test_a_challenge_ends_after_five_minutes_and_at_another_company(
    person: Person, client: httpx.AsyncClient, alps_client: httpx.AsyncClient, clock: FixedClock
) -> None:
    secret, _ = await turn_on(person, clock)
    challenge = await first_step(client, person)
    elsewhere = await second_step(alps_client, challenge, code_at(secret, clock))
    assert elsewhere.json()["error"] == "SignInExpired"
    clock.move(minutes=5)
    late = await second_step(client, challenge, code_at(secret, clock))
    assert (late.status_code, late.json()["error"]) == (401, "SignInExpired")


async def test_what_weakens_it_asks_for_the_password(person: Person, clock: FixedClock) -> None:
    await turn_on(person, clock)
    for path in ("", "/recovery-codes", "/disable"):
        answer = await person.client.post(FACTOR + path, json={"currentPassword": "not this one"})
        assert [item["field"] for item in answer.json()["fields"]] == ["currentPassword"]
    assert (await person.client.post(FACTOR, json=PROOF)).status_code == 409
    assert (await person.client.get(FACTOR)).json()["enabled"] is True


async def test_new_recovery_codes_end_the_old_ones_and_turning_off_ends_all(
    person: Person, client: httpx.AsyncClient, clock: FixedClock, query_admin_sql: AdminSql
) -> None:
    _, old = await turn_on(person, clock)
    new = (await person.client.post(f"{FACTOR}/recovery-codes", json=PROOF)).json()["codes"]
    assert (await second_step(client, await first_step(client, person), old[0])).status_code == 401
    assert (await second_step(client, await first_step(client, person), new[0])).status_code == 200
    assert (await person.client.post(f"{FACTOR}/disable", json=PROOF)).status_code == 200
    answer = await client.post("/api/admin/login", json={"email": person.email, "password": PASSWORD})
    assert answer.json()["admin"]["email"] == person.email
    left = query_admin_sql("select count(*) from admin_recovery_codes where admin_id = %s", person.id)
    assert left == [(0,)]
    assert audited(query_admin_sql, "admin.second_factor_disabled") == 1


async def test_an_owner_resets_someone_elses(
    person: Person, owner_client: httpx.AsyncClient, client: httpx.AsyncClient, clock: FixedClock
) -> None:
    await turn_on(person, clock)
    address = f"/api/admin/users/{person.id}/second-factor"
    users = (await owner_client.get("/api/admin/users")).json()["users"]
    assert [user["hasSecondFactor"] for user in users if user["email"] == person.email] == [True]
    assert (await person.client.delete(address)).status_code == 403
    assert (await owner_client.delete(address)).status_code == 200
    assert (await owner_client.delete(address)).status_code == 409
    answer = await client.post("/api/admin/login", json={"email": person.email, "password": PASSWORD})
    assert answer.json()["admin"]["email"] == person.email
