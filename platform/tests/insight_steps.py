"""A report by email, an alert and an experiment, for tests that need one of each."""

from typing import Any
from uuid import UUID, uuid4

from product_fixtures import NOW, AdminSql

MAIL = "/api/quiz/analytics/mail"


def insight_things(sql: AdminSql, tenant_id: UUID, admin_id: UUID) -> dict[str, Any]:
    """Their ids."""
    subscription, alert = uuid4(), uuid4()
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
    return {"subscription_id": subscription, "alert_id": alert}


def insight_body(endpoint: str, admin_id: UUID) -> dict[str, Any]:
    """What changes something."""
    if endpoint == f"POST {MAIL}":
        return {"adminId": str(admin_id), "kind": "week"}
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
