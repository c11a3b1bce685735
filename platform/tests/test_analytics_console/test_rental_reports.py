"""Reports through the platform: who may ask, the company's names, drill-down, files, and the service being away."""

import csv
import io
import re
from collections.abc import AsyncIterator, Callable
from datetime import date
from typing import Any

import httpx
import pytest
from emptied_tables import empty_tables
from fleet_steps import add_vehicle
from product_fixtures import AdminSql
from report_steps import JUNE, book, console, earned, wait_for

from abano.analytics.figures.query import RentalListQuery, ReportQuery, compared_days
from abano.analytics.figures.schemas import RentalListResponse, ReportResponse
from abano.core.clock import FixedClock
from abano.core.config import Settings
from abano.team.users.users import add_admin
from abano.tenancy.directory.tenant import Tenant

pytestmark = pytest.mark.anyio

REPORT = "/api/admin/reports/rentals"


@pytest.fixture(autouse=True)
def _no_rentals(query_admin_sql: AdminSql) -> None:
    empty_tables(
        query_admin_sql, "bookings", "booking_events", "vehicle_reservations", "vehicle_events", "vehicles"
    )


@pytest.fixture
async def reporting(
    own_analytics_process: Any, analytics_settings: Callable[[str], Settings], clock: FixedClock
) -> AsyncIterator[httpx.AsyncClient]:
    """A platform with the real analytics service beside it; no one is signed in."""
    async with console(analytics_settings(own_analytics_process.url), clock) as client:
        yield client


async def test_a_month_by_vehicle_and_the_bookings_behind_it(
    reporting: httpx.AsyncClient, sign_in: Any, settings: Settings, georgia: Tenant, query_admin_sql: AdminSql
) -> None:
    vehicle = add_vehicle(query_admin_sql, georgia, "RP-001-RP")
    reference = book(query_admin_sql, georgia, 10, vehicle)
    book(query_admin_sql, georgia, 12)
    await sign_in(reporting, settings.owner_email, settings.admin_password.get_secret_value())
    path = f"{REPORT}?{JUNE}&cut=vehicle"
    answer = await wait_for(reporting, path, earned(800))
    report = ReportResponse.model_validate(answer.json())
    rows = {row.key: row for row in report.rows}
    named = rows[str(vehicle)]
    assert (named.label, named.detail, named.revenue) == ("RP-001-RP", "Subaru Forester", 400)
    assert rows["(none)"].revenue == 400
    # In service since NOW, 10 June, and rented from that day on.
    assert (named.rented_days, named.available_days) == (7, 21)
    assert (report.period.before_first, report.period.before_last) == (date(2026, 5, 1), date(2026, 5, 31))
    assert {"key": str(vehicle), "label": "RP-001-RP"} in answer.json()["choices"]["vehicles"]

    listed = await reporting.get(f"{REPORT}/list?{JUNE}&vehicle={vehicle}")
    rentals = RentalListResponse.model_validate(listed.json())
    assert [each.reference for each in rentals.rentals] == [reference]
    assert rentals.counted == 1
    assert (rentals.amount, rentals.rentals[0].vehicle, rentals.rentals[0].place) == (
        400,
        "RP-001-RP",
        "Tbilisi",
    )

    file = await reporting.get(f"{REPORT}/export.csv?{JUNE}&cut=vehicle")
    assert 'filename="rentals-by-vehicle-2026-06-01-to-2026-06-30.csv"' in file.headers["content-disposition"]
    lines = list(csv.DictReader(io.StringIO(file.text.removeprefix("\ufeff"))))
    assert {line["Vehicle"]: line["Revenue"] for line in lines} == {"RP-001-RP": "400.00", "": "400.00"}
    per_day = [line["Revenue per available day"] for line in lines]
    assert all(re.fullmatch(r"(\d+\.\d\d)?", amount) for amount in per_day), per_day


async def test_an_unchanged_report_is_a_304_until_figures_or_names_change(
    reporting: httpx.AsyncClient, sign_in: Any, settings: Settings, georgia: Tenant, query_admin_sql: AdminSql
) -> None:
    vehicle = add_vehicle(query_admin_sql, georgia, "RP-002-RP")
    book(query_admin_sql, georgia, 10, vehicle)
    await sign_in(reporting, settings.owner_email, settings.admin_password.get_secret_value())
    path = f"{REPORT}?{JUNE}&cut=vehicle"
    # The booking and its vehicle come to the figures one after the other.
    first = await wait_for(
        reporting,
        path,
        lambda body: earned(400)(body) and [row["label"] for row in body["rows"]] == ["RP-002-RP"],
    )
    known = {"If-None-Match": first.headers["etag"]}
    again = await reporting.get(path, headers=known)
    assert (again.status_code, again.content) == (304, b"")
    query_admin_sql("update vehicles set plate = 'RP-003-RP', plate_key = 'RP003RP' where id = %s", vehicle)
    renamed = await reporting.get(path, headers=known)
    assert [row["label"] for row in renamed.json()["rows"]] == ["RP-003-RP"]
    book(query_admin_sql, georgia, 20)
    await wait_for(reporting, path, earned(800))
    assert (await reporting.get(path, headers=known)).status_code == 200


async def test_an_analyst_sees_figures_and_neither_references_nor_affiliates(
    reporting: httpx.AsyncClient, sign_in: Any, settings: Settings, georgia: Tenant, query_admin_sql: AdminSql
) -> None:
    ((code, name),) = query_admin_sql(
        "select c.code, a.name from promo_codes c join affiliates a on a.id = c.affiliate_id"
        " where c.tenant_id = %s order by 1 limit 1",
        georgia.id,
    )
    book(query_admin_sql, georgia, 10, code=code)
    password = settings.admin_password.get_secret_value()
    path = f"{REPORT}?{JUNE}&cut=affiliate"
    await sign_in(reporting, settings.owner_email, password)
    owners = await wait_for(reporting, path, earned(400))
    assert [row["label"] for row in owners.json()["rows"]] == [name]
    await add_admin(
        settings,
        tenant_slug=georgia.slug,
        email="reader@example.com",
        role="analyst",
        name="Reader",
        password=password,
    )
    await sign_in(reporting, "reader@example.com", password)
    theirs = await reporting.get(path, headers={"If-None-Match": owners.headers["etag"]})
    assert [row["label"] for row in theirs.json()["rows"]] == [None]
    (rental,) = (await reporting.get(f"{REPORT}/list?{JUNE}")).json()["rentals"]
    assert (rental["reference"], rental["bookingId"], rental["affiliate"]) == (None, None, None)
    assert rental["amountInPeriod"] == 400


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ("cut=weather", "cut"),
        ("compare=century", "compare"),
        ("from=2020-01-01&to=2026-01-01", "to"),
        ("from=2020-01-01", "to"),
        ("to=2026-06-01", "to"),
        ("year=2026&month=13", "month"),
        ("answer=hiking", "question"),
        ("source=rumour", "source"),
        ("place=a%00b", "place"),
        (f"campaign={'x' * 201}", "campaign"),
    ],
)
async def test_bad_reports_name_the_field(owner_client: httpx.AsyncClient, query: str, field: str) -> None:
    for path in (REPORT, f"{REPORT}/export.csv"):
        answer = await owner_client.get(f"{path}?{query}")
        assert answer.status_code == 422
        assert [item["field"] for item in answer.json()["fields"]] == [field]


@pytest.mark.parametrize(("query", "field"), [("state=lost", "state"), ("offset=-1", "offset")])
async def test_bad_lists_name_the_field(owner_client: httpx.AsyncClient, query: str, field: str) -> None:
    answer = await owner_client.get(f"{REPORT}/list?{query}")
    assert answer.status_code == 422
    assert [item["field"] for item in answer.json()["fields"]] == [field]


async def test_away_without_an_earlier_report_says_so(owner_client: httpx.AsyncClient) -> None:
    for path in ("", "/list", "/export.csv"):
        answer = await owner_client.get(REPORT + path)
        assert (answer.status_code, answer.json()["error"]) == (503, "AnalyticsUnavailable")


def test_an_empty_parameter_counts_as_not_given() -> None:
    filters = ("vehicle", "model", "place", "source", "campaign", "affiliate", "question", "answer")
    today = date(2026, 6, 10)
    for query in (ReportQuery, RentalListQuery):
        empty = query.model_validate(dict.fromkeys((*filters, "year", "month", "from", "to"), ""))
        assert empty.resolved(today) == query().resolved(today)


@pytest.mark.parametrize(
    ("first", "last", "before", "year"),
    [
        ((2026, 3, 1), (2026, 3, 31), ((2026, 2, 1), (2026, 2, 28)), ((2025, 3, 1), (2025, 3, 31))),
        ((2026, 1, 1), (2026, 12, 31), ((2025, 1, 1), (2025, 12, 31)), ((2025, 1, 1), (2025, 12, 31))),
        ((2026, 6, 10), (2026, 6, 19), ((2026, 5, 31), (2026, 6, 9)), ((2025, 6, 10), (2025, 6, 19))),
        ((2024, 2, 29), (2024, 2, 29), ((2024, 2, 28), (2024, 2, 28)), ((2023, 2, 28), (2023, 2, 28))),
    ],
)
def test_what_a_period_is_compared_with(
    first: tuple[int, int, int], last: tuple[int, int, int], before: Any, year: Any
) -> None:
    period = date(*first), date(*last)
    assert compared_days(*period, "before") == tuple(date(*day) for day in before)
    assert compared_days(*period, "year") == tuple(date(*day) for day in year)
