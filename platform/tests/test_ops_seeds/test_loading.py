"""Seeding adds what is missing and keeps what a company changed; a new company starts from a template as itself."""

import json
import re

import httpx
import pytest
from product_fixtures import AdminSql, ClientFactory

from abano.core.config import Settings
from abano.ops.seeds.demo import create_from_template, seed_demo
from abano.ops.seeds.loader import FOLDER

pytestmark = pytest.mark.anyio

# Of the other company, in English and German.
GEORGIAN = re.compile(r"\b(?:georgi|tbilisi|tiflis|armeni|batumi|kutaisi|[ck]au[ck]as|gel\b)", re.IGNORECASE)


async def test_seeding_again_keeps_changes_and_adds_what_is_missing(
    settings: Settings, query_admin_sql: AdminSql
) -> None:
    tables = (
        "cars",
        "car_rates",
        "locations",
        "handover_places",
        "delivery_fees",
        "driving_times",
        "site_documents",
        "promo_codes",
        "affiliates",
        "reviews",
    )
    before = {table: query_admin_sql(f"select count(*) from {table}") for table in tables}
    query_admin_sql(
        "update cars set name = 'Our Elantra', base_rate_minor = 4100 where slug = 'hyundai-elantra'"
    )
    query_admin_sql("update tenant_settings set minimum_days = 5 where currency = 'EUR'")
    query_admin_sql(
        "update site_documents set body = body || '{\"headline\": \"Ours\"}' where kind = 'landing'"
    )
    query_admin_sql("delete from services where code = 'skiRack'")
    await seed_demo(settings)
    await seed_demo(settings)
    assert {table: query_admin_sql(f"select count(*) from {table}") for table in tables} == before
    assert query_admin_sql("select name, base_rate_minor from cars where slug = 'hyundai-elantra'") == [
        ("Our Elantra", 4100)
    ]
    assert query_admin_sql("select minimum_days from tenant_settings where currency = 'EUR'") == [(5,)]
    assert query_admin_sql("select count(*) from services where code = 'skiRack'") == [(1,)]


async def test_new_company_has_a_site_with_its_own_name_at_once(
    settings: Settings, client_of: ClientFactory, query_admin_sql: AdminSql
) -> None:
    await create_from_template(
        settings, slug="kazbegi", name="Kazbegi Cars", domain="www.kazbegi.example", template="georgia"
    )
    client = client_of("www.kazbegi.example")
    site = (await client.get("/api/site")).json()["site"]
    assert site["tenant"]["name"] == "Kazbegi Cars"
    assert site["contacts"]["publicOrigin"] == "https://www.kazbegi.example"
    assert site["contacts"]["chatNumber"] is None
    assert len(site["cars"]) == 14
    terms = (await client.get("/api/site/documents/terms-of-service")).text
    assert "Kazbegi Cars" in terms
    assert "Abano Georgia" not in terms + json.dumps(site)
    # The demo company's affiliates and its mail box stay with it.
    answer = await client.post("/api/promo-codes/validate", json={"promoCode": "CAUCASUS10"})
    assert answer.json()["valid"] is False
    [contacts] = query_admin_sql(
        "select contacts->>'notificationEmail' from tenant_settings s join tenants t on t.id = s.tenant_id"
        " where t.slug = 'kazbegi'"
    )
    assert contacts == ("",)


async def test_booking_works_for_the_new_company(settings: Settings, client_of: ClientFactory) -> None:
    await create_from_template(
        settings, slug="davos", name="Davos Drive", domain="davos.example", template="alps"
    )
    client: httpx.AsyncClient = client_of("davos.example")
    body = {"carType": "VW Golf", "pickupLocation": "chur", "dropoffLocation": "chur", "days": 7}
    assert (await client.post("/api/quotes", json=body)).json()["totalPrice"] == (66 + 14) * 7


def test_the_second_company_sees_nothing_of_the_first() -> None:
    for file in (FOLDER / "alps").rglob("*.json"):
        assert GEORGIAN.findall(file.read_text(encoding="utf-8")) == [], file
