"""The admin's access to figures: permissions, parameters, and an unavailable service."""

import json
from collections.abc import Callable
from typing import Any

import httpx
import pytest
from analytics_process import site, wait_for

from abano.core.clock import FixedClock
from abano.core.config import Settings
from abano.team.users.users import add_admin
from abano.tenancy.directory.tenant import Tenant
from abano_shared.contract.answers import (
    AnswersResponse,
    CampaignsResponse,
    ChoicesResponse,
    FunnelResponse,
    JourneyResponse,
    OverviewResponse,
    TimelineResponse,
    WeekhoursResponse,
)
from abano_shared.contract.own_funnels import OwnFunnelResponse

pytestmark = pytest.mark.anyio

SettingsAt = Callable[[str], Settings]
OVERVIEW = "/api/quiz/analytics/overview"
PAGE = "/api/quiz/analytics/page?year=2026&month=6&lang=ka&figures=overview,timeline,answers,journey,unknown"
SESSION = """
    insert into quiz_sessions (tenant_id, session_id, quiz_version, started_at, updated_at)
    values (%s, %s, 'v1', '2026-06-10 09:00+00', '2026-06-10 09:00+00')
"""
ANSWER = """
    insert into quiz_answers (tenant_id, session_id, question_id, value, question_text, answer_text, answered_at)
    values (%s, %s, 'q1', 'leisure', 'Why?', 'Leisure', '2026-06-10 09:01+00')
"""

OWN_FUNNEL = "/api/quiz/analytics/own-funnel?year=2026"
LANDED = """
    insert into journey_events (tenant_id, visit_id, step, reached_at)
    select %s, visit, step, '2026-06-10 09:00+00' from gen_random_uuid() visit, unnest(array['landing', 'car']) step
"""


async def test_needs_a_signed_in_admin(client: httpx.AsyncClient) -> None:
    figures = ("overview", "answers", "funnel", "campaigns", "choices", "timeline", "weekhours", "journey")
    pages = (f"page?figures={figure}&" for figure in figures)
    for path in ("overview?", "answers?", "export?table=sessions&", *pages):
        answer = await client.get(f"/api/quiz/analytics/{path}year=2026")
        assert answer.status_code == 401
        assert answer.json()["error"] == "SignInRequired"


async def test_a_sign_in_of_another_company_is_none(
    owner_client: httpx.AsyncClient, alps_client: httpx.AsyncClient
) -> None:
    cookies = "; ".join(f"{name}={value}" for name, value in owner_client.cookies.items())
    answer = await alps_client.get(f"{OVERVIEW}?year=2026", headers={"Cookie": cookies})
    assert answer.status_code == 401


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ("year=1999", "year"),
        ("year=2101", "year"),
        ("year=soon", "year"),
        ("year=2026&month=0", "month"),
        ("year=2026&month=13", "month"),
        ("year=2026&month=June", "month"),
        ("from=2026-06-31", "from"),
        ("from=1781000000", "from"),
        ("from=2026-06-01T00:00:00", "from"),
        ("from=1999-12-31", "from"),
        ("from=2026-06-01&year=2026", "from"),
        ("from=2026-06-01&month=6", "from"),
        ("to=2026-06-01", "to"),
        ("from=2026-06-02&to=2026-06-01", "to"),
        ("from=2026-06-02&to=2101-01-01", "to"),
        ("device=fridge", "device"),
        ("device=phone|tablet", "device"),
        ("device=contains:pho", "device"),
        (f"utmSource={'x' * 501}", "utmSource"),
        ("utmSource=not:", "utmSource"),
        ("utmSource=is:|", "utmSource"),
        (f"utmSource=is:{'|'.join(str(number) for number in range(11))}", "utmSource"),
        ("utmSource=a%00b", "utmSource"),
        (f"utmCampaign={'x' * 501}", "utmCampaign"),
        (f"quizVersion={'x' * 401}", "quizVersion"),
        (f"landingPage={'x' * 2049}", "landingPage"),
        ("visitor=friend", "visitor"),
        ("answer=q1", "answer"),
        ("answer=:leisure", "answer"),
        ("&".join(f"answer=q{number}:no" for number in range(6)), "answer"),
    ],
)
async def test_bad_views_name_the_field(owner_client: httpx.AsyncClient, query: str, field: str) -> None:
    answer = await owner_client.get(f"{OVERVIEW}?{query}")
    assert answer.status_code == 422
    assert [item["field"] for item in answer.json()["fields"]] == [field]


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ("unit=minute", "unit"),
        # A quarter has 2,160 hours; sixteen years have more than 800 weeks, whether the unit was chosen or
        # not.
        ("from=2026-06-01&to=2026-08-29&unit=hour", "unit"),
        ("from=2023-01-01&to=2025-03-11&unit=day", "unit"),
        ("from=2010-01-01&to=2025-12-31", "unit"),
    ],
)
async def test_too_many_units_of_time_name_the_unit(
    owner_client: httpx.AsyncClient, query: str, field: str
) -> None:
    for path in ("page?figures=timeline&", "export?table=timeline&"):
        answer = await owner_client.get(f"/api/quiz/analytics/{path}{query}")
        assert answer.status_code == 422
        assert [item["field"] for item in answer.json()["fields"]] == [field]


@pytest.mark.parametrize(
    ("query", "field"), [("", "table"), ("table=names", "table"), ("table=funnel&format=xls", "format")]
)
async def test_a_file_of_another_kind_names_the_field(
    owner_client: httpx.AsyncClient, query: str, field: str
) -> None:
    refused = await owner_client.get(f"/api/quiz/analytics/export?{query}")
    assert (refused.status_code, refused.json()["fields"][0]["field"]) == (422, field)


async def test_away_without_earlier_figures_says_so(owner_client: httpx.AsyncClient) -> None:
    answer = await owner_client.get(f"{OVERVIEW}?year=2026")
    assert answer.status_code == 503
    assert answer.json() == {
        "success": False,
        "error": "AnalyticsUnavailable",
        "code": "AnalyticsUnavailable",
        "message": "Analytics is unavailable right now. Nothing was lost. Try again in a moment.",
    }
    assert answer.headers["retry-after"] == "5"


async def test_figures_pass_through_unchanged_ones_as_304_and_last_ones_as_stale(
    analytics_process: Any,
    analytics_settings: SettingsAt,
    clock: FixedClock,
    sign_in: Any,
    settings: Settings,
    georgia: Tenant,
    query_admin_sql: Any,
) -> None:
    query_admin_sql(SESSION, georgia.id, "first")
    query_admin_sql(ANSWER, georgia.id, "first")
    async with site(analytics_settings(analytics_process.url), clock, "localhost") as client:
        await sign_in(client, settings.owner_email, settings.admin_password.get_secret_value())
        path = f"{OVERVIEW}?year=2026&month=6"
        fresh = await wait_for(client, path, lambda body: body["analytics"]["totalSessions"] == 1)
        assert fresh.json()["realTimeMetadata"]["stale"] is False
        OverviewResponse.model_validate(fresh.json())
        for figure, model in (
            ("answers", AnswersResponse),
            ("funnel", FunnelResponse),
            ("campaigns", CampaignsResponse),
            ("choices", ChoicesResponse),
            ("timeline", TimelineResponse),
            ("weekhours", WeekhoursResponse),
            ("journey", JourneyResponse),
        ):
            other = await one_figure(client, figure, "year=2026&month=6")
            # Every field of the contract exists.
            contract = model.model_validate(other).model_dump(by_alias=True, mode="json")
            assert keys(contract) == keys(other)

        tag = fresh.headers["etag"]
        unchanged = await client.get(path, headers={"If-None-Match": tag})
        assert (unchanged.status_code, unchanged.content) == (304, b"")

        query_admin_sql(SESSION, georgia.id, "second")
        changed = await wait_for(client, path, lambda body: body["analytics"]["totalSessions"] == 2)
        assert changed.headers["etag"] != tag
        # The current year is the default, and an empty parameter counts as missing.
        default = await client.get(f"{OVERVIEW}?year=&month=")
        assert default.json()["analytics"]["totalSessions"] == 2

        # It is 10 June, 13:00 in Tbilisi; today is the default last day.
        for query, sessions in (
            ("from=2026-06-10", 2),
            ("from=2026-06-11", 0),
            ("from=2026-06-01&to=2026-06-09&year=&month=", 0),
            ("utmSource=(none)&device=unknown&quizVersion=v1", 2),
            ("utmSource=google", 0),
            ("utmMedium=(none)&utmTerm=(none)&utmContent=(none)&landingPage=(none)", 2),
            ("language=(none)&country=(none)&visitor=(none)", 2),
            ("visitor=new", 0),
            ("answer=q1:leisure", 1),
            ("answer=q1:leisure&answer=q2:(none)&answer=", 1),
            ("answer=q1:leisure&answer=q1:other", 0),
            ("answer=q1:(none)", 1),
        ):
            filtered = await client.get(f"{OVERVIEW}?{query}")
            assert filtered.status_code == 200, (query, filtered.json())
            assert filtered.json()["analytics"]["totalSessions"] == sessions, query
            tag = filtered.headers["etag"]
            again = await client.get(f"{OVERVIEW}?{query}", headers={"If-None-Match": tag})
            assert again.status_code == 304

        await times_are_the_companys(client)

        await a_page_returns_what_has_changed(client, path)

        export = "/api/quiz/analytics/export"
        file = await client.get(f"{export}?table=sessions&from=2026-06-01&to=2026-06-10")
        assert file.headers["content-type"] == "text/csv; charset=utf-8"
        assert file.headers["content-disposition"] == (
            'attachment; filename="quiz-sessions-2026-06-01-to-2026-06-10.csv"'
        )
        assert file.content.count(b"\n") == 3
        assert "2026-06-10 13:00:00" in file.text
        narrowed = await client.get(f"{export}?table=responses&format=parquet&month=2&device=unknown")
        assert narrowed.content.startswith(b"PAR1")
        assert narrowed.headers["content-disposition"] == (
            'attachment; filename="quiz-responses-2026-02-01-to-2026-02-28-filtered.parquet"'
        )

        analytics_process.end()
        assert (await client.get(f"{export}?table=sessions")).status_code == 503
        last = await client.get(path)
        assert last.status_code == 200
        await a_page_is_what_was_known_last(client, last.json())
        assert last.json()["analytics"] == changed.json()["analytics"]
        repeated = await client.get(path, headers={"If-None-Match": last.headers["etag"]})
        assert repeated.status_code == 304
        never_asked = await client.get(f"{OVERVIEW}?year=2026&month=1")
        assert never_asked.status_code == 503

        analytics_process.start()
        back = await client.get(path, headers={"If-None-Match": last.headers["etag"]})
        assert back.status_code == 200
        assert back.json()["realTimeMetadata"]["stale"] is False


async def a_page_returns_what_has_changed(client: httpx.AsyncClient, overview: str) -> None:
    page = await wait_for(client, PAGE, lambda body: len(body["figures"]) == 4)
    assert (page.status_code, page.json()["counting"]) == (200, {})
    # The time of complete data advances between two calls.
    alone, together = (await client.get(overview)).json(), page.json()["figures"]["overview"]
    assert together["analytics"] == alone["analytics"]
    assert together["realTimeMetadata"].keys() == alone["realTimeMetadata"].keys()
    tags = ", ".join(page.json()["tags"].values())
    assert (await client.get(PAGE, headers={"If-None-Match": tags})).status_code == 304
    narrower = await client.get(f"{PAGE},campaigns", headers={"If-None-Match": tags})
    assert narrower.json()["figures"].keys() <= {"campaigns"}
    refused = await client.get("/api/quiz/analytics/page?figures=unknown")
    assert (refused.status_code, refused.json()["fields"][0]["field"]) == (422, "figures")


async def a_page_is_what_was_known_last(client: httpx.AsyncClient, overview: Any) -> None:
    kept = (await client.get(PAGE)).json()["figures"]
    assert all(one["realTimeMetadata"]["stale"] for one in kept.values())
    assert kept["overview"] == overview
    assert overview["realTimeMetadata"]["stale"] is True


async def one_figure(client: httpx.AsyncClient, figure: str, query: str) -> Any:
    """Responses for an empty page."""
    path = f"/api/quiz/analytics/page?figures={figure}&{query}"
    return (await wait_for(client, path, lambda body: figure in body["figures"])).json()["figures"][figure]


async def times_are_the_companys(client: httpx.AsyncClient) -> None:
    """Two sessions, both on 10 June at 13:00 in Tbilisi."""
    # In the company's zone; the unit depends on the length of the period.
    for query, unit, starts in (
        ("from=2026-06-10", "hour", 24),
        ("from=2026-06-01&to=2026-06-30", "day", 30),
        ("year=2026", "week", 53),
        ("from=2026-06-01&to=2026-06-30&unit=week", "week", 5),
        ("from=2025-12-31&to=2026-06-10&unit=month", "month", 7),
    ):
        divided = await one_figure(client, "timeline", query)
        assert (divided["unit"], len(divided["timeline"])) == (unit, starts), query
        assert sum(bucket["totalSessions"] for bucket in divided["timeline"]) == 2
    week = (await one_figure(client, "weekhours", "year=2026"))["weekhours"]
    # That was a Wednesday.
    assert [(cell["weekday"], cell["hour"]) for cell in week if cell["totalSessions"]] == [(3, 13)]
    by_day = await client.get(
        "/api/quiz/analytics/export?table=timeline&from=2026-06-09&to=2026-06-10&unit=day"
    )
    assert by_day.text.splitlines()[1:] == [
        "2026-06-09T00:00:00+04:00,2026-06-10T00:00:00+04:00,0,0,0,0,0.0",
        "2026-06-10T00:00:00+04:00,2026-06-11T00:00:00+04:00,2,0,0,0,0.0",
    ]


async def test_each_company_sees_its_own_figures_and_analysts_may_look(
    analytics_process: Any,
    analytics_settings: SettingsAt,
    clock: FixedClock,
    sign_in: Any,
    settings: Settings,
    georgia: Tenant,
    alps: Tenant,
    query_admin_sql: Any,
) -> None:
    in_2024 = SESSION.replace("2026-", "2024-")
    query_admin_sql(in_2024, georgia.id, "shared-id")
    query_admin_sql(in_2024, alps.id, "shared-id")
    query_admin_sql(ANSWER, alps.id, "shared-id")
    await add_admin(
        settings,
        tenant_slug=alps.slug,
        email="analyst@alps.localhost",
        role="analyst",
        name="",
        password="long enough password",
    )
    running = analytics_settings(analytics_process.url)
    async with site(running, clock, "alps.localhost") as client:
        await sign_in(client, "analyst@alps.localhost", "long enough password")
        path = "/api/quiz/analytics/answers?year=2024"
        theirs = await wait_for(client, path, lambda body: len(body["answerDistribution"]) == 1)
        assert theirs.json()["answerDistribution"][0]["totalResponses"] == 1
    async with site(running, clock, "localhost") as client:
        await sign_in(client, settings.owner_email, settings.admin_password.get_secret_value())
        ours = await client.get("/api/quiz/analytics/answers?year=2024")
        assert ours.json()["answerDistribution"] == []


async def test_a_wrong_secret_is_reported_as_unavailable(
    analytics_process: Any,
    analytics_settings: SettingsAt,
    clock: FixedClock,
    sign_in: Any,
    settings: Settings,
    caplog: pytest.LogCaptureFixture,
) -> None:
    wrong = Settings.model_validate(
        {**analytics_settings(analytics_process.url).model_dump(), "internal_secret": "another"}
    )
    async with site(wrong, clock, "localhost") as client:
        await sign_in(client, settings.owner_email, settings.admin_password.get_secret_value())
        answer = await client.get(f"{OVERVIEW}?year=2026")
    assert answer.status_code == 503
    assert "ABANO_INTERNAL_SECRET" in caplog.text
    assert "another" not in caplog.text + json.dumps(answer.json())


def keys(value: Any) -> Any:
    """The keys of a JSON value, at every depth."""
    if isinstance(value, dict):
        return {name: keys(inner) for name, inner in value.items()}
    if isinstance(value, list):
        return [keys(inner) for inner in value]
    return None


@pytest.mark.parametrize(
    ("steps", "field"),
    [
        ("", "step"),
        ("step=landing", "step"),
        ("step=landing&step=landing", "step"),
        ("step=landing&step=nothing", "step"),
        (f"step=landing&step=seen:{'x' * 300}", "step"),
        ("&".join(f"step=seen:q{number}" for number in range(9)), "step"),
        ("step=landing&step=car&by=answer", "by"),
        ("step=landing&step=car&device=fridge", "device"),
    ],
)
async def test_an_own_funnel_of_other_steps_names_the_field(
    owner_client: httpx.AsyncClient, steps: str, field: str
) -> None:
    answer = await owner_client.get(f"{OWN_FUNNEL}&{steps}")
    named = {one["field"].partition(".")[0] for one in answer.json()["fields"]}
    assert (answer.status_code, named) == (422, {field})


async def test_an_own_funnel_needs_a_sign_in_and_the_service(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient
) -> None:
    asked = f"{OWN_FUNNEL}&step=landing&step=car"
    assert (await client.get(asked)).status_code == 401
    away = await owner_client.get(asked)
    assert (away.status_code, away.headers["Retry-After"]) == (503, "5")


async def test_an_own_funnel_is_counted_by_the_service(
    analytics_process: Any,
    analytics_settings: SettingsAt,
    clock: FixedClock,
    sign_in: Any,
    settings: Settings,
    georgia: Tenant,
    query_admin_sql: Any,
) -> None:
    query_admin_sql(LANDED, georgia.id)
    async with site(analytics_settings(analytics_process.url), clock, "localhost") as client:
        await sign_in(client, settings.owner_email, settings.admin_password.get_secret_value())
        picked = f"{OWN_FUNNEL}&step=landing&step=car&step=booking&by=device&utmSource=(none)"
        answer = await wait_for(client, picked, lambda body: body["visits"] == 1)
    found = OwnFunnelResponse.model_validate(answer.json())
    assert [step.visits for step in found.steps] == [1, 1, 0]
    assert [one.value for one in found.values] == ["unknown"]
