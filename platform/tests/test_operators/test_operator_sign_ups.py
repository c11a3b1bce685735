"""Operators see who signs up, invite and revoke in the console, and each of that is in their audit log."""

from collections.abc import Iterator

import httpx
import pytest
from emptied_tables import empty_tables
from fastapi import FastAPI
from operator_console import EMAIL, HOST, client_at, give_password, signed_in
from product_fixtures import NOW, AdminSql

from abano.core.clock import FixedClock
from abano.core.config import Settings
from abano.operators.console.database import OperatorDatabase

pytestmark = pytest.mark.anyio
ADDRESS = "nino@svaneti.example"
CALLS = (("GET", "/sign-ups"), ("POST", "/invitations"), ("POST", "/invitations/revoke"))


@pytest.fixture(autouse=True)
def clean_slate(query_admin_sql: AdminSql) -> Iterator[None]:
    def clean() -> None:
        empty_tables(
            query_admin_sql, "company_invitations", "company_sign_ups", "operators", "operator_attempts"
        )

    clean()
    yield
    clean()


@pytest.fixture
def operator_settings(settings: Settings) -> Settings:
    own = {"operator_host": HOST, "site_domain": "rent.example.com", "sign_up": "invitation"}
    return Settings(**settings.model_dump() | own)


async def test_an_operator_invites_and_revokes(
    operator_app: FastAPI, operator_db: OperatorDatabase, clock: FixedClock, query_admin_sql: AdminSql
) -> None:
    client = await signed_in(operator_app, operator_db, clock)
    answer = await client.get("/api/operator/sign-ups")
    assert answer.status_code == 200, answer.text
    empty = answer.json()
    assert (empty["mode"], empty["signUps"], empty["invitations"]) == ("invitation", [], [])
    assert set(empty["languages"]) == {"en", "de", "ka", "ru"}
    invited = await client.post(
        "/api/operator/invitations", json={"email": "Nino@svaneti.example", "language": "ka"}
    )
    assert invited.status_code == 201, invited.text
    [listed] = invited.json()["invitations"]
    assert (listed["email"], listed["invitedBy"], listed["mailedAt"]) == (ADDRESS, EMAIL, None)
    # Again: one invitation, in the other language.
    again = await client.post("/api/operator/invitations", json={"email": ADDRESS})
    assert len(again.json()["invitations"]) == 1
    assert query_admin_sql("select language from company_invitations") == [("en",)]
    query_admin_sql(
        "insert into company_sign_ups (id, email, language, company_name, slug, country, currency, timezone,"
        " requested_at) values (gen_random_uuid(), %s, 'en', 'Svaneti Jeeps', 'svaneti-jeeps', 'GE', 'GEL',"
        " 'Asia/Tbilisi', %s)",
        ADDRESS, NOW,
    )  # fmt: skip
    revoked = await client.post("/api/operator/invitations/revoke", json={"email": ADDRESS})
    assert revoked.json()["invitations"] == []
    [sign_up] = revoked.json()["signUps"]
    assert (sign_up["companyName"], sign_up["state"], sign_up["mailedAt"]) == (
        "Svaneti Jeeps",
        "unconfirmed",
        None,
    )
    # Neither the link nor what proves a confirmation is ever answered.
    assert sign_up.keys() == {"email", "companyName", "slug", "country", "requestedAt", "mailedAt", "state"}
    gone = await client.post("/api/operator/invitations/revoke", json={"email": ADDRESS})
    assert gone.status_code == 404
    noted = query_admin_sql(
        "select action, subject from operator_audit_log where starts_with(action, 'invitation.') order by id"
    )
    assert noted == [
        ("invitation.created", ADDRESS), ("invitation.created", ADDRESS), ("invitation.revoked", ADDRESS),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("body", "field"),
    [({"email": "nino@"}, "email"), ({}, "email"), ({"email": ADDRESS, "language": "xx"}, "language")],
)
async def test_a_refused_invitation_names_the_field(
    operator_app: FastAPI,
    operator_db: OperatorDatabase,
    clock: FixedClock,
    query_admin_sql: AdminSql,
    body: dict[str, str],
    field: str,
) -> None:
    client = await signed_in(operator_app, operator_db, clock)
    answer = await client.post("/api/operator/invitations", json=body)
    assert answer.status_code == 422
    assert [each["field"] for each in answer.json()["fields"]] == [field]
    assert query_admin_sql("select count(*) from company_invitations") == [(0,)]


@pytest.mark.parametrize(("method", "path"), CALLS)
async def test_only_operators_with_both_factors_on_their_host(
    operator_app: FastAPI,
    operator_db: OperatorDatabase,
    owner_client: httpx.AsyncClient,
    clock: FixedClock,
    method: str,
    path: str,
) -> None:
    body = {"email": ADDRESS} if method == "POST" else None
    url = f"/api/operator{path}"
    assert (await client_at(operator_app).request(method, url, json=body)).status_code == 401
    await signed_in(operator_app, operator_db, clock)
    with_password = client_at(operator_app, ip="192.0.2.21")
    await give_password(with_password)
    assert (await with_password.request(method, url, json=body)).status_code == 401
    # On a company's host, for its owner.
    assert (await owner_client.request(method, url, json=body)).status_code in {404, 405}
