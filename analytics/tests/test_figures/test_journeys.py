"""The journeys of five visits, computed manually, and their incremental refresh."""

import random
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import orjson
import pytest
from conftest import BOTH_STORES, NOW, Pipeline, Source, Traits
from periods import month, whole_year

from abano_analytics.figures.query import JOURNEY, FigureQuery, Filters
from abano_analytics.figures.service import Figures
from abano_analytics.jobs.compact import Compaction
from abano_analytics.jobs.reconcile import Reconciliation
from abano_analytics.progress import COUNTED

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
    """Five visits in June, one in May and one to another company; returns company and confirmed booking."""
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
    # The view event was lost.
    source.answer(georgia, "stops", "q1", "leisure", after(30))
    visit(source, georgia, **paid)
    without = visit(source, georgia, ("search", 60), device="desktop")
    cancelled = source.booking(georgia, None, after(1200), status="cancelled")
    source.step(georgia, without, "booking", after(1200), booking_id=cancelled)
    visit(source, georgia, ("car", 5), ("press_phone", 9), device="tablet")
    visit(source, georgia, ("search", 5), at=NOW - timedelta(days=30))
    visit(source, source.tenant("alps"), ("search", 5))
    return georgia, booking


def ask(pipeline: Pipeline, tenant: UUID, query: FigureQuery = JUNE) -> dict[str, Any]:
    pipeline.ingest.run()
    answer = pipeline.figures.count((tenant, JOURNEY, query))
    found: dict[str, Any] = orjson.loads(answer.body + b"}")
    return found


def steps(split: dict[str, Any]) -> list[tuple[str, int, int]]:
    return [(one["questionId"] or one["step"], one["visits"], one["dropped"]) for one in split["steps"]]


@pytest.mark.parametrize("store", BOTH_STORES)
def test_the_journey_is_what_was_computed_by_hand(source: Source, pipeline: Pipeline) -> None:
    georgia, booking = live(source)
    found = ask(pipeline, georgia)
    everyone = found["all"]
    assert steps(everyone) == [
        ("landing", 5, 1), ("quiz_intro", 2, 0), ("quiz_start", 2, 0), ("q1", 2, 1), ("q2", 1, 0),
        ("quiz_done", 1, 0), ("search", 2, 0), ("car", 1, 1), ("wizard_1", 1, 0), ("booking", 2, 0),
        ("confirmed", 1, 0),
    ]  # fmt: skip
    # Every visit without a booking ended somewhere, once.
    assert sum(one["dropped"] for one in everyone["steps"]) == everyone["visits"] - everyone["booked"]
    head = {name: everyone[name] for name in ("visits", "booked", "confirmed", "cancelled", "rate", "tooFew")}
    assert head == {"visits": 5, "booked": 2, "confirmed": 1, "cancelled": 1, "rate": 40.0, "tooFew": True}
    # Wilson's interval of 2 in 5, from published tables.
    assert (everyone["low"], everyone["high"]) == (11.8, 76.9)
    assert [one["share"] for one in everyone["steps"][:3]] == [100.0, 40.0, 40.0]
    assert [one["bookings"] for one in everyone["time"]["buckets"]] == [0, 1, 1, 0, 0, 0]
    assert everyone["time"]["median"] is None
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


def test_visits_are_filtered_by_properties_of_their_landing(source: Source, pipeline: Pipeline) -> None:
    georgia = source.tenant()
    visit(source, georgia, ("car", 5), traits=Traits("jeep", None, "/", "en", "GE", is_returning=False))
    visit(source, georgia, traits=Traits("bmw", "red", "/", "en", "DE", is_returning=True))
    for filters, visits in (
        (Filters(utm_term="jeep"), 1),
        (Filters(utm_content="(none)"), 1),
        (Filters(country="GE"), 1),
        (Filters(country="(none)"), 0),
        (Filters(visitor="new"), 1),
        (Filters(visitor="returning", country="DE"), 1),
        (Filters(visitor="(none)"), 0),
        (Filters(landing_page="/", language="en"), 2),
        (Filters(landing_page="/", answers=("q1:leisure",)), 2),
    ):
        found = ask(pipeline, georgia, FigureQuery(JUNE.since, JUNE.until, filters))
        assert (filters, found["all"]["visits"]) == (filters, visits)
        assert found["unapplied"] == (["answers"] if filters.answers else [])


def test_the_time_to_a_booking_has_its_quartiles(source: Source, pipeline: Pipeline) -> None:
    georgia = source.tenant()
    for minutes in (2, 4, 10, 40, 500):
        booked = visit(source, georgia)
        booking = source.booking(georgia, None, after(60 * minutes))
        source.step(georgia, booked, "booking", after(60 * minutes), booking_id=booking)
    time = ask(pipeline, georgia)["all"]["time"]
    assert [time[name] / 60 for name in ("quarter", "median", "threeQuarters")] == [4, 10, 40]
    assert [one["bookings"] for one in time["buckets"]] == [2, 1, 0, 1, 0, 1]


STEPS = ("quiz_intro", "search", "car", "wizard_1")
CAMPAIGNS = [CAMPAIGN, ("bing", "cpc", "autumn-4x4"), (None, None, None)]


class Visits:
    """Visits of one company with late, corrected and erased rows."""

    def __init__(self, source: Source, dice: random.Random) -> None:
        self.source, self.dice = source, dice
        self.tenant = source.tenant()
        self.known: list[UUID] = []
        self.sessions: list[str] = []
        self.bookings: list[UUID] = []

    def happen(self) -> None:
        self.dice.choices(
            [self.land, self.step, self.start, self.book, self.answer, self.status, self.erase],
            [6, 5, 3, 2, 4, 2, 0.5],
        )[0]()

    def land(self) -> None:
        landed = visit(
            self.source,
            self.tenant,
            at=NOW + timedelta(days=self.dice.randrange(-60, 60)),
            utm=self.dice.choice(CAMPAIGNS),
            device=self.dice.choice(["phone", "desktop"]),
            has_click_id=self.dice.random() < 0.4,
        )
        self.known.append(landed)

    def step(self) -> None:
        self._write(self.dice.choice(STEPS))

    def start(self) -> None:
        session = f"s{len(self.sessions)}"
        self.source.session(self.tenant, session, self._moment())
        # The step may arrive before its session, or the landing never.
        self._write("quiz_start", session_id=session)
        self.sessions.append(session)

    def book(self) -> None:
        booking = self.source.booking(self.tenant, None, self._moment())
        self._write("booking", booking_id=booking)
        self.bookings.append(booking)

    def answer(self) -> None:
        if not self.sessions:
            return
        session, question = self.dice.choice(self.sessions), self.dice.choice(["q1", "q2", "q3"])
        if self.dice.random() < 0.5:
            self.source.answer(self.tenant, session, question, self.dice.choice("ab"), self._moment())
        elif self.dice.random() < 0.3:
            self.source.complete(self.tenant, session, self._moment())
        else:
            self.source.run(
                "insert into quiz_question_views (tenant_id, session_id, question_id, viewed_at)"
                " values (%s, %s, %s, %s) on conflict do nothing",
                self.tenant,
                session,
                question,
                self._moment(),
            )

    def status(self) -> None:
        if self.bookings:
            status = self.dice.choice(["confirmed", "cancelled", "pending"])
            self.source.set_status(self.tenant, self.dice.choice(self.bookings), status, self._moment())

    def erase(self) -> None:
        if self.known:
            self.source.run("select journey_forget(%s, %s, now())", self.tenant, self._named())

    def _named(self) -> str:
        return orjson.dumps({"visit_id": self.dice.choice(self.known)}).decode()

    def _write(self, step: str, **more: Any) -> None:
        known = self.dice.choice([*self.known, uuid4()])
        is_there = self.source.run(
            "select 1 from journey_events where visit_id = %s and step = %s", known, step
        )
        if not is_there:
            self.source.step(self.tenant, known, step, self._moment(), **more)

    def _moment(self) -> datetime:
        return NOW + timedelta(minutes=self.dice.randrange(-60 * 24 * 60, 60 * 24 * 60))


@pytest.mark.parametrize(("store", "seed"), [("duckdb", 1), ("ducklake", 2)])
def test_refreshed_journeys_equal_those_counted_from_nothing(
    source: Source, pipeline: Pipeline, seed: int
) -> None:
    dice = random.Random(seed)  # noqa: S311 - repeatable on purpose
    visits = Visits(source, dice)
    phones = Filters(device="phone", utm_source="google")
    watched = [JUNE, whole_year(2026), month(2026, 5), month(2026, 6, filters=phones)]
    compaction = Compaction(pipeline.warehouse, pipeline.progress)
    before = COUNTED.labels("incremental")._value.get()
    # Each batch of a lake takes its time.
    for _ in range(3 if seed == 2 else 6):
        for _ in range(dice.randrange(1, 8)):
            visits.happen()
        pipeline.ingest.run()
        if dice.random() < 0.15:
            compaction.run(least_rows=1)
        if dice.random() < 0.1 and visits.known:
            # Without notifying the warehouse, as when old visits are deleted.
            source.run("delete from journey_events where visit_id = %s", dice.choice(visits.known))
            Reconciliation(pipeline.feed, pipeline.warehouse, pipeline.progress).run()
        for query in dice.sample(watched, 2):
            key = (visits.tenant, JOURNEY, query)
            refreshed, recounted = (
                pipeline.figures.count(key),
                Figures(pipeline.warehouse, pipeline.progress).count(key),
            )
            assert (refreshed.tag, orjson.loads(refreshed.body + b"}")) == (
                recounted.tag,
                orjson.loads(recounted.body + b"}"),
            )
    assert COUNTED.labels("incremental")._value.get() > before
