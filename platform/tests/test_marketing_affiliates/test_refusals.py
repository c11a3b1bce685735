"""A held commission is refused with a reason that the affiliate reads, and a refusal is taken back."""

import asyncio
from typing import Any

import httpx
import pytest
from affiliate_steps import book, figures, pay, set_rule, set_status
from product_fixtures import AdminSql
from refusals import refused_fields

from abano.core.clock import FixedClock

pytestmark = pytest.mark.anyio
WHY = "The guest is your own employee."
WHO = {"name": "Far Roads", "paypalEmail": "pay@refusals.example.com", "password": "a long password"}


@pytest.fixture
async def affiliate(
    client: httpx.AsyncClient, query_admin_sql: AdminSql, request: pytest.FixtureRequest
) -> dict[str, Any]:
    """An account with a held commission and one that is payable."""
    set_rule(query_admin_sql, "booking")
    who = WHO | {"email": f"{abs(hash(request.node.name))}@refusals.example.com"}
    code = (await client.post("/api/referrers/register", json=who)).json()["referrer"]["promoCode"]
    query_admin_sql("update promo_codes set discount_basis_points = 0 where code = %s", code)
    token = (await client.post("/api/referrers/login", json=who)).json()["token"]
    held = await book(client, code, gclid="click")
    other = await book(client, code)
    [(affiliate_id,)] = query_admin_sql("select id from affiliates where email = %s", who["email"])
    own = {"authorization": f"Bearer {token}"}
    return {"id": affiliate_id, "own": own, "held": held, "other": other}


def refuse(client: httpx.AsyncClient, booking: object, reason: str = WHY) -> Any:
    return client.post(f"/api/admin/commissions/{booking}/refuse", json={"reason": reason})


async def seen(client: httpx.AsyncClient, affiliate: dict[str, Any]) -> dict[str, Any]:
    """The affiliate's own view: totals, and the held booking."""
    data = (await client.get("/api/referrers/dashboard", headers=affiliate["own"])).json()["data"]
    [held] = [one for one in data["bookings"] if one["bookingId"] == str(affiliate["held"])]
    return {**data["totals"], **held}


async def test_refused_is_owed_no_longer_and_the_affiliate_reads_why(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient, query_admin_sql: AdminSql,
    clock: FixedClock, affiliate: dict[str, Any],
) -> None:  # fmt: skip
    held, affiliate_id = affiliate["held"], affiliate["id"]
    clock.move(seconds=1)
    empty = await refuse(owner_client, held, "  ")
    assert (empty.status_code, refused_fields(empty)) == (
        422,
        [{"field": "reason", "message": "Please enter a reason for refusing the commission"}],
    )
    assert (await refuse(owner_client, held, "x" * 501)).status_code == 422
    assert (await refuse(owner_client, affiliate["other"])).status_code == 409
    answers = await asyncio.gather(*(refuse(owner_client, held) for _ in range(6)))
    assert sorted(answer.status_code for answer in answers) == [200] + [409] * 5
    assert await figures(owner_client, affiliate_id) == {
        "earnings": 77, "paid": 0, "owed": 77, "held": 0, "pending": 0, "payable": 77,
    }  # fmt: skip
    shown = await seen(client, affiliate)
    assert (shown["commissionStatus"], shown["refusalReason"]) == ("refused", WHY)
    assert (shown["totalCommissionOwed"], shown["totalCommissionInReview"], shown["totalBookings"]) == (
        77,
        0,
        2,
    )
    detail = (await owner_client.get(f"/api/admin/affiliates/{affiliate_id}")).json()
    assert detail["heldCommissions"] == []
    assert detail["affiliate"]["bookingsCount"] == 2
    assert (await owner_client.post(f"/api/admin/commissions/{held}/release")).status_code == 409
    lines = (await owner_client.get(f"/api/admin/affiliates/{affiliate_id}/statement")).json()["lines"]
    assert [(line["kind"], line["change"]) for line in lines][-1] == ("refused", -77)
    noted = query_admin_sql(
        "select after from audit_log where action = 'commission.refused' and subject_id = %s", str(held)
    )
    assert noted == [({"refused": True, "reason": "redacted"},)]
    assert (await pay(owner_client, affiliate_id)).json()["totalAmount"] == 77


async def test_refusal_taken_back_is_held_again_and_can_be_released_and_paid(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient, affiliate: dict[str, Any]
) -> None:
    held, affiliate_id = affiliate["held"], affiliate["id"]
    restore = f"/api/admin/commissions/{held}/restore"
    assert (await owner_client.post(restore)).status_code == 409
    assert (await refuse(owner_client, held)).status_code == 200
    answers = await asyncio.gather(*(owner_client.post(restore) for _ in range(6)))
    assert sorted(answer.status_code for answer in answers) == [200] + [409] * 5
    shown = await seen(client, affiliate)
    assert (shown["commissionStatus"], shown["refusalReason"]) == ("held", None)
    assert (await figures(owner_client, affiliate_id))["held"] == 77
    assert (await owner_client.post(f"/api/admin/commissions/{held}/release")).status_code == 200
    assert (await pay(owner_client, affiliate_id)).json()["totalAmount"] == 154
    assert (await refuse(owner_client, held)).status_code == 409


async def test_booking_cancelled_after_the_refusal_is_voided_once(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient, query_admin_sql: AdminSql,
    affiliate: dict[str, Any],
) -> None:  # fmt: skip
    held = affiliate["held"]
    assert (await refuse(owner_client, held)).status_code == 200
    set_status(query_admin_sql, "cancelled", held)
    assert (await figures(owner_client, affiliate["id"]))["earnings"] == 77
    assert (await seen(client, affiliate))["commissionStatus"] == "cancelled"
    answer = await owner_client.post(f"/api/admin/commissions/{held}/restore")
    assert (answer.status_code, answer.json()["error"]) == (409, "NotRefused")


async def test_refusal_and_cancellation_at_once_void_once(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient, query_admin_sql: AdminSql,
    affiliate: dict[str, Any],
) -> None:  # fmt: skip
    held = affiliate["held"]
    refused, _ = await asyncio.gather(
        refuse(owner_client, held), asyncio.to_thread(set_status, query_admin_sql, "cancelled", held)
    )
    assert refused.status_code in {200, 409}
    after = await figures(owner_client, affiliate["id"])
    assert (after["earnings"], after["owed"], after["held"]) == (77, 77, 0)
