"""One company never holds all connections of a pool."""

import asyncio
from contextlib import AsyncExitStack
from uuid import uuid4

import pytest
from sqlalchemy import text

from abano.core.config import Settings
from abano.db.cluster import CompanyBusy
from abano.db.engine import Database
from abano.db.unit_of_work import TenantId
from abano.tenancy.directory.tenant import Tenant

pytestmark = pytest.mark.anyio


async def test_a_company_that_holds_its_share_waits_and_others_do_not(
    db: Database, settings: Settings, georgia: Tenant, alps: Tenant, monkeypatch: pytest.MonkeyPatch
) -> None:
    shares = (await db.cluster_of(georgia.id)).engine_share.turns
    monkeypatch.setattr(shares, "wait_seconds", 0.3)
    share = shares.max_each
    assert 1 < share < settings.pool_size
    release = asyncio.Event()
    held = [asyncio.Event() for _ in range(share)]

    async def hold(taken: asyncio.Event) -> None:
        async with db.uow(georgia.id) as uow:
            await uow.session.execute(text("select 1"))
            taken.set()
            await release.wait()

    async with asyncio.TaskGroup() as group:
        for taken in held:
            group.create_task(hold(taken))
        for taken in held:
            await taken.wait()
        with pytest.raises(CompanyBusy) as refused:
            async with db.uow(georgia.id):
                pass
        assert refused.value.retry_after
        async with db.uow(alps.id) as uow:
            assert await uow.session.scalar(text("select 1")) == 1
        release.set()
    async with db.uow(georgia.id) as uow:
        assert await uow.session.scalar(text("select 1")) == 1


async def test_a_task_that_holds_a_connection_does_not_wait_for_itself(db: Database, georgia: Tenant) -> None:
    share = (await db.cluster_of(georgia.id)).engine_share.turns.max_each
    async with AsyncExitStack() as stack, asyncio.timeout(60):
        for _ in range(share + 1):
            await stack.enter_async_context(db.uow(georgia.id))


async def test_two_companies_that_want_everything_leave_connections_to_a_third(
    db: Database, georgia: Tenant, alps: Tenant
) -> None:
    release = asyncio.Event()
    held: list[TenantId] = []

    async def hold(tenant_id: TenantId) -> None:
        async with db.uow(tenant_id) as uow:
            await uow.session.execute(text("select 1"))
            held.append(tenant_id)
            await release.wait()

    turns = (await db.cluster_of(georgia.id)).engine_share.turns
    async with asyncio.TaskGroup() as group, asyncio.timeout(60):
        for _ in range(20):
            group.create_task(hold(georgia.id))
            group.create_task(hold(alps.id))
        while turns.waiting + len(held) < 40:  # noqa: ASYNC110 - what it looks at has no event
            await asyncio.sleep(0.01)
        assert 0 < held.count(georgia.id) <= turns.max_each
        # It waits for none of the other 40.
        async with db.uow(TenantId(uuid4())) as uow:
            assert await uow.session.scalar(text("select 1")) == 1
        assert turns.waiting
        release.set()
    assert sorted(map(str, held)) == sorted(map(str, [georgia.id, alps.id] * 20))
