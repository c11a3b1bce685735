"""Reports against a slow computation, day by day; the rows of every cut add up to the total."""

from collections import defaultdict
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from abano_analytics.metrics.rentals import (
    FIELDS,
    OF_FLEET,
    SUMS,
    by_month,
    described,
    figures,
    fleet_days,
    summed,
    within,
)

FIRST, LAST = date(2026, 2, 25), date(2026, 4, 3)
# Wall-clock times of a company have no zone.
START = datetime.combine(date(2026, 2, 1), time())
RAW: dict[str, pl.DataType | type[pl.DataType]] = {
    "booking_id": pl.String,
    "status": pl.String,
    "no_show": pl.Boolean,
    "taken_by": pl.String,
    "booked_model": pl.String,
    "vehicle": pl.String,
    "vehicle_model": pl.String,
    "place": pl.String,
    "affiliate": pl.String,
    "session_id": pl.String,
    "has_click_id": pl.Boolean,
    "utm_source": pl.String,
    "campaign": pl.String,
    "answer": pl.String,
    "total_minor": pl.Int64,
    "fee_minor": pl.Int64,
    "days": pl.Int32,
    "pickup_at": pl.Datetime("us", "UTC"),
    "first_day": pl.Date,
}
MODELS = {"v1": "m1", "v2": "m1", "v3": "m2"}
Row = dict[str, Any]


@dataclass(frozen=True)
class Case:
    rentals: list[Row]
    states: list[tuple[str, datetime, str]]
    blocks: list[tuple[str, datetime, datetime]]


@st.composite
def rental(draw: st.DrawFn) -> Row:
    vehicle = draw(st.sampled_from([None, *MODELS]))
    pickup = datetime(2026, 2, 10, tzinfo=UTC) + timedelta(hours=draw(st.integers(0, 24 * 60)))
    session = draw(st.sampled_from([None, "s1"]))
    return {
        "status": draw(st.sampled_from(["pending", "confirmed", "active", "completed", "cancelled"])),
        "no_show": draw(st.booleans()),
        "taken_by": draw(st.sampled_from(["site", "phone"])),
        "booked_model": draw(st.sampled_from([None, "m1", "m3"])),
        "vehicle": vehicle,
        "vehicle_model": MODELS.get(vehicle or ""),
        "place": draw(st.sampled_from(["tbilisi", "batumi"])),
        "affiliate": draw(st.sampled_from([None, None, "a1"])),
        "session_id": session,
        "has_click_id": draw(st.booleans()) and session is not None,
        "utm_source": None,
        "campaign": draw(st.sampled_from([None, "autumn"])) if session else None,
        "answer": draw(st.sampled_from([None, "hiking"])) if session else None,
        "total_minor": draw(st.integers(0, 100_000)),
        "fee_minor": draw(st.integers(0, 20_000)),
        "days": draw(st.integers(1, 40)),
        "pickup_at": pickup,
        "first_day": pickup.date(),
    }


@st.composite
def case(draw: st.DrawFn) -> Case:
    rentals = draw(st.lists(rental(), max_size=12))
    for number, row in enumerate(rentals):
        row["booking_id"] = f"b{number}"
    moment = st.integers(0, 24 * 80).map(lambda hours: START + timedelta(hours=hours))
    vehicle = st.sampled_from(list(MODELS))
    changes = draw(
        st.lists(
            st.tuples(vehicle, moment, st.sampled_from(["in_service", "workshop", "sold"])),
            max_size=8,
            unique_by=lambda change: change[:2],
        )
    )
    hours = st.integers(1, 200).map(lambda count: timedelta(hours=count))
    blocks = draw(st.lists(st.tuples(vehicle, moment, hours), max_size=5))
    return Case(rentals, changes, [(name, since, since + length) for name, since, length in blocks])


def frames(case: Case) -> tuple[pl.DataFrame, pl.DataFrame, pl.DataFrame]:
    """All rentals, their parts in the period, and the available days."""
    rentals = described(pl.DataFrame(case.rentals, schema=RAW))
    vehicles = pl.DataFrame({"vehicle": list(MODELS), "model": list(MODELS.values())})
    times = pl.Datetime("us")
    states = pl.DataFrame(
        case.states, schema={"vehicle": pl.String, "since": times, "state": pl.String}, orient="row"
    )
    blocks = pl.DataFrame(
        case.blocks, schema={"vehicle": pl.String, "since": times, "until": times}, orient="row"
    )
    fleet = fleet_days(vehicles, states, blocks, rentals, FIRST, LAST)
    return rentals, within(rentals, FIRST, LAST), fleet


def slowly(case: Case) -> dict[str, int]:
    """The totals, day by day."""
    found: dict[str, int] = defaultdict(int)
    rented: set[tuple[str, date]] = set()
    for row in case.rentals:
        is_counted = row["status"] in {"confirmed", "active", "completed"}
        state = {"confirmed": "booked", "pending": "pending", "cancelled": "cancelled"}.get(
            row["status"], "driven"
        )
        if state == "cancelled" and row["no_show"]:
            state = "no_show"
        found["rentals"] += is_counted and FIRST <= row["first_day"] <= LAST
        for number in range(row["days"]):
            day = row["first_day"] + timedelta(days=number)
            if not FIRST <= day <= LAST:
                continue
            part, fee = (
                row[name] * (number + 1) // row["days"] - row[name] * number // row["days"]
                for name in ("total_minor", "fee_minor")
            )
            found[f"{state}_minor"] += part
            due = fee if row["status"] == "cancelled" else 0
            found["fees_minor"] += due
            found["revenue_minor"] += part if is_counted else due
            found["days"] += is_counted
            if is_counted and row["vehicle"]:
                rented.add((row["vehicle"], day))
    found["rented"] = len(rented)
    for vehicle in MODELS:
        for number in range((LAST - FIRST).days + 1):
            day = FIRST + timedelta(days=number)
            noon = datetime.combine(day, time(12))
            known = [
                (since, state) for name, since, state in case.states if name == vehicle and since <= noon
            ]
            is_free = not any(name == vehicle and since <= noon < until for name, since, until in case.blocks)
            is_in_service = bool(known) and max(known)[1] == "in_service"
            found["available"] += (is_in_service and is_free) or (vehicle, day) in rented
    return found


@given(case())
@settings(max_examples=200)
def test_totals_are_those_of_a_computation_day_by_day(given_case: Case) -> None:
    _, parts, fleet = frames(given_case)
    total = summed(parts, fleet).row(0, named=True)
    expected = slowly(given_case)
    assert total == {name: expected[name] for name in total}


@given(case())
@settings(max_examples=100)
def test_the_rows_of_every_cut_add_up_to_the_total(given_case: Case) -> None:
    _, parts, fleet = frames(given_case)
    total = summed(parts, fleet).row(0, named=True)
    for cut in (*FIELDS, "month"):
        rows = summed(by_month(parts) if cut == "month" else parts, fleet, [cut])
        assert {name: int(rows[name].sum()) for name in SUMS} == {name: total[name] for name in SUMS}, cut
        if cut in OF_FLEET:
            assert int(rows["available"].sum()) == total["available"], cut
    both = summed(by_month(parts), fleet, ["model", "month"])
    assert int(both["revenue_minor"].sum()) == total["revenue_minor"]
    assert int(both["available"].sum()) == total["available"]


@given(case())
@settings(max_examples=50)
def test_the_parts_of_adjoining_periods_add_up(given_case: Case) -> None:
    rentals, parts, _ = frames(given_case)
    middle = FIRST + timedelta(days=9)
    halves = [within(rentals, FIRST, middle), within(rentals, middle + timedelta(days=1), LAST)]
    for column in ("amount_minor", "due_fee_minor", "day_count", "rented_days"):
        assert sum(int(half[column].sum()) for half in halves) == int(parts[column].sum())


@pytest.mark.parametrize(
    ("given_source", "source"),
    [
        ({}, "organic"),
        ({"session_id": "s1"}, "quiz"),
        ({"session_id": "s1", "campaign": "autumn"}, "campaign"),
        ({"has_click_id": True}, "campaign"),
        ({"has_click_id": True, "taken_by": "phone"}, "phone"),
        ({"has_click_id": True, "taken_by": "phone", "affiliate": "a1"}, "affiliate"),
    ],
)
def test_each_rental_has_one_source(given_source: Row, source: str) -> None:
    plain: Row = dict.fromkeys(RAW) | {
        "booking_id": "b1",
        "status": "completed",
        "no_show": False,
        "taken_by": "site",
        "has_click_id": False,
        "total_minor": 100,
        "fee_minor": 0,
        "days": 1,
        "pickup_at": datetime(2026, 3, 1, tzinfo=UTC),
        "first_day": date(2026, 3, 1),
    }
    assert described(pl.DataFrame([plain | given_source], schema=RAW))["source"].to_list() == [source]


def test_figures_without_available_days_have_no_occupancy() -> None:
    sums: dict[str, Any] = dict.fromkeys(SUMS, 0) | {"available": 0, "revenue_minor": 12_345}
    shown = figures(pl.DataFrame([sums])).row(0, named=True)
    assert (shown["revenue"], shown["occupancy"], shown["revenuePerAvailableDay"]) == (123.45, None, None)
    half = figures(pl.DataFrame([sums | {"available": 8, "rented": 1}])).row(0, named=True)
    assert (half["occupancy"], half["revenuePerAvailableDay"]) == (12.5, 15.43)
