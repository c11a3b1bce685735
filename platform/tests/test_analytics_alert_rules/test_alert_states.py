"""How an alert opens, ends and opens again; that it is snoozed and acknowledged; its emails and webhook events."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from datetime import date, timedelta
from typing import Any
from uuid import UUID

import httpx
import pytest
from console_people import audited, signed_in_person
from insight_steps import RULE, RULES
from product_fixtures import AdminSql, ClientFactory, SignIn
from webhook_steps import add_webhook

from abano.analytics.alert_rules.course import Course, Opened, history, next_step
from abano.analytics.alert_rules.outcome import Look, keep_verdicts
from abano.analytics.alert_rules.repository import AlertRuleRepository
from abano.analytics.alert_rules.rules import State, Verdict
from abano.analytics.figures.query import instants
from abano.core.clock import FixedClock
from abano.db.engine import Database
from abano.integrations.webhooks.rules import event_payload
from abano.tenancy.directory.tenant import Tenant

pytestmark = pytest.mark.anyio
MET = Verdict("met", 0.0, 18.0, 0.0001, 54)
FINE = Verdict("not_met", 17.0, 18.0, 1.0, 54)
OPEN = f"{RULES}/open"


@pytest.fixture(autouse=True)
def _nothing_before(query_admin_sql: AdminSql) -> None:
    query_admin_sql("delete from alert_rules")
    query_admin_sql("delete from outbox_messages")
    query_admin_sql("delete from webhook_endpoints")


async def add_rule(client: httpx.AsyncClient, **changes: Any) -> dict[str, Any]:
    readers = (await client.get(RULES)).json()["readers"]
    me = next(each["id"] for each in readers if each["isMe"])
    answer = await client.post(RULES, json={**RULE, "recipients": [me], **changes})
    assert answer.status_code == 200, answer.text
    rule: dict[str, Any] = next(
        each for each in answer.json()["rules"] if each["name"] == {**RULE, **changes}["name"]
    )
    return rule


class Days:
    """Judges the company's rules day after day; two workers look at once."""

    def __init__(
        self,
        db: Database,
        tenant: Tenant,
        clock: FixedClock,
        sql: AdminSql,
        console: Callable[[], Awaitable[httpx.AsyncClient]],
    ) -> None:
        """``console``: an owner who has just signed in, as sessions end while days pass."""
        self.db, self.tenant, self.clock, self.sql, self.console = db, tenant, clock, sql, console

    async def get(self, path: str = RULES) -> Any:
        return (await (await self.console()).get(path)).json()

    @property
    def today(self) -> date:
        return self.clock.now().astimezone(self.tenant.zone).date()

    async def judge(self, verdicts: Mapping[str, Verdict], *, is_next_day: bool = True) -> None:
        if is_next_day:
            self.clock.move(days=1)
        zone, last = self.tenant.zone, self.today - timedelta(days=1)
        until = instants(last, last, zone)[1] if is_next_day else self.clock.now()
        look = Look(last, until, self.clock.now(), zone)
        async with self.db.uow(self.tenant.id) as uow:
            rules = await AlertRuleRepository(uow).due(look.until, look.until, self.today)

        async def one() -> None:
            for rule in rules:
                async with self.db.uow(self.tenant.id) as uow:
                    await keep_verdicts(uow, rule, look, verdicts, {"autumn": "Autumn", "spring": "Spring"})

        await asyncio.gather(one(), one())

    def mails(self) -> list[list[str]]:
        """The alerts of each."""
        rows = self.sql(
            "select payload from outbox_messages where kind = 'insight.rule_fired' order by created_at, id"
        )
        return [payload["firingIds"] for (payload,) in rows]

    def events(self) -> list[str]:
        rows = self.sql("select event_type from webhook_deliveries where dead_at is null order by created_at")
        return [event for (event,) in rows if event.startswith("alert.")]


@pytest.fixture
def days(
    db: Database,
    georgia: Tenant,
    clock: FixedClock,
    query_admin_sql: AdminSql,
    client_of: ClientFactory,
    sign_in: SignIn,
) -> Days:
    async def console() -> httpx.AsyncClient:
        return (await signed_in_person(db, georgia, "owner", client_of, sign_in)).client

    return Days(db, georgia, clock, query_admin_sql, console)


async def test_an_alert_fires_once_and_again_within_two_weeks_is_the_same(
    owner_client: httpx.AsyncClient, days: Days
) -> None:
    rule = await add_rule(owner_client)
    verdicts = [MET, MET, FINE, MET, FINE, FINE, replace(FINE, state="unknown"), FINE]
    for day, verdict in enumerate(verdicts):
        await days.judge({"": verdict})
        assert len(days.mails()) == 1, day
    [firing] = (await days.get())["rules"][0]["firings"]
    assert firing["resolvedAt"] is not None
    assert "54 sessions" in firing["sentence"]
    await days.judge({"": MET})
    [again] = (await days.get())["rules"][0]["firings"]
    assert (again["id"], again["times"], again["resolvedAt"]) == (firing["id"], 2, None)
    assert len(days.mails()) == 2
    for _ in range(3):
        await days.judge({"": FINE})
    for _ in range(15):
        await days.judge({"": FINE})
    await days.judge({"": MET})
    newest, oldest = (await days.get())["rules"][0]["firings"]
    assert (newest["times"], oldest["times"]) == (1, 2)
    # Another question has another history.
    body = {**RULE, "windowDays": 7, "recipients": rule["recipients"]}
    [changed] = (await (await days.console()).put(f"{RULES}/{rule['id']}", json=body)).json()["rules"]
    assert (changed["firings"], changed["checkedThrough"], changed["lastValue"]) == ([], None, None)


async def test_parts_open_apart_and_share_one_email_a_day(
    owner_client: httpx.AsyncClient, days: Days
) -> None:
    await add_rule(owner_client, query="device=phone&utmCampaign=contains%3Au", split="campaign")
    await days.judge({"autumn": MET, "spring": MET})
    [both] = days.mails()
    assert len(both) == 2
    rule = (await days.get())["rules"][0]
    assert {each["part"] for each in rule["firings"]} == {"Autumn", "Spring"}
    assert rule["lastValue"] is None
    [link] = [each["link"] for each in rule["firings"] if each["part"] == "Autumn"]
    assert link.endswith("&device=phone&utmCampaign=Autumn")
    for _ in range(3):
        await days.judge({"autumn": MET, "spring": FINE})
    opened = (await days.get(OPEN))["alerts"]
    assert [each["part"] for each in opened] == ["Autumn"]
    assert opened[0]["sentence"].startswith("Autumn: Conversion")
    assert len(days.mails()) == 1
    # What is not judged any more ends after four weeks.
    for _ in range(28):
        await days.judge({})
    assert (await days.get(OPEN))["alerts"] == []


async def test_what_opens_again_on_the_same_day_is_written_about_on_the_next(
    owner_client: httpx.AsyncClient, days: Days, clock: FixedClock
) -> None:
    """Missing data is judged every hour."""
    await add_rule(owner_client, metric="sessions", condition="missing", hours=6, query="")
    met, back = Verdict("met", 0.0, 21.0, 0.00001, 0), Verdict("not_met", 3.0, 20.0, 1.0, 3)
    for verdict in (met, back, met):
        clock.move(hours=1)
        await days.judge({"": verdict}, is_next_day=False)
    assert len(days.mails()) == 1
    [rule] = (await days.get())["rules"]
    [firing] = rule["firings"]
    assert (firing["times"], firing["resolvedAt"]) == (2, None)
    assert firing["sentence"].startswith("No quiz sessions for 6 hours")
    assert rule["nextCheckAt"] > rule["checkedThrough"]
    clock.move(days=1)
    await days.judge({"": met}, is_next_day=False)
    assert len(days.mails()) == 2


async def test_a_snoozed_alert_is_not_checked_and_no_task(
    owner_client: httpx.AsyncClient, days: Days, query_admin_sql: AdminSql
) -> None:
    rule = await add_rule(owner_client)
    await days.judge({"": MET})
    assert len((await days.get(OPEN))["alerts"]) == 1
    path = f"{RULES}/{rule['id']}/snooze"
    for wrong in (days.today, days.today + timedelta(days=400)):
        assert (await (await days.console()).put(path, json={"until": str(wrong)})).status_code == 422
    until = days.today + timedelta(days=7)
    [snoozed] = (await (await days.console()).put(path, json={"until": str(until)})).json()["rules"]
    assert snoozed["snoozedUntil"] == str(until)
    assert snoozed["nextCheckAt"] > str(until)
    assert (await days.get(OPEN))["alerts"] == []
    for _ in range(6):
        await days.judge({"": FINE})
    [asleep] = (await days.get())["rules"]
    assert asleep["firings"][0]["resolvedAt"] is None
    await days.judge({"": FINE})
    [awake] = (await days.get())["rules"]
    assert awake["snoozedUntil"] is None
    assert awake["firings"][0]["resolvedAt"] is not None
    await (await days.console()).put(path, json={"until": str(days.today + timedelta(days=7))})
    [resumed] = (await (await days.console()).put(path, json={"until": None})).json()["rules"]
    assert resumed["snoozedUntil"] is None
    assert audited(query_admin_sql, "insight.rule_changed") >= 3


async def test_an_acknowledged_alert_is_no_task_until_it_fires_again(
    owner_client: httpx.AsyncClient,
    client: httpx.AsyncClient,
    client_of: ClientFactory,
    sign_in: SignIn,
    db: Database,
    alps: Tenant,
    georgia: Tenant,
    days: Days,
    query_admin_sql: AdminSql,
) -> None:
    await add_rule(owner_client)
    await days.judge({"": MET})
    [task] = (await days.get(OPEN))["alerts"]
    path = f"{RULES}/firings/{task['id']}/acknowledge"
    stranger = (await signed_in_person(db, alps, "owner", client_of, sign_in)).client
    desk = (await signed_in_person(db, georgia, "desk", client_of, sign_in)).client
    assert (await client.get(OPEN)).status_code == (await client.post(path)).status_code == 401
    assert (await desk.get(OPEN)).status_code == (await desk.post(path)).status_code == 403
    assert (await stranger.get(OPEN)).json()["alerts"] == []
    assert (await stranger.post(path)).status_code == 404
    for _ in range(2):
        assert (await (await days.console()).post(path)).status_code == 204
    assert audited(query_admin_sql, "insight.rule_acknowledged") == 1
    assert (await days.get(OPEN))["alerts"] == []
    [firing] = (await days.get())["rules"][0]["firings"]
    assert firing["acknowledgedAt"] is not None
    assert firing["resolvedAt"] is None
    for verdict in (FINE, FINE, FINE, MET):
        await days.judge({"": verdict})
    assert [each["times"] for each in (await days.get(OPEN))["alerts"]] == [2]
    assert len(days.mails()) == 2


async def test_webhooks_get_what_opens_and_ends_with_its_figures(
    owner_client: httpx.AsyncClient, days: Days, georgia: Tenant, alps: Tenant, query_admin_sql: AdminSql
) -> None:
    add_webhook(query_admin_sql, georgia)
    add_webhook(query_admin_sql, alps)
    rule = await add_rule(owner_client, query="", split="campaign", recipients=[])
    for verdict in (MET, MET, FINE, FINE, FINE, MET):
        await days.judge({"autumn": verdict})
    assert days.events() == ["alert.opened", "alert.resolved", "alert.opened"]
    assert days.mails() == []
    rows = query_admin_sql(
        "select tenant_id, event_id, event_type, object_id, created_at, details from webhook_deliveries"
        " where event_type like 'alert.%%' order by created_at"
    )
    assert {row[0] for row in rows} == {georgia.id}
    origin = "https://www.example.com"
    bodies = [
        event_payload(event, kind, firing, at, origin, details)
        for _, event, kind, firing, at, details in rows
    ]
    data = bodies[0]["data"]
    alert = data["alert"]
    first, last = date.fromisoformat(alert["from"]), date.fromisoformat(alert["to"])
    assert last - first == timedelta(days=2)
    assert data["url"] == (
        f"https://www.example.com/admin/quiz-analytics?from={first}&to={last}&utmCampaign=Autumn"
    )
    assert alert == {
        "ruleId": rule["id"],
        "rule": RULE["name"],
        "metric": "conversion",
        "condition": "falls",
        "campaign": "Autumn",
        "source": None,
        "value": 0,
        "expected": 18,
        "limit": None,
        "sessions": 54,
        "from": str(first),
        "to": str(last),
        "times": 1,
    }
    assert len({body["data"]["id"] for body in bodies}) == 1
    assert bodies[2]["data"]["alert"]["times"] == 2
    assert str(UUID(data["id"])) == data["id"]


@pytest.mark.parametrize(
    ("course", "state", "is_missing", "step"),
    [
        (None, "met", False, "open"),
        (None, "not_met", False, "nothing"),
        (Course(date(2026, 6, 8)), "met", False, "stay"),
        (Course(date(2026, 6, 8)), "not_met", False, "nothing"),
        (Course(date(2026, 6, 7)), "not_met", False, "end"),
        (Course(date(2026, 6, 10)), "not_met", True, "end"),
        (Course(date(2026, 6, 1)), "unknown", False, "nothing"),
        (Course(date(2026, 5, 13)), "unknown", False, "end"),
        (Course(date(2026, 5, 20), date(2026, 5, 27)), "met", False, "reopen"),
        (Course(date(2026, 5, 20), date(2026, 5, 26)), "met", False, "open"),
        (Course(date(2026, 5, 20), date(2026, 5, 27)), "unknown", False, "nothing"),
    ],
)
async def test_a_verdict_makes_one_step(
    course: Course | None, state: State, is_missing: bool, step: str
) -> None:
    assert next_step(course, state, date(2026, 6, 10), is_missing=is_missing) == step


async def test_the_preview_takes_the_same_steps() -> None:
    first = date(2026, 6, 1)
    looks = [
        (first + timedelta(days=day), {"autumn": verdict})
        for day, verdict in enumerate([MET, MET, FINE, FINE, FINE, MET, FINE])
    ]
    assert history(looks, is_missing=False) == [
        Opened(first, "autumn", MET),
        Opened(date(2026, 6, 6), "autumn", MET),
    ]
