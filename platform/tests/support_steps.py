"""Support access for tests: what its endpoints take, and a request that waits for an owner."""

from typing import Any
from uuid import UUID

from product_fixtures import NOW, AdminSql

from abano.tenancy.directory.tenant import Tenant

ACCESS = "/api/admin/support-access"
SESSION = "/api/admin/support-session"
REASON = "The customer cannot find a booking"
SUPPORT_ID = UUID("00000000-0000-7000-8000-000000000043")
BODIES: dict[str, dict[str, Any]] = {
    f"PUT {ACCESS}": {"access": "allowed"},
    f"POST {ACCESS}/decision": {"sessionId": str(SUPPORT_ID), "accept": True, "drafts": True},
    f"POST {ACCESS}/end": {"sessionId": str(SUPPORT_ID)},
    f"POST {SESSION}": {"token": "none"},
}


def add_support(query_admin_sql: AdminSql, tenant: Tenant, support_id: UUID = SUPPORT_ID) -> UUID:
    """A request for drafts, in place of an earlier one with this id."""
    query_admin_sql("delete from support_sessions where id = %s", support_id)
    query_admin_sql(
        "insert into support_sessions (tenant_id, id, operator_id, operator_email, reason, asks_for_drafts,"
        " requested_at) values (%s, %s, %s, 'ops@example.com', %s, true, %s)",
        tenant.id, support_id, support_id, REASON, NOW,
    )  # fmt: skip
    return support_id
