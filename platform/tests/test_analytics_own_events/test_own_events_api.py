"""Events that a company defines, through the API: whose they are, their limits, and funnels with them."""

import asyncio
from collections.abc import Callable
from typing import Any
from uuid import UUID, uuid4

import httpx
import pytest
from analytics_process import site, wait_for
from console_people import audited, signed_in_person
from insight_steps import EVENT
from product_fixtures import AdminSql, ClientFactory, SignIn

from abano.analytics.own_events.schemas import EventTarget
from abano.analytics.own_events.service import definition
from abano.core.clock import FixedClock
from abano.core.config import Settings
from abano.db.engine import Database
from abano.tenancy.directory.tenant import Tenant
from abano_shared.contract.answers import QuizSessionsResponse
from abano_shared.contract.own_events import EventTimelineResponse, OwnEventResponse, SeenMostResponse

pytestmark = pytest.mark.anyio
EVENTS = "/api/quiz/analytics/events"
FUNNEL = "/api/quiz/analytics/own-funnel?year=2026&step=landing&step=event:{}"
VISITS = """
with visit as (select %s::uuid as tenant_id, gen_random_uuid() as visit_id, gen_random_uuid()::text as session_id),
session as (
  insert into quiz_sessions (tenant_id, session_id, quiz_version, device, started_at, updated_at)
  select tenant_id, session_id, 'v1', 'phone', '2026-06-10 06:00+00', '2026-06-10 06:00+00' from visit),
began as (
  insert into journey_events (tenant_id, visit_id, step, reached_at, session_id)
  select tenant_id, visit_id, 'quiz_start', '2026-06-10 06:00+00', session_id from visit)
insert into journey_events (tenant_id, visit_id, step, reached_at, page, link, label)
select tenant_id, visit_id, step, '2026-06-10 06:00+00', page, link, label
from visit, (values ('landing', '/', null, null), ('seen_1', '/guide/tbilisi', null, null),
  ('pressed_1', '/', 'instagram.com/abano', 'Our photos')) made (step, page, link, label)
"""


@pytest.fixture(autouse=True)
def _nothing_before(query_admin_sql: AdminSql) -> None:
    query_admin_sql("delete from analytics_events")
    query_admin_sql("delete from journey_events")
    query_admin_sql("delete from quiz_sessions")


async def test_events_are_defined_changed_and_belong_to_one_company(
    owner_client: httpx.AsyncClient,
    client: httpx.AsyncClient,
    client_of: ClientFactory,
    sign_in: SignIn,
    db: Database,
    alps: Tenant,
    query_admin_sql: AdminSql,
) -> None:
    for call in (client.get(EVENTS), client.post(EVENTS, json=EVENT), client.get(f"{EVENTS}/recorded")):
        assert (await call).status_code == 401
    answer = await owner_client.post(EVENTS, json=EVENT)
    assert answer.status_code == 200, answer.text
    [event] = answer.json()["events"]
    url = f"{EVENTS}/{event['id']}"
    assert (event["value"], event["revision"], answer.json()["maxEvents"]) == ("/guide", 1, 50)
    for changes in (
        {"name": " "},
        {"name": "x" * 61},
        {"value": " "},
        {"value": "x" * 2049},
        {"kind": "door"},
        {"comparison": "text"},
    ):
        refused = await owner_client.post(EVENTS, json=EVENT | changes)
        assert refused.status_code == 422, changes
        assert next(iter(changes)) in refused.text
    changed = await owner_client.put(url, json=EVENT | {"revision": 1, "name": "Guide"})
    assert [(one["name"], one["revision"]) for one in changed.json()["events"]] == [("Guide", 2)]
    # Someone else changed it meanwhile.
    assert (await owner_client.put(url, json=EVENT | {"revision": 1})).status_code == 409
    stranger = (await signed_in_person(db, alps, "owner", client_of, sign_in)).client
    assert (await stranger.get(EVENTS)).json()["events"] == []
    assert (await stranger.put(url, json=EVENT | {"revision": 2})).status_code == 404
    assert (await stranger.delete(url)).status_code == 404
    assert (await stranger.get(f"{url}/timeline?year=2026")).status_code == 404
    refused = await stranger.get(FUNNEL.format(event["id"]))
    assert (refused.status_code, "step" in refused.text) == (422, True)
    many = await asyncio.gather(*(owner_client.post(EVENTS, json=EVENT) for _ in range(53)))
    assert sorted({each.status_code for each in many}) == [200, 409]
    assert len((await owner_client.get(EVENTS)).json()["events"]) == 50
    assert (await owner_client.delete(url)).status_code == 200
    for action in ("added", "changed", "deleted"):
        assert audited(query_admin_sql, f"insight.event_{action}") >= 1


async def test_a_funnel_with_a_deleted_event_says_so(owner_client: httpx.AsyncClient) -> None:
    answer = await owner_client.get(FUNNEL.format(uuid4()))
    assert answer.status_code == 422
    assert "This event was deleted" in answer.text


async def test_an_event_is_named_by_an_id(owner_client: httpx.AsyncClient) -> None:
    answer = await owner_client.get(FUNNEL.format("de24047df0e0af-9-8ef735570ebc0e-6e54"))
    assert answer.status_code == 422
    assert answer.json()["fields"][0]["field"] == "step.1"


@pytest.mark.parametrize(
    ("kind", "comparison", "given", "kept"),
    [
        ("page", "is", "https://cars.example/Guide?utm_source=x#top", "/guide"),
        ("page", "starts", "guide/", "/guide/"),
        ("page", "contains", "Tbilisi", "tbilisi"),
        ("press", "is", "https://www.instagram.com/abano?x=1", "instagram.com/abano"),
        ("press", "starts", "tel:+995123", "tel:"),
        ("press", "is", "/cars", "/cars"),
        ("press", "text", "  Our   photos ", "Our photos"),
    ],
)
async def test_a_pasted_url_is_compared_as_it_is_recorded(
    kind: str, comparison: str, given: str, kept: str
) -> None:
    target = EventTarget.model_validate({"kind": kind, "comparison": comparison, "value": given})
    assert definition(target).value == kept


async def test_a_definition_is_tried_and_is_a_step_of_a_funnel(
    analytics_process: Any,
    analytics_settings: Callable[[str], Settings],
    clock: FixedClock,
    sign_in: Any,
    settings: Settings,
    georgia: Tenant,
    alps: Tenant,
    query_admin_sql: AdminSql,
) -> None:
    for tenant_id in (georgia.id, georgia.id, alps.id):
        query_admin_sql(VISITS, tenant_id)
    async with site(analytics_settings(analytics_process.url), clock, "localhost") as client:
        await sign_in(client, settings.owner_email, settings.admin_password.get_secret_value())
        tried = f"{EVENTS}/preview?kind=press&comparison=contains&value=instagram"
        answer = await wait_for(client, tried, lambda body: body["count"] == 2)
        found = OwnEventResponse.model_validate(answer.json())
        assert (found.visits, found.booked, found.latest[0].label) == (2, 0, "Our photos")
        seen = SeenMostResponse.model_validate((await client.get(f"{EVENTS}/recorded")).json())
        assert [(one.page, one.visits) for one in seen.pages] == [("/", 2), ("/guide/tbilisi", 2)]
        assert [(one.link, one.visits) for one in seen.presses] == [("instagram.com/abano", 2)]
        event = UUID((await client.post(EVENTS, json=EVENT)).json()["events"][0]["id"])
        funnel = (await client.get(FUNNEL.format(event))).json()
        behind = f"{FUNNEL.format(event).replace('?', '/sessions?')}&at="
        sessions = QuizSessionsResponse.model_validate((await client.get(f"{behind}1&lang=ka")).json())
        assert sessions.total == 2
        over_time = f"{EVENTS}/{event}/timeline?from=2026-06-09&to=2026-06-11"
        days = EventTimelineResponse.model_validate((await client.get(over_time)).json())
        assert [(one.total_sessions, one.event_sessions) for one in days.timeline] == [
            (0, None),
            (2, 2),
            (0, 0),
        ]
        filtered = EventTimelineResponse.model_validate(
            (await client.get(f"{over_time}&device=desktop&unit=week")).json()
        )
        assert [(one.total_sessions, one.event_sessions) for one in filtered.timeline] == [(0, 0)]
        refused = await client.get(f"{EVENTS}/{event}/timeline?from=2000-01-01&to=2026-06-11&unit=hour")
        assert (refused.status_code, refused.json()["fields"][0]["field"]) == (422, "unit")
        refused = await client.get(f"{behind}2")
        assert (refused.status_code, refused.json()["fields"][0]["field"]) == (422, "at")
    assert [one["visits"] for one in funnel["steps"]] == [2, 2]
