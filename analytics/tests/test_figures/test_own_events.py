"""Events that a company defines equal plain SQL over Postgres, as funnels with them do; and hours of the week."""

import random
from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import orjson
import pytest
from conftest import NOW, Pipeline, Source, Traits
from periods import month

from abano_analytics.figures.event_timeline import EventTimeline, EventTimelines
from abano_analytics.figures.own_events import OwnEvents
from abano_analytics.figures.own_funnels import OwnFunnel, OwnFunnels
from abano_analytics.figures.query import FigureQuery, Filters
from abano_analytics.jobs.compact import Compaction
from abano_shared.contract.figures import PeriodParameters, instant_text
from abano_shared.contract.filters import HoursOfWeek
from abano_shared.contract.own_events import (
    EventTimelineParameters,
    EventTimelineResponse,
    NamedDefinition,
    OwnEventParameters,
    OwnEventResponse,
    SeenMostResponse,
)

JUNE = month(2026, 6)
PERIOD = {"since": instant_text(JUNE.since), "until": instant_text(JUNE.until)}
PAGES = ("/", "/guide/tbilisi", "/guide/kazbegi", "/cars/forester")
LINKS = (("/guide/tbilisi", "Tbilisi"), ("instagram.com/abano", "Instagram"), (None, "Show more"))
# A definition, and the same as a condition of Postgres.
EVENTS = (
    ({"kind": "page", "comparison": "is", "value": "/guide/tbilisi"}, "is_seen and page = '/guide/tbilisi'"),
    ({"kind": "page", "comparison": "starts", "value": "/guide"}, "is_seen and page like '/guide%%'"),
    ({"kind": "page", "comparison": "contains", "value": "kazb"}, "is_seen and page like '%%kazb%%'"),
    ({"kind": "page", "comparison": "is", "value": "/"}, "is_seen and page = '/'"),
    (
        {"kind": "press", "comparison": "is", "value": "/guide/tbilisi/"},
        "is_press and link = '/guide/tbilisi'",
    ),
    (
        {"kind": "press", "comparison": "starts", "value": "instagram.com"},
        "is_press and link like 'instagram.com%%'",
    ),
    ({"kind": "press", "comparison": "contains", "value": "abano"}, "is_press and link like '%%abano%%'"),
    (
        {"kind": "press", "comparison": "text", "value": "show MORE", "page": "/"},
        "is_press and label = 'Show more' and page = '/'",
    ),
)
PLAIN = """
with events as (
  select *, step = 'landing' or step like 'seen\\_%%' as is_seen, step like 'pressed\\_%%' as is_press
  from journey_events where tenant_id = %(tenant)s
)
select count(*), count(distinct visit_id), count(distinct visit_id) filter (where visit_id in (
  select visit_id from journey_events where tenant_id = %(tenant)s and step = 'booking' and reached_at >= %(since)s))
from events where reached_at >= %(since)s and reached_at < %(until)s and """


def record(source: Source, tenant: UUID, dice: random.Random, number: int) -> None:
    for _ in range(number):
        visit, landed = uuid4(), NOW + timedelta(days=dice.randrange(-9, 15))
        traits = Traits(None, None, dice.choice(PAGES), "en", "GE", is_returning=False)
        source.step(tenant, visit, "landing", landed, traits=traits)
        for place, page in enumerate(dice.sample(PAGES, dice.randrange(3))):
            on = Traits(None, None, page, None, None, is_returning=None)
            source.step(tenant, visit, f"seen_{place}", landed + timedelta(minutes=place + 1), traits=on)
        for place, (link, label) in enumerate(dice.sample(LINKS, dice.randrange(3))):
            on = Traits(None, None, dice.choice(PAGES), None, None, is_returning=None)
            moment = landed + timedelta(minutes=place + 5)
            source.step(tenant, visit, f"pressed_{place}", moment, traits=on, link=link, label=label)
        if dice.random() < 0.4:
            booking = source.booking(tenant, None, NOW)
            source.step(tenant, visit, "booking", landed + timedelta(hours=1), booking_id=booking)


def plain(source: Source, tenant: UUID, condition: str) -> tuple[Any, ...]:
    return plain_rows(source, tenant, PLAIN + condition)[0]


@pytest.mark.parametrize(("store", "seed"), [("duckdb", 1), ("ducklake", 2)])
def test_events_and_their_funnels_equal_plain_sql(source: Source, pipeline: Pipeline, seed: int) -> None:
    dice = random.Random(seed)  # noqa: S311 - repeatable on purpose
    tenant, other = source.tenant(), source.tenant("alps")
    events = OwnEvents(pipeline.warehouse, pipeline.progress)
    funnels = OwnFunnels(pipeline.warehouse, pipeline.progress)
    record(source, other, dice, 10)
    for turn in range(2):
        record(source, tenant, dice, 25)
        pipeline.ingest.run()
        if turn == 1:
            Compaction(pipeline.warehouse, pipeline.progress).run(least_rows=1)
        for definition, condition in EVENTS:
            body = events.look(tenant, OwnEventParameters.model_validate({**PERIOD, **definition}))
            found = OwnEventResponse.model_validate_json(body, extra="forbid")
            expected = plain(source, tenant, condition)
            assert (found.count, found.visits, found.booked) == expected, definition
            assert len(found.latest) == min(5, found.count)
            assert found.recorded_since is not None
            named = NamedDefinition.model_validate({"id": uuid4(), **definition})
            step = f"event:{named.id}"
            asked = OwnFunnel(JUNE, ("landing", step, "booking"), events=(named,))
            counted = orjson.loads(funnels.count(tenant, asked))
            landed, reached, _ = (one["visits"] for one in counted["steps"])
            assert (landed, reached) == (25 * (turn + 1), in_funnel(source, tenant, condition)), definition


# By local day: sessions, completed, converted, bookings, booked, and sessions of visits with the event. A visit's
# event counts from a day before its quiz began.
OVER_TIME = """
with events as (
  select *, step = 'landing' or step like 'seen\\_%%' as is_seen, step like 'pressed\\_%%' as is_press
  from journey_events where tenant_id = %(tenant)s
), booked as (
  select attributed_session_id as session_id, count(*) filter (where status <> 'cancelled') as bookings,
         sum(case when status = 'cancelled' then 0 else total_minor end) as minor
  from bookings where tenant_id = %(tenant)s group by 1
)
select (started_at at time zone 'Asia/Tbilisi')::date::text, count(*), count(completed_at),
       count(*) filter (where bookings > 0), coalesce(sum(bookings), 0)::int, coalesce(sum(minor), 0)::int / 100.0,
       count(*) filter (where exists (
         select from journey_events began
         where began.tenant_id = %(tenant)s and began.step = 'quiz_start' and began.session_id = s.session_id
           and exists (
             select from events where events.visit_id = began.visit_id
               and events.reached_at >= began.reached_at - interval '1 day' and {condition})))
from quiz_sessions s left join booked using (session_id)
where tenant_id = %(tenant)s and started_at >= %(since)s and started_at < %(until)s and {filtered}
group by 1 order by 1"""


FILTERED: tuple[tuple[dict[str, str], str], ...] = (
    ({}, "true"),
    ({"utmCampaign": "spring"}, "lower(utm_campaign) = 'spring'"),
    ({"device": "desktop"}, "device = 'desktop'"),
)


def begin_quizzes(source: Source, tenant: UUID, dice: random.Random, name: str) -> None:
    """Half of the visits begin a quiz, some long after they landed; sessions without a visit come on top."""
    visits = source.run(
        f"select visit_id, min(reached_at) from journey_events where tenant_id = '{tenant}' group by 1"
        " having not bool_or(step = 'quiz_start') order by 2, 1"
    )
    for number, (visit, landed) in enumerate(visits):
        if dice.random() < 0.5:
            continue
        session, began = f"{name}-{number}", landed + timedelta(hours=dice.choice((0, 0, 1, 26)))
        completed = began + timedelta(minutes=5) if dice.random() < 0.6 else None
        utm = ("google", "cpc", dice.choice(("spring", "Spring", "autumn")))
        source.session(tenant, session, began, completed_at=completed, utm=utm)
        source.step(tenant, visit, "quiz_start", began, session_id=session)
        if dice.random() < 0.3:
            source.booking(tenant, session, began, status=dice.choice(("pending", "cancelled")))
    for number in range(5):
        source.session(tenant, f"{name}-alone-{number}", NOW + timedelta(days=number), device="desktop")


@pytest.mark.parametrize(("store", "seed"), [("duckdb", 3), ("ducklake", 4)])
def test_events_over_time_equal_plain_sql(source: Source, pipeline: Pipeline, seed: int) -> None:
    dice = random.Random(seed)  # noqa: S311 - repeatable on purpose
    tenant, other = source.tenant(), source.tenant("alps")
    timelines = EventTimelines(pipeline.warehouse, pipeline.progress)
    record(source, other, dice, 10)
    begin_quizzes(source, other, dice, "other")
    for turn in range(2):
        record(source, tenant, dice, 40)
        begin_quizzes(source, tenant, dice, f"s{turn}")
        pipeline.ingest.run()
        if turn == 1:
            Compaction(pipeline.warehouse, pipeline.progress).run(least_rows=1)
        for place, (definition, condition) in enumerate(EVENTS):
            filters, filtered = FILTERED[place % len(FILTERED)]
            asked = {**PERIOD, **definition, **filters, "unit": "day"}
            days = over_time(timelines, tenant, asked).timeline
            sql = OVER_TIME.replace("{condition}", condition).replace("{filtered}", filtered)
            expected = {day: tuple(rest) for day, *rest in plain_rows(source, tenant, sql)}
            for one in days:
                counted = (
                    one.total_sessions,
                    one.completed_sessions,
                    one.conversion_count,
                    one.bookings,
                    one.booked_value,
                    one.event_sessions or 0,
                )
                assert counted == expected.pop(f"{one.start:%Y-%m-%d}", (0,) * 6), (definition, filters)
            assert not expected
            # Other units have the same sums.
            unit = ("hour", "week", "month")[place % 3]
            by_unit = over_time(timelines, tenant, asked | {"unit": unit}).timeline
            assert sum(one.event_sessions or 0 for one in by_unit) == sum(
                one.event_sessions or 0 for one in days
            )


def test_before_anything_was_recorded_there_is_no_number(source: Source, pipeline: Pipeline) -> None:
    tenant = source.tenant()
    timelines = EventTimelines(pipeline.warehouse, pipeline.progress)
    asked = {**PERIOD, "kind": "page", "comparison": "is", "value": "/guide/tbilisi", "unit": "day"}
    source.session(tenant, "early", NOW - timedelta(days=3))
    pipeline.ingest.run()
    assert {one.event_sessions for one in over_time(timelines, tenant, asked).timeline} == {None}
    visit, page = uuid4(), Traits(None, None, "/guide/tbilisi", None, None, is_returning=None)
    source.session(tenant, "with", NOW)
    source.session(tenant, "without", NOW + timedelta(days=1))
    source.step(tenant, visit, "quiz_start", NOW, session_id="with")
    source.step(tenant, visit, "seen_1", NOW + timedelta(minutes=1), traits=page)
    pipeline.ingest.run()
    counts = {one.start.day: one.event_sessions for one in over_time(timelines, tenant, asked).timeline}
    day = NOW.day
    assert (counts[day - 3], counts[day - 1], counts[day], counts[day + 1]) == (None, None, 1, 0)


def over_time(timelines: EventTimelines, tenant: UUID, asked: dict[str, Any]) -> EventTimelineResponse:
    parameters = EventTimelineParameters.model_validate(asked)
    body = timelines.count(tenant, EventTimeline.of(parameters))
    return EventTimelineResponse.model_validate_json(body, extra="forbid")


def plain_rows(source: Source, tenant: UUID, sql: str) -> list[tuple[Any, ...]]:
    values = {"tenant": tenant, "since": JUNE.since, "until": JUNE.until}
    for name, value in values.items():
        sql = sql.replace(f"%({name})s", f"'{value}'")
    return source.run(sql)


def in_funnel(source: Source, tenant: UUID, condition: str) -> int:
    [(count,)] = source.run(
        "select count(distinct visit_id) from (select *, step = 'landing' or step like 'seen\\_%%' as is_seen,"
        " step like 'pressed\\_%%' as is_press from journey_events) e"
        f" where tenant_id = '{tenant}' and {condition}"
    )
    return int(count)


def test_what_most_visits_saw_and_pressed_is_listed_first(source: Source, pipeline: Pipeline) -> None:
    tenant = source.tenant()
    for number, (link, label) in enumerate(LINKS, 1):
        for _ in range(number):
            visit = uuid4()
            source.step(
                tenant, visit, "landing", traits=Traits(None, None, "/", "en", "GE", is_returning=False)
            )
            source.step(tenant, visit, "pressed_1", link=link, label=label)
    pipeline.ingest.run()
    events = OwnEvents(pipeline.warehouse, pipeline.progress)
    period = PeriodParameters.model_validate(PERIOD)
    found = SeenMostResponse.model_validate_json(events.seen_most(tenant, period), extra="forbid")
    assert [(one.page, one.visits) for one in found.pages] == [("/", 6)]
    assert [(one.label, one.visits) for one in found.presses] == [
        ("Show more", 3),
        ("Instagram", 2),
        ("Tbilisi", 1),
    ]
    # Neither pages nor presses are places at which a visit ends.
    steps = orjson.loads(pipeline.figures.count((tenant, "journey", JUNE)).body + b"}")["all"]["steps"]
    assert [one["step"] for one in steps if one["visits"]] == ["landing"]


@pytest.mark.parametrize(
    ("text", "hours"), [("3:13", 1), ("3-4:13", 2), ("1-7:0-24", 168), ("3:0-13", 13), ("2:13-14", 1)]
)
def test_hours_of_the_week_are_of_the_companys_clock(
    source: Source, pipeline: Pipeline, text: str, hours: int
) -> None:
    tenant = source.tenant()
    for hour in range(24 * 7):
        source.session(tenant, f"s{hour}", NOW + timedelta(hours=hour))
        source.step(tenant, uuid4(), "landing", NOW + timedelta(hours=hour))
    pipeline.ingest.run()
    query = FigureQuery(JUNE.since, JUNE.until, Filters(hour_of_week=text))

    def counted(figure: Any) -> Any:
        return orjson.loads(pipeline.figures.count((tenant, figure, query)).body + b"}")

    assert counted("overview")["analytics"]["totalSessions"] == hours
    span = HoursOfWeek.of(text)
    for one in counted("weekhours")["weekhours"]:
        is_chosen = (
            span.first_day <= one["weekday"] <= span.last_day
            and span.first_hour <= one["hour"] < span.end_hour
        )
        assert one["totalSessions"] == is_chosen, one
    journey = counted("journey")
    assert (journey["unapplied"], journey["all"]["steps"][0]["visits"]) == ([], hours)
    # What is counted incrementally is counted alike.
    source.session(tenant, "late", NOW)
    pipeline.ingest.run()
    assert counted("overview")["analytics"]["totalSessions"] == hours + (
        text in {"3:13", "3-4:13", "1-7:0-24"}
    )
    funnel = OwnFunnels(pipeline.warehouse, pipeline.progress)
    steps = orjson.loads(funnel.count(tenant, OwnFunnel(query, ("landing", "booking"))))["steps"]
    assert steps[0]["visits"] == hours
