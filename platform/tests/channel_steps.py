"""Channels for tests: what their endpoints take, and a channel that is there."""

from typing import Any
from uuid import UUID, uuid4

import httpx
from api_key_steps import create_key
from product_fixtures import NOW, AdminSql

from abano.core.ids import new_id
from abano.tenancy.directory.tenant import Tenant

CHANNELS = "/api/admin/channels"
CHANNEL: dict[str, Any] = {
    "name": "Broker", "kind": "broker", "rateBasis": "gross", "commissionPercent": 12.5, "hiddenCars": [],
    "isActive": True,
}  # fmt: skip
BODIES = {f"POST {CHANNELS}": CHANNEL, f"PUT {CHANNELS}/{{channel_id}}": CHANNEL | {"name": "Another broker"}}


def add_channel(query_admin_sql: AdminSql, tenant: Tenant) -> UUID:
    """A price feed of 10%."""
    channel = new_id()
    query_admin_sql(
        "insert into channels (tenant_id, id, name, kind, rate_basis, commission_basis_points, created_at)"
        " values (%s, %s, %s, 'price_feed', 'gross', 1000, %s)",
        tenant.id, channel, uuid4().hex, NOW,
    )  # fmt: skip
    return channel


async def open_channel(console: httpx.AsyncClient, **fields: Any) -> tuple[UUID, str]:
    """The id of a new channel, and the value of a key that belongs to it."""
    name = fields.setdefault("name", uuid4().hex)
    answer = await console.post(CHANNELS, json=CHANNEL | fields)
    assert answer.status_code == 201, answer.text
    [channel] = [each["id"] for each in answer.json()["channels"] if each["name"] == name]
    token = await create_key(console, scopes=["bookings:read", "bookings:write"], channelId=channel)
    return UUID(channel), token
