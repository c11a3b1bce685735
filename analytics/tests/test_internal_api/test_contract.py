"""Responses have exactly the fields of the contract (abano_shared/contract)."""

from datetime import timedelta
from typing import Any, get_args
from uuid import UUID

import orjson
import pytest
from conftest import NOW, Pipeline, Source, Traits
from periods import month
from pydantic import BaseModel

from abano_analytics.figures.query import FigureQuery, Filters
from abano_analytics.figures.sessions import Place, Sessions
from abano_analytics.figures.watch import Watch
from abano_shared.contract.answers import (
    AnswersResponse,
    CampaignsResponse,
    ChoicesResponse,
    FunnelResponse,
    JourneyResponse,
    OverviewResponse,
    QuizSessionsResponse,
    TimelineResponse,
    WeekhoursResponse,
)
from abano_shared.contract.figures import Figure, MoneyFigure, SessionFigure, is_money
from abano_shared.contract.filters import COMPARES, OFFERED, WIRE_NAMES, Match
from abano_shared.contract.money import MoneyResponse
from abano_shared.contract.reports import WatchResponse

JUNE = month(2026, 6)
RESPONSES: dict[Figure, type[BaseModel]] = {
    "overview": OverviewResponse,
    "answers": AnswersResponse,
    "funnel": FunnelResponse,
    "campaigns": CampaignsResponse,
    "choices": ChoicesResponse,
    "timeline-hour": TimelineResponse,
    "timeline-day": TimelineResponse,
    "timeline-week": TimelineResponse,
    "timeline-month": TimelineResponse,
    "weekhours": WeekhoursResponse,
    "journey": JourneyResponse,
}
FIGURES: list[Figure] = [*get_args(SessionFigure), "journey", *get_args(MoneyFigure)]
# All filtered values of one session; another one has none of them.
TRAITS = Traits("suv", "advert", "/black", "ka", "GE", is_returning=True)
# NOW is a Wednesday, 13:00 in Tbilisi.
HOURS = "3:13"
GIVEN = {
    "quiz_version": "v1",
    "device": "phone",
    "utm_source": "google",
    "utm_medium": "cpc",
    "utm_campaign": "spring",
    "utm_term": "suv",
    "utm_content": "advert",
    "landing_page": "/black",
    "language": "ka",
    "country": "GE",
    "visitor": "returning",
    "hour_of_week": HOURS,
}


@pytest.mark.parametrize(
    ("text", "match"),
    [
        ("brand | search", Match("is", ("brand | search",))),
        ("is:google|bing", Match("is", ("google", "bing"))),
        ("is:not:google", Match("is", ("not:google",))),
        ("not:a\\|b|c\\\\d", Match("not", ("a|b", "c\\d"))),
        ("contains:summer", Match("contains", ("summer",))),
        ("lacks:(none)", Match("lacks", ("(none)",))),
    ],
)
def test_what_a_filter_asks_for_is_read_and_written(text: str, match: Match) -> None:
    assert Match.of(text) == match
    assert match.text == text


@pytest.fixture
def tenant(source: Source, pipeline: Pipeline) -> UUID:
    tenant = source.tenant()
    source.session(tenant, "s1", utm=("google", "cpc", "spring"), device="phone", traits=TRAITS)
    source.view(tenant, "s1", "q1", NOW)
    source.answer(tenant, "s1", "q1", "leisure", NOW + timedelta(seconds=20))
    source.booking(tenant, "s1", NOW, status="confirmed")
    source.session(tenant, "s2", NOW + timedelta(hours=1), device="desktop", quiz_version="v2")
    pipeline.ingest.run()
    return tenant


def test_every_figure_answers_what_its_response_declares(pipeline: Pipeline, tenant: UUID) -> None:
    freshness = {"lastConversionUpdate": None, "dataThrough": None, "stale": False}
    for figure in FIGURES:
        body = pipeline.figures.count((tenant, figure, JUNE)).body
        content = orjson.loads(body + b"}") | {"realTimeMetadata": freshness}
        model = MoneyResponse if is_money(figure) else RESPONSES[figure]
        read = model.model_validate(content, extra="forbid")
        assert read.model_dump(by_alias=True).keys() == content.keys(), figure


def test_sessions_and_what_is_watched_answer_what_is_declared(pipeline: Pipeline, tenant: UUID) -> None:
    page = Sessions(pipeline.warehouse, pipeline.progress).page(tenant, JUNE, None, Place())
    assert QuizSessionsResponse.model_validate_json(page, extra="forbid").total == 2
    watched = Watch(pipeline.warehouse, pipeline.progress).look(tenant, NOW.date())
    assert WatchResponse.model_validate_json(orjson.dumps(watched)).silent_since is None


def test_every_filter_chooses_sessions_and_is_offered(pipeline: Pipeline, tenant: UUID) -> None:
    """Each filter selects one of two sessions, and its value is among the options."""

    def found(figure: Figure, query: FigureQuery) -> Any:
        return orjson.loads(pipeline.figures.count((tenant, figure, query)).body + b"}")

    choices = found("choices", JUNE)["choices"]
    assert choices.keys() == {WIRE_NAMES[name] for name in OFFERED}
    for name, one in COMPARES.items():
        query = FigureQuery(JUNE.since, JUNE.until, Filters.model_validate({name: GIVEN[name]}))
        assert found("overview", query)["analytics"]["totalSessions"] == 1, name
        if one.is_offered:
            assert {"value": GIVEN[name], "sessions": 1} in choices[WIRE_NAMES[name]]
        assert found("journey", query)["unapplied"] == ([] if one.visits else [WIRE_NAMES[name]])
