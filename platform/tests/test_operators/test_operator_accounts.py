"""Operators sign in with two factors on their own host, and nothing of companies is served there."""

import pyotp
import pytest
from emptied_tables import empty_tables
from fastapi import FastAPI
from fastapi.routing import APIRoute
from operator_console import (
    EMAIL,
    HOST,
    PASSWORD,
    add,
    client_at,
    enrol,
    give_password,
    signed_in,
)
from product_fixtures import OWNER_EMAIL, OWNER_PASSWORD, AdminSql

from abano.core.clock import FixedClock
from abano.operators.console.accounts import disable_operator, reset_second_factor
from abano.operators.console.database import OperatorDatabase

pytestmark = pytest.mark.anyio
# Every call of the console that needs a signed-in operator.
CALLS = (
    ("GET", "/api/operator/companies"),
    ("POST", "/api/operator/companies"),
    ("GET", "/api/operator/company-options"),
    ("GET", "/api/operator/companies/georgia"),
    ("POST", "/api/operator/companies/georgia/suspend"),
    ("POST", "/api/operator/companies/georgia/resume"),
    ("GET", "/api/operator/jobs"),
    ("POST", "/api/operator/jobs/1/retry"),
    ("POST", "/api/operator/jobs/1/cancel"),
    ("GET", "/api/operator/audit-log"),
)


@pytest.fixture(autouse=True)
def no_operators(query_admin_sql: AdminSql) -> None:
    empty_tables(query_admin_sql, "operators", "operator_attempts")
    query_admin_sql("update tenants set status = 'active', suspension_reason = ''")


async def test_the_calls_are_all_of_the_console(operator_app: FastAPI) -> None:
    from abano.operators.console.endpoints import router  # noqa: PLC0415

    free = {
        "/sign-in",
        "/sign-in/code",
        "/second-factor",
        "/second-factor/confirm",
        "/sign-out",
        "/me",
        "/{rest:path}",
    }
    found = {
        (method, route.path.replace("{slug}", "georgia").replace("{job_id}", "1"))
        for route in router.routes
        if isinstance(route, APIRoute)
        for method in route.methods or ()
        if route.path.removeprefix("/api/operator") not in free
    }
    assert found == set(CALLS)


@pytest.mark.parametrize(("method", "path"), CALLS)
async def test_without_sign_in_nothing_answers(operator_app: FastAPI, method: str, path: str) -> None:
    answer = await client_at(operator_app).request(method, path, json={"reason": "x"})
    assert answer.status_code == 401


@pytest.mark.parametrize(("method", "path"), CALLS)
async def test_the_password_alone_opens_nothing(
    operator_app: FastAPI, operator_db: OperatorDatabase, clock: FixedClock, method: str, path: str
) -> None:
    await add(operator_db)
    client = client_at(operator_app)
    assert (await give_password(client)).json()["stage"] == "enrolment"
    assert (await client.request(method, path, json={"reason": "x"})).status_code == 401
    await enrol(client, clock)
    again = client_at(operator_app)
    assert (await give_password(again)).json()["stage"] == "code"
    assert (await again.request(method, path, json={"reason": "x"})).status_code == 401
    # Once it is on, it cannot be set up again with the password.
    assert (await again.post("/api/operator/second-factor")).status_code == 401


async def test_a_code_signs_in_once(
    operator_app: FastAPI, operator_db: OperatorDatabase, clock: FixedClock
) -> None:
    await add(operator_db)
    client = client_at(operator_app)
    await give_password(client)
    secret, codes = await enrol(client, clock)
    clock.move(minutes=1)
    code = pyotp.TOTP(secret).at(clock.now())
    again, other = client_at(operator_app), client_at(operator_app)
    for each in (again, other):
        await give_password(each)
    assert (await again.post("/api/operator/sign-in/code", json={"code": code})).status_code == 200
    assert (await other.post("/api/operator/sign-in/code", json={"code": code})).status_code == 401
    assert (await again.get("/api/operator/companies")).status_code == 200
    # A recovery code, once.
    assert (await other.post("/api/operator/sign-in/code", json={"code": codes[0]})).status_code == 200
    third = client_at(operator_app)
    await give_password(third)
    assert (await third.post("/api/operator/sign-in/code", json={"code": codes[0]})).status_code == 401


async def test_attempts_are_limited(
    operator_app: FastAPI, operator_db: OperatorDatabase, clock: FixedClock
) -> None:
    await add(operator_db)
    client = client_at(operator_app)
    answers = [(await give_password(client, password="wrong")).status_code for _ in range(6)]
    assert answers == [401] * 5 + [429]
    assert (await give_password(client)).status_code == 429
    # Unknown accounts are limited alike: nothing tells whether there is one.
    answers = [(await give_password(client, email="no@example.com")).status_code for _ in range(6)]
    assert answers == [401] * 5 + [429]
    clock.move(minutes=2)
    assert (await give_password(client)).status_code == 200
    await client.post("/api/operator/second-factor")
    for _ in range(5):
        answer = await client.post("/api/operator/second-factor/confirm", json={"code": "000000"})
        assert answer.status_code == 422
    answer = await client.post("/api/operator/second-factor/confirm", json={"code": "000000"})
    assert answer.status_code == 429


async def test_a_session_ends_after_an_idle_hour_and_after_twelve(
    operator_app: FastAPI, operator_db: OperatorDatabase, clock: FixedClock
) -> None:
    client = await signed_in(operator_app, operator_db, clock)
    for _ in range(14):
        clock.move(minutes=50)
        assert (await client.get("/api/operator/me")).status_code == 200
    clock.move(minutes=50)
    assert (await client.get("/api/operator/me")).status_code == 401
    other = await signed_in(operator_app, operator_db, clock, "second@example.com")
    clock.move(minutes=61)
    assert (await other.get("/api/operator/me")).status_code == 401


async def test_a_disabled_operator_is_out_at_once(
    operator_app: FastAPI, operator_db: OperatorDatabase, clock: FixedClock
) -> None:
    client = await signed_in(operator_app, operator_db, clock)
    await disable_operator(operator_db, EMAIL, clock.now())
    assert (await client.get("/api/operator/companies")).status_code == 401
    assert (await give_password(client_at(operator_app))).status_code == 401


async def test_a_reset_second_factor_ends_sessions_and_is_set_up_again(
    operator_app: FastAPI, operator_db: OperatorDatabase, clock: FixedClock
) -> None:
    client = await signed_in(operator_app, operator_db, clock)
    await reset_second_factor(operator_db, EMAIL, clock.now())
    assert (await client.get("/api/operator/companies")).status_code == 401
    assert (await give_password(client)).json()["stage"] == "enrolment"


async def test_signing_out_ends_the_session(
    operator_app: FastAPI, operator_db: OperatorDatabase, clock: FixedClock
) -> None:
    client = await signed_in(operator_app, operator_db, clock)
    token = client.cookies["abano_operator"]
    await client.post("/api/operator/sign-out")
    client.cookies.set("abano_operator", token, domain=HOST)
    assert (await client.get("/api/operator/me")).status_code == 401


async def test_other_sites_cannot_act_for_an_operator(
    operator_app: FastAPI, operator_db: OperatorDatabase, clock: FixedClock
) -> None:
    client = await signed_in(operator_app, operator_db, clock)
    for headers in ({"Origin": "https://evil.example"}, {"Sec-Fetch-Site": "cross-site"}, {"Origin": "null"}):
        answer = await client.post(
            "/api/operator/companies/georgia/suspend", json={"reason": "x"}, headers=headers
        )
        assert answer.status_code == 403
    assert (await client.get("/api/operator/companies/georgia")).json()["company"]["status"] == "active"


async def test_hosts_are_apart(
    operator_app: FastAPI, operator_db: OperatorDatabase, clock: FixedClock
) -> None:
    """Nothing of companies is on the operators' host, and nothing of operators on another one."""
    operator = await signed_in(operator_app, operator_db, clock)
    for path in (
        "/api/site",
        "/api/admin/me",
        "/api/v1/bookings",
        "/api/quiz",
        "/healthz",
        "/metrics",
        "/media/x",
    ):
        answer = await operator.get(path)
        assert answer.status_code in {404, 503}, path
        assert "georgia" not in answer.text.lower()
    answer = await operator.post("/api/admin/login", json={"email": OWNER_EMAIL, "password": OWNER_PASSWORD})
    assert answer.status_code in {404, 405}
    # The development header names no company there either.
    assert (await operator.get("/api/site", headers={"x-abano-tenant": "georgia"})).status_code != 200
    company = client_at(operator_app, "localhost")
    company.cookies.update(operator.cookies)
    for method, path in (*CALLS, ("GET", "/api/operator/me"), ("POST", "/api/operator/sign-in")):
        answer = await company.request(method, path, json={"email": EMAIL, "password": PASSWORD})
        assert answer.status_code in {404, 405}, path


async def test_without_a_host_there_is_no_console(app: FastAPI) -> None:
    for host in (HOST, "localhost"):
        answer = await client_at(app, host).get("/api/operator/me")
        assert answer.status_code == 404


async def test_too_large_inputs_name_their_field(
    operator_app: FastAPI, operator_db: OperatorDatabase
) -> None:
    client = client_at(operator_app)
    answer = await give_password(client, email="a" * 300)
    assert (answer.status_code, answer.json()["fields"][0]["field"]) == (422, "email")
    answer = await client.post("/api/operator/sign-in", content=b"x" * 70_000)
    assert answer.status_code == 413
