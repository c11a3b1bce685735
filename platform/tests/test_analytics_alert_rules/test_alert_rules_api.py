"""Alert rules through the API, and by the background task on sessions with a known truth."""

import asyncio
from collections.abc import Callable
from typing import Any
from uuid import UUID

import httpx
import pytest
from analytics_process import AnalyticsProcess, site
from background_tasks import run_for_all
from console_people import PASSWORD, audited, signed_in_person
from insight_steps import RULE, RULES
from product_fixtures import AdminSql, ClientFactory, SignIn

from abano.analytics.alert_rules.tasks import check_rules
from abano.core.clock import FixedClock
from abano.core.config import Settings
from abano.db.engine import Database
from abano.jobs.registry import TaskContext
from abano.tenancy.directory.tenant import Tenant

pytestmark = pytest.mark.anyio
# 18 sessions a day from 3 February 2025, of which 3 or 4 book; on the last three days, to 13 March, none does.
SESSIONS = """
insert into quiz_sessions (tenant_id, session_id, quiz_version, started_at, completed_at, updated_at, utm_campaign)
select %s, 'quiz_rule_' || day || '_' || n, 'v1', at, at + interval '3 min', at, 'autumn'
from (select day, n, timestamptz '2025-03-13 06:00+00' - day * interval '1 day' + n * interval '9 min' as at
      from generate_series(0, 38) day, generate_series(0, 17) n) made
"""
# As many of a campaign that goes on, of which the same days book.
STEADY_SESSIONS = """
insert into quiz_sessions (tenant_id, session_id, quiz_version, started_at, completed_at, updated_at, utm_campaign)
select %s, 'quiz_even_' || (day + 3) || '_' || n, 'v1', at, at + interval '3 min', at, 'brand'
from (select day, n, timestamptz '2025-03-13 06:00+00' - day * interval '1 day' + n * interval '9 min' as at
      from generate_series(0, 38) day, generate_series(0, 17) n) made
"""
BOOKINGS = """
insert into bookings (tenant_id, id, reference, status, customer_name, customer_email, customer_phone, driver_age,
  group_size, car_name, pickup_location, dropoff_location, pickup_at, return_at, insurance_code,
  attributed_session_id, currency, days, daily_rate_minor, total_minor, price_lines, created_at, updated_at)
select tenant_id, gen_random_uuid(),
  upper(substr(session_id, 6, 4)) || replace(substr(session_id, 11), '_', 'X'), 'completed', 'N N', '',
  '+995', 30, 2, 'Forester', 'tbilisi', 'batumi', started_at, started_at + interval '7 days', 'minimum', session_id,
  'EUR', 7, 5500, 40000, '[]', started_at, started_at
from quiz_sessions where (session_id like 'quiz_rule_%%' or session_id like 'quiz_even_%%')
  and split_part(session_id, '_', 3)::int > 2
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
        "condition ": {"metric": "conversion", "condition": "missing"},
        "limit": {"condition": "above", "limit": 101},
        "recipients": RULE,
        "query": {"query": "nothing=x&device=spoon"},
        "query ": {"metric": "visits", "query": "answer=season:summer"},
    }
    for field, changes in unusable.items():
        refused = await owner_client.post(RULES, json=body | changes)
        assert refused.status_code == 422, (field, refused.text)
        assert field.strip() in refused.text
    for changes in (
        {"windowDays": 5},
        {"name": " "},
        {"name": "x" * 81},
        {"recipients": [RULE["recipients"][0]] * 11},
        {"split": "device"},
        {"condition": "missing", "metric": "visits", "hours": 0},
        {"condition": "missing", "metric": "visits", "hours": 73},
        {"limit": "NaN"},
    ):
        assert (await owner_client.post(RULES, json=body | changes)).status_code == 422
    stranger = (await signed_in_person(db, alps, "owner", client_of, sign_in)).client
    assert (await stranger.get(RULES)).json()["rules"] == []
    for answer in (
        await stranger.put(f"{RULES}/{rule['id']}", json=await my_rule(stranger)),
        await stranger.delete(f"{RULES}/{rule['id']}"),
        await stranger.put(f"{RULES}/{rule['id']}/snooze", json={"until": None}),
    ):
        assert answer.status_code == 404
    # Nor can another company's people be written to.
    assert "recipients" in (await stranger.post(RULES, json=body)).text
    changed = await owner_client.put(f"{RULES}/{rule['id']}", json=body | {"isOn": False, "recipients": []})
    [off] = changed.json()["rules"]
    assert (off["isOn"], off["recipients"], off["nextCheckAt"]) == (False, [], None)
    many = await asyncio.gather(*(owner_client.post(RULES, json=body) for _ in range(35)))
    assert sorted({each.status_code for each in many}) == [200, 409]
    assert len((await owner_client.get(RULES)).json()["rules"]) == 30
    assert (await owner_client.delete(f"{RULES}/{rule['id']}")).status_code == 200
    assert (await owner_client.delete(f"{RULES}/{rule['id']}")).status_code == 404
    for action in ("added", "changed", "deleted"):
        assert audited(query_admin_sql, f"insight.rule_{action}") >= 1


@pytest.mark.slow
async def test_a_campaign_that_falls_to_none_of_54_is_found_by_the_product(
    analytics_process: AnalyticsProcess,
    analytics_settings: Callable[[str], Settings],
    db: Database,
    clock: FixedClock,
    georgia: Tenant,
    client_of: ClientFactory,
    sign_in: SignIn,
    query_admin_sql: AdminSql,
) -> None:
    """By rules about it, and by one about each campaign; the preview has it, too."""
    clock.move(days=-453)
    query_admin_sql(SESSIONS, georgia.id)
    query_admin_sql(STEADY_SESSIONS, georgia.id)
    query_admin_sql(BOOKINGS)
    settings = analytics_settings(analytics_process.url)
    settings.__dict__.pop("analytics_base_url", None)
    context = TaskContext(db, settings, clock)
    analyst = await signed_in_person(db, georgia, "analyst", client_of, sign_in)
    each = {"name": "Each", "query": "", "split": "campaign"}
    for changes in (
        {},
        each,
        {"name": "Never asked", "query": "utmCampaign=spring"},
        {"name": "Costs", "metric": "cost_without_bookings", "condition": "above", "limit": 10},
        {"name": "No visits", "query": "", "metric": "visits", "condition": "missing", "hours": 6},
    ):
        answer = await analyst.client.post(RULES, json=await my_rule(analyst.client, **changes))
        assert answer.status_code == 200, answer.text
    analytics_process.end()
    await run_for_all(check_rules, context)
    assert all(rule["checkedThrough"] is None for rule in (await analyst.client.get(RULES)).json()["rules"])
    analytics_process.start()
    await asyncio.gather(run_for_all(check_rules, context), run_for_all(check_rules, context))
    rules = {rule["name"]: rule for rule in (await analyst.client.get(RULES)).json()["rules"]}
    of_days = {rule["checkedThrough"] for name, rule in rules.items() if name != "No visits"}
    assert of_days == {"2025-03-13T20:00:00Z"}
    assert rules["Never asked"]["firings"] == rules["Costs"]["firings"] == rules["No visits"]["firings"] == []
    assert rules["Conversion of autumn"]["lastValue"] == 0
    for name, part in (("Conversion of autumn", ""), ("Each", "autumn")):
        [found] = rules[name]["firings"]
        assert (found["part"], found["firstDay"], found["lastDay"], found["value"], found["sessions"]) == (
            part,
            "2025-03-11",
            "2025-03-13",
            0.0,
            54,
        )
        assert found["before"] == pytest.approx(100 * 3.5 / 18)
        assert found["link"] == "/admin/quiz-analytics?from=2025-03-11&to=2025-03-13&utmCampaign=autumn"
    mails = query_admin_sql("select payload from outbox_messages where kind = 'insight.rule_fired'")
    sent = {UUID(one) for (payload,) in mails for one in payload["firingIds"]}
    assert sent == {UUID(rules[name]["firings"][0]["id"]) for name in ("Conversion of autumn", "Each")}
    assert query_admin_sql("select count(*) from alert_firings where tenant_id <> %s", georgia.id) == [(0,)]
    async with site(settings, clock, georgia.primary_host) as console:
        assert (await console.post(f"{RULES}/preview", json=RULE)).status_code == 401
        await sign_in(console, analyst.email, PASSWORD)
        asked: dict[str, dict[str, Any]] = {
            "one": {},
            "each": each,
            "spring": {"query": "utmCampaign=spring"},
            "missing": {"query": "", "metric": "sessions", "condition": "missing", "hours": 24},
        }
        previews = {
            name: (await console.post(f"{RULES}/preview", json=RULE | changes)).json()
            for name, changes in asked.items()
        }
        refused = await console.post(f"{RULES}/preview", json=RULE | {"metric": "cost", "condition": "rises"})
    assert refused.status_code == 422
    for name, part in (("one", ""), ("each", "autumn")):
        assert previews[name]["lastDay"] == "2025-03-13"
        assert previews[name]["firstDay"] == "2024-12-14"
        [would] = previews[name]["alerts"]
        assert (would["day"], would["part"], would["value"], would["sessions"]) == (
            "2025-03-13",
            part,
            0.0,
            54,
        )
        assert "54 sessions" in would["sentence"]
    assert previews["spring"]["count"] == 0
    # None came in the 24 hours up to the present.
    [missing] = previews["missing"]["alerts"]
    assert (missing["day"], missing["value"], missing["before"]) == ("2025-03-14", 0.0, 36.0)
