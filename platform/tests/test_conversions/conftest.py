"""A stand-in of Google at a local address, and a clean sheet for each test."""

from collections.abc import Iterator

import pytest
from data_manager import Google, serving
from product_fixtures import AdminSql

from abano.kit.clock import FixedClock


@pytest.fixture
def google(clock: FixedClock) -> Iterator[Google]:
    with serving(Google(clock.now())) as google:
        yield google


@pytest.fixture
def _no_ad_bookings(query_admin_sql: AdminSql) -> None:
    for table in ("conversion_events", "conversion_requests", "conversion_senders"):
        query_admin_sql(f"delete from {table}")
    query_admin_sql("update bookings set gclid = null, gbraid = null, wbraid = null")
