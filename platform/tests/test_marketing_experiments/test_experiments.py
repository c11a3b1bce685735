"""Experiments over HTTP: assignment of visitors, and the decision over real rows."""

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from math import ceil
from typing import Any
from uuid import uuid4

import httpx
import orjson
import pytest
from background_tasks import run_for_all
from console_people import signed_in_person
from fastapi import FastAPI
from product_fixtures import NOW, OWNER_EMAIL, OWNER_PASSWORD, AdminSql, ClientFactory, SignIn

from abano.analytics.figures.client import Answer, ResolvedQuery
from abano.analytics.figures.service import AnalyticsUnavailable
from abano.core.clock import FixedClock
from abano.core.config import Settings
from abano.db.engine import Database
from abano.db.unit_of_work import TenantId
from abano.jobs.registry import TaskContext
from abano.marketing.experiments.tasks import judge_experiments
from abano.tenancy.directory.tenant import Tenant
from abano_shared.contract.figures import Figure

pytestmark = pytest.mark.anyio
URL = "/api/admin/experiments"
QUIZ = {"subject": "quiz"}
HALVES = [{"version": "v1", "share": 50}, {"version": "v2", "share": 50}]
OVERVIEW = """
select count(*), count(*) filter (where exists (
  select from bookings b
  where b.tenant_id = s.tenant_id and b.attributed_session_id = s.session_id and b.status <> 'cancelled'
)) from quiz_sessions s
where s.tenant_id = %s and s.quiz_version like %s and s.started_at >= %s and s.started_at < %s
"""


@pytest.fixture(autouse=True)
def _two_versions(query_admin_sql: AdminSql) -> Iterator[None]:
    """The seeded version and a second one without visitors."""
    query_admin_sql(
        "insert into quiz_definitions (tenant_id, version, definition, is_current)"
        " select tenant_id, 'v2', jsonb_set(definition, '{version}', '\"v2\"'), false"
        " from quiz_definitions where version = 'v1'"
    )
    yield
    query_admin_sql("delete from experiments")
    query_admin_sql("delete from bookings where attributed_session_id like 'experiment-%%'")
    query_admin_sql("delete from quiz_sessions where session_id like 'experiment-%%'")
    query_admin_sql("delete from quiz_definitions where version <> 'v1'")
    query_admin_sql("update quiz_definitions set is_current = true")


@dataclass(frozen=True)
class OverviewFromRows:
    """The overview of analytics, counted from the product's rows; or unreachable."""

    sql: AdminSql
    is_away: bool = False

    async def figure(
        self, tenant_id: TenantId, figure: Figure, query: ResolvedQuery, *, known_tag: str
    ) -> Answer:
        if self.is_away:
            raise AnalyticsUnavailable
        asked = dict(query)
        version = asked.get("quizVersion", "%")
        sessions, booked = self.sql(OVERVIEW, tenant_id, version, asked["since"], asked["until"])[0]
        return Answer(
            "tag", orjson.dumps({"analytics": {"totalSessions": sessions, "conversionCount": booked}})
        )


async def start(console: httpx.AsyncClient, status: int = 201, **changes: Any) -> dict[str, Any]:
    body = {"subject": "quiz", "name": "Fewer questions", "arms": HALVES, "days": 30, **changes}
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
    started = (await start(owner_client, arms=arms))["experiment"]
    drawn = Counter([(await asked(client))["version"] for _ in range(150)])
    # Fewer than one assignment in a hundred million is outside this range.
    assert 8 <= drawn["v2"] <= 62, drawn
    for arm in ("v1", "v2"):
        kept = [await asked(client, experiment=started["id"], arm=arm) for _ in range(20)]
        assert {(each["version"], each["experiment"]["id"]) for each in kept} == {(arm, started["id"])}
    # A running quiz keeps its version, and a page that only shows the quiz has no assignment.
    whole = [await asked(client, version="v2"), await asked(client, experiment="none")]
    assert [(each["version"], each["experiment"]) for each in whole] == [("v2", None), ("v1", None)]
    assert (await client.get("/api/quiz/definition")).headers["cache-control"] == "private, no-cache"

    stopped = await owner_client.post(f"{URL}/{started['id']}/stop")
    assert stopped.json()["experiment"]["outcome"] == "stopped"
    after = await asked(client, experiment=started["id"], arm="v2")
    assert (after["version"], after["experiment"]) == ("v1", None)
    assert (await owner_client.post(f"{URL}/{started['id']}/stop")).status_code == 404


async def test_one_experiment_at_a_time_and_no_one_changes_what_is_asked_meanwhile(
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
    started = (await start(owner_client))["experiment"]
    other = (await signed_in_person(db, alps, "owner", client_of, sign_in)).client
    seen = (await other.get(URL, params=QUIZ)).json()
    assert (seen["running"], seen["past"]) == (None, [])
    assert (await other.post(f"{URL}/{started['id']}/stop")).status_code == 404
    assert (await asked(other))["experiment"] is None
    assert (await owner_client.get(URL, params=QUIZ)).json()["running"]["outcome"] == "running"


async def test_the_duration_is_estimated_from_recent_conversion(
    owner_client: httpx.AsyncClient, app: FastAPI, georgia: Tenant, query_admin_sql: AdminSql
) -> None:
    asks = {**QUIZ, "shares": "50,50"}
    kept, app.state.quiz_analytics = app.state.quiz_analytics, OverviewFromRows(query_admin_sql)
    try:
        nothing = (await owner_client.get(f"{URL}/size", params=asks)).json()
        at = NOW - timedelta(days=9)
        add_sessions(query_admin_sql, georgia, "v1", 0.1, random.Random(20), at)  # noqa: S311 - generated traffic
        even = (await owner_client.get(f"{URL}/size", params=asks)).json()
        uneven = (await owner_client.get(f"{URL}/size", params={**QUIZ, "shares": "95,5"})).json()
        # A version that was just published has no sessions; the quiz's conversion is still known.
        query_admin_sql("update quiz_definitions set is_current = false")
        query_admin_sql("update quiz_definitions set is_current = true where version = 'v2'")
        published = (await owner_client.get(f"{URL}/size", params=asks)).json()
        app.state.quiz_analytics = OverviewFromRows(query_admin_sql, is_away=True)
        away = (await owner_client.get(f"{URL}/size", params=asks)).json()
    finally:
        app.state.quiz_analytics = kept
    assert (nothing["sessions"], nothing["sessionsNeeded"], nothing["daysNeeded"]) == (0, None, None)
    assert even["sessions"] == 2000
    # 2000 sessions in 28 days.
    assert even["daysNeeded"] == ceil(even["sessionsNeeded"] * 28 / 2000)
    assert uneven["daysNeeded"] > 2 * even["daysNeeded"]
    assert published == even
    assert (away["sessions"], away["daysNeeded"]) == (None, None)
    assert (await owner_client.get(f"{URL}/size", params={**QUIZ, "shares": "100,0"})).status_code == 422


async def test_a_session_belongs_to_an_arm_only_where_the_experiment_drew_its_version(
    owner_client: httpx.AsyncClient, client: httpx.AsyncClient, georgia: Tenant, query_admin_sql: AdminSql
) -> None:
    started = (await start(owner_client))["experiment"]
    drawn = await asked(client)
    other = "v1" if drawn["version"] == "v2" else "v2"
    for number, says in enumerate(
        (
            {"quizVersion": drawn["version"], "experimentId": drawn["experiment"]["id"]},
            # Without a version; of a page from before the experiment; of another experiment; of an unknown version.
            {},
            {"experimentId": started["id"]},
            {"quizVersion": "v1"},
            {"quizVersion": "v1", "experimentId": str(uuid4())},
            {"quizVersion": "v9", "experimentId": started["id"]},
        )
    ):
        body = {"sessionId": f"experiment-{number}", **says}
        assert (await client.post("/api/quiz/session/start", json=body)).is_success
    # A later start of the same session does not change its assignment.
    again = {
        "sessionId": "experiment-0",
        "quizVersion": other,
        "experimentId": started["id"],
        "gclid": "late",
    }
    assert (await client.post("/api/quiz/session/start", json=again)).is_success
    listed = (await owner_client.get(URL, params=QUIZ)).json()["running"]
    assert {arm["version"]: arm["sessions"] for arm in listed["arms"]} == {drawn["version"]: 1, other: 0}


def add_sessions(
    sql: AdminSql,
    tenant: Tenant,
    version: str,
    rate: float,
    chance: random.Random,
    at: datetime,
    experiment: str | None = None,
) -> None:
    """2000 sessions, of which a random part books."""
    name = f"experiment-{version}-{experiment}-"
    sql(
        "insert into quiz_sessions (tenant_id, session_id, quiz_version, experiment_id, started_at, updated_at)"
        " select %s, %s || n, %s, %s, %s, %s from generate_series(1, 2000) n",
        tenant.id, name, version, experiment, at, at,
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
    started = (await start(owner_client, promoteWinner=True, days=1))["experiment"]
    chance = random.Random(20)  # noqa: S311 - generated traffic with a known truth
    for version, rate in (("v1", 0.3), ("v2", 0.3 * (1 + lift))):
        add_sessions(
            query_admin_sql, georgia, version, rate, chance, NOW + timedelta(minutes=5), started["id"]
        )
    # The same number without a version, which would count for the first one: they were not assigned.
    add_sessions(query_admin_sql, georgia, "v1", 0.05, chance, NOW + timedelta(minutes=5))
    context = TaskContext(db, settings, clock)
    clock.move(minutes=30)
    await run_for_all(judge_experiments, context)
    if winner is None:
        assert query_admin_sql("select outcome from experiments") == [("running",)]
        # Until its time is over.
        clock.move(days=1)
        assert (await asked(owner_client))["experiment"] is None
        await run_for_all(judge_experiments, context)
        await sign_in(owner_client, OWNER_EMAIL, OWNER_PASSWORD)
    ended = (await owner_client.get(URL, params=QUIZ)).json()["past"][0]
    assert (ended["id"], ended["outcome"]) == (started["id"], "decided" if winner else "expired")
    assert (ended["winner"], ended["isDrawBroken"]) == (winner, False)
    assert [arm["sessions"] for arm in ended["arms"]] == [2000, 2000]
    (seen,) = ended["comparisons"]
    assert seen["low"] <= lift <= seen["high"]
    # The verdict uses the table's rates.
    first, second = (arm["bookings"] / arm["sessions"] for arm in ended["arms"])
    assert seen["lift"] == pytest.approx(second / first - 1)
    now_asked = "select version from quiz_definitions where is_current and tenant_id = %s"
    assert query_admin_sql(now_asked, georgia.id) == [(winner or "v1",)]
    # In the name of the admin who started it.
    entries = "select action from audit_log where action in ('experiment.ended', 'quiz.published') and"
    found = query_admin_sql(
        f"{entries} admin_id is not null and happened_at = %s order by action", clock.now()
    )
    assert found == [("experiment.ended",), ("quiz.published",)][: 2 if winner else 1]


FORM: dict[str, Any] = {"subject": "bookingForm"}
ORDERS = [{"version": "tripFirst", "share": 50}, {"version": "contactFirst", "share": 50}]


def add_visits(sql: AdminSql, tenant: Tenant, step: str, booked: int) -> None:
    """300 visits assigned to an order of the form, and a booking of each of the first ``booked``."""
    sql(
        "insert into bookings (tenant_id, id, reference, customer_name, customer_email, customer_phone, driver_age,"
        " group_size, car_name, pickup_location, dropoff_location, pickup_at, return_at, insurance_code, currency,"
        " days, daily_rate_minor, total_minor, price_lines, created_at, updated_at)"
        " select %s, md5(%s || n)::uuid, %s || n, 'Ada', 'form@example.com', '', 36, 2, 'VW Golf', 'tbilisi',"
        " 'tbilisi', %s, %s + interval '7 days', 'minimum', 'EUR', 7, 100, 700, '[]', %s, %s"
        " from generate_series(1, %s) n",
        tenant.id, step, step, NOW, NOW, NOW, NOW, booked,
    )  # fmt: skip
    sql(
        "insert into journey_events (tenant_id, visit_id, step, reached_at, booking_id)"
        " select %s, md5('visit' || %s || n)::uuid, each, %s,"
        " case when each = 'booking' then md5(%s || n)::uuid end"
        " from generate_series(1, 300) n, unnest(array[%s, 'wizard_1', 'booking']) each"
        " where each <> 'booking' or n <= %s",
        tenant.id, step, NOW + timedelta(minutes=5), step, step, booked,
    )  # fmt: skip


async def test_the_better_order_of_the_booking_form_is_shown_from_then_on(
    owner_client: httpx.AsyncClient,
    db: Database,
    settings: Settings,
    georgia: Tenant,
    query_admin_sql: AdminSql,
    clock: FixedClock,
) -> None:
    refused = await start(owner_client, 422, **FORM, arms=[ORDERS[1], ORDERS[0]])
    assert [each["field"] for each in refused["fields"]] == ["arms.0.version"]
    started = (await start(owner_client, **FORM, arms=ORDERS, promoteWinner=True))["experiment"]
    # The quiz has a separate experiment.
    await start(owner_client)
    try:
        add_visits(query_admin_sql, georgia, "form_trip_first", 30)
        add_visits(query_admin_sql, georgia, "form_contact_first", 90)
        size = (await owner_client.get(f"{URL}/size", params={**FORM, "shares": "50,50"})).json()
        assert (size["sessions"], size["bookings"]) == (600, 120)
        seen = (await owner_client.get(URL, params=FORM)).json()["running"]
        assert [(arm["sessions"], arm["bookings"]) for arm in seen["arms"]] == [(300, 30), (300, 90)]
        clock.move(minutes=30)
        await run_for_all(judge_experiments, TaskContext(db, settings, clock))
        ended = (await owner_client.get(URL, params=FORM)).json()["past"][0]
        assert (ended["id"], ended["outcome"], ended["winner"]) == (started["id"], "decided", "contactFirst")
        stored = "select integrations ->> 'formOrder' from tenant_settings where tenant_id = %s"
        assert query_admin_sql(stored, georgia.id) == [("contactFirst",)]
        found = query_admin_sql(
            "select before, after from audit_log where action = 'settings.changed' and happened_at = %s",
            clock.now(),
        )
        assert found == [({"form_order": "tripFirst"}, {"form_order": "contactFirst"})]
    finally:
        query_admin_sql("delete from journey_events where step like 'form%%' or booking_id is not null")
        query_admin_sql("delete from bookings where customer_email = 'form@example.com'")
        query_admin_sql("update tenant_settings set integrations = integrations - 'formOrder'")
