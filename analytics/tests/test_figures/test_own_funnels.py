"""Funnels of picked steps equal a slow computation in plain Python on random histories."""

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from statistics import median
from typing import Any
from uuid import UUID, uuid4

import orjson
import pytest
from conftest import NOW, Pipeline, Source, Traits
from periods import month
from pydantic import ValidationError

from abano_analytics.figures.own_funnels import SLACK_SECONDS, OwnFunnel, OwnFunnels
from abano_analytics.figures.query import FigureQuery, Filters
from abano_analytics.figures.sessions import Place, Sessions
from abano_analytics.jobs.compact import Compaction
from abano_shared.campaign_names import name_key
from abano_shared.contract.answers import QuizSessionsResponse
from abano_shared.contract.own_funnels import (
    MAX_SHOWN_VALUES,
    Breakdown,
    OwnFunnelParameters,
    OwnFunnelResponse,
)
from abano_shared.evidence import wilson

JUNE = month(2026, 6)
PRESS = "press_phone"
BREAKDOWNS: tuple[Breakdown | None, ...] = (None, "device", "utmSource")
PICKABLE = (
    "landing", "landing:/", "landing:/black", "quiz_intro", "quiz_start", "seen:q1", "seen:q2", "answered:q1",
    "answered:q2", "quiz_done", "search", "car", "wizard_1", "booking", "confirmed", PRESS,
)  # fmt: skip
REPORTED = ("quiz_intro", "search", "car", "wizard_1", "press_phone")
SOURCES = ("google", " Google ", "bing", "meta", "mail", "partner", "radio", None)


@dataclass
class Visit:
    landed_at: datetime
    page: str
    source: str | None
    device: str
    # By step as it is picked.
    moments: dict[str, list[datetime]] = field(default_factory=dict)
    status: str | None = None


class World:
    """Random visits, written to the database and remembered."""

    def __init__(self, source: Source, dice: random.Random) -> None:
        self.source, self.dice = source, dice
        self.tenant = source.tenant()
        self.visits: dict[UUID, Visit] = {}
        self.sessions: dict[UUID, str] = {}
        self.bookings: dict[UUID, UUID] = {}

    def happen(self) -> None:
        self.dice.choices(
            [self.land, self.step, self.start, self.quiz, self.book, self.forget], [5, 9, 3, 6, 2, 0.4]
        )[0]()

    def land(self) -> None:
        visit = Visit(
            NOW + timedelta(days=self.dice.randrange(-30, 30)),
            self.dice.choice(["/", "/black"]),
            self.dice.choice(SOURCES),
            self.dice.choice(["phone", "desktop"]),
        )
        visit_id = uuid4()
        visit.moments = {"landing": [visit.landed_at], f"landing:{visit.page}": [visit.landed_at]}
        self.source.step(
            self.tenant,
            visit_id,
            "landing",
            visit.landed_at,
            utm=(visit.source, None, None),
            device=visit.device,
            traits=Traits(None, None, visit.page, "en", "GE", is_returning=False),
        )
        self.visits[visit_id] = visit

    def step(self) -> None:
        if picked := self._visit():
            step = self.dice.choice(REPORTED)
            self._write(*picked, step, step)

    def start(self) -> None:
        picked = self._visit()
        if picked and picked[0] not in self.sessions:
            session = f"s{len(self.sessions)}"
            moment = self._write(*picked, "quiz_start", "quiz_start", session_id=session)
            self.source.session(self.tenant, session, moment)
            self.sessions[picked[0]] = session

    def quiz(self) -> None:
        if not self.sessions:
            return
        visit_id, session = self.dice.choice(list(self.sessions.items()))
        visit, question = self.visits.get(visit_id), self.dice.choice(["q1", "q2"])
        moments = visit.moments if visit else {}
        at = self._moment(visit) if visit else NOW
        match self.dice.choice(["view", "answer", "done"]):
            case "view" if f"viewed:{question}" not in moments:
                self.source.view(self.tenant, session, question, at)
                moments[f"viewed:{question}"] = [at]
            case "answer":
                # A later version takes the place of the one before.
                self.source.answer(self.tenant, session, question, "a", at)
                moments[f"answered:{question}"] = [at]
            case "done" if "quiz_done" not in moments:
                self.source.complete(self.tenant, session, at)
                moments["quiz_done"] = [at]

    def book(self) -> None:
        if self.bookings and self.dice.random() < 0.5:
            visit_id, booking = self.dice.choice(list(self.bookings.items()))
            status = self.dice.choice(["confirmed", "cancelled", "pending"])
            self.source.set_status(self.tenant, booking, status, NOW)
            if visit_id in self.visits:
                self.visits[visit_id].status = status
        elif (picked := self._visit()) and picked[0] not in self.bookings:
            booking = self.source.booking(self.tenant, None, NOW)
            self._write(*picked, "booking", "booking", booking_id=booking)
            self.bookings[picked[0]] = booking

    def forget(self) -> None:
        """A visitor refuses consent."""
        if picked := self._visit():
            self.source.run(
                "select journey_forget(%s, %s, now())",
                self.tenant,
                orjson.dumps({"visit_id": picked[0]}).decode(),
            )
            del self.visits[picked[0]]

    def _visit(self) -> tuple[UUID, Visit] | None:
        return self.dice.choice(list(self.visits.items())) if self.visits else None

    def _write(self, visit_id: UUID, visit: Visit, picked: str, step: str, **more: Any) -> datetime:
        """Only the first report of a step is stored."""
        moment = self._moment(visit)
        if picked not in visit.moments:
            self.source.step(self.tenant, visit_id, step, moment, **more)
            visit.moments[picked] = [moment]
        return moment

    def _moment(self, visit: Visit) -> datetime:
        """At or after the landing; often the same for several steps, or a little before it."""
        return visit.landed_at + timedelta(seconds=self.dice.choice([-8, -3, 0, 0, 2, 10, 60, 600, 90_000]))


def slow(world: World, asked: OwnFunnel) -> dict[str, Any]:
    chosen = [
        one
        for one in world.visits.values()
        if asked.query.since <= one.landed_at < asked.query.until
        and (asked.query.filters.device is None or one.device == asked.query.filters.device)
    ]
    groups: dict[str, list[Visit]] = {}
    for one in chosen:
        value = one.device if asked.by == "device" else name_key(one.source or "") or "(none)"
        groups.setdefault(value, []).append(one)
    values = {value: slow_steps(visits, asked) for value, visits in groups.items()} if asked.by else {}
    return {
        "visits": len(chosen),
        "steps": slow_steps(chosen, asked),
        "values": {value: steps for value, steps in values.items() if steps[0][0]},
    }


def slow_steps(visits: Sequence[Visit], asked: OwnFunnel) -> list[tuple[int, float | None]]:
    reached = [0] * len(asked.steps)
    waits: list[list[float]] = [[] for _ in asked.steps]
    for visit in visits:
        before: datetime | None = None
        for place, step in enumerate(asked.steps):
            moment = first(visit, step)
            if moment is None:
                break
            if asked.in_order and before is not None:
                if moment < before - timedelta(seconds=SLACK_SECONDS):
                    break
                moment = max(moment, before)
                waits[place].append((moment - before).total_seconds())
            before = moment
            reached[place] += 1
    return [
        (count, round(median(wait), 1) if wait else None) for count, wait in zip(reached, waits, strict=True)
    ]


def first(visit: Visit, step: str) -> datetime | None:
    kind, _, question = step.partition(":")
    moments = visit.moments
    if step == "confirmed":
        return moments.get("booking", [None])[0] if visit.status == "confirmed" else None
    if kind == "seen":
        found = [*moments.get(f"viewed:{question}", []), *moments.get(f"answered:{question}", [])]
        return min(found, default=None)
    return min(moments.get(step, []), default=None)


@pytest.mark.parametrize(("store", "seed"), [("duckdb", 1), ("ducklake", 3)])
def test_random_funnels_equal_a_slow_computation(source: Source, pipeline: Pipeline, seed: int) -> None:
    dice = random.Random(seed)  # noqa: S311 - repeatable on purpose
    world = World(source, dice)
    funnels = OwnFunnels(pipeline.warehouse, pipeline.progress)
    compaction = Compaction(pipeline.warehouse, pipeline.progress)
    compared = 0
    for _ in range(2 if seed == 3 else 4):
        for _ in range(60):
            world.happen()
        pipeline.ingest.run()
        if dice.random() < 0.4:
            compaction.run(least_rows=1)
        for _ in range(12):
            query = FigureQuery(JUNE.since, JUNE.until, Filters(device=dice.choice([None, "phone"])))
            steps = tuple(dice.sample(PICKABLE, dice.randrange(2, 5)))
            if dice.random() < 0.6:
                steps = ("landing", *(step for step in steps if step != "landing"))
            if len(steps) < 2:
                continue
            by = dice.choice(BREAKDOWNS)
            asked = OwnFunnel(query, steps, dice.random() < 0.7, by)
            found = orjson.loads(funnels.count(world.tenant, asked))
            OwnFunnelResponse.model_validate(found, extra="forbid")
            expected = slow(world, asked)
            assert (found["visits"], counted(found["steps"])) == (expected["visits"], expected["steps"]), (
                asked
            )
            values = {name_key(one["value"]): counted(one["steps"]) for one in found["values"]}
            assert values.items() <= expected["values"].items(), asked
            assert len(values) == min(MAX_SHOWN_VALUES, len(expected["values"]))
            assert found["valuesLeftOut"] == len(expected["values"]) - len(values)
            most = Counter({value: steps[0][0] for value, steps in expected["values"].items()})
            assert sorted(steps[0][0] for steps in values.values()) == sorted(
                count for _, count in most.most_common(MAX_SHOWN_VALUES)
            )
            compared += expected["steps"][1][0] > 0
    assert compared > 5


def counted(steps: Sequence[dict[str, Any]]) -> list[tuple[int, float | None]]:
    return [(one["visits"], one["medianSeconds"]) for one in steps]


def test_shares_and_intervals_are_of_the_first_step_and_of_the_one_before(
    source: Source, pipeline: Pipeline
) -> None:
    tenant = source.tenant()
    for reached in (0, 1, 1, 2):
        visit = uuid4()
        source.step(tenant, visit, "landing", NOW)
        for place, step in enumerate(["press_phone", "booking"][:reached], 1):
            source.step(tenant, visit, step, NOW + timedelta(minutes=place))
    pipeline.ingest.run()
    funnels = OwnFunnels(pipeline.warehouse, pipeline.progress)
    asked = OwnFunnel(JUNE, ("landing", PRESS, "booking"))
    body = funnels.count(tenant, asked)
    landing, press, booking = orjson.loads(body)["steps"]
    assert [one["visits"] for one in (landing, press, booking)] == [4, 3, 1]
    assert (press["share"], booking["share"], booking["shareOfBefore"], booking["lost"]) == (75, 25, 33.3, 2)
    assert (booking["low"], booking["high"]) == tuple(round(100 * one, 1) for one in wilson(1, 4))
    assert (booking["lowOfBefore"], booking["highOfBefore"]) == tuple(
        round(100 * one, 1) for one in wilson(1, 3)
    )
    assert (landing["medianSeconds"], press["medianSeconds"], booking["medianSeconds"]) == (None, 60, 60)
    # Kept until the warehouse changes, for this company only.
    assert funnels.count(tenant, asked) is body
    other = orjson.loads(funnels.count(source_other(source, pipeline), asked))
    assert [one["visits"] for one in other["steps"]] == [0, 0, 0]
    source.step(tenant, uuid4(), "landing", NOW)
    pipeline.ingest.run()
    assert orjson.loads(funnels.count(tenant, asked))["steps"][0]["visits"] == 5


def test_the_sessions_of_a_step_are_those_of_its_visits(source: Source, pipeline: Pipeline) -> None:
    tenant = source.tenant()
    for number in range(6):
        visit = uuid4()
        source.step(tenant, visit, "landing", NOW)
        if number:
            # The first visit began no quiz, so it has no session.
            source.step(tenant, visit, "quiz_start", NOW, session_id=f"s{number}")
            source.session(tenant, f"s{number}", NOW + timedelta(seconds=number))
        if number > 3:
            source.step(tenant, visit, "car", NOW + timedelta(minutes=1))
    source.session(tenant, "without a visit", NOW)
    pipeline.ingest.run()
    sessions = Sessions(pipeline.warehouse, pipeline.progress)
    asked = OwnFunnel(JUNE, ("landing", "car"))

    def listed(at: int, *, is_lost: bool = False) -> int:
        body = sessions.page_of_funnel(tenant, asked, at, Place(), is_lost=is_lost)
        return int(QuizSessionsResponse.model_validate_json(body, extra="forbid").total)

    steps = orjson.loads(OwnFunnels(pipeline.warehouse, pipeline.progress).count(tenant, asked))["steps"]
    assert [(one["visits"], one["lost"]) for one in steps] == [(6, 0), (2, 4)]
    assert (listed(0), listed(1), listed(1, is_lost=True), listed(0, is_lost=True)) == (5, 2, 3, 0)


def source_other(source: Source, pipeline: Pipeline) -> UUID:
    other = source.tenant("alps")
    pipeline.ingest.run()
    return other


@pytest.mark.parametrize(
    "steps",
    [
        ("landing",),
        ("landing", "landing"),
        ("landing", "unknown"),
        ("landing", "press_door"),
        ("landing",) * 9,
    ],
)
def test_steps_that_are_none_are_refused(steps: tuple[str, ...]) -> None:
    period = {"since": "2026-06-01T00:00:00Z", "until": "2026-07-01T00:00:00Z"}
    with pytest.raises(ValidationError):
        OwnFunnelParameters.model_validate({**period, "step": steps})
