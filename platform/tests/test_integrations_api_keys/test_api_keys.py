"""API keys in the console: shown once, rotated with overlap, revoked, limited in number and lifetime."""

from datetime import datetime, timedelta
from uuid import uuid4

import httpx
import pytest
from api_key_steps import API_KEY, KEYS, create_key
from product_fixtures import NOW, AdminSql

from abano.core.errors import SignInRequired
from abano.core.ids import token_hash
from abano.db.engine import Database
from abano.integrations.api_keys.rules import CHECKSUM_LENGTH, MAX_KEYS, allows, is_well_formed, new_api_token
from abano.integrations.api_keys.service import find_key
from abano.tenancy.directory.tenant import Tenant

pytestmark = pytest.mark.anyio


@pytest.fixture(autouse=True)
def clean(query_admin_sql: AdminSql) -> None:
    for table in ("audit_log", "api_keys", "api_key_settings"):
        query_admin_sql(f"delete from {table}")


async def test_a_key_is_shown_once_and_stored_as_hash(
    owner_client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    answer = await owner_client.post(KEYS, json=API_KEY)
    assert answer.status_code == 201, answer.text
    token = answer.json()["token"]
    assert token.startswith("abano_")
    assert is_well_formed(token)
    listed = (await owner_client.get(KEYS)).json()
    [key] = listed["keys"]
    assert token not in str(listed)
    assert (key["name"], key["end"], key["state"]) == ("Website", token[-4:], "active")
    assert key["scopes"] == ["bookings:write", "vehicles:read"]
    assert datetime.fromisoformat(key["expiresAt"]) == NOW + timedelta(days=365)
    assert query_admin_sql("select token_hash from api_keys") == [(token_hash(token),)]
    stored = query_admin_sql("select row_to_json(k)::text from api_keys k")[0][0]
    assert token not in stored


def test_a_checksum_tells_a_key_that_was_copied_wrong() -> None:
    token = new_api_token()
    swapped = token[:10] + ("a" if token[10] != "a" else "b") + token[11:]
    assert is_well_formed(token)
    for wrong in (
        swapped,
        token[:-1],
        token + "0",
        token.upper(),
        token[:-CHECKSUM_LENGTH] + "000000",
        "",
        "ä" * 44,
    ):
        assert not is_well_formed(wrong), wrong


def test_writing_includes_reading_the_same_resource() -> None:
    assert allows(["bookings:write"], "bookings:read")
    assert not allows(["bookings:read"], "bookings:write")
    assert not allows(["bookings:write"], "vehicles:read")


async def test_changes_are_in_the_audit_log_with_the_name_of_the_key(owner_client: httpx.AsyncClient) -> None:
    created = (await owner_client.post(KEYS, json=API_KEY)).json()
    key = f"{KEYS}/{created['keyId']}"
    rotated = (await owner_client.post(f"{key}/rotate")).json()
    assert (await owner_client.delete(key)).status_code == 204
    assert (await owner_client.delete(key)).status_code == 204
    answer = await owner_client.get("/api/admin/audit-log?action=api_key.")
    entries = answer.json()["entries"]
    assert [each["action"] for each in reversed(entries)] == [
        "api_key.created", "api_key.rotated", "api_key.revoked",
    ]  # fmt: skip
    assert {each["subjectName"] for each in entries} == {"Website"}
    assert created["token"] not in answer.text
    assert rotated["token"] not in answer.text


async def test_a_rotated_key_works_beside_the_new_one_for_a_day(
    owner_client: httpx.AsyncClient, db: Database, georgia: Tenant
) -> None:
    created = (await owner_client.post(KEYS, json=API_KEY)).json()
    rotated = (await owner_client.post(f"{KEYS}/{created['keyId']}/rotate")).json()
    old, new = created["token"], rotated["token"]
    assert old != new
    for token in (old, new):
        assert (await find_key(db, georgia.id, token, None, NOW)).key.name == "Website"
    later = NOW + timedelta(hours=24)
    assert (await find_key(db, georgia.id, new, None, later)).key.name == "Website"
    with pytest.raises(SignInRequired):
        await find_key(db, georgia.id, old, None, later)
    # At once, and both.
    again = (await owner_client.post(f"{KEYS}/{created['keyId']}/rotate")).json()
    await owner_client.delete(f"{KEYS}/{created['keyId']}")
    for token in (new, again["token"]):
        with pytest.raises(SignInRequired) as refusal:
            await find_key(db, georgia.id, token, None, NOW)
        assert refusal.value.sentence.code == "revoked_api_key"
    assert (await owner_client.post(f"{KEYS}/{created['keyId']}/rotate")).status_code == 409


async def test_a_key_expires_and_is_of_one_company(
    owner_client: httpx.AsyncClient, db: Database, georgia: Tenant, alps: Tenant
) -> None:
    token = await create_key(owner_client, expiresInDays=30)
    last_day = NOW + timedelta(days=29)
    assert (await find_key(db, georgia.id, token, None, last_day)).key.expires_at > last_day
    for tenant, now, code in (
        (georgia, NOW + timedelta(days=30), "expired_api_key"),
        (alps, NOW, "unknown_api_key"),
    ):
        with pytest.raises(SignInRequired) as refusal:
            await find_key(db, tenant.id, token, None, now)
        assert refusal.value.sentence.code == code
        assert refusal.value.fields[0].field == "Authorization"


async def test_the_last_use_is_written_at_most_once_a_minute(
    owner_client: httpx.AsyncClient, db: Database, georgia: Tenant
) -> None:
    token = await create_key(owner_client)

    async def last_use() -> tuple[str, str]:
        [key] = (await owner_client.get(KEYS)).json()["keys"]
        return key["lastUsedAt"], key["lastUsedIp"]

    await find_key(db, georgia.id, token, "192.0.2.1", NOW)
    await find_key(db, georgia.id, token, "192.0.2.2", NOW + timedelta(seconds=59))
    first = await last_use()
    assert first[1] == "192.0.2.1"
    await find_key(db, georgia.id, token, "192.0.2.3", NOW + timedelta(seconds=60))
    assert (await last_use())[1] == "192.0.2.3"


async def test_the_company_limits_lifetimes(owner_client: httpx.AsyncClient) -> None:
    await create_key(owner_client)
    answer = await owner_client.put(f"{KEYS}/settings", json={"maxDays": 90})
    assert answer.json()["maxDays"] == 90
    [key] = answer.json()["keys"]
    assert datetime.fromisoformat(key["expiresAt"]) == NOW + timedelta(days=90)
    refused = await owner_client.post(KEYS, json=API_KEY | {"expiresInDays": 91})
    assert refused.status_code == 422
    assert refused.json()["fields"][0]["field"] == "expiresInDays"
    assert (await owner_client.post(KEYS, json=API_KEY | {"expiresInDays": 90})).status_code == 201


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"scopes": ["bookings:delete"]}, "scopes.0"),
        ({"scopes": []}, "scopes"),
        ({"name": " "}, "name"),
        ({"name": "n" * 81}, "name"),
        ({"expiresInDays": 0}, "expiresInDays"),
        ({"expiresInDays": 3651}, "expiresInDays"),
        ({"requestsPerMinute": 3001}, "requestsPerMinute"),
    ],
)
async def test_bad_input_names_the_field(
    owner_client: httpx.AsyncClient, change: dict[str, object], field: str
) -> None:
    answer = await owner_client.post(KEYS, json=API_KEY | change)
    assert answer.status_code == 422
    assert [each["field"] for each in answer.json()["fields"]] == [field]


async def test_unknown_keys_are_not_found(owner_client: httpx.AsyncClient) -> None:
    assert (await owner_client.delete(f"{KEYS}/{uuid4()}")).status_code == 404
    assert (await owner_client.post(f"{KEYS}/{uuid4()}/rotate")).status_code == 404


async def test_active_keys_are_limited(owner_client: httpx.AsyncClient, query_admin_sql: AdminSql) -> None:
    await create_key(owner_client)
    query_admin_sql(
        "insert into api_keys select tenant_id, gen_random_uuid(), name, decode(md5(n::text), 'hex'), token_end,"
        " null, null, scopes, requests_per_minute, channel_id, created_by, created_at, expires_at, null, null, null"
        " from api_keys, generate_series(2, %s) n",
        MAX_KEYS,
    )
    assert (await owner_client.post(KEYS, json=API_KEY)).status_code == 409
