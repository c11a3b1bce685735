"""Costs through the console: a report looked at, taken and taken again, typed amounts, and what came of them."""

import csv
import gzip
import io
import time
from collections.abc import AsyncIterator, Callable
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

import httpx
import pytest
from console_people import signed_in_person
from cost_steps import REPORT, TYPED, UPLOADED, encoded
from emptied_tables import empty_tables
from product_fixtures import NOW, AdminSql, ClientFactory, SignIn
from running_stack import WAIT_SECONDS

from abano.analytics.ad_costs.money import Costs
from abano.analytics.ad_costs.repository import CampaignCostRepository
from abano.analytics.ad_costs.rules import CostTotal
from abano.analytics.figures.schemas import CampaignMoneyResponse
from abano.core.clock import FixedClock
from abano.core.config import Settings
from abano.core.ids import new_id
from abano.db.engine import Database
from abano.main import create_app
from abano.tenancy.directory.tenant import Tenant

pytestmark = pytest.mark.anyio
URL = "/api/admin/campaign-costs"
PAGE = "/api/quiz/analytics/page"


@pytest.fixture(autouse=True)
def _no_costs(query_admin_sql: AdminSql) -> None:
    query_admin_sql("delete from campaign_costs")


async def upload(client: httpx.AsyncClient, report: str | bytes = REPORT, **more: Any) -> dict[str, Any]:
    body = UPLOADED | {"file": encoded(report), "onlyCheck": False} | more
    answer = await client.post(f"{URL}/uploads", json=body)
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


async def costs(client: httpx.AsyncClient) -> list[dict[str, Any]]:
    return list((await client.get(URL)).json()["costs"])


async def test_a_report_is_looked_at_before_it_is_taken(owner_client: httpx.AsyncClient) -> None:
    looked = await upload(owner_client, onlyCheck=True)
    assert (looked["uploadId"], looked["lines"], looked["sums"], looked["amount"]) == (None, 3, 1, 1343.26)
    assert await costs(owner_client) == []
    # A browser packs what it sends.
    taken = await upload(owner_client, gzip.compress(REPORT.encode("utf-16")))
    assert taken["campaigns"][0] == {
        "campaign": "Autumn-4x4", "lines": 2, "firstDay": "2026-09-01", "lastDay": "2026-09-02", "amount": 1333.26,
    }  # fmt: skip
    [stored] = await costs(owner_client)
    assert (stored["id"], stored["fileName"], stored["campaigns"], stored["lines"], stored["amount"]) == (
        taken["uploadId"], "September.csv", 2, 3, 1343.26,
    )  # fmt: skip


async def test_the_same_days_again_are_replaced_and_deleting_leaves_nothing(
    owner_client: httpx.AsyncClient,
) -> None:
    await upload(owner_client)
    corrected = REPORT.replace("98.70", "100.00").replace("Autumn-4x4", "AUTUMN-4X4")
    assert (await upload(owner_client, corrected))["replaced"] == 3
    [stored] = await costs(owner_client)
    assert stored["amount"] == 1344.56
    assert (await owner_client.delete(f"{URL}/{stored['id']}")).json()["costs"] == []
    assert (await owner_client.delete(f"{URL}/{stored['id']}")).status_code == 404


async def test_days_that_meet_others_in_part_are_refused(owner_client: httpx.AsyncClient) -> None:
    typed = await owner_client.post(URL, json=TYPED | {"campaign": "autumn-4x4", "lastDay": "2026-09-01"})
    assert typed.status_code == 201, typed.text
    report = await upload(owner_client)
    assert [(one["line"], one["code"]) for one in report["refused"]] == [(4, "cost_overlaps")]
    assert report["lines"] == 2
    again = await owner_client.post(URL, json=TYPED | {"campaign": "AUTUMN-4x4"})
    assert again.status_code == 422
    assert [field["field"] for field in again.json()["fields"]] == ["firstDay"]


async def test_another_currency_needs_a_rate_of_that_day(
    owner_client: httpx.AsyncClient, query_admin_sql: AdminSql, georgia: Tenant
) -> None:
    lari = REPORT.replace(",EUR,", ",GEL,")
    query_admin_sql(
        "insert into exchange_rates (tenant_id, id, base_currency, currency, rate, valid_from, created_at)"
        " values (%s, %s, 'EUR', 'GEL', 3.2, '2026-09-02T06:00:00Z', now())",
        georgia.id, new_id(),
    )  # fmt: skip
    query_admin_sql("delete from exchange_rates where currency = 'USD' or valid_from < '2026-09-02'")
    report = await upload(owner_client, lari)
    assert [(one["line"], one["code"]) for one in report["refused"]] == [(4, "cost_without_rate")]
    # 98.70 and 10.00 by 3.2, each to the nearest cent.
    assert report["amount"] == 30.84 + 3.13
    dollars = await owner_client.post(URL, json=TYPED | {"currency": "USD"})
    assert (dollars.status_code, dollars.json()["fields"][0]["field"]) == (422, "currency")


@pytest.mark.parametrize(
    ("body", "field"),
    [
        (TYPED | {"lastDay": "2026-03-31"}, "lastDay"),
        (TYPED | {"amount": 1.005}, "amount"),
        (TYPED | {"amount": -1}, "amount"),
        (TYPED | {"campaign": " "}, "campaign"),
        (TYPED | {"currency": "euro"}, "currency"),
    ],
)
async def test_what_cannot_be_a_cost_names_its_field(
    owner_client: httpx.AsyncClient, body: dict[str, Any], field: str
) -> None:
    answer = await owner_client.post(URL, json=body)
    assert (answer.status_code, [one["field"] for one in answer.json()["fields"]]) == (422, [field])


async def test_a_file_is_unpacked_to_five_megabytes_at_most(owner_client: httpx.AsyncClient) -> None:
    for packed in (
        gzip.compress(b"0" * 50_000_000),
        gzip.compress(REPORT.encode())[:-20],
        b"\x1f\x8bnothing",
    ):
        answer = await owner_client.post(f"{URL}/uploads", json=UPLOADED | {"file": encoded(packed)})
        assert (answer.status_code, answer.json()["fields"][0]["field"]) == (422, "file")


async def test_another_company_neither_sees_nor_deletes_them(
    owner_client: httpx.AsyncClient, db: Database, alps: Tenant, client_of: ClientFactory, sign_in: SignIn
) -> None:
    upload_id = (await upload(owner_client))["uploadId"]
    stranger = (await signed_in_person(db, alps, "owner", client_of, sign_in)).client
    assert await costs(stranger) == []
    assert (await stranger.delete(f"{URL}/{upload_id}")).status_code == 404
    assert len(await costs(owner_client)) == 1


@pytest.fixture
async def reporting(
    analytics_process: Any,
    analytics_settings: Callable[[str], Settings],
    clock: FixedClock,
    sign_in: SignIn,
    settings: Settings,
) -> AsyncIterator[httpx.AsyncClient]:
    """The owner's console with the real analytics service behind it."""
    app = create_app(analytics_settings(analytics_process.url), clock=clock)
    transport = httpx.ASGITransport(app=app, raise_app_exceptions=False, client=("192.0.2.10", 50000))
    async with (
        app.router.lifespan_context(app),
        httpx.AsyncClient(transport=transport, base_url="http://localhost") as client,
    ):
        await sign_in(client, settings.owner_email, settings.admin_password.get_secret_value())
        yield client


async def costs_are_drawn_over_time(reporting: httpx.AsyncClient, path: str) -> None:
    """600 of two campaigns and 1 of a third, all of one day, for five bookings that are not cancelled."""
    for unit, expected in (("hour", None), ("day", 601), ("week", 601), ("month", 601)):
        drawn = (await reporting.get(f"{path}&unit={unit}&costs=true")).json()
        buckets = drawn["figures"]["timeline"]["timeline"]
        assert {bucket.get("cost") for bucket in buckets} == {expected}, unit
        assert sum(bucket["bookings"] for bucket in buckets) == 5
        assert {bucket.get("costPerBooking") for bucket in buckets} == {expected and 120.2}, unit
    known = {"If-None-Match": drawn["tags"]["timeline"]}
    month = f"{path}&unit=month"
    assert (await reporting.get(f"{month}&costs=true", headers=known)).status_code == 304
    assert "cost" not in (await reporting.get(month)).text
    of_spring = (await reporting.get(f"{month}&costs=true&utmCampaign=contains:PRIN")).json()["figures"][
        "timeline"
    ]
    assert (of_spring["timeline"][0]["cost"], of_spring["timeline"][0]["costPerBooking"]) == (500, 100)
    of_others = f"{month}&costs=true&utmCampaign=no-visits"
    without = (await reporting.get(of_others)).json()["figures"]["timeline"]["timeline"][0]
    assert (without["cost"], without["bookings"], without["costPerBooking"]) == (100, 0, None)
    of_phones = (await reporting.get(f"{month}&costs=true&device=phone")).json()["figures"]["timeline"]
    assert of_phones["timeline"][0]["cost"] is None


async def the_chain_ends_with_what_was_kept(
    reporting: httpx.AsyncClient, figure: CampaignMoneyResponse, file: str
) -> None:
    """Six bookings of 400, one of them cancelled, for 600."""
    total = figure.chain.total
    assert total is not None
    assert (total.cost, total.clicks, total.visits, total.sessions) == (600, None, 0, 6)
    assert (total.bookings, total.bookings_value, total.kept_bookings, total.kept_value) == (6, 2400, 5, 2000)
    assert (total.cost_per_booking, total.cost_per_kept, total.kept_rate) == (100, 120, 83.3)
    [first, *_] = csv.DictReader(io.StringIO((await reporting.get(file)).text.lstrip("\ufeff")))
    assert (first["campaign"], first["keptBookings"], first["costPerKept"]) == ("Spring", "5.0", "100.0")


async def test_what_a_campaign_brought_for_what_it_cost(
    reporting: httpx.AsyncClient, georgia: Tenant, query_admin_sql: AdminSql
) -> None:
    empty_tables(query_admin_sql, "bookings", "quiz_sessions")
    for number in range(6):
        query_admin_sql(
            "insert into quiz_sessions (tenant_id, session_id, quiz_version, utm_source, utm_campaign, started_at,"
            " updated_at) values (%s, %s, 'v1', 'Google', 'Spring', %s, %s)",
            georgia.id, f"m{number}", NOW - timedelta(minutes=1), NOW,
        )  # fmt: skip
        query_admin_sql(
            "insert into bookings (tenant_id, id, reference, status, customer_name, customer_email, customer_phone,"
            " driver_age, group_size, car_name, pickup_location, dropoff_location, pickup_at, return_at,"
            " insurance_code, attributed_session_id, currency, days, daily_rate_minor, total_minor, price_lines,"
            " created_at, updated_at) values (%s, %s, %s, %s, 'N', 'n@e.com', '1', 30, 2, 'Forester', 'tbilisi',"
            " 'batumi', %s, %s, 'minimum', %s, 'EUR', 7, 5500, 40000, '[]', %s, %s)",
            georgia.id, new_id(), f"MONEY-{number}", "completed" if number else "cancelled", NOW,
            NOW + timedelta(days=7), f"m{number}", NOW, NOW,
        )  # fmt: skip
    day = NOW.date().isoformat()
    for campaign, amount in (("SPRING", 500), ("no-visits", 100)):
        typed = {"campaign": campaign, "firstDay": day, "lastDay": day, "amount": amount}
        assert (await reporting.post(URL, json=TYPED | typed)).status_code == 201
    query = f"from={day}&to={day}&credit=linear&windowDays=30"
    path = f"{PAGE}?{query}&figures=money"
    answer, deadline = await reporting.get(path), time.monotonic() + WAIT_SECONDS
    while answer.status_code != 200 or answer.json()["figures"]["money"]["totals"]["bookedValue"] != 2000:
        assert time.monotonic() < deadline, answer.text
        answer = await reporting.get(path)
    figure = CampaignMoneyResponse.model_validate(answer.json()["figures"]["money"])
    spring, no_one = figure.campaigns
    assert (spring.campaign, spring.cost, spring.cost_per_session, spring.cost_per_booking) == (
        "Spring", 500, 83.33, 100,
    )  # fmt: skip
    assert (spring.return_on_spend, spring.driven_value, spring.cancelled_value) == (4, 2000, 400)
    assert spring.return_low is not None
    assert spring.return_low < 4 < (spring.return_high or 0)
    assert (no_one.total_sessions, no_one.return_on_spend, no_one.evidence) == (0, 0, "too_few")
    assert figure.advertised is not None
    assert (figure.advertised.cost, figure.advertised.return_on_spend) == (600, 3.33)
    assert (figure.window_days, figure.credit, figure.has_costs) == (30, "linear", True)
    tag = answer.json()["tags"]["money"]
    assert (await reporting.get(path, headers={"If-None-Match": tag})).status_code == 304
    page = f"{PAGE}?{query}&figures=overview,money"
    paged = await reporting.get(page)
    assert paged.json()["figures"]["money"]["campaigns"] == answer.json()["figures"]["money"]["campaigns"]
    tags = paged.json()["tags"]
    assert tags["money"] == tag
    known = {"If-None-Match": ", ".join(tags.values())}
    assert (await reporting.get(page, headers=known)).status_code == 304
    # Costs are no part of the warehouse: a new one shows at once.
    typed = {"campaign": "no-visits-either", "firstDay": day, "lastDay": day, "amount": 1}
    assert (await reporting.post(URL, json=TYPED | typed)).status_code == 201
    changed = (await reporting.get(path, headers={"If-None-Match": tag})).json()["figures"]
    assert len(changed["money"]["campaigns"]) == 3
    body = (await reporting.get(page, headers=known)).json()["figures"]
    assert len(body.pop("money")["campaigns"]) == 3
    assert body == {}
    file = f"/api/quiz/analytics/export?{query}"
    rows = list(
        csv.DictReader(io.StringIO((await reporting.get(f"{file}&table=money")).text.lstrip("\ufeff")))
    )
    assert [(row["campaign"], row["cost"], row["returnOnSpend"], row["currency"]) for row in rows] == [
        ("Spring", "500.0", "4.0", "EUR"),
        ("no-visits", "100.0", "0.0", "EUR"),
        ("no-visits-either", "1.0", "0.0", "EUR"),
    ]
    await the_chain_ends_with_what_was_kept(reporting, figure, f"{file}&table=chain")
    values = await reporting.get(f"{file}&table=values&format=parquet")
    assert (values.content[:4], values.headers["content-type"]) == (b"PAR1", "application/vnd.apache.parquet")
    await costs_are_drawn_over_time(reporting, f"{PAGE}?{query}&figures=timeline")
    # Costs per device are not known.
    narrowed = (await reporting.get(f"{path}&device=phone")).json()["figures"]["money"]
    assert (narrowed["hasCosts"], narrowed["advertised"]) == (False, None)
    for wrong in ("windowDays=8", "credit=best"):
        assert (await reporting.get(f"{PAGE}?figures=money&{wrong}")).status_code == 422


def test_clicks_impressions_and_conversions_of_google_are_beside_our_bookings() -> None:
    nothing = dict.fromkeys(
        ("totalSessions", "completedSessions", "bookings", "cancelledBookings", "bookedValue", "drivenValue",
         "aheadValue", "feesValue", "cancelledValue", "cases", "squares", "largest"), 0,
    )  # fmt: skip
    totals = {**nothing, "low": None, "high": None, "evidence": "too_few"}
    known = [
        CostTotal("google", "spring", "spring", 12_345, 40, 900, Decimal("2.333333")),
        CostTotal("google", "typed", "typed", 100, None, None),
        CostTotal("google", "unseen", "unseen", 0, 0, 0, Decimal(0)),
    ]
    figure = {"campaigns": [], "totals": totals, "credit": "last", "adVisits": [], "unapplied": []}
    rows = Costs(known).put_beside(figure)["campaigns"]
    shown = [(row["clicks"], row["clickRate"], row["costPerClick"], row["conversions"]) for row in rows]
    assert shown == [(40, 4.44, 3.09, 2.33), (None, None, None, None), (0, None, None, 0)]


def test_filters_of_campaigns_leave_their_costs() -> None:
    totals = [CostTotal("google", key, key, 100, None, None) for key in ("spring", "brand")]
    assert Costs.filtered(totals, [("utmCampaign", "Brand")]).totals == [totals[1]]
    assert Costs.filtered(totals, [("utmSource", "bing")]).totals == []
    assert Costs.filtered(totals, [("utmCampaign", "(none)")]).totals == []
    assert Costs.filtered(totals, [("utmMedium", "cpc")]).totals is None
    assert Costs.filtered(totals, [("utmCampaign", "not:Brand")]).totals == [totals[0]]
    assert Costs.filtered(totals, [("utmCampaign", "is:SPRING|brand")]).totals == totals
    assert Costs.filtered(totals, [("utmCampaign", "contains:ran"), ("utmSource", "lacks:bing")]).totals == [
        totals[1]
    ]


def test_cost_per_booking_divides_by_exact_parts_of_bookings() -> None:
    """412.34 for a third of a booking is 1,237.02 each; for 0.33 it would be 1,249.52."""
    row = {
        "source": "google", "campaign": "Spring", "sourceKey": "google", "campaignKey": "spring",
        "totalSessions": 1, "completedSessions": 1, "bookings": 0.333333, "cancelledBookings": 0.0,
        "bookedValue": 100.0, "drivenValue": 0.0, "aheadValue": 100.0, "feesValue": 0.0,
        "cancelledValue": 0.0,
        "low": None, "high": None, "cases": 1, "squares": 1e8, "largest": 10_000, "evidence": "too_few",
    }  # fmt: skip
    costs = Costs([CostTotal("google", "spring", "spring", 41_234, None, None)])
    shown = costs.put_beside(
        {"campaigns": [row], "totals": row, "credit": "linear", "adVisits": [], "unapplied": []}
    )
    for each in (shown["campaigns"][0], shown["advertised"]):
        assert each["costPerBooking"] == pytest.approx(1237.02, abs=0.01)
        assert each["bookings"] == 0.33


async def test_a_period_has_its_share_of_the_costs_of_a_longer_period(
    owner_client: httpx.AsyncClient, db: Database, georgia: Tenant
) -> None:
    """To the cent, whatever the cut."""
    assert (await owner_client.post(URL, json=TYPED | {"amount": 100.01})).status_code == 201
    cuts = [
        (date(2026, 3, 1), date(2026, 4, 7)),
        (date(2026, 4, 8), date(2026, 4, 8)),
        (date(2026, 4, 9), date(2027, 1, 1)),
    ]
    async with db.uow(georgia.id) as uow:
        parts = [await CampaignCostRepository(uow).within("EUR", *cut) for cut in cuts]
        costs = await CampaignCostRepository(uow).by_day("EUR", date(2026, 4, 2), date(2027, 1, 1), None)
        none = await CampaignCostRepository(uow).by_day("EUR", *cuts[0], [("another", "spring")])
    assert [one.base_minor for [one] in parts] == [2333, 333, 7335]
    days = {each.day: each.minor for each in costs}
    # The same day by day, without the 3.33 of the first.
    assert (min(days), days[date(2026, 4, 8)], sum(days.values())) == (date(2026, 4, 2), 333, 10_001 - 333)
    assert none == []
    assert {(each.source, each.key) for each in costs} == {(TYPED["source"], TYPED["campaign"].lower())}
