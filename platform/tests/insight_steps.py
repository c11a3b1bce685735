"""A report by email, alerts and an experiment, for tests that need one of each."""

from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

from product_fixtures import NOW, AdminSql

MAIL = "/api/quiz/analytics/mail"
RULES = "/api/quiz/analytics/alert-rules"
RULE: dict[str, Any] = {
    "name": "Conversion of autumn",
    "metric": "conversion",
    "query": "utmCampaign=autumn",
    "windowDays": 3,
    "condition": "falls",
    "recipients": ["01975a3c-7c00-7000-8000-000000000001"],
}
EVENT: dict[str, Any] = {"name": "Guide read", "kind": "page", "comparison": "starts", "value": "/guide"}


def insight_things(sql: AdminSql, tenant_id: UUID, admin_id: UUID) -> dict[str, Any]:
    """Their ids."""
    subscription, alert, rule, firing = uuid4(), uuid4(), uuid4(), uuid4()
    sql("delete from insight_subscriptions where tenant_id = %s", tenant_id)
    sql("delete from insight_alerts where tenant_id = %s", tenant_id)
    sql(
        "insert into insight_subscriptions (tenant_id, id, admin_id, kind, created_by, created_at)"
        " values (%s, %s, %s, 'month', %s, %s)",
        tenant_id, subscription, admin_id, admin_id, NOW,
    )  # fmt: skip
    sql(
        "insert into insight_alerts (tenant_id, id, measure, campaign, since, sessions, before, now, first_seen_on,"
        " last_seen_on, created_at) values (%s, %s, 'conversion', '', %s, 214, 0.06, 0.03, %s, %s, %s)",
        tenant_id, alert, NOW, NOW.date(), NOW.date(), NOW,
    )  # fmt: skip
    sql("delete from alert_rules where tenant_id = %s", tenant_id)
    sql(
        "insert into alert_rules (tenant_id, id, name, metric, window_days, condition, recipients, created_by,"
        " created_at, updated_at) values (%s, %s, 'Sessions', 'sessions', 7, 'falls', array[%s]::uuid[], %s, %s, %s)",
        tenant_id, rule, admin_id, admin_id, NOW, NOW,
    )  # fmt: skip
    sql(
        "insert into alert_firings (tenant_id, id, rule_id, first_day, last_day, value, sessions, link, last_met_on,"
        " created_at, opened_at) values (%s, %s, %s, %s, %s, 0, 54, '/admin/quiz-analytics', %s, %s, %s)",
        tenant_id, firing, rule, NOW.date(), NOW.date(), NOW.date(), NOW, NOW,
    )  # fmt: skip
    event = uuid4()
    sql("delete from analytics_events where tenant_id = %s", tenant_id)
    sql(
        "insert into analytics_events (tenant_id, id, name, kind, comparison, value, created_by, created_at,"
        " updated_at) values (%s, %s, 'Home', 'page', 'is', '/', %s, %s, %s)",
        tenant_id, event, admin_id, NOW, NOW,
    )  # fmt: skip
    return {
        "subscription_id": subscription,
        "alert_id": alert,
        "rule_id": rule,
        "event_id": event,
        "firing_id": firing,
    }


def insight_body(endpoint: str, admin_id: UUID) -> dict[str, Any]:
    """What changes something."""
    if endpoint == f"POST {MAIL}":
        return {"adminId": str(admin_id), "kind": "week"}
    if endpoint.endswith("/snooze"):
        return {"until": str(NOW.date() + timedelta(days=7))}
    if endpoint.endswith("/acknowledge"):
        return {}
    if "/alert-rules" in endpoint:
        return RULE | {"recipients": [str(admin_id)]}
    if "/analytics/events" in endpoint:
        return EVENT | {"revision": 1} if endpoint.startswith("PUT") else EVENT
    return {"isOn": False} if endpoint.endswith("/watch") else {}


def add_experiment(sql: AdminSql, tenant_id: UUID) -> UUID:
    """One that runs."""
    experiment = uuid4()
    sql("delete from experiments where tenant_id = %s", tenant_id)
    sql(
        "insert into experiments (tenant_id, id, subject, name, arms, promote_winner, started_at, ends_at, outcome)"
        " values (%s, %s, 'quiz', 'Shorter',"
        """ '[{"version": "v1", "share": 50}, {"version": "v2", "share": 50}]', false,"""
        " %s, %s + interval '9 days', 'running')",
        tenant_id, experiment, NOW, NOW,
    )  # fmt: skip
    return experiment
