"""While the cluster is being upgraded, the analytics service may be of an earlier version than the platform."""

from uuid import uuid4

import httpx
import orjson
import pytest

from abano.analytics.figures.client import FILTERS, AnalyticsAway, AnalyticsClient
from abano.analytics.figures.query import FigureQuery
from abano.db.unit_of_work import TenantId

pytestmark = pytest.mark.anyio
TENANT = TenantId(uuid4())
BODY = {"success": True, "realTimeMetadata": {"stale": False}}


class OlderService(AnalyticsClient):
    """A client whose service answers without the network; ``known``: the filters that it says it knows."""

    def __init__(self, known: str | None) -> None:
        headers = {"ETag": '"1"', **({} if known is None else {"Known-Filters": known})}

        def answered(request: httpx.Request) -> httpx.Response:
            if request.url.path.endswith("/quiz-page"):
                told = {"figures": {"overview": {"tag": '"1-overview-"', "body": BODY}}}
                return httpx.Response(200, headers=headers, content=orjson.dumps(told))
            if request.headers.get("if-none-match") == '"1"':
                return httpx.Response(304, headers=headers)
            return httpx.Response(200, headers=headers, content=orjson.dumps(BODY))

        self._http = httpx.AsyncClient(transport=httpx.MockTransport(answered), base_url="http://analytics")

    async def _client_of(self, tenant_id: TenantId) -> httpx.AsyncClient:
        return self._http


@pytest.mark.parametrize(
    ("known", "asked", "is_shown"),
    [
        (None, "utmSource", False),
        (None, "country", False),
        ("utmSource,country", "country", True),
        ("utmSource,country", "visitor", False),
        ("utmSource,country", "windowDays", True),
    ],
)
async def test_figures_that_a_filter_was_not_applied_to_are_not_shown(
    known: str | None, asked: str, is_shown: bool
) -> None:
    client = OlderService(known)
    query = ((asked, "some"),)

    async def shows(known_tag: str) -> bool:
        try:
            await client.ask(TENANT, "overview", query, known_tag)
            await client.ask_page(TENANT, ["overview"], query, [])
            await (await client.open_export(TENANT, "answers", query, "csv")).aclose()
            await client.sessions(TENANT, query)
        except AnalyticsAway:
            return False
        return True

    assert [await shows(tag) for tag in ("", '"1"')] == [is_shown, is_shown]


def test_every_filter_is_one_of_those_that_are_compared() -> None:
    given = {name: "new" if name == "visitor" else "phone" if name == "device" else "q:a" for name in FILTERS}
    query = FigureQuery.model_validate(given | {"answer": ["q:a"]})
    assert {name for name, _ in query.filters()} == FILTERS
