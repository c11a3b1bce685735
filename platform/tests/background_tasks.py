"""Runs background tasks in a test as the worker does: for every company, one after the other."""

from collections.abc import Awaitable, Callable

from abano.db.unit_of_work import TenantId, tenant_id_from_database
from abano.jobs.registry import TaskContext

Work = Callable[[TaskContext, TenantId], Awaitable[object]]


async def run_for_all(work: Work, context: TaskContext) -> None:
    """Do ``work`` for every company, those that are suspended too."""
    async with context.db.without_tenant() as conn:
        rows = await (
            await conn.execute("select id from tenants where placement = '' order by id")
        ).fetchall()
    for (tenant_id,) in rows:
        await work(context, tenant_id_from_database(tenant_id))
