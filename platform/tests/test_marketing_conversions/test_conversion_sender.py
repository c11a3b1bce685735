"""Setting the sender over HTTP: who may, what is refused, and that the key is never shown."""

import json

import httpx
import pytest
from data_manager import ACCOUNT, ACTION
from product_fixtures import AdminSql, ClientFactory, SignIn
from service_account import CLIENT_EMAIL, KEY_FILE

from abano.core.config import Settings
from abano.team.users.users import add_admin
from abano.tenancy.directory.tenant import Tenant

pytestmark = [pytest.mark.anyio, pytest.mark.usefixtures("_no_ad_bookings")]
PAGE = "/api/admin/conversions"
ORIGIN = {"Origin": "http://localhost"}
PASSWORD = "long enough password"
SENDER = {"accountId": "123-456-7890", "conversionActionId": ACTION, "keyFile": KEY_FILE}
OTHER_TYPE = json.dumps({**json.loads(KEY_FILE), "type": "authorized_user"})
# pragma: allowlist nextline secret
OTHER_KEY = json.dumps({**json.loads(KEY_FILE), "private_key": "-----BEGIN PRIVATE KEY-----\nAAAA\n"})
ELSEWHERE = json.dumps({**json.loads(KEY_FILE), "client_email": "someone@example.com"})


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("accountId", "123"),
        ("accountId", "12345678901"),
        ("accountId", "١٢٣٤٥٦٧٨٩٠"),
        ("loginAccountId", "manager"),
        ("conversionActionId", "customers/1/conversionActions/2"),
        ("conversionActionId", ""),
        ("keyFile", "not json"),
        ("keyFile", "[]"),
        ("keyFile", "{}"),
        ("keyFile", OTHER_TYPE),
        ("keyFile", OTHER_KEY),
        ("keyFile", ELSEWHERE),
        ("keyFile", None),
    ],
)
async def test_what_cannot_work_is_refused_by_its_field(
    owner_client: httpx.AsyncClient, field: str, value: str | None
) -> None:
    answer = await owner_client.put(f"{PAGE}/sender", json={**SENDER, field: value}, headers=ORIGIN)
    assert answer.status_code == 422
    assert [entry["field"] for entry in answer.json()["fields"]] == [field]
    assert (await owner_client.get(PAGE)).json()["sending"] is None


async def test_the_key_is_sealed_and_never_shown_and_stays_when_left_out(
    owner_client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    answer = await owner_client.put(f"{PAGE}/sender", json={**SENDER, "loginAccountId": ""}, headers=ORIGIN)
    assert answer.status_code == 204
    shown = (await owner_client.get(PAGE)).text
    assert "PRIVATE" not in shown
    sending = json.loads(shown)["sending"]
    assert (sending["accountId"], sending["loginAccountId"], sending["clientEmail"]) == (
        ACCOUNT,
        None,
        CLIENT_EMAIL,
    )
    [(sealed,)] = query_admin_sql("select sealed_key from conversion_senders")
    assert b"PRIVATE" not in bytes(sealed)
    assert "PRIVATE" not in str(query_admin_sql("select * from audit_log"))

    without = {"accountId": "111-111-1111", "conversionActionId": "5"}
    assert (await owner_client.put(f"{PAGE}/sender", json=without, headers=ORIGIN)).status_code == 204
    assert query_admin_sql("select account_id, conversion_action_id from conversion_senders") == [
        ("1111111111", "5")
    ]
    assert query_admin_sql("select sealed_key from conversion_senders") == [(sealed,)]
    assert (await owner_client.delete(f"{PAGE}/sender", headers=ORIGIN)).status_code == 204
    assert query_admin_sql("select 1 from conversion_senders") == []


async def test_only_the_owner_sets_it_and_from_this_site(
    client_of: ClientFactory,
    sign_in: SignIn,
    settings: Settings,
    client: httpx.AsyncClient,
    owner_client: httpx.AsyncClient,
    georgia: Tenant,
    query_admin_sql: AdminSql,
) -> None:
    email = "manager-of-senders@abano.localhost"
    await add_admin(
        settings, tenant_slug=georgia.slug, email=email, role="manager", name="", password=PASSWORD
    )
    manager = client_of("localhost")
    await sign_in(manager, email, PASSWORD)
    for caller, status in ((manager, 403), (client, 401)):
        assert (await caller.put(f"{PAGE}/sender", json=SENDER, headers=ORIGIN)).status_code == status
        assert (await caller.delete(f"{PAGE}/sender", headers=ORIGIN)).status_code == status
    elsewhere = {"Origin": "https://evil.example"}
    assert (await owner_client.put(f"{PAGE}/sender", json=SENDER, headers=elsewhere)).status_code == 403
    assert query_admin_sql("select 1 from conversion_senders") == []
