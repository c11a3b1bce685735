"""Findings: what the figures say beyond chance, with exact numbers, and silence where nothing differs."""

import random
from collections.abc import Callable, Sequence
from typing import Any

import httpx
import pytest
from analytics_process import site, wait_for

from abano.analytics.figures.findings import Days, Segment, Sources, findings
from abano.analytics.figures.schemas import (
    AnswerFinding,
    CampaignFinding,
    ChangeFinding,
    QuestionFinding,
    SpendFinding,
)
from abano.core.clock import FixedClock
from abano.core.config import Settings
from abano.team.users.users import add_admin
from abano.tenancy.directory.tenant import Tenant
from abano_shared.contract.answers import (
    AnswerFigures,
    CampaignFigures,
    FunnelStep,
    OverviewFigures,
    QuestionFigures,
)
from abano_shared.evidence import Case, evidence, newcombe, wilson
from abano_shared.value_interval import value_interval

FINDINGS = "/api/quiz/analytics/findings"


def rate(part: int, whole: int) -> float:
    return round(100 * part / whole, 1) if whole else 0.0


def overview(sessions: int, completed: int, booked: int) -> OverviewFigures:
    return OverviewFigures(
        total_sessions=sessions,
        completed_sessions=completed,
        completion_rate=rate(completed, sessions),
        conversion_count=booked,
        conversion_rate=rate(booked, sessions),
    )


def campaign(name: str, sessions: int, booked: int) -> CampaignFigures:
    return CampaignFigures(
        source="google",
        medium="cpc",
        campaign=name,
        total_sessions=sessions,
        completed_sessions=sessions,
        completion_rate=100,
        conversion_count=booked,
        conversion_rate=rate(booked, sessions),
        booked_value=booked * 500,
    )


def step(question: str, seen: int, dropped: int) -> FunnelStep:
    return FunnelStep(
        question_id=question,
        question_text=question.upper(),
        seen=seen,
        answered=seen - dropped,
        answer_rate=rate(seen - dropped, seen),
        dropped=dropped,
        drop_rate=rate(dropped, seen),
        still_answering=0,
        skipped=0,
        median_seconds=4,
    )


def question(name: str, answers: Sequence[tuple[int, int]]) -> QuestionFigures:
    """Each answer with its sessions, and how many of them booked."""
    total, booked = sum(count for count, _ in answers), sum(conversions for _, conversions in answers)
    verdicts = evidence([Case(conversions, count, booked, total) for count, conversions in answers])
    return QuestionFigures(
        question_id=name,
        question_text=name.upper(),
        total_responses=total,
        total_conversions=booked,
        question_conversion_rate=rate(booked, total),
        answers=[
            AnswerFigures(
                text=f"Answer {place}",
                value=f"a{place}",
                count=count,
                percentage=rate(count, total),
                conversions=conversions,
                conversion_rate=rate(conversions, count),
                low=0,
                high=100,
                lift=None,
                significant=verdict in {"above", "below"},
                evidence=verdict,
            )
            for place, ((count, conversions), verdict) in enumerate(zip(answers, verdicts, strict=True))
        ],
    )


def sources(**given: Any) -> Sources:
    empty: dict[str, Any] = {
        "overview": overview(1000, 800, 100),
        "questions": (),
        "steps": (),
        "campaigns": (),
    }
    return Sources(**(empty | given))


def test_question_that_loses_bookings_names_the_device_that_causes_it() -> None:
    found = findings(
        sources(
            questions=[question("q1", [(800, 80)])],
            steps=[step("q1", 1000, 200)],
            segments=[
                Segment("device", "phone", [step("q1", 600, 180)]),
                Segment("device", "desktop", [step("q1", 400, 20)]),
            ],
        )
    )
    (one,) = found
    assert isinstance(one, QuestionFinding)
    low, high = wilson(80, 800)
    # As many as 200 sessions would have made at the 10 % of those that answered.
    assert (one.bookings, one.low, one.high) == (-20.0, -round(200 * high, 1), -round(200 * low, 1))
    assert one.cause is not None
    assert one.cause.model_dump() == {
        "filter": "device",
        "value": "phone",
        "drop_rate": 30.0,
        "other_drop_rate": 5.0,
    }


def test_question_without_bookings_to_judge_by_is_none() -> None:
    steps = [step("q1", 1000, 200)]
    assert findings(sources(questions=[question("q1", [(800, 4)])], steps=steps)) == []
    assert findings(sources(questions=[], steps=steps)) == []


def test_answers_are_the_ones_that_the_chart_marks() -> None:
    found = findings(sources(questions=[question("q1", [(200, 60), (400, 40), (30, 6)])]))
    assert [one.answer for one in found if isinstance(one, AnswerFinding)] == ["a1", "a0"]
    one = found[1]
    assert isinstance(one, AnswerFinding)
    # 60 of 200, where the others' 46 of 430 would have made 21.4.
    assert (one.sessions, one.rate, one.other_rate, one.bookings) == (200, 30.0, 10.7, 38.6)
    low, high = newcombe(60, 200, 46, 430)
    assert (one.low, one.high) == (round(200 * low, 1), round(200 * high, 1))


def test_campaign_that_falls_from_eighteen_percent_to_none_of_54_is_found() -> None:
    now = Days(overview(354, 300, 54), [campaign("Summer", 300, 54), campaign("Winter", 54, 0)])
    before = Days(overview(600, 500, 108), [campaign("Summer", 300, 54), campaign("winter", 300, 54)])
    found = findings(
        sources(overview=now.overview, campaigns=now.campaigns, whole_days=now, days_before=before)
    )
    changes = [one for one in found if isinstance(one, ChangeFinding)]
    assert [(one.metric, one.campaign, one.rate, one.other_rate) for one in changes] == [
        ("conversion", "Winter", 0.0, 18.0)
    ]
    assert changes[0].bookings == -9.7
    assert changes[0].high < 0
    worse = [one for one in found if isinstance(one, CampaignFinding) and one.bookings < 0]
    assert [(one.campaign, one.rate, one.other_rate) for one in worse] == [("Winter", 0.0, 18.0)]


def money(name: str, cost: float | None, values: Sequence[float]) -> tuple[dict[str, Any], dict[str, Any]]:
    sums = {
        "cases": len(values),
        "bookings": len(values),
        "bookedValue": sum(values),
        "squares": sum((100 * value) ** 2 for value in values),
        "largest": max((100 * value for value in values), default=0),
    }
    return {"source": "google", "campaign": name, "cost": cost, "totalSessions": 100}, sums


def test_spend_is_a_finding_only_outside_an_interval_that_holds_for_all_campaigns() -> None:
    near = money("Near", 3600.0, [100.0] * 50)
    rows = [money("Wasteful", 9000.0, [100.0] * 20), money("Unknown", None, [100.0] * 9), near]
    found = findings(sources(currency="EUR", money=rows))
    (one,) = found
    assert isinstance(one, SpendFinding)
    assert (one.campaign, one.cost, one.booked_value, one.currency) == ("Wasteful", 9000.0, 2000.0, "EUR")
    assert one.value_high < one.cost
    # 7,000 at 100 a booking.
    assert one.bookings == -70.0
    sums = near[1]
    alone = value_interval(sums["bookedValue"] * 100, sums["squares"], sums["largest"])
    # One campaign alone would be a finding at this cost.
    assert alone[0] > 3600 * 100
    assert [one.campaign for one in findings(sources(money=[near])) if isinstance(one, SpendFinding)] == [
        "Near"
    ]


def test_few_bookings_say_nothing_of_money() -> None:
    assert findings(sources(money=[money("New", 9000.0, [100.0] * 4)])) == []


def test_most_important_comes_first_and_no_kind_fills_the_list() -> None:
    questions = [question(f"q{number}", [(400, 100 + number), (400, 10)]) for number in range(6)]
    found = findings(sources(questions=questions, steps=[step("q0", 1000, 900)]))
    assert [type(one) for one in found] == [QuestionFinding, *[AnswerFinding] * 3]
    assert [abs(one.bookings) for one in found] == sorted((abs(one.bookings) for one in found), reverse=True)


def test_where_nothing_differs_few_pages_have_a_finding() -> None:
    """At most 5 % of each kind that tests: answers, campaigns and changes."""
    chance = random.Random(20261128)  # noqa: S311 - a simulation

    def booked(sessions: int) -> int:
        return sum(chance.random() < 0.1 for _ in range(sessions))

    def days() -> Days:
        rows = [campaign(f"c{number}", 150, booked(150)) for number in range(6)]
        sessions = sum(row.total_sessions for row in rows)
        return Days(overview(sessions, sessions, sum(row.conversion_count for row in rows)), rows)

    pages = 200
    wrong = {AnswerFinding: 0, CampaignFinding: 0, ChangeFinding: 0}
    for _ in range(pages):
        now = days()
        questions = [question(f"q{number}", [(150, booked(150)) for _ in range(4)]) for number in range(3)]
        found = findings(
            sources(
                overview=now.overview,
                questions=questions,
                campaigns=now.campaigns,
                whole_days=now,
                days_before=days(),
            )
        )
        for kind in wrong:
            wrong[kind] += any(isinstance(one, kind) for one in found)
    # 10 of 200 are expected at most; 18 and more have a probability below 1 %.
    assert all(count < 18 for count in wrong.values()), wrong


SESSIONS = """
    insert into quiz_sessions (tenant_id, session_id, quiz_version, started_at, updated_at, completed_at, device)
    select %s, %s || number, 'v1', moment, moment, case when number <= %s then moment end, 'phone'
    from generate_series(1, %s) number, (select %s::timestamptz as moment) given
"""


@pytest.mark.anyio
async def test_page_finds_what_changed_and_only_for_its_company(
    analytics_process: Any,
    analytics_settings: Callable[[str], Settings],
    clock: FixedClock,
    sign_in: Any,
    settings: Settings,
    georgia: Tenant,
    alps: Tenant,
    query_admin_sql: Any,
) -> None:
    # Of June 20 of 100, of the days before 60 of 100; today's sessions are not compared.
    query_admin_sql(SESSIONS, georgia.id, "june-", 20, 100, "2026-06-05 09:00+00")
    query_admin_sql(SESSIONS, georgia.id, "may-", 60, 100, "2026-05-28 09:00+00")
    query_admin_sql(SESSIONS, georgia.id, "today-", 0, 40, "2026-06-10 08:00+00")
    for slug, email in ((georgia.slug, "analyst@ge.localhost"), (alps.slug, "analyst@alps.localhost")):
        await add_admin(
            settings, tenant_slug=slug, email=email, role="analyst", name="", password="long enough password"
        )
    running = analytics_settings(analytics_process.url)
    path = f"{FINDINGS}?from=2026-06-01&to=2026-06-10&lang=ka"
    async with site(running, clock, "localhost") as client:
        await sign_in(client, "analyst@ge.localhost", "long enough password")
        answer = await wait_for(client, path, lambda body: not body["counting"] and body["findings"])
        low, high = newcombe(20, 100, 60, 100)
        assert answer.json() == {
            "success": True,
            "counting": False,
            "stale": False,
            "beforeFrom": "2026-05-23",
            "beforeTo": "2026-05-31",
            "findings": [
                {
                    "kind": "change",
                    "metric": "completion",
                    "source": None,
                    "medium": None,
                    "campaign": None,
                    "sessions": 100,
                    "rate": 20.0,
                    "otherRate": 60.0,
                    # No booking is at stake yet.
                    "bookings": 0.0,
                    "low": round(0 * low, 1),
                    "high": round(0 * high, 1),
                }
            ],
        }
        filtered = await client.get(f"{path}&device=desktop")
        assert filtered.json()["findings"] == []
        refused = await client.get(f"{FINDINGS}?from=2026-06-31")
        assert (refused.status_code, refused.json()["fields"][0]["field"]) == (422, "from")
        analytics_process.end()
        try:
            never_asked = await client.get(f"{FINDINGS}?year=2025")
            assert never_asked.status_code == 503
            last = await client.get(path)
            assert (last.json()["stale"], last.json()["findings"]) == (True, answer.json()["findings"])
        finally:
            analytics_process.start()
    async with site(running, clock, "alps.localhost") as client:
        await sign_in(client, "analyst@alps.localhost", "long enough password")
        theirs = await wait_for(client, path, lambda body: not body["counting"])
        assert theirs.json()["findings"] == []


@pytest.mark.anyio
async def test_findings_need_an_admin_who_may_see_figures(
    client: httpx.AsyncClient, sign_in: Any, settings: Settings, georgia: Tenant
) -> None:
    assert (await client.get(FINDINGS)).status_code == 401
    await add_admin(
        settings,
        tenant_slug=georgia.slug,
        email="driver@ge.localhost",
        role="driver",
        name="",
        password="long enough password",
    )
    await sign_in(client, "driver@ge.localhost", "long enough password")
    assert (await client.get(FINDINGS)).status_code == 403
