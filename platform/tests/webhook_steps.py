"""Webhooks for tests: what each endpoint takes, and endpoints and deliveries that are there."""

from typing import Any
from uuid import uuid4

from product_fixtures import NOW, AdminSql

from abano.integrations.webhooks.rules import EVENT_TYPES
from abano.tenancy.directory.tenant import Tenant

WEBHOOK = {"url": "https://hooks.example.com/abano", "events": ["booking.created"]}
REPLAY = {"since": "2026-01-01T00:00:00Z", "until": "2027-01-01T00:00:00Z"}
BODIES: dict[str, dict[str, Any]] = {
    "POST /api/admin/webhooks": WEBHOOK,
    "PUT /api/admin/webhooks/{webhook_id}": WEBHOOK | {"description": "CRM"},
    "POST /api/admin/webhooks/{webhook_id}/replay": REPLAY,
}


def add_webhook(sql: AdminSql, tenant: Tenant) -> dict[str, Any]:
    """An endpoint of the company with a delivery that was given up; answers their ids as paths name them."""
    webhook, delivery = uuid4(), uuid4()
    sql(
        "insert into webhook_endpoints (tenant_id, id, url, events, sealed_secret, created_at, updated_at)"
        " values (%s, %s, %s, %s, '', %s, %s)",
        tenant.id, webhook, WEBHOOK["url"], list(EVENT_TYPES), NOW, NOW,
    )  # fmt: skip
    sql(
        "insert into webhook_deliveries (tenant_id, id, endpoint_id, event_id, event_type, object_id, created_at,"
        " due_at, dead_at) values (%s, %s, %s, %s, 'booking.created', %s, %s, %s, %s)",
        tenant.id, delivery, webhook, uuid4(), str(uuid4()), NOW, NOW, NOW,
    )  # fmt: skip
    return {"webhook_id": webhook, "delivery_id": delivery}
