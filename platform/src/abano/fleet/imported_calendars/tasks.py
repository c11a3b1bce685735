"""Background task of imported calendars: read those that are due."""

import asyncio
import logging
from uuid import UUID

from abano.db.unit_of_work import TenantId
from abano.fleet.imported_calendars.repository import tenants_with_due_calendars
from abano.fleet.imported_calendars.service import claim_due, read_calendar
from abano.jobs.registry import TaskContext, TaskRegistry
from abano.tenancy.directory.tenant import Tenant, load_tenant

log = logging.getLogger(__name__)

# Of one company at the same time: one that hangs delays the next few by its time limit at most.
BATCH = 8


def register(registry: TaskRegistry) -> None:
    registry.every(
        seconds=60,
        name="imported_calendars.read",
        run=read_due,
        due=tenants_with_due_calendars,
        lane="requests",
    )


async def read_due(context: TaskContext, tenant_id: TenantId) -> None:
    """Read the company's due calendars, a few at a time."""
    tenant = await load_tenant(context.db, tenant_id)
    while tenant is not None and context.has_time:
        async with context.db.uow(tenant_id) as uow:
            ids = await claim_due(uow, context.clock.now(), BATCH)
        if not ids:
            return
        await asyncio.gather(*(_read(context, tenant, each) for each in ids))


async def _read(context: TaskContext, tenant: Tenant, calendar_id: UUID) -> None:
    """A failure must not end the others'. The calendar is due again after its interval."""
    try:
        await read_calendar(context.db, context.settings, tenant, calendar_id, context.clock.now())
    except Exception:
        log.exception("calendar not read", extra={"calendar": str(calendar_id)})
