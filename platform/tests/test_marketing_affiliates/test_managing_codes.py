"""Promo codes as owners and managers make and change them, and what bookings make of it."""

import asyncio
import re
from datetime import UTC, datetime
from typing import Any
from uuid import UUID, uuid4

import httpx
import pytest
from affiliate_steps import FORM, add_affiliate
from console_people import signed_in_person
from product_fixtures import AdminSql, ClientFactory, SignIn

from abano.core.clock import FixedClock
from abano.db.engine import Database
from abano.tenancy.directory.tenant import Tenant

pytestmark = pytest.mark.anyio
URL = "/api/admin/promo-codes"


@pytest.fixture
def affiliate(query_admin_sql: AdminSql) -> UUID:
    return add_affiliate(query_admin_sql, uuid4().hex[:10].upper())


async def add(owner: httpx.AsyncClient, **body: Any) -> str:
    answer = await owner.post(URL, json=body)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["code"])


async def listed(owner: httpx.AsyncClient, code: str) -> dict[str, Any]:
    [found] = [one for one in (await owner.get(URL)).json()["codes"] if one["code"] == code]
    return dict(found)


async def is_valid(client: httpx.AsyncClient, code: str) -> bool:
    return bool((await client.post("/api/promo-codes/validate", json={"promoCode": code})).json()["valid"])


async def test_new_code_works_in_any_case_with_its_own_rates(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient, affiliate: UUID, query_admin_sql: AdminSql
) -> None:
    name = f"Spring.{uuid4().hex[:12]}"
    code = await add(
        owner_client, code=f" {name} ", affiliateId=str(affiliate), discountPercent=12, commissionPercent=12.5
    )
    assert code == name.upper()
    checked = await client.post("/api/promo-codes/validate", json={"promoCode": name.lower()})
    assert checked.json()["discount"] == {"percentage": 12}
    booked = await client.post("/api/bookings", json=FORM | {"promoCode": name.lower()})
    assert booked.json()["totalPrice"] == 338.8  # 385 less 12 %
    figures = (await owner_client.get(f"/api/admin/affiliates/{affiliate}")).json()["affiliate"]
    assert figures["totalEarnings"] == 42.35
    shown = await listed(owner_client, code)
    assert (shown["uses"], shown["state"], shown["affiliateId"]) == (1, "usable", str(affiliate))
    audited = query_admin_sql("select action, after from audit_log where subject_id = %s", code)
    assert audited[0][0] == "promo_code.created"
    assert audited[0][1]["commissionPercent"] == 12.5
    only = (await owner_client.get(URL, params={"affiliateId": str(affiliate)})).json()
    assert {one["affiliateId"] for one in only["codes"]} == {str(affiliate)}
    assert (only["discountPercent"], only["commissionPercent"]) == (10, 20)


async def test_code_without_a_name_is_readable_and_not_guessable(owner_client: httpx.AsyncClient) -> None:
    codes = [await add(owner_client) for _ in range(3)]
    assert len(set(codes)) == 3
    assert all(re.fullmatch(r"ABANOGEORGIA-[0-9A-Z]{5}", code) for code in codes)


async def test_uses_are_limited_however_many_book_at_once_and_a_cancelled_one_is_given_back(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient
) -> None:
    code = await add(owner_client, maximumUses=2)
    body = FORM | {"promoCode": code}
    answers = await asyncio.gather(*(client.post("/api/bookings", json=body) for _ in range(8)))
    assert sorted(answer.status_code for answer in answers) == [201] * 2 + [422] * 6
    assert (await listed(owner_client, code))["state"] == "used_up"
    booking = next(answer.json()["bookingId"] for answer in answers if answer.status_code == 201)
    change = {"fromStatus": "pending", "toStatus": "cancelled", "reason": "test"}
    cancelled = await owner_client.post(f"/api/admin/bookings/{booking}/status", json=change)
    assert cancelled.status_code == 200, cancelled.text
    assert ((await listed(owner_client, code))["uses"], await is_valid(client, code)) == (1, True)


async def test_days_are_those_of_the_company_both_included(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient, clock: FixedClock
) -> None:
    # The clocks in Tbilisi are four hours ahead.
    code = await add(owner_client, firstDay="2026-06-11", lastDay="2026-06-12")
    assert (await listed(owner_client, code))["state"] == "not_yet"
    for moment, valid in [
        (datetime(2026, 6, 10, 19, 59, 59, tzinfo=UTC), False),
        (datetime(2026, 6, 10, 20, 0, tzinfo=UTC), True),
        (datetime(2026, 6, 12, 19, 59, 59, tzinfo=UTC), True),
        (datetime(2026, 6, 12, 20, 0, tzinfo=UTC), False),
    ]:
        clock.move(seconds=(moment - clock.now()).total_seconds())
        assert await is_valid(client, code) is valid, moment


async def test_changed_terms_count_from_now_on_and_are_audited_once(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    code = await add(owner_client, discountPercent=50, lastDay="2026-12-31")
    terms = {"isActive": False, "lastDay": "2026-12-31", "maximumUses": 5}
    for _ in range(2):
        assert (await owner_client.put(f"{URL}/{code}", json=terms)).status_code == 200
    assert await is_valid(client, code) is False
    shown = await listed(owner_client, code)
    assert (shown["state"], shown["discountPercent"], shown["lastDay"]) == ("off", None, "2026-12-31")
    query = "select before, after from audit_log where subject_id = %s and action = 'promo_code.changed'"
    assert query_admin_sql(query, code) == [
        ({"active": True, "discountPercent": 50, "maximumUses": None},
         {"active": False, "discountPercent": None, "maximumUses": 5}),
    ]  # fmt: skip
    await owner_client.put(f"{URL}/{code}", json={})
    assert await is_valid(client, code)


async def test_moment_within_a_day_is_kept_while_the_day_is(
    owner_client: httpx.AsyncClient, query_admin_sql: AdminSql
) -> None:
    code = await add(owner_client)
    query_admin_sql("update promo_codes set expires_at = '2026-06-30 12:00Z' where code = %s", code)
    await owner_client.put(f"{URL}/{code}", json={"lastDay": "2026-06-30", "maximumUses": 3})
    query = "select expires_at = '2026-06-30 12:00Z', maximum_uses from promo_codes where code = %s"
    assert query_admin_sql(query, code) == [(True, 3)]


async def test_paused_affiliates_codes_say_so(owner_client: httpx.AsyncClient, affiliate: UUID) -> None:
    code = await add(owner_client, affiliateId=str(affiliate))
    await owner_client.post(f"/api/admin/affiliates/{affiliate}/paused")
    assert (await listed(owner_client, code))["state"] == "partner_paused"


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"code": "<b>"}, "code"),
        ({"code": "A"}, "code"),
        ({"code": "two words"}, "code"),
        ({"code": "X" * 41}, "code"),
        ({"affiliateId": str(uuid4())}, "affiliateId"),
        ({"discountPercent": 100.01}, "discountPercent"),
        ({"discountPercent": -1}, "discountPercent"),
        ({"commissionPercent": 12.345}, "commissionPercent"),
        ({"maximumUses": 0}, "maximumUses"),
        ({"firstDay": "2026-06-12", "lastDay": "2026-06-11"}, "lastDay"),
        ({"lastDay": "9999-12-31"}, "lastDay"),
    ],
)
async def test_bad_field_is_named(owner_client: httpx.AsyncClient, body: dict[str, Any], field: str) -> None:
    answer = await owner_client.post(URL, json=body)
    assert (answer.status_code, answer.json()["fields"][0]["field"]) == (422, field)


async def test_name_is_taken_once_in_each_company(
    owner_client: httpx.AsyncClient, db: Database, alps: Tenant, client_of: ClientFactory, sign_in: SignIn
) -> None:
    name = f"SAME-{uuid4().hex[:12]}"
    answers = await asyncio.gather(*(owner_client.post(URL, json={"code": name}) for _ in range(3)))
    assert sorted(answer.status_code for answer in answers) == [201, 409, 409]
    abroad = (await signed_in_person(db, alps, "owner", client_of, sign_in)).client
    assert (await abroad.put(f"{URL}/{name.upper()}", json={})).status_code == 404
    assert (await abroad.post(URL, json={"code": name})).status_code == 201
    # Nor can it be given to another company's affiliate.
    affiliate = (await owner_client.get("/api/admin/affiliates")).json()["affiliates"][0]["id"]
    refused = await abroad.post(URL, json={"affiliateId": affiliate})
    assert refused.json()["fields"][0]["field"] == "affiliateId"
