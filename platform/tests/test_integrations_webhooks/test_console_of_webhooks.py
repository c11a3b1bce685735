"""Webhook endpoints in the console: one company's alone, secrets shown once, resending and replaying."""

from typing import Any
from uuid import uuid4

import httpx
import pytest
from console_people import signed_in_person
from product_fixtures import NOW, AdminSql, ClientFactory, SignIn
from refusals import refused_fields
from webhook_steps import REPLAY, WEBHOOK, add_webhook

from abano.core.config import Settings
from abano.db.engine import Database
from abano.integrations.webhooks.delivery import secret_sealer
from abano.tenancy.directory.tenant import Tenant

pytestmark = pytest.mark.anyio
WEBHOOKS = "/api/admin/webhooks"


@pytest.fixture(autouse=True)
def _no_webhooks(query_admin_sql: AdminSql) -> None:
    query_admin_sql("delete from webhook_endpoints")


async def added(console: httpx.AsyncClient, **changes: Any) -> dict[str, Any]:
    answer = await console.post(WEBHOOKS, json=WEBHOOK | changes)
    assert answer.status_code == 201, answer.text
    assert answer.headers["cache-control"] == "no-store"
    return dict(answer.json())


async def test_an_endpoint_is_added_changed_and_deleted_and_its_secret_is_shown_once(
    owner_client: httpx.AsyncClient, query_admin_sql: AdminSql, georgia: Tenant, settings: Settings
) -> None:
    made = await added(owner_client, description=" CRM ")
    webhook_id, secret = made["webhook"]["id"], made["secret"]
    assert secret.startswith("whsec_")
    listed = await owner_client.get(WEBHOOKS)
    assert secret not in listed.text
    assert [(each["url"], each["description"]) for each in listed.json()["webhooks"]] == [
        (WEBHOOK["url"], "CRM")
    ]
    [(sealed,)] = query_admin_sql("select sealed_secret from webhook_endpoints")
    assert secret.encode() not in bytes(sealed)
    bound = f"{georgia.id} {webhook_id}"
    assert secret_sealer(settings).unseal(bytes(sealed), bound) == secret

    path = f"{WEBHOOKS}/{webhook_id}"
    changed = await owner_client.put(path, json=WEBHOOK | {"events": ["invoice.issued"], "isEnabled": False})
    assert changed.json()["events"] == ["invoice.issued"]
    assert not changed.json()["isEnabled"]
    rotated = await owner_client.post(f"{path}/secret")
    assert rotated.json()["secret"] != secret
    assert rotated.json()["webhook"]["previousSecretUntil"] is not None
    assert (await owner_client.delete(path)).status_code == 204
    assert (await owner_client.get(WEBHOOKS)).json()["webhooks"] == []
    # Neither secret is anywhere in the audit log.
    log = query_admin_sql("select string_agg(a::text, '') from audit_log a")[0][0]
    assert secret not in log
    assert rotated.json()["secret"] not in log


@pytest.mark.parametrize(
    "url",
    [
        "ftp://example.com/",
        "https://user:pass@example.com/",  # pragma: allowlist secret
        "https://user@example.com/",
        "https://example.com:22/",
        "https://example.com:0/",
        "https://example.com:99999/",
        "https://example.com/#part",
        "https://localhost/",
        "https://db.internal/",
        "https://127.0.0.1/",
        "https://127.1/",
        "https://2130706433/",
        "https://0x7f000001/",
        "https://10.0.0.1/",
        "https://169.254.169.254/latest/meta-data",
        "https://[::1]/",
        "https://[::ffff:10.0.0.1]/",
        "https://[64:ff9b::a00:1]/",
        "https://[fd00::1]/",
        "https:///path",
        "not a url",
    ],
)
async def test_a_url_that_may_not_be_called_is_refused_by_its_field(
    url: str, owner_client: httpx.AsyncClient
) -> None:
    answer = await owner_client.post(WEBHOOKS, json=WEBHOOK | {"url": url})
    assert answer.status_code == 422, url
    assert [each["field"] for each in refused_fields(answer)] == ["url"]


async def test_unknown_events_and_long_texts_are_refused_by_their_field(
    owner_client: httpx.AsyncClient,
) -> None:
    for changes, field in (
        ({"events": ["booking.exploded"]}, "events"),
        ({"events": []}, "events"),
        ({"description": "x" * 201}, "description"),
        # One character that is eighteen letters when normalised.
        ({"description": "\ufdfa" * 12}, "description"),
        ({"url": "https://example.com/" + "x" * 500}, "url"),
    ):
        answer = await owner_client.post(WEBHOOKS, json=WEBHOOK | changes)
        assert answer.status_code == 422
        assert refused_fields(answer)[0]["field"].startswith(field)


async def test_a_company_has_at_most_fifty(owner_client: httpx.AsyncClient) -> None:
    for _ in range(50):
        await added(owner_client)
    answer = await owner_client.post(WEBHOOKS, json=WEBHOOK)
    assert (answer.status_code, answer.json()["code"]) == (409, "TooManyWebhooks")


CALLS = [
    ("GET", "", None),
    ("POST", "", WEBHOOK),
    ("PUT", "/{webhook_id}", WEBHOOK),
    ("DELETE", "/{webhook_id}", None),
    ("POST", "/{webhook_id}/secret", None),
    ("POST", "/{webhook_id}/test", None),
    ("GET", "/{webhook_id}/deliveries", None),
    ("POST", "/{webhook_id}/deliveries/{delivery_id}/resend", None),
    ("POST", "/{webhook_id}/replay", REPLAY),
]


async def test_another_company_reaches_nothing_and_a_visitor_nothing_at_all(
    db: Database,
    alps: Tenant,
    georgia: Tenant,
    client: httpx.AsyncClient,
    client_of: ClientFactory,
    sign_in: SignIn,
    query_admin_sql: AdminSql,
) -> None:
    ids = add_webhook(query_admin_sql, georgia)
    stranger = (await signed_in_person(db, alps, "owner", client_of, sign_in)).client
    manager = (await signed_in_person(db, georgia, "manager", client_of, sign_in)).client
    before = query_admin_sql("select e::text, d::text from webhook_endpoints e, webhook_deliveries d")
    for method, path, body in CALLS:
        url = WEBHOOKS + path.format_map(ids)
        assert (await client.request(method, url, json=body)).status_code == 401
        assert (await manager.request(method, url, json=body)).status_code == 403
        if path:
            assert (await stranger.request(method, url, json=body)).status_code == 404
    assert (await stranger.get(WEBHOOKS)).json()["webhooks"] == []
    assert query_admin_sql("select e::text, d::text from webhook_endpoints e, webhook_deliveries d") == before


async def test_deliveries_are_listed_resent_and_replayed(
    owner_client: httpx.AsyncClient, georgia: Tenant, query_admin_sql: AdminSql
) -> None:
    ids = add_webhook(query_admin_sql, georgia)
    path = f"{WEBHOOKS}/{ids['webhook_id']}"
    [listed] = (await owner_client.get(f"{path}/deliveries")).json()["deliveries"]
    assert (listed["state"], listed["nextAttemptAt"], listed["attempts"]) == ("failed", None, [])
    assert set(listed["request"]) == {"id", "type", "timestamp", "data"}
    assert listed["request"]["data"]["url"].endswith("/api/v1/bookings/" + listed["request"]["data"]["id"])
    assert (await owner_client.get(f"{path}/deliveries?state=delivered")).json()["deliveries"] == []
    assert (await owner_client.get(f"{path}/deliveries?cursor=x")).status_code == 422

    resent = await owner_client.post(f"{path}/deliveries/{ids['delivery_id']}/resend")
    assert resent.status_code == 202
    [again] = (await owner_client.get(f"{path}/deliveries?state=pending")).json()["deliveries"]
    assert again["request"]["id"] == listed["request"]["id"]
    assert (await owner_client.post(f"{path}/deliveries/{uuid4()}/resend")).status_code == 404

    query_admin_sql("update webhook_deliveries set delivered_at = %s", NOW)
    assert (await owner_client.post(f"{path}/replay", json=REPLAY)).json()["count"] == 0  # none failed
    everything = REPLAY | {"onlyFailed": False}
    assert (await owner_client.post(f"{path}/replay", json=everything)).json()["count"] == 1
    # What is still pending is not sent twice.
    assert (await owner_client.post(f"{path}/replay", json=everything)).json()["count"] == 0
    backwards = await owner_client.post(f"{path}/replay", json=REPLAY | {"until": REPLAY["since"]})
    assert [each["field"] for each in refused_fields(backwards)] == ["until"]


async def test_nothing_is_sent_to_a_disabled_endpoint(
    owner_client: httpx.AsyncClient, georgia: Tenant, query_admin_sql: AdminSql
) -> None:
    ids = add_webhook(query_admin_sql, georgia)
    path = f"{WEBHOOKS}/{ids['webhook_id']}"
    query_admin_sql("update webhook_deliveries set dead_at = null")
    await owner_client.put(path, json=WEBHOOK | {"isEnabled": False})
    assert query_admin_sql("select dead_at is not null from webhook_deliveries") == [(True,)]
    for call in ("test", "replay", f"deliveries/{ids['delivery_id']}/resend"):
        answer = await owner_client.post(f"{path}/{call}", json=REPLAY)
        assert (answer.status_code, answer.json()["code"]) == (409, "WebhookIsDisabled")
