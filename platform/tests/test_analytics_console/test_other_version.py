"""While the cluster is being upgraded, the analytics service may be of another version than the platform."""

from types import SimpleNamespace
from typing import cast
from uuid import uuid4

import httpx
import orjson
import pytest

from abano.analytics.figures.client import AnalyticsAway, AnalyticsClient, Answer
from abano.db.engine import Database
from abano.db.unit_of_work import TenantId
from abano_shared.contract.answers import FileRows
from abano_shared.contract.queries import QueryRequest
from abano_shared.fair_turns import WEIGHT_HEADER, FairTurns, Turn

pytestmark = pytest.mark.anyio
TENANT = TenantId(uuid4())
BODY = {"success": True, "realTimeMetadata": {"stale": False}}
REFUSED = {"success": False, "error": "InvalidInput", "fields": [{"field": "browser", "message": "Extra"}]}


class OlderService(AnalyticsClient):
    """A client whose service answers without the network, and knows every parameter but ``browser``."""

    def __init__(self) -> None:
        self.weights: list[str | None] = []

        def answered(request: httpx.Request) -> httpx.Response:
            self.weights.append(request.headers.get(WEIGHT_HEADER))
            if "browser" in request.url.params:
                return httpx.Response(422, content=orjson.dumps(REFUSED))
            if request.headers.get("if-none-match") == '"1-overview-"':
                return httpx.Response(304, headers={"ETag": '"1-overview-"'})
            states = {"figures": {"overview": {"tag": '"1-overview-"', "body": BODY}}}
            return httpx.Response(200, content=orjson.dumps(states))

        self._db = cast(Database, SimpleNamespace(weights={TENANT: 3}))
        self._turns_here = FairTurns(4, max_waiting=0, wait_seconds=1)
        self._http = httpx.AsyncClient(transport=httpx.MockTransport(answered), base_url="http://analytics")

    async def _client_of(self, tenant_id: TenantId) -> tuple[httpx.AsyncClient, Turn]:
        return self._http, await self._turns_here.take(tenant_id)


async def test_figures_that_a_filter_was_not_applied_to_are_not_shown() -> None:
    client, unknown = OlderService(), (("browser", "firefox"),)
    for asking in (
        client.figure(TENANT, "overview", unknown, ""),
        client.figures(TENANT, ["overview"], unknown, []),
        client.open_export(TENANT, "answers", unknown, "csv"),
        client.sessions(TENANT, unknown),
    ):
        with pytest.raises(AnalyticsAway):
            await asking


async def test_every_call_names_the_weight_of_the_companys_plan() -> None:
    client, known = OlderService(), (("utmSource", "google"),)
    await client.figure(TENANT, "overview", known, "")
    await client.sessions(TENANT, known)
    await client.run_query(TENANT, QueryRequest(sql="select 1"), "json")
    for opened in (
        client.open_export(TENANT, "answers", known, "csv"),
        client.open_file(TENANT, FileRows(columns={"sessions": "whole"}, rows=[[1]]), "csv"),
    ):
        await (await opened).aclose()
    assert client.weights == ["3"] * 5
    # Its plan was not looked up yet.
    await client.sessions(TenantId(uuid4()), known)
    assert client.weights[5:] == [None]


async def test_calls_of_a_company_end_their_turns() -> None:
    """More than there are turns, of each kind, whether or not the service answers."""
    client, known, unknown = OlderService(), (("utmSource", "google"),), (("browser", "firefox"),)
    for _ in range(5):
        await client.figure(TENANT, "overview", known, "")
        file = await client.open_export(TENANT, "answers", known, "csv")
        await file.aread()
        closed = await client.open_export(TENANT, "answers", known, "csv")
        await closed.aclose()
        for asking in (
            client.sessions(TENANT, unknown),
            client.open_export(TENANT, "answers", unknown, "csv"),
        ):
            with pytest.raises(AnalyticsAway):
                await asking


async def test_one_figure_is_returned_with_its_tag_or_not_at_all() -> None:
    client, query = OlderService(), (("utmSource", "google"),)
    response = await client.figure(TENANT, "overview", query, "")
    assert (response.tag, orjson.loads(response.body or b"")) == ('"1-overview-"', BODY)
    assert await client.figure(TENANT, "overview", query, response.tag) == Answer(response.tag, None)
