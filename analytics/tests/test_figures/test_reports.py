"""Reports follow changes of a booking: edited, moved to another vehicle, cancelled, no-show."""

from datetime import UTC, date, datetime
from typing import Any
from uuid import UUID, uuid4

import orjson
import pytest
from conftest import BOTH_STORES, Pipeline, Source

from abano_analytics.errors import UnknownTenant
from abano_analytics.figures.reports import Days, RentalListQuery, ReportQuery, Reports
from abano_shared.contract.reports import Cut, RentalFilters

JUNE, MAY = Days(date(2026, 6, 1), date(2026, 6, 30)), Days(date(2026, 5, 1), date(2026, 5, 31))
BOUGHT = datetime(2026, 1, 1, tzinfo=UTC)


class Company:
    """A company with a fleet, and its reports."""

    def __init__(self, source: Source, pipeline: Pipeline) -> None:
        self.source, self._pipeline = source, pipeline
        self.tenant = source.tenant()
        self._reports = Reports(pipeline.warehouse, pipeline.progress)
        source.run(
            "insert into locations (tenant_id, code, name, position) values (%s, 'tbilisi', 'Tbilisi', 1)",
            self.tenant,
        )
        self.car = uuid4()
        source.run(
            "insert into cars (tenant_id, id, slug, name, base_rate_minor, seats, transmission, fuel_type,"
            " drive_wheels) values (%s, %s, 'forester', 'Forester', 5500, 5, 'automatic', 'petrol', 'all')",
            self.tenant,
            self.car,
        )
        self.vehicles = [self.vehicle("AA-1"), self.vehicle("AA-2")]

    def vehicle(self, plate: str) -> UUID:
        vehicle_id = uuid4()
        self.source.run(
            "insert into vehicles (tenant_id, id, car_id, plate, plate_key, home_location, created_at, updated_at)"
            " values (%s, %s, %s, %s, %s, 'tbilisi', %s, %s)",
            self.tenant,
            vehicle_id,
            self.car,
            plate,
            plate,
            BOUGHT,
            BOUGHT,
        )
        return vehicle_id

    def rental(self, pickup: datetime, vehicle: UUID | None = None, *, status: str = "confirmed") -> UUID:
        """Seven days for 400 EUR."""
        booking = self.source.booking(self.tenant, None, pickup, status=status)
        if vehicle is not None:
            self.reserve(vehicle, booking)
        return booking

    def reserve(self, vehicle: UUID, booking: UUID) -> None:
        self.source.run(
            "insert into vehicle_reservations (tenant_id, id, vehicle_id, vehicle_number, kind, booking_id,"
            " starts_at, ends_at, blocked_until, created_at)"
            " select b.tenant_id, b.id, v.id, v.number, 'booking', b.id, b.pickup_at, b.return_at, b.return_at,"
            " b.created_at from bookings b, vehicles v"
            " where b.id = %s and v.id = %s",
            booking,
            vehicle,
        )

    def set(self, booking: UUID, column: str, value: object) -> None:
        self.source.run(f"update bookings set {column} = %s where id = %s", value, booking)

    def report(self, cut: Cut = "vehicle", days: Days = JUNE, **filters: str) -> dict[str, Any]:
        self._pipeline.ingest.run()
        query = ReportQuery(days, MAY, cut, RentalFilters(**filters))
        return self._loaded(self._reports.compute((self.tenant, query)).body)

    def listed(self, days: Days = JUNE, **filters: str) -> dict[str, Any]:
        self._pipeline.ingest.run()
        query = RentalListQuery(days, RentalFilters(**filters))
        return self._loaded(self._reports.compute((self.tenant, query)).body)

    @staticmethod
    def _loaded(body: bytes) -> dict[str, Any]:
        return dict(orjson.loads(body + b"}"))


@pytest.fixture
def company(source: Source, pipeline: Pipeline) -> Company:
    return Company(source, pipeline)


def june(day: int, hour: int = 10) -> datetime:
    return datetime(2026, 6, day, hour, tzinfo=UTC)


def revenue_by(report: dict[str, Any]) -> dict[str, float]:
    return {row["key"]: row["revenue"] for row in report["rows"] if row["revenue"]}


@pytest.mark.parametrize("store", BOTH_STORES)
def test_revenue_and_occupancy_of_a_month(company: Company) -> None:
    first, second = company.vehicles
    company.rental(june(10), first)
    # Half of it is July's.
    company.rental(datetime(2026, 6, 28, 10, tzinfo=UTC), second)
    report = company.report()
    totals = report["totals"]
    assert totals["revenue"] == pytest.approx(400 + 400 * 3 / 7, abs=0.01)
    assert (totals["rentals"], totals["days"], totals["rentedDays"], totals["availableDays"]) == (
        2,
        10,
        10,
        60,
    )
    assert totals["occupancy"] == 16.7
    assert totals["revenuePerAvailableDay"] == 9.52
    assert revenue_by(report) == {str(first): 400, str(second): 171.42}
    july = company.report(days=Days(date(2026, 7, 1), date(2026, 7, 31)))
    assert july["totals"]["revenue"] + 171.42 == 400


def test_the_first_day_is_the_day_of_the_company(company: Company) -> None:
    """21:00 UTC is already the next day in Tbilisi."""
    company.rental(datetime(2026, 5, 31, 21, tzinfo=UTC))
    assert company.report()["totals"]["days"] == 7


def test_a_changed_price_and_changed_days_replace_what_was(company: Company) -> None:
    booking = company.rental(june(10))
    assert company.report()["totals"]["revenue"] == 400
    company.set(booking, "total_minor", 50_000)
    assert company.report()["totals"]["revenue"] == 500
    company.source.run(
        "update bookings set pickup_at = %s, return_at = %s where id = %s",
        june(28),
        datetime(2026, 7, 5, 10, tzinfo=UTC),
        booking,
    )
    assert company.report()["totals"]["revenue"] == 214.28


def test_another_vehicle(company: Company) -> None:
    first, second = map(str, company.vehicles)
    booking = company.rental(june(10), company.vehicles[0])
    assert revenue_by(company.report()) == {first: 400}
    company.source.run(
        "update vehicle_reservations r set vehicle_id = v.id, vehicle_number = v.number from vehicles v"
        " where v.id = %s and r.booking_id = %s",
        company.vehicles[1],
        booking,
    )
    assert revenue_by(company.report()) == {second: 400}
    company.source.run("delete from vehicle_reservations where booking_id = %s", booking)
    report = company.report()
    assert revenue_by(report) == {"(none)": 400}
    assert report["totals"]["rentedDays"] == 0
    company.reserve(company.vehicles[0], booking)
    assert revenue_by(company.report()) == {first: 400}


def test_cancelled_and_not_come_are_no_revenue(company: Company) -> None:
    cancelled = company.rental(june(10), company.vehicles[0])
    missed = company.rental(june(10), company.vehicles[1])
    company.rental(june(20), status="pending")
    company.rental(june(20), status="completed")
    company.set(cancelled, "status", "cancelled")
    company.source.run("update bookings set status = 'cancelled', no_show = true where id = %s", missed)
    totals = company.report()["totals"]
    states = ("driven", "booked", "pending", "cancelled", "noShow", "revenue")
    assert {state: totals[state] for state in states} == {
        "driven": 400,
        "booked": 0,
        "pending": 400,
        "cancelled": 400,
        "noShow": 400,
        "revenue": 400,
    }
    assert totals["rentedDays"] == 0


def test_a_charged_cancellation_fee_is_revenue_of_the_days_that_were_agreed(company: Company) -> None:
    cancelled = company.rental(june(28), company.vehicles[0], status="cancelled")
    assert company.report()["totals"]["revenue"] == 0
    company.set(cancelled, "cancellation_fee_minor", 7_000)
    totals = company.report()["totals"]
    assert (totals["cancellationFees"], totals["revenue"], totals["rentals"]) == (30, 30, 0)
    # Reverting the cancellation clears it.
    company.set(cancelled, "status", "confirmed")
    totals = company.report()["totals"]
    assert (totals["cancellationFees"], totals["revenue"]) == (0, totals["booked"])


def test_days_in_the_workshop_and_after_the_sale_are_not_available(company: Company) -> None:
    first, second = company.vehicles
    company.source.run(
        "insert into vehicle_reservations (tenant_id, id, vehicle_id, vehicle_number, kind, title, starts_at,"
        " ends_at, blocked_until, created_at) select tenant_id, gen_random_uuid(), id, number, 'workshop',"
        " 'Brakes', %s, %s, %s, %s from vehicles where id = %s",
        june(1, 5),
        june(4, 5),
        june(4, 5),
        BOUGHT,
        first,
    )
    company.source.run(
        "update vehicles set state = 'sold', updated_at = %s where id = %s", june(21, 5), second
    )
    rows = {row["key"]: row["availableDays"] for row in company.report()["rows"]}
    assert rows == {str(first): 27, str(second): 20}


def test_a_vehicle_that_comes_back_and_leaves_on_one_day_is_rented_once(company: Company) -> None:
    first = company.vehicles[0]
    company.set(company.rental(june(1), first), "days", 8)
    company.rental(june(8, 12), first)
    totals = company.report(vehicle=str(first))["totals"]
    assert (totals["days"], totals["rentedDays"]) == (15, 14)


def test_filters_and_the_rentals_behind_a_figure(company: Company) -> None:
    source, tenant = company.source, company.tenant
    source.session(tenant, "s1", utm=("google", "cpc", "autumn"))
    source.answer(tenant, "s1", "q1", "hiking")
    booking = company.rental(june(10), company.vehicles[0])
    company.rental(june(12))
    company.set(booking, "attributed_session_id", "s1")
    assert revenue_by(company.report("source")) == {"campaign": 400, "organic": 400}
    assert revenue_by(company.report("campaign")) == {"autumn": 400, "(none)": 400}
    assert revenue_by(company.report("answer", question="q1")) == {"hiking": 400, "(none)": 400}
    by_place = company.report("place", source="campaign")
    assert revenue_by(by_place) == {"tbilisi": 400}
    # The fleet does not depend on where customers came from.
    assert by_place["totals"]["availableDays"] == 60
    listed = company.listed(question="q1", answer="hiking")
    assert (listed["count"], listed["amount"]) == (1, 400)
    assert listed["rentals"][0]["bookingId"] == str(booking)
    assert company.listed(vehicle="(none)")["count"] == 1
    assert company.listed(days=MAY)["rentals"] == []


def test_months_have_the_year_before_behind_them(company: Company) -> None:
    company.rental(datetime(2025, 6, 10, 10, tzinfo=UTC))
    months = company.report("month", Days(date(2026, 5, 1), date(2026, 6, 30)))["months"]
    assert [(each["key"], each["revenue"], each["revenueYearBefore"]) for each in months] == [
        ("2026-05", 0, 0),
        ("2026-06", 0, 400),
    ]


def test_another_currency_is_left_out_and_reported(company: Company) -> None:
    booking = company.rental(june(10))
    company.set(booking, "currency", "USD")
    report = company.report()
    assert (report["totals"]["revenue"], report["otherCurrency"]) == (0, 1)


def test_another_company_sees_nothing_of_it(company: Company, pipeline: Pipeline) -> None:
    company.rental(june(10), company.vehicles[0])
    company.report()
    other = company.source.tenant("alps", "Europe/Vienna")
    pipeline.ingest.run()
    reports = Reports(pipeline.warehouse, pipeline.progress)
    answer = orjson.loads(reports.compute((other, ReportQuery(JUNE, MAY, "vehicle"))).body + b"}")
    assert answer["rows"] == []
    with pytest.raises(UnknownTenant):
        reports.compute((uuid4(), ReportQuery(JUNE, MAY, "vehicle")))
