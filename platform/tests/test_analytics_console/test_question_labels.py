"""Figures of questions in the language of who looks at them; the analytics service knows the company's first only."""

import json
import time
from collections.abc import Iterable, Sequence
from typing import Any

import httpx
import orjson
import pytest
from fastapi import FastAPI
from product_fixtures import OWNER_EMAIL, OWNER_PASSWORD, AdminSql, ClientFactory, SignIn

from abano.analytics.figures.client import AnalyticsAway, AnalyticsClient, Answer, Counting, ResolvedQuery
from abano.analytics.figures.service import QuizAnalytics
from abano.core.config import Settings
from abano.core.ttl_cache import SETTINGS_SECONDS
from abano.db.engine import Database
from abano.db.unit_of_work import TenantId
from abano_shared.contract.figures import Figure

pytestmark = pytest.mark.anyio

FRESH = {"lastConversionUpdate": None, "dataThrough": None, "stale": False}
ANSWERS = [
    {
        "questionId": "q1",
        "questionText": "What brings you to Georgia?",
        "answers": [
            {"value": "leisure", "text": "A holiday", "count": 3},
            {"value": "gone", "text": "Of an older quiz", "count": 1},
        ],
    },
    {"questionId": "q77", "questionText": "Of an older quiz", "answers": []},
]
FUNNEL = [{"questionId": "q1", "questionText": "What brings you to Georgia?", "seen": 4}]
TRANSLATIONS = {"ka": {"questions": {"q1": {"text": "რა გაბრუნებთ?", "options": {"leisure": "დასვენება"}}}}}
TRANSLATE = "update quiz_definitions set translations = %s"
GEORGIA = "tenant_id = (select id from tenants where slug = 'georgia')"


class ServiceAtHand(AnalyticsClient):
    """Answers as the analytics service does, from what is written above."""

    def __init__(self, settings: Settings, db: Database) -> None:
        super().__init__(settings, db)
        self.is_away = False
        self.known_tags: list[str] = []

    async def figure(
        self, tenant_id: TenantId, figure: Figure, query: ResolvedQuery, known_tag: str
    ) -> Answer:
        if self.is_away:
            raise AnalyticsAway("away")
        assert "lang" not in dict(query)
        self.known_tags.append(known_tag)
        body = {"success": True, "realTimeMetadata": FRESH}
        body |= {"funnel": FUNNEL} if figure == "funnel" else {"answerDistribution": ANSWERS}
        return Answer('"one"', None) if known_tag == '"one"' else Answer('"one"', orjson.dumps(body))

    async def figures(
        self,
        tenant_id: TenantId,
        figures: Sequence[Figure],
        query: ResolvedQuery,
        known_tags: Iterable[str],
        *,
        wait: float = 0.0,
    ) -> dict[Figure, Answer | Counting]:
        return {figure: await self.figure(tenant_id, figure, query, "") for figure in figures}


@pytest.fixture
def service(app: FastAPI, settings: Settings, query_admin_sql: AdminSql) -> ServiceAtHand:
    query_admin_sql(f"{TRANSLATE} where {GEORGIA}", json.dumps(TRANSLATIONS))
    at_hand = ServiceAtHand(settings, app.state.db)
    app.state.quiz_analytics = QuizAnalytics(at_hand)
    return at_hand


async def answers(client: httpx.AsyncClient, lang: str) -> Any:
    answer = await client.get(f"/api/quiz/analytics/answers?year=2026&lang={lang}")
    assert answer.status_code == 200
    return answer.json()


async def test_questions_and_answers_are_named_in_the_language_and_keep_their_codes(
    owner_client: httpx.AsyncClient, service: ServiceAtHand
) -> None:
    first, other = (await answers(owner_client, "ka"))["answerDistribution"]
    assert (first["questionId"], first["questionText"]) == ("q1", "რა გაბრუნებთ?")
    assert first["answers"] == [
        {"value": "leisure", "text": "დასვენება", "count": 3},
        {"value": "gone", "text": "Of an older quiz", "count": 1},
    ]
    assert other == ANSWERS[1]
    page = await owner_client.get("/api/quiz/analytics/page?year=2026&lang=ka&figures=funnel")
    [step] = page.json()["figures"]["funnel"]["funnel"]
    assert step == {"questionId": "q1", "questionText": "რა გაბრუნებთ?", "seen": 4}


@pytest.mark.parametrize("lang", ["", "ru", "en", "nothing"])
async def test_a_language_in_which_nothing_is_written_leaves_figures_as_they_are(
    owner_client: httpx.AsyncClient, service: ServiceAtHand, lang: str
) -> None:
    assert (await answers(owner_client, lang))["answerDistribution"] == ANSWERS


async def test_a_language_too_long_to_be_one_names_the_field(
    owner_client: httpx.AsyncClient, service: ServiceAtHand
) -> None:
    answer = await owner_client.get(f"/api/quiz/analytics/answers?year=2026&lang={'x' * 21}")
    assert answer.status_code == 422
    assert [item["field"] for item in answer.json()["fields"]] == ["lang"]


async def test_unchanged_figures_are_not_sent_again_until_figures_or_words_change(
    owner_client: httpx.AsyncClient,
    service: ServiceAtHand,
    query_admin_sql: AdminSql,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    path = "/api/quiz/analytics/answers?year=2026&lang=ka"
    tag = (await owner_client.get(path)).headers["etag"]
    again = await owner_client.get(path, headers={"If-None-Match": tag})
    assert (again.status_code, again.headers["etag"], again.content) == (304, tag, b"")
    assert service.known_tags[-1] == '"one"'
    # In another language the same figures have another tag, though the service's is the same.
    english = await owner_client.get(path.replace("lang=ka", "lang=en"), headers={"If-None-Match": tag})
    assert english.status_code == 200
    back = await owner_client.get(path, headers={"If-None-Match": english.headers["etag"]})
    assert back.status_code == 200
    changed = TRANSLATIONS["ka"] | {"questions": {"q1": {"text": "რატომ?"}}}
    query_admin_sql(f"{TRANSLATE} where {GEORGIA}", json.dumps({"ka": changed}))
    monkeypatch.setattr("abano.core.ttl_cache.now", lambda: time.monotonic() + SETTINGS_SECONDS)
    other_words = await owner_client.get(path, headers={"If-None-Match": tag})
    assert other_words.status_code == 200
    assert other_words.json()["answerDistribution"][0]["questionText"] == "რატომ?"


async def test_figures_from_before_are_in_the_language_too_when_the_service_is_away(
    owner_client: httpx.AsyncClient, service: ServiceAtHand
) -> None:
    await answers(owner_client, "en")
    service.is_away = True
    kept = await answers(owner_client, "ka")
    assert kept["realTimeMetadata"]["stale"] is True
    assert kept["answerDistribution"][0]["questionText"] == "რა გაბრუნებთ?"
    path = "/api/quiz/analytics/answers?year=2026&lang=ka"
    tag = (await owner_client.get(path)).headers["etag"]
    assert (await owner_client.get(path, headers={"If-None-Match": tag})).status_code == 304


async def test_figures_of_a_page_are_named_like_single_ones(
    owner_client: httpx.AsyncClient, service: ServiceAtHand
) -> None:
    path = "/api/quiz/analytics/page?year=2026&lang=ka&figures=answers"
    body = (await owner_client.get(path)).json()
    assert body["figures"]["answers"] == await answers(owner_client, "ka")
    same = await owner_client.get(path, headers={"If-None-Match": body["tags"]["answers"]})
    # The tag of the service at hand says of no figure.
    assert same.status_code == 200


async def test_another_companys_words_are_not_used(
    client_of: ClientFactory, sign_in: SignIn, service: ServiceAtHand
) -> None:
    alps = client_of("alps.localhost")
    await sign_in(alps, OWNER_EMAIL, OWNER_PASSWORD)
    assert (await answers(alps, "ka"))["answerDistribution"] == ANSWERS


async def test_needs_a_sign_in(client: httpx.AsyncClient, service: ServiceAtHand) -> None:
    for path in ("answers?", "page?figures=funnel&"):
        answer = await client.get(f"/api/quiz/analytics/{path}year=2026&lang=ka")
        assert answer.status_code == 401
