"""API keys for tests: in the database, or made in the console."""

from typing import Any
from uuid import UUID, uuid4

import httpx
from product_fixtures import NOW, AdminSql

from abano.core.ids import new_id
from abano.integrations.api_keys.rules import SCOPES

KEYS = "/api/admin/api-keys"
API_KEY = {"name": "Website", "scopes": ["bookings:write", "vehicles:read"], "requestsPerMinute": 200}
ALL_SCOPES = list(SCOPES)


def add_api_key(query_admin_sql: AdminSql, tenant_id: UUID, admin_id: UUID) -> UUID:
    """A key whose value no one knows."""
    key_id = new_id()
    query_admin_sql(
        "insert into api_keys (tenant_id, id, name, token_hash, token_end, scopes, requests_per_minute, created_by,"
        " created_at, expires_at) values (%s, %s, 'Accounting', %s, 'WXYZ', '{payments:read}', 60, %s, %s,"
        " %s + interval '90 days')",
        tenant_id, key_id, uuid4().bytes, admin_id, NOW, NOW,
    )  # fmt: skip
    return key_id


async def create_key(console: httpx.AsyncClient, **fields: Any) -> str:
    """The value of a new key, which may do everything unless ``scopes`` say otherwise."""
    answer = await console.post(KEYS, json={"name": "Test", "scopes": ALL_SCOPES, **fields})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["token"])
