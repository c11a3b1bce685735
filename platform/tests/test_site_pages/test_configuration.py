"""The site configuration and the texts as the pages get them."""

import time

import httpx
import pytest
from product_fixtures import AdminSql

from abano.core.ttl_cache import SETTINGS_SECONDS
from abano.tenancy.directory.tenant import Tenant

pytestmark = pytest.mark.anyio


async def test_configuration_is_the_companys_own(
    client: httpx.AsyncClient, alps_client: httpx.AsyncClient
) -> None:
    georgia = (await client.get("/api/site")).json()["site"]
    alps = (await alps_client.get("/api/site")).json()["site"]
    assert [car["name"] for car in georgia["cars"] if car["inFleet"]] == [
        "Hyundai Elantra",
        "Subaru Forester",
        "Chevrolet Suburban",
        "Toyota FJ Cruiser",
        "Toyota 4Runner",
    ]
    assert len(georgia["cars"]) == 14
    assert [car["name"] for car in georgia["cars"] if car["inSearch"]] == [
        "Hyundai Elantra",
        "Subaru Forester",
        "Toyota FJ Cruiser",
    ]
    assert all(len(car["images"]) >= 4 for car in georgia["cars"] if car["inFleet"])
    assert georgia["tenant"]["currency"] == "EUR"
    assert georgia["rental"]["punctuality"] == {"minutes": 20, "fee": 50, "hourPercent": 0}
    assert len(georgia["reviews"]) == 9
    assert {review["language"] for review in georgia["reviews"]} == {"en"}
    assert all(car["rating"] for car in georgia["cars"] if car["inFleet"])
    assert len(georgia["landing"]["team"]) == 6
    # What the company says of reviews elsewhere goes before the average of those that are published here.
    assert georgia["rating"] == {"value": 4.9, "count": 387, "source": "reviews by our guests", "url": ""}
    assert alps["rating"] == {"value": 4.8, "count": 8, "source": "reviews", "url": ""}
    assert len(georgia["deliveryFees"]) == 9
    assert (alps["tenant"]["currency"], alps["tenant"]["timezone"]) == ("CHF", "Europe/Zurich")
    assert alps["documents"] == ["guide.julier-in-winter", "privacy-policy", "terms-of-service"]
    assert "Tbilisi" not in str(alps)


async def test_secrets_and_inner_addresses_stay_inside(
    client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    query_admin_sql(
        "update tenant_settings set integrations = integrations || "
        '\'{"recaptchaSecret": "s3cret", "recaptchaSiteKey": "site-key", "chatWebhookUrl": "http://hook"}\''
        " where currency = 'EUR'"
    )
    answer = await client.get("/api/site")
    assert answer.json()["site"]["botCheck"] == {"configured": True, "siteKey": "site-key"}
    for secret in ("s3cret", "http://hook", "bookings@abano.example"):
        assert secret not in answer.text


async def test_configuration_has_a_tag(client: httpx.AsyncClient) -> None:
    first = await client.get("/api/site")
    again = await client.get("/api/site", headers={"If-None-Match": first.headers["etag"]})
    assert again.status_code == 304


async def test_change_is_felt_within_seconds(
    client: httpx.AsyncClient, query_admin_sql: AdminSql, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = await client.get("/api/site")
    query_admin_sql("update cars set base_rate_minor = 4150 where slug = 'hyundai-elantra'")
    monkeypatch.setattr("abano.core.ttl_cache.now", lambda: time.monotonic() + SETTINGS_SECONDS)
    after = await client.get("/api/site")
    assert after.json()["site"]["cars"][0]["baseRate"] == 41.5
    assert before.headers["etag"] != after.headers["etag"]


async def test_the_seller_is_the_company_and_named_once_it_is_set(
    client: httpx.AsyncClient, alps_client: httpx.AsyncClient, query_admin_sql: AdminSql, alps: Tenant,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    query_admin_sql("delete from seller_settings")
    assert (await alps_client.get("/api/site")).json()["site"]["seller"] is None
    query_admin_sql(
        "insert into seller_settings (tenant_id, legal_name, registration_number, bank_account, updated_at)"
        " values (%s, 'Alpenrad GmbH', 'CHE-123.456.789', 'CH93 0076 2011 6238 5295 7', now())",
        alps.id,
    )  # fmt: skip
    monkeypatch.setattr("abano.core.ttl_cache.now", lambda: time.monotonic() + SETTINGS_SECONDS)
    assert (await alps_client.get("/api/site")).json()["site"]["seller"] == {
        "legalName": "Alpenrad GmbH",
        "registrationNumber": "CHE-123.456.789",
        "taxId": "",
    }
    assert (await client.get("/api/site")).json()["site"]["seller"] is None


@pytest.mark.parametrize(
    ("kind", "fact"),
    [
        ("terms-of-service", "$50,000"),
        ("terms-of-service", "about 95 EUR"),
        ("terms-of-service", "at least 21 years"),
        ("privacy-policy", "January 7, 2025"),
        ("vashlovani-national-park-guide", "5 GEL per person plus 5 GEL per vehicle"),
    ],
)
async def test_texts_hold_the_facts(client: httpx.AsyncClient, kind: str, fact: str) -> None:
    answer = await client.get(f"/api/site/documents/{kind}")
    assert answer.status_code == 200
    assert fact in answer.text


@pytest.mark.parametrize("kind", ["landing", "seo", "nothing"])
async def test_inner_and_unknown_texts_are_not_public(client: httpx.AsyncClient, kind: str) -> None:
    assert (await client.get(f"/api/site/documents/{kind}")).status_code == 404
