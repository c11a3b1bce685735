"""One company never holds all connections of a pool."""

import asyncio
from contextlib import AsyncExitStack

import pytest
from sqlalchemy import text

from abano.core.config import Settings
from abano.db.cluster import CompanyBusy
from abano.db.engine import Database
from abano.tenancy.directory.tenant import Tenant

pytestmark = pytest.mark.anyio


async def test_a_company_that_holds_its_share_waits_and_others_do_not(
    db: Database, settings: Settings, georgia: Tenant, alps: Tenant, monkeypatch: pytest.MonkeyPatch
) -> None:
    shares = (await db.cluster_of(georgia.id)).engine_share
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
    share = (await db.cluster_of(georgia.id)).engine_share.max_each
    async with AsyncExitStack() as stack, asyncio.timeout(60):
        for _ in range(share + 1):
            await stack.enter_async_context(db.uow(georgia.id))
