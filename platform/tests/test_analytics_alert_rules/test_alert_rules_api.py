"""Alert rules through the API, the background task and the mail: told once, resolved, told again."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from datetime import date, timedelta
from typing import Any
from uuid import UUID

import httpx
import pytest
from analytics_process import AnalyticsProcess
from background_tasks import run_for_all
from console_people import audited, signed_in_person
from insight_steps import RULE, RULES
from product_fixtures import AdminSql, ClientFactory, SignIn

from abano.analytics.alert_rules.repository import AlertRuleRepository
from abano.analytics.alert_rules.rules import Verdict
from abano.analytics.alert_rules.service import keep_verdict
from abano.analytics.alert_rules.tasks import check_rules
from abano.core.clock import FixedClock
from abano.core.config import Settings
from abano.db.engine import Database
from abano.jobs.registry import TaskContext
from abano.tenancy.directory.tenant import Tenant

pytestmark = pytest.mark.anyio
MET = Verdict("met", 0.0, 18.0, 0.0001, 54)
FINE = Verdict("not_met", 17.0, 18.0, 1.0, 54)
# 18 sessions a day from 3 February 2025, of which 3 or 4 book; on the last three days, to 13 March, none does.
SESSIONS = """
insert into quiz_sessions (tenant_id, session_id, quiz_version, started_at, completed_at, updated_at, utm_campaign)
select %s, 'quiz_rule_' || day || '_' || n, 'v1', at, at + interval '3 min', at, 'autumn'
from (select day, n, timestamptz '2025-03-13 06:00+00' - day * interval '1 day' + n * interval '9 min' as at
      from generate_series(0, 38) day, generate_series(0, 17) n) made
"""
BOOKINGS = """
insert into bookings (tenant_id, id, reference, status, customer_name, customer_email, customer_phone, driver_age,
  group_size, car_name, pickup_location, dropoff_location, pickup_at, return_at, insurance_code,
  attributed_session_id, currency, days, daily_rate_minor, total_minor, price_lines, created_at, updated_at)
select tenant_id, gen_random_uuid(), 'RULE' || replace(substr(session_id, 11), '_', 'X'), 'completed', 'N N', '',
  '+995', 30, 2, 'Forester', 'tbilisi', 'batumi', started_at, started_at + interval '7 days', 'minimum', session_id,
  'EUR', 7, 5500, 40000, '[]', started_at, started_at
from quiz_sessions where session_id like 'quiz_rule_%%' and split_part(session_id, '_', 3)::int > 2
  and split_part(session_id, '_', 4)::int < 3 + split_part(session_id, '_', 3)::int %% 2
"""


@pytest.fixture(autouse=True)
def _nothing_before(query_admin_sql: AdminSql) -> None:
    query_admin_sql("delete from alert_rules")
    query_admin_sql("delete from outbox_messages")


async def my_rule(client: httpx.AsyncClient, **changes: Any) -> dict[str, Any]:
    """The body of a rule that writes to the signed-in admin."""
    readers = (await client.get(RULES)).json()["readers"]
    me = next(each["id"] for each in readers if each["isMe"])
    return {**RULE, "recipients": [me], **changes}


async def test_rules_are_checked_and_belong_to_one_company(
    owner_client: httpx.AsyncClient,
    client: httpx.AsyncClient,
    client_of: ClientFactory,
    sign_in: SignIn,
    db: Database,
    alps: Tenant,
    query_admin_sql: AdminSql,
) -> None:
    assert (await client.get(RULES)).status_code == 401
    body = await my_rule(owner_client)
    answer = await owner_client.post(RULES, json=body)
    assert answer.status_code == 200, answer.text
    [rule] = answer.json()["rules"]
    assert (rule["query"], rule["filters"], rule["firings"]) == ("utmCampaign=autumn", "Campaign: autumn", [])
    unusable: dict[str, dict[str, Any]] = {
        "condition": {"metric": "cost", "condition": "rises"},
        "limit": {"condition": "above", "limit": 101},
        "recipients": RULE,
        "query": {"query": "nothing=x&device=spoon"},
    }
    for field, changes in unusable.items():
        refused = await owner_client.post(RULES, json=body | changes)
        assert refused.status_code == 422, (field, refused.text)
        assert field in refused.text
    for changes in (
        {"windowDays": 5},
        {"name": " "},
        {"name": "x" * 81},
        {"recipients": []},
        {"limit": "NaN"},
    ):
        assert (await owner_client.post(RULES, json=body | changes)).status_code == 422
    stranger = (await signed_in_person(db, alps, "owner", client_of, sign_in)).client
    assert (await stranger.get(RULES)).json()["rules"] == []
    for answer in (
        await stranger.put(f"{RULES}/{rule['id']}", json=await my_rule(stranger)),
        await stranger.delete(f"{RULES}/{rule['id']}"),
    ):
        assert answer.status_code == 404
    # Nor can another company's people be written to.
    assert "recipients" in (await stranger.post(RULES, json=body)).text
    changed = await owner_client.put(f"{RULES}/{rule['id']}", json=body | {"isOn": False})
    assert changed.json()["rules"][0]["isOn"] is False
    many = await asyncio.gather(*(owner_client.post(RULES, json=body) for _ in range(35)))
    assert sorted({each.status_code for each in many}) == [200, 409]
    assert len((await owner_client.get(RULES)).json()["rules"]) == 30
    assert (await owner_client.delete(f"{RULES}/{rule['id']}")).status_code == 200
    assert (await owner_client.delete(f"{RULES}/{rule['id']}")).status_code == 404
    for action in ("added", "changed", "deleted"):
        assert audited(query_admin_sql, f"insight.rule_{action}") >= 1


async def test_a_rule_fires_once_and_again_only_after_it_was_resolved(
    owner_client: httpx.AsyncClient,
    db: Database,
    georgia: Tenant,
    clock: FixedClock,
    query_admin_sql: AdminSql,
) -> None:
    await owner_client.post(RULES, json=await my_rule(owner_client))
    first = date(2026, 6, 1)

    async def keep(verdict: Verdict, day: int) -> None:
        last = first + timedelta(days=day)
        async with db.uow(georgia.id) as uow:
            [rule] = await AlertRuleRepository(uow).rules()
        # Two workers look at once.

        async def one() -> None:
            async with db.uow(georgia.id) as uow:
                await keep_verdict(uow, rule, last, verdict, clock.now())

        await asyncio.gather(one(), one())

    def mails() -> int:
        [row] = query_admin_sql("select count(*) from outbox_messages where kind = 'insight.rule_fired'")
        return int(row[0])

    for day, (verdict, expected) in enumerate(
        [
            (MET, 1), (MET, 1), (FINE, 1), (MET, 1), (FINE, 1), (FINE, 1), (replace(FINE, state="unknown"), 1),
            (FINE, 1), (MET, 2),
        ]
    ):  # fmt: skip
        await keep(verdict, day)
        assert mails() == expected, day
    [rule] = (await owner_client.get(RULES)).json()["rules"]
    newest, oldest = rule["firings"]
    assert newest["resolvedAt"] is None
    assert oldest["resolvedAt"] is not None
    assert "54 sessions" in newest["sentence"]
    # Changing what is asked ends what is open.
    body = await my_rule(owner_client, windowDays=7)
    changed = (await owner_client.put(f"{RULES}/{rule['id']}", json=body)).json()["rules"][0]
    assert all(each["resolvedAt"] for each in changed["firings"])


async def test_a_campaign_that_falls_to_none_of_54_is_told_by_the_product(
    analytics_process: AnalyticsProcess,
    analytics_settings: Callable[[str], Settings],
    db: Database,
    clock: FixedClock,
    georgia: Tenant,
    client_of: ClientFactory,
    sign_in: SignIn,
    query_admin_sql: AdminSql,
) -> None:
    clock.move(days=-453)
    query_admin_sql(SESSIONS, georgia.id)
    query_admin_sql(BOOKINGS)
    settings = analytics_settings(analytics_process.url)
    settings.__dict__.pop("analytics_base_url", None)
    context = TaskContext(db, settings, clock)
    analyst = await signed_in_person(db, georgia, "analyst", client_of, sign_in)
    for changes in (
        {},
        {"name": "Never asked", "query": "utmCampaign=spring"},
        {"name": "Costs", "metric": "cost_without_bookings", "condition": "above", "limit": 10},
    ):
        answer = await analyst.client.post(RULES, json=await my_rule(analyst.client, **changes))
        assert answer.status_code == 200, answer.text
    analytics_process.end()
    await run_for_all(check_rules, context)
    assert all(rule["lookedAtDay"] is None for rule in (await analyst.client.get(RULES)).json()["rules"])
    analytics_process.start()
    await asyncio.gather(run_for_all(check_rules, context), run_for_all(check_rules, context))
    rules = {rule["name"]: rule for rule in (await analyst.client.get(RULES)).json()["rules"]}
    assert {rule["lookedAtDay"] for rule in rules.values()} == {"2025-03-13"}
    assert rules["Never asked"]["firings"] == rules["Costs"]["firings"] == []
    [told] = rules["Conversion of autumn"]["firings"]
    assert (told["firstDay"], told["lastDay"], told["value"], told["sessions"]) == (
        "2025-03-11",
        "2025-03-13",
        0.0,
        54,
    )
    assert told["before"] == pytest.approx(100 * 3.5 / 18)
    [mail] = query_admin_sql("select payload from outbox_messages where kind = 'insight.rule_fired'")
    assert UUID(mail[0]["firingId"]) == UUID(told["id"])
