"""The rental report and the figures of the quiz in the public API: asked and written as the API does."""

from typing import Any

import httpx
import orjson
import pytest
from api_key_steps import create_key
from api_steps import V1, bearer
from fastapi import FastAPI

from abano.analytics.figures.client import AnalyticsAway, AnalyticsClient, Answer, ReportPart, ResolvedQuery
from abano.analytics.figures.service import QuizAnalytics
from abano.core.config import Settings
from abano.db.engine import Database
from abano.db.unit_of_work import TenantId
from abano_shared.contract.figures import Figure

pytestmark = pytest.mark.anyio
METADATA = {"lastConversionUpdate": None, "dataThrough": "2026-06-10T09:00:00Z", "stale": False}
STATE = {"data_through": "2026-06-10T09:00:00Z", "is_stale": False}
RENTALS: dict[str, Any] = {
    "revenue": 300.5, "driven": 200, "booked": 100.5, "pending": 0, "cancelled": 0, "noShow": 0,
    "cancellationFees": 0, "rentals": 2, "days": 6, "rentedDays": 6, "availableDays": 60, "occupancy": 10.0,
    "revenuePerAvailableDay": None,
}  # fmt: skip
REPORT = {
    "success": True, "realTimeMetadata": METADATA, "currency": "GEL", "totals": RENTALS, "before": RENTALS,
    "months": [RENTALS | {"key": "2026-06", "revenueYearBefore": None, "occupancyYearBefore": None}],
    "rows": [
        RENTALS
        | {"key": "phone", "label": None, "detail": None, "revenueBefore": 0, "occupancyBefore": None}
    ],
    "monthsOfModels": [], "questions": [], "otherCurrency": 0,
}  # fmt: skip
RATES = {"completionRate": 50.0, "conversionCount": 1, "conversionRate": 25.0}
SESSIONS = {"totalSessions": 4, "completedSessions": 2} | RATES
EVIDENCE = {"low": 1, "high": 9, "lift": None, "significant": False, "evidence": "too_few"}
FIGURES: dict[str, dict[str, Any]] = {
    "overview": {"analytics": SESSIONS},
    "answers": {
        "answerDistribution": [
            {
                "questionId": "q1", "questionText": "What brings you?", "totalResponses": 4, "totalConversions": 1,
                "questionConversionRate": 25.0,
                "answers": [
                    {"text": "A holiday", "value": "leisure", "count": 3, "percentage": 75.0, "conversions": 1,
                     "conversionRate": 33.3} | EVIDENCE,
                ],
            }
        ]
    },
    "campaigns": {
        "campaigns": [{"source": "google", "medium": "cpc", "campaign": "summer", "bookedValue": 300.5} | SESSIONS],
        "currency": "GEL",
    },
}  # fmt: skip
READ_RENTALS = {
    "revenue": "300.50", "driven": "200.00", "booked": "100.50", "pending": "0.00", "cancelled": "0.00",
    "no_show": "0.00", "cancellation_fees": "0.00", "rentals": 2, "days": 6, "rented_days": 6,
    "available_days": 60, "occupancy": 10.0, "revenue_per_available_day": None,
}  # fmt: skip
READ_SESSIONS = {
    "sessions": 4, "completed_sessions": 2, "completion_rate": 50.0, "conversions": 1, "conversion_rate": 25.0,
}  # fmt: skip


class KnownFigures(AnalyticsClient):
    """Answers what is written above, and notes what it was asked."""

    def __init__(self, settings: Settings, db: Database) -> None:
        super().__init__(settings, db)
        self.is_away = False
        self.asked: dict[str, str] = {}

    async def figure(
        self, tenant_id: TenantId, figure: Figure, query: ResolvedQuery, known_tag: str
    ) -> Answer:
        return self._answer(query, {"success": True, "realTimeMetadata": METADATA} | FIGURES[figure])

    async def report(
        self, tenant_id: TenantId, part: ReportPart, query: ResolvedQuery, known_tag: str
    ) -> Answer:
        return self._answer(query, REPORT)

    def _answer(self, query: ResolvedQuery, body: dict[str, Any]) -> Answer:
        if self.is_away:
            raise AnalyticsAway("away")
        self.asked = dict(query)
        return Answer('"one"', orjson.dumps(body))


@pytest.fixture
def service(app: FastAPI, settings: Settings) -> KnownFigures:
    known = KnownFigures(settings, app.state.db)
    app.state.quiz_analytics = QuizAnalytics(known)
    return known


async def read(client: httpx.AsyncClient, token: str, path: str, **params: str) -> httpx.Response:
    return await client.get(f"{V1}/{path}", params=params, headers=bearer(token))


async def test_the_rental_report_has_totals_months_and_groups(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient, service: KnownFigures
) -> None:
    token = await create_key(owner_client, scopes=["reports:read"])
    period = {"from": "2026-06-01", "to": "2026-06-30"}
    answer = await read(client, token, "reports/rentals", **period, group_by="source", campaign="summer")
    assert answer.status_code == 200, answer.text
    assert answer.json() == STATE | {
        "currency": "GEL",
        "first": "2026-06-01",
        "last": "2026-06-30",
        "group_by": "source",
        "totals": READ_RENTALS,
        "before": READ_RENTALS,
        "months": [READ_RENTALS | {"month": "2026-06"}],
        "groups": [READ_RENTALS | {"key": "phone", "label": None}],
    }
    assert service.asked == {
        "first": "2026-06-01", "last": "2026-06-30", "cut": "source", "campaign": "summer",
        "beforeFirst": "2026-05-01", "beforeLast": "2026-05-31",
    }  # fmt: skip
    some = await read(client, token, "reports/rentals", **period, fields="totals")
    assert some.json() == {"totals": READ_RENTALS}


async def test_the_quiz_has_its_overview_answers_and_campaigns(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient, service: KnownFigures
) -> None:
    token = await create_key(owner_client, scopes=["analytics:read"])
    period = {"from": "2026-06-01", "to": "2026-06-30", "utm_campaign": "summer", "device": "phone"}
    assert (await read(client, token, "quiz/overview", **period)).json() == STATE | READ_SESSIONS
    # Midnights in Tbilisi.
    assert service.asked == {
        "since": "2026-05-31T20:00:00Z", "until": "2026-06-30T20:00:00Z",
        "utmCampaign": "summer", "device": "phone",
    }  # fmt: skip
    [question] = (await read(client, token, "quiz/answers", **period)).json()["questions"]
    assert question == {
        "question_id": "q1",
        "text": "What brings you?",
        "responses": 4,
        "answers": [
            {
                "value": "leisure", "text": "A holiday", "count": 3, "percentage": 75.0, "conversions": 1,
                "conversion_rate": 33.3,
            }
        ],
    }  # fmt: skip
    campaigns = (await read(client, token, "quiz/campaigns", **period)).json()
    assert campaigns == STATE | {
        "currency": "GEL",
        "campaigns": [
            {"source": "google", "medium": "cpc", "campaign": "summer", "booked_value": "300.50"}
            | READ_SESSIONS
        ],
    }


@pytest.mark.parametrize(
    ("path", "params", "field"),
    [
        ("reports/rentals", {"from": "soon"}, "from"),
        ("reports/rentals", {"from": "2026-06-02", "to": "2026-06-01"}, "to"),
        ("reports/rentals", {"from": "2020-01-01", "to": "2026-06-01"}, "to"),
        ("reports/rentals", {"group_by": "colour"}, "group_by"),
        ("reports/rentals", {"fields": "profit"}, "fields"),
        ("quiz/overview", {"to": "2026-06-01"}, "to"),
        ("quiz/overview", {"device": "fridge"}, "device"),
        ("quiz/campaigns", {"utm_campaign": "x" * 201}, "utm_campaign"),
    ],
)
async def test_a_bad_question_names_the_parameter(
    client: httpx.AsyncClient,
    owner_client: httpx.AsyncClient,
    service: KnownFigures,
    path: str,
    params: dict[str, str],
    field: str,
) -> None:
    answer = await read(client, await create_key(owner_client), path, **params)
    assert (answer.status_code, answer.json()["error"]["field"]) == (422, field), answer.text


async def test_without_the_analytics_service_503_says_when_to_ask_again(
    client: httpx.AsyncClient, owner_client: httpx.AsyncClient, service: KnownFigures
) -> None:
    service.is_away = True
    token = await create_key(owner_client)
    for path in ("reports/rentals", "quiz/overview"):
        answer = await read(client, token, path)
        assert (answer.status_code, answer.json()["error"]["code"]) == (503, "analytics_unavailable")
        assert answer.headers["retry-after"] == "5"
