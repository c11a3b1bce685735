"""The journey of five visits, computed by hand; and how it follows a cancellation."""

from datetime import datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import orjson
import pytest
from conftest import BOTH_STORES, NOW, Pipeline, Source
from periods import month

from abano_analytics.figures.journeys.service import Journeys
from abano_analytics.figures.query import FigureQuery, Filters

JUNE = month(2026, 6)
CAMPAIGN = ("google", "cpc", "autumn-4x4")


def after(seconds: float) -> datetime:
    return NOW + timedelta(seconds=seconds)


def visit(source: Source, tenant: UUID, *steps: tuple[str, float], **landing: Any) -> UUID:
    visit_id = uuid4()
    source.step(tenant, visit_id, "landing", landing.pop("at", NOW), **landing)
    for step, seconds in steps:
        source.step(tenant, visit_id, step, after(seconds))
    return visit_id


def live(source: Source) -> tuple[UUID, UUID]:
    """Five visits in June, one in May and one to another company; answers the company and the confirmed booking."""
    georgia = source.tenant()
    paid = {"utm": CAMPAIGN, "has_click_id": True, "device": "phone"}
    books = visit(source, georgia, ("quiz_intro", 10), ("search", 90), ("wizard_1", 100), **paid)
    source.session(georgia, "books", after(20), completed_at=after(60))
    source.step(georgia, books, "quiz_start", after(20), session_id="books")
    source.view(georgia, "books", "q1", after(25))
    source.view(georgia, "books", "q2", after(40))
    booking = source.booking(georgia, "books", after(600), status="confirmed")
    source.step(georgia, books, "booking", after(600), booking_id=booking)
    stops = visit(source, georgia, ("quiz_intro", 10), **paid)
    source.session(georgia, "stops", after(20))
    source.step(georgia, stops, "quiz_start", after(20), session_id="stops")
    # The notice of showing was lost.
    source.answer(georgia, "stops", "q1", "leisure", after(30))
    visit(source, georgia, **paid)
    without = visit(source, georgia, ("search", 60), device="desktop")
    cancelled = source.booking(georgia, None, after(1200), status="cancelled")
    source.step(georgia, without, "booking", after(1200), booking_id=cancelled)
    visit(source, georgia, ("car", 5), device="tablet")
    visit(source, georgia, ("search", 5), at=NOW - timedelta(days=30))
    visit(source, source.tenant("alps"), ("search", 5))
    return georgia, booking


def ask(pipeline: Pipeline, tenant: UUID, query: FigureQuery = JUNE) -> dict[str, Any]:
    pipeline.ingest.run()
    answer = Journeys(pipeline.warehouse, pipeline.progress).compute((tenant, query))
    found: dict[str, Any] = orjson.loads(answer.body + b"}")
    return found


def steps(split: dict[str, Any]) -> list[tuple[str, int, int]]:
    return [(one["questionId"] or one["step"], one["visits"], one["dropped"]) for one in split["steps"]]


@pytest.mark.parametrize("store", BOTH_STORES)
def test_the_journey_is_what_was_computed_by_hand(source: Source, pipeline: Pipeline) -> None:
    georgia, booking = live(source)
    found = ask(pipeline, georgia)
    everybody = found["all"]
    assert steps(everybody) == [
        ("landing", 5, 1), ("quiz_intro", 2, 0), ("quiz_start", 2, 0), ("q1", 2, 1), ("q2", 1, 0),
        ("quiz_done", 1, 0), ("search", 2, 0), ("car", 1, 1), ("wizard_1", 1, 0), ("booking", 2, 0),
        ("confirmed", 1, 0),
    ]  # fmt: skip
    # Whoever did not book ended somewhere, once.
    assert sum(one["dropped"] for one in everybody["steps"]) == everybody["visits"] - everybody["booked"]
    head = {
        name: everybody[name] for name in ("visits", "booked", "confirmed", "cancelled", "rate", "tooFew")
    }
    assert head == {"visits": 5, "booked": 2, "confirmed": 1, "cancelled": 1, "rate": 40.0, "tooFew": True}
    # Wilson's interval of 2 in 5, as tables have it.
    assert (everybody["low"], everybody["high"]) == (11.8, 76.9)
    assert [one["share"] for one in everybody["steps"][:3]] == [100.0, 40.0, 40.0]
    assert [one["bookings"] for one in everybody["time"]["buckets"]] == [0, 1, 1, 0, 0, 0]
    assert everybody["time"]["median"] is None
    assert steps(found["withoutQuiz"]) == [
        ("landing", 3, 1), ("search", 1, 0), ("car", 1, 1), ("booking", 1, 0), ("confirmed", 0, 0),
    ]  # fmt: skip
    assert [found[name]["booked"] for name in ("withQuiz", "withoutQuiz")] == [1, 1]
    assert [
        [
            row[name]
            for name in ("campaign", "visits", "clicks", "neverBegan", "began", "booked", "bookedWithoutQuiz")
        ]
        for row in found["campaigns"]
    ] == [["autumn-4x4", 3, 3, 1, 2, 1, 0], ["", 2, 0, 2, 0, 1, 1]]

    source.set_status(georgia, booking, "cancelled", after(9000))
    again = ask(pipeline, georgia)["all"]
    assert (again["booked"], again["confirmed"], again["cancelled"]) == (2, 0, 2)


def test_filters_of_visits_work_and_others_are_named(source: Source, pipeline: Pipeline) -> None:
    georgia, _ = live(source)
    tablets = FigureQuery(JUNE.since, JUNE.until, Filters(device="tablet", quiz_version="v1"))
    found = ask(pipeline, georgia, tablets)
    assert (steps(found["all"]), found["unapplied"]) == ([("landing", 1, 0), ("car", 1, 1)], ["quizVersion"])
    without = FigureQuery(JUNE.since, JUNE.until, Filters(utm_campaign="(none)"))
    assert ask(pipeline, georgia, without)["all"]["visits"] == 2


def test_the_time_to_a_booking_has_its_quartiles(source: Source, pipeline: Pipeline) -> None:
    georgia = source.tenant()
    for minutes in (2, 4, 10, 40, 500):
        booked = visit(source, georgia)
        booking = source.booking(georgia, None, after(60 * minutes))
        source.step(georgia, booked, "booking", after(60 * minutes), booking_id=booking)
    time = ask(pipeline, georgia)["all"]["time"]
    assert [time[name] / 60 for name in ("quarter", "median", "threeQuarters")] == [4, 10, 40]
    assert [one["bookings"] for one in time["buckets"]] == [2, 1, 0, 1, 0, 1]
