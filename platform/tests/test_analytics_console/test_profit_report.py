"""Profit of vehicles: the revenue of the reports, to the cent, less the costs of the period; by whom it is read."""

import csv
import io
from collections.abc import AsyncIterator, Callable
from datetime import timedelta
from typing import Any
from uuid import UUID

import httpx
import pytest
from console_people import signed_in_person
from emptied_tables import empty_tables
from fleet_steps import add_cost, add_vehicle
from price_suggestion_steps import rent, suggestions
from product_fixtures import NOW, AdminSql, ClientFactory, SignIn
from report_steps import JUNE, book, console, earned, wait_for

from abano.core.clock import FixedClock
from abano.core.config import Settings
from abano.db.engine import Database
from abano.tenancy.directory.tenant import Tenant

pytestmark = pytest.mark.anyio

PROFIT = "/api/admin/reports/profit"
RENTALS = "/api/admin/reports/rentals"
SHARED = ("rentedDays", "availableDays", "occupancy")


@pytest.fixture(autouse=True)
def _no_rentals(query_admin_sql: AdminSql) -> None:
    empty_tables(
        query_admin_sql, "bookings", "booking_events", "vehicle_reservations", "vehicle_events", "vehicles"
    )


@pytest.fixture
async def reporting(
    own_analytics_process: Any,
    analytics_settings: Callable[[str], Settings],
    clock: FixedClock,
    sign_in: SignIn,
    settings: Settings,
) -> AsyncIterator[httpx.AsyncClient]:
    """A platform with the real analytics service beside it; the owner is signed in."""
    async with console(analytics_settings(own_analytics_process.url), clock) as client:
        await sign_in(client, settings.owner_email, settings.admin_password.get_secret_value())
        yield client


def spend(query_admin_sql: AdminSql, tenant: Tenant, first: UUID, second: UUID) -> None:
    """In June: 100.00 of a purchase and 25.50 of fuel for the first vehicle, 12.00 of tolls for the second."""
    add_cost(
        query_admin_sql,
        tenant,
        first,
        kind="purchase",
        spent_on="2026-05-20",
        amount_minor=120_000,
        months=12,
    )
    add_cost(query_admin_sql, tenant, first, kind="fuel", spent_on="2026-06-30", amount_minor=2_550)
    add_cost(query_admin_sql, tenant, first, kind="fuel", spent_on="2026-07-01", amount_minor=99_900)
    add_cost(query_admin_sql, tenant, second, kind="toll", spent_on="2026-06-01", amount_minor=1_200)
    add_cost(
        query_admin_sql,
        tenant,
        second,
        kind="toll",
        spent_on="2026-06-02",
        amount_minor=1_200,
        currency="USD",
    )


async def profit_of(client: httpx.AsyncClient, query: str) -> dict[str, Any]:
    answer = await client.get(f"{PROFIT}?{query}")
    assert answer.status_code == 200, answer.text
    body: dict[str, Any] = answer.json()
    return body


async def test_revenue_is_that_of_the_reports_and_costs_are_those_of_the_period(
    reporting: httpx.AsyncClient, georgia: Tenant, query_admin_sql: AdminSql
) -> None:
    first = add_vehicle(query_admin_sql, georgia, "PR-001-PR")
    second = add_vehicle(query_admin_sql, georgia, "PR-002-PR", "Hyundai Elantra")
    # The last one lies in June by three of its seven days.
    for day in (10, 28):
        book(query_admin_sql, georgia, day, first)
    book(query_admin_sql, georgia, 12)
    spend(query_admin_sql, georgia, first, second)
    expected = 400 + 400 + 171.42
    for cut in ("vehicle", "model", "month"):
        report = (await wait_for(reporting, f"{RENTALS}?{JUNE}&cut={cut}", earned(expected))).json()
        profit = await profit_of(reporting, f"{JUNE}&cut={cut}")
        totals = profit["totals"]
        assert totals["revenue"] == report["totals"]["revenue"] == expected
        assert (totals["costs"], totals["profit"]) == (137.5, round(expected - 137.5, 2))
        assert [totals[name] for name in SHARED] == [report["totals"][name] for name in SHARED]
        assert {row["key"]: row["revenue"] for row in profit["rows"] if row["revenue"]} == {
            row["key"]: row["revenue"] for row in report["rows"] if row["revenue"]
        }
        [month] = profit["months"]
        assert (month["key"], month["revenue"], month["costs"]) == (
            "2026-06",
            report["months"][0]["revenue"],
            137.5,
        )
        assert (profit["otherCurrencyCosts"], profit["currency"]) == (1, report["currency"])
        assert profit["kinds"] == [
            {"kind": "purchase", "amount": 100},
            {"kind": "fuel", "amount": 25.5},
            {"kind": "toll", "amount": 12},
        ]
        if cut == "vehicle":
            rows = {row["label"]: row for row in profit["rows"]}
            assert (rows["PR-001-PR"]["costs"], rows["PR-001-PR"]["detail"]) == (125.5, "Subaru Forester")
            assert (rows["PR-002-PR"]["revenue"], rows["PR-002-PR"]["profit"]) == (0, -12)
            assert rows["PR-002-PR"]["margin"] is None
            assert rows[None]["costs"] == 0

    own = await profit_of(reporting, f"{JUNE}&vehicle={second}&cut=vehicle")
    assert (own["totals"]["revenue"], own["totals"]["costs"]) == (0, 12)
    file = await reporting.get(f"{PROFIT}/export.csv?{JUNE}&cut=vehicle")
    assert 'filename="profit-by-vehicle-2026-06-01-to-2026-06-30.csv"' in file.headers["content-disposition"]
    lines = list(csv.DictReader(io.StringIO(file.text.removeprefix("\ufeff"))))
    assert {line["Vehicle"]: (line["Costs"], line["Profit"]) for line in lines}["PR-002-PR"] == (
        "12.00",
        "-12.00",
    )


async def test_the_months_of_a_year_add_up_to_the_cent(
    reporting: httpx.AsyncClient, georgia: Tenant, query_admin_sql: AdminSql
) -> None:
    vehicle = add_vehicle(query_admin_sql, georgia, "PR-003-PR")
    add_cost(
        query_admin_sql,
        georgia,
        vehicle,
        kind="purchase",
        spent_on="2025-06-15",
        amount_minor=1_000_001,
        months=19,
    )
    await wait_for(reporting, f"{RENTALS}?year=2026", lambda body: bool(body["success"]))
    profit = await profit_of(reporting, "year=2026&cut=month")
    cents = [round(100 * month["costs"]) for month in profit["months"]]
    # The last twelve of its nineteen months.
    assert sum(cents) == round(100 * profit["totals"]["costs"]) == 1_000_001 - 1_000_001 * 7 // 19
    assert len(cents) == 12


async def test_a_bad_period_names_its_field(reporting: httpx.AsyncClient) -> None:
    too_long = await reporting.get(f"{PROFIT}?from=2020-01-01&to=2026-01-01")
    assert too_long.status_code == 422
    assert [each["field"] for each in too_long.json()["fields"]] == ["to"]
    assert (await reporting.get(f"{PROFIT}?{JUNE}&cut=source")).status_code == 422


async def test_without_the_analytics_service_503(
    client: httpx.AsyncClient, sign_in: SignIn, settings: Settings
) -> None:
    await sign_in(client, settings.owner_email, settings.admin_password.get_secret_value())
    assert (await client.get(f"{PROFIT}?{JUNE}")).status_code == 503


async def test_analysts_and_the_desk_see_no_profit(
    db: Database, georgia: Tenant, client_of: ClientFactory, sign_in: SignIn
) -> None:
    for role in ("analyst", "desk"):
        person = await signed_in_person(db, georgia, role, client_of, sign_in)
        assert (await person.client.get(f"{PROFIT}?{JUNE}")).status_code == 403
        assert (await person.client.get(f"{PROFIT}/export.csv?{JUNE}")).status_code == 403


async def test_occupancy_of_price_suggestions_equals_the_report(
    reporting: httpx.AsyncClient, georgia: Tenant, query_admin_sql: AdminSql
) -> None:
    vehicles = [add_vehicle(query_admin_sql, georgia, f"EQ-{number}") for number in range(3)]
    add_vehicle(query_admin_sql, georgia, "EQ-E", "Hyundai Elantra")
    today = NOW.astimezone(georgia.zone).date()
    rent(query_admin_sql, georgia, vehicles[0], today + timedelta(days=1), 4)
    # Back and out again on the same day.
    rent(query_admin_sql, georgia, vehicles[0], today + timedelta(days=5), 3)
    rent(query_admin_sql, georgia, vehicles[1], today + timedelta(days=2), 9)
    query_admin_sql(
        "insert into vehicle_reservations (tenant_id, id, vehicle_id, vehicle_number, kind, starts_at, ends_at,"
        " blocked_until, created_at) select tenant_id, gen_random_uuid(), id, number, 'service', %s, %s, %s, %s"
        " from vehicles where id = %s",
        NOW + timedelta(days=3), NOW + timedelta(days=6), NOW + timedelta(days=6), NOW, vehicles[2],
    )  # fmt: skip
    found = await suggestions(reporting)
    counted = {
        model["name"]: (
            sum(cell["rented"] for cell in model["cells"]),
            sum(cell["available"] for cell in model["cells"]),
        )
        for model in found["models"]
    }
    path = f"{RENTALS}?from={found['days'][0]}&to={found['days'][-1]}&cut=model"
    answer = await wait_for(reporting, path, lambda body: body["totals"]["rentedDays"] == 16)
    reported = {row["label"]: (row["rentedDays"], row["availableDays"]) for row in answer.json()["rows"]}
    assert counted == reported
    for day in (found["days"][number] for number in (0, 3, 5, 7)):
        one = (await reporting.get(f"{RENTALS}?from={day}&to={day}&cut=model")).json()
        place = found["days"].index(day)
        cells = {model["name"]: model["cells"][place] for model in found["models"]}
        assert {row["label"]: (row["rentedDays"], row["availableDays"]) for row in one["rows"]} == {
            name: (cell["rented"], cell["available"]) for name, cell in cells.items() if cell["available"]
        }
