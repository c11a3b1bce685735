"""Requests to Google are forgotten after two years, in every company, and nothing is sent again by that."""

from datetime import datetime, timedelta
from uuid import UUID

import httpx
import pytest
from ad_bookings import booked
from background_tasks import run_for_all
from product_fixtures import AdminSql

from abano.core.clock import FixedClock
from abano.core.config import Settings
from abano.db.engine import Database
from abano.jobs.registry import TaskContext
from abano.marketing.conversions.rules import REQUEST_RETENTION
from abano.marketing.conversions.sending import UploadRepository, delete_old
from abano.tenancy.directory.tenant import Tenant
from abano.worker import all_tasks

pytestmark = [pytest.mark.anyio, pytest.mark.usefixtures("_no_ad_bookings")]


async def keep(db: Database, tenant: Tenant, request: str, ids: list[UUID], sent_at: datetime) -> None:
    async with db.uow(tenant.id) as uow:
        repository = UploadRepository(uow)
        await repository.claim(ids, sent_at, timedelta(hours=1))
        await repository.note_sent(ids, request, sent_at, sent_at)


async def test_old_requests_go_and_their_bookings_stay_sent(
    client: httpx.AsyncClient, db: Database, settings: Settings, clock: FixedClock, georgia: Tenant, alps: Tenant,
    query_admin_sql: AdminSql,
) -> None:  # fmt: skip
    reference = await booked(client, gclid="old-click")
    [(found,)] = query_admin_sql("select id from bookings where reference = %s", reference)
    booking = UUID(str(found))
    limit = clock.now() - REQUEST_RETENTION
    await keep(db, georgia, "old", [booking], limit - timedelta(seconds=1))
    await keep(db, georgia, "kept", [], limit)
    await keep(db, alps, "foreign old", [], limit - timedelta(days=400))
    await keep(db, alps, "foreign kept", [], clock.now())
    context = TaskContext(db, settings, clock)
    for _ in range(2):  # a repetition is harmless
        await run_for_all(delete_old, context)
        left = query_admin_sql("select request_id from conversion_requests order by 1")
        assert left == [("foreign kept",), ("kept",)]
    async with db.uow(georgia.id) as uow:
        repository = UploadRepository(uow)
        assert await repository.sent() == 1
        assert await repository.claim([booking], clock.now(), timedelta(hours=1)) == set()


def test_the_worker_runs_it() -> None:
    assert "conversions.delete_old" in {task.name for task in all_tasks()}
