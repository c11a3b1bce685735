"""Experiments over HTTP, the draw of visitors, and the judge by figures computed over real rows."""

import asyncio
import random
from collections import Counter
from collections.abc import Callable, Coroutine, Iterator
from dataclasses import dataclass
from dataclasses import field as made
from datetime import datetime, timedelta
from math import ceil
from typing import Any

import anyio.lowlevel
import httpx
import orjson
import pytest
from console_people import signed_in_person
from fastapi import FastAPI
from product_fixtures import NOW, OWNER_EMAIL, OWNER_PASSWORD, AdminSql, ClientFactory, SignIn

from abano.analytics.client import Answer, Figure, ResolvedQuery
from abano.analytics.service import AnalyticsUnavailable
from abano.config import Settings
from abano.database.engine import Database
from abano.database.unit_of_work import TenantId
from abano.jobs.registry import TaskContext
from abano.kit.clock import FixedClock
from abano.quiz.experiments.counting import Figures
from abano.quiz.experiments.tasks import settle_all
from abano.tenants.tenant import Tenant

pytestmark = pytest.mark.anyio
URL = "/api/admin/quiz/experiments"
HALVES = [{"version": "v1", "share": 50}, {"version": "v2", "share": 50}]
COUNT = """
select count(*), count(*) filter (where exists (
  select from bookings b
  where b.tenant_id = s.tenant_id and b.attributed_session_id = s.session_id and b.status <> 'cancelled'
)) from quiz_sessions s
where s.tenant_id = %s and s.quiz_version = %s and s.started_at >= %s and s.started_at < %s
"""


@pytest.fixture(autouse=True)
def _two_versions(query_admin_sql: AdminSql) -> Iterator[None]:
    """The seeded version and a second one, which nobody is asked."""
    query_admin_sql(
        "insert into quiz_definitions (tenant_id, version, definition, is_current)"
        " select tenant_id, 'v2', jsonb_set(definition, '{version}', '\"v2\"'), false"
        " from quiz_definitions where version = 'v1'"
    )
    yield
    query_admin_sql("delete from quiz_experiments")
    query_admin_sql("delete from bookings where attributed_session_id like 'experiment-%%'")
    query_admin_sql("delete from quiz_sessions where session_id like 'experiment-%%'")
    query_admin_sql("delete from quiz_definitions where version <> 'v1'")
    query_admin_sql("update quiz_definitions set is_current = true")


@dataclass(frozen=True)
class CountedFromRows:
    """Figures of the overview, counted from the rows of the product; ``state``: fresh, late or away."""

    sql: AdminSql
    state: str = "fresh"

    async def figure(
        self, tenant_id: TenantId, figure: Figure, query: ResolvedQuery, *, known_tag: str
    ) -> Answer:
        if self.state == "away":
            raise AnalyticsUnavailable
        asked = dict(query)
        sessions, booked = self.sql(COUNT, tenant_id, asked["quizVersion"], asked["since"], asked["until"])[0]
        figures = {"totalSessions": sessions, "conversionCount": booked}
        body = {"analytics": figures, "realTimeMetadata": {"stale": self.state == "late"}}
        return Answer("tag", orjson.dumps(body))


async def start(console: httpx.AsyncClient, status: int = 201, **changes: Any) -> dict[str, Any]:
    body = {"name": "Fewer questions", "arms": HALVES, "days": 30, **changes}
    answer = await console.post(URL, json=body)
    assert answer.status_code == status, answer.text
    return dict(answer.json())


async def asked(client: httpx.AsyncClient, **query: str) -> dict[str, Any]:
    return dict((await client.get("/api/quiz/definition", params=query)).json())


async def test_visitors_are_drawn_by_the_shares_and_keep_their_version(
    owner_client: httpx.AsyncClient, client: httpx.AsyncClient
) -> None:
    assert (await asked(client))["experiment"] is None
    arms = [{"version": "v1", "share": 80}, {"version": "v2", "share": 20}]
    begun = (await start(owner_client, arms=arms))["experiment"]
    drawn = Counter([(await asked(client))["version"] for _ in range(150)])
    # Beyond these lies less than one draw in a hundred million.
    assert 8 <= drawn["v2"] <= 62, drawn
    for arm in ("v1", "v2"):
        kept = [await asked(client, experiment=begun["id"], arm=arm) for _ in range(20)]
        assert {(each["version"], each["experiment"]["id"]) for each in kept} == {(arm, begun["id"])}
    # A running quiz keeps its version, and a page that only shows the quiz is not drawn.
    whole = [await asked(client, version="v2"), await asked(client, experiment="none")]
    assert [(each["version"], each["experiment"]) for each in whole] == [("v2", None), ("v1", None)]
    assert (await client.get("/api/quiz/definition")).headers["cache-control"] == "private, no-cache"

    stopped = await owner_client.post(f"{URL}/{begun['id']}/stop")
    assert stopped.json()["experiment"]["outcome"] == "stopped"
    after = await asked(client, experiment=begun["id"], arm="v2")
    assert (after["version"], after["experiment"]) == ("v1", None)
    assert (await owner_client.post(f"{URL}/{begun['id']}/stop")).status_code == 404


async def test_one_experiment_at_a_time_and_nobody_changes_what_is_asked_meanwhile(
    owner_client: httpx.AsyncClient,
) -> None:
    for arms, field in (
        ([HALVES[1], HALVES[0]], "arms.0.version"),
        ([HALVES[0], HALVES[0]], "arms.1.version"),
        ([HALVES[0], {"version": "v9", "share": 50}], "arms.1.version"),
        ([HALVES[0], {"version": "v2", "share": 40}], "arms"),
    ):
        refused = await start(owner_client, 422, arms=arms)
        assert [each["field"] for each in refused["fields"]] == [field]
    await start(owner_client)
    assert (await start(owner_client, 409))["error"]
    assert (await owner_client.post("/api/admin/quiz/versions/v2/current")).status_code == 409


async def test_another_company_sees_and_stops_nothing(
    owner_client: httpx.AsyncClient, db: Database, alps: Tenant, client_of: ClientFactory, sign_in: SignIn
) -> None:
    begun = (await start(owner_client))["experiment"]
    other = (await signed_in_person(db, alps, "owner", client_of, sign_in)).client
    seen = (await other.get(URL)).json()
    assert (seen["running"], seen["past"]) == (None, [])
    assert (await other.post(f"{URL}/{begun['id']}/stop")).status_code == 404
    assert (await asked(other))["experiment"] is None
    assert (await owner_client.get(URL)).json()["running"]["outcome"] == "running"


async def test_how_long_it_takes_is_said_from_what_the_version_of_now_did_lately(
    owner_client: httpx.AsyncClient, app: FastAPI, georgia: Tenant, query_admin_sql: AdminSql
) -> None:
    asks = {"shares": "50,50"}
    kept, app.state.quiz_analytics = app.state.quiz_analytics, CountedFromRows(query_admin_sql)
    nothing = (await owner_client.get(f"{URL}/size", params=asks)).json()
    at = NOW - timedelta(days=9)
    add_sessions(query_admin_sql, georgia, "v1", 0.1, random.Random(20), at)  # noqa: S311 - generated traffic
    even = (await owner_client.get(f"{URL}/size", params=asks)).json()
    uneven = (await owner_client.get(f"{URL}/size", params={"shares": "95,5"})).json()
    app.state.quiz_analytics = CountedFromRows(query_admin_sql, "away")
    away = (await owner_client.get(f"{URL}/size", params=asks)).json()
    app.state.quiz_analytics = kept
    assert (nothing["sessions"], nothing["sessionsNeeded"], nothing["daysNeeded"]) == (0, None, None)
    assert even["sessions"] == 2000
    # 2000 sessions in 28 days.
    assert even["daysNeeded"] == ceil(even["sessionsNeeded"] * 28 / 2000)
    assert uneven["daysNeeded"] > 2 * even["daysNeeded"]
    assert (away["sessions"], away["daysNeeded"]) == (None, None)
    assert (await owner_client.get(f"{URL}/size", params={"shares": "100,0"})).status_code == 422


def add_sessions(
    sql: AdminSql, tenant: Tenant, version: str, rate: float, chance: random.Random, at: datetime
) -> None:
    """2000 sessions, and a booking for a part of them by chance."""
    name = f"experiment-{version}-"
    sql(
        "insert into quiz_sessions (tenant_id, session_id, quiz_version, started_at, updated_at)"
        " select %s, %s || n, %s, %s, %s from generate_series(1, 2000) n",
        tenant.id, name, version, at, at,
    )  # fmt: skip
    sql(
        "insert into bookings (tenant_id, id, reference, customer_name, customer_email, customer_phone, driver_age,"
        " group_size, car_name, pickup_location, dropoff_location, pickup_at, return_at, insurance_code, currency,"
        " days, daily_rate_minor, total_minor, price_lines, created_at, updated_at, attributed_session_id)"
        " select %s, gen_random_uuid(), session_id, 'Ada', 'ada@example.com', '', 36, 2, 'VW Golf', 'tbilisi',"
        " 'tbilisi', %s, %s + interval '7 days', 'minimum', 'EUR', 7, 100, 700, '[]', %s, %s, session_id"
        " from unnest(%s::text[]) session_id",
        tenant.id, at, at, at, at, [f"{name}{n}" for n in range(1, 2001) if chance.random() < rate],
    )  # fmt: skip


@pytest.mark.parametrize(("lift", "winner"), [(0.3, "v2"), (0.0, None)])
async def test_the_judge_finds_a_true_lift_over_real_rows_and_none_where_there_is_none(
    owner_client: httpx.AsyncClient,
    db: Database,
    settings: Settings,
    georgia: Tenant,
    query_admin_sql: AdminSql,
    clock: FixedClock,
    sign_in: SignIn,
    lift: float,
    winner: str | None,
) -> None:
    begun = (await start(owner_client, promoteWinner=True, days=1))["experiment"]
    chance = random.Random(20)  # noqa: S311 - generated traffic with a known truth
    for version, rate in (("v1", 0.3), ("v2", 0.3 * (1 + lift))):
        add_sessions(query_admin_sql, georgia, version, rate, chance, NOW + timedelta(minutes=5))
    context = TaskContext(db, settings, clock)
    clock.move(minutes=30)
    # Figures that are late or away decide nothing.
    for state in ("away", "late"):
        await settle_all(context, CountedFromRows(query_admin_sql, state))
        assert query_admin_sql("select outcome from quiz_experiments") == [("running",)]
    await settle_all(context, CountedFromRows(query_admin_sql))
    if winner is None:
        assert query_admin_sql("select outcome from quiz_experiments") == [("running",)]
        # Until its time is over.
        clock.move(days=1)
        assert (await asked(owner_client))["experiment"] is None
        await settle_all(context, CountedFromRows(query_admin_sql))
        await sign_in(owner_client, OWNER_EMAIL, OWNER_PASSWORD)
    ended = (await owner_client.get(URL)).json()["past"][0]
    assert (ended["id"], ended["outcome"]) == (begun["id"], "decided" if winner else "expired")
    assert (ended["winner"], ended["isDrawBroken"]) == (winner, False)
    assert [arm["sessions"] for arm in ended["arms"]] == [2000, 2000]
    (seen,) = ended["comparisons"]
    assert seen["low"] <= lift <= seen["high"]
    now_asked = "select version from quiz_definitions where is_current and tenant_id = %s"
    assert query_admin_sql(now_asked, georgia.id) == [(winner or "v1",)]
    # In the name of who started it.
    entries = "select action from audit_log where action in ('quiz.experiment_ended', 'quiz.published') and"
    found = query_admin_sql(
        f"{entries} admin_id is not null and happened_at = %s order by action", clock.now()
    )
    assert found == [("quiz.experiment_ended",), ("quiz.published",)][: 2 if winner else 1]


@dataclass(frozen=True)
class Hanging:
    """Figures that answer as soon as they are let go."""

    inner: CountedFromRows
    asked: asyncio.Event = made(default_factory=asyncio.Event)
    let_go: asyncio.Event = made(default_factory=asyncio.Event)

    async def figure(
        self, tenant_id: TenantId, figure: Figure, query: ResolvedQuery, *, known_tag: str
    ) -> Answer:
        self.asked.set()
        await self.let_go.wait()
        return await self.inner.figure(tenant_id, figure, query, known_tag=known_tag)


async def test_no_transaction_is_open_while_analytics_hangs_and_what_happens_meanwhile_stays(
    owner_client: httpx.AsyncClient,
    app: FastAPI,
    db: Database,
    settings: Settings,
    georgia: Tenant,
    query_admin_sql: AdminSql,
    clock: FixedClock,
) -> None:
    opened = (
        "select count(*) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()"
        " and xact_start is not null and backend_type = 'client backend'"
    )
    begun = (await start(owner_client, promoteWinner=True))["experiment"]
    for version, rate in (("v1", 0.3), ("v2", 0.6)):
        at = NOW + timedelta(minutes=5)
        add_sessions(query_admin_sql, georgia, version, rate, random.Random(20), at)  # noqa: S311 - generated traffic
    clock.move(minutes=30)
    kept = app.state.quiz_analytics

    async def meanwhile(ask: Callable[[Figures], Coroutine[Any, Any, Any]], change: str = "select") -> Any:
        """What comes of it when ``change`` happens while the figures are waited for."""
        hanging = app.state.quiz_analytics = Hanging(CountedFromRows(query_admin_sql))
        asking = asyncio.create_task(ask(hanging))
        await asyncio.wait_for(hanging.asked.wait(), 30)
        # Other tasks of the product end theirs; one that waits for figures would not.
        async with asyncio.timeout(30):
            while query_admin_sql(opened) != [(0,)]:
                await anyio.lowlevel.checkpoint()
        query_admin_sql(change)
        hanging.let_go.set()
        try:
            return await asking
        finally:
            app.state.quiz_analytics = kept

    listed = (await meanwhile(lambda _: owner_client.get(URL))).json()["running"]
    assert [arm["sessions"] for arm in listed["arms"]] == [2000, 2000]
    assert (await meanwhile(lambda _: owner_client.get(f"{URL}/size?shares=50,50"))).status_code == 200
    # Another process stops it, while this one judges it, or stops it too.
    ended = "update quiz_experiments set outcome = 'stopped', ended_at = started_at"
    context = TaskContext(db, settings, clock)
    await meanwhile(lambda figures: settle_all(context, figures), ended)
    assert query_admin_sql("select outcome, verdict from quiz_experiments") == [("stopped", None)]
    assert query_admin_sql("select count(*) from quiz_definitions where version = 'v2' and is_current") == [
        (0,)
    ]
    query_admin_sql("update quiz_experiments set outcome = 'running', ended_at = null")
    late = await meanwhile(lambda _: owner_client.post(f"{URL}/{begun['id']}/stop"), ended)
    assert late.status_code == 404
    assert query_admin_sql("select outcome, verdict from quiz_experiments") == [("stopped", None)]
