"""Calendar feeds for tests: what their endpoints take, and a feed that is there."""

from typing import Any
from uuid import UUID, uuid4

from product_fixtures import NOW, AdminSql

from abano.core.ids import new_id
from abano.tenancy.directory.tenant import Tenant

FEEDS = "/api/admin/calendar-feeds"
FEED: dict[str, Any] = {"name": "Google Calendar"}
BODIES = {f"POST {FEEDS}": FEED}


def add_feed(query_admin_sql: AdminSql, tenant: Tenant) -> UUID:
    """A feed of all vehicles whose URL no one knows."""
    feed = new_id()
    query_admin_sql(
        "insert into calendar_feeds (tenant_id, id, name, token_hash, created_at) values (%s, %s, %s, %s, %s)",
        tenant.id, feed, FEED["name"], uuid4().bytes + uuid4().bytes, NOW,
    )  # fmt: skip
    return feed
