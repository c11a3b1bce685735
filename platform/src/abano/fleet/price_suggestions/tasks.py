"""Background task of price suggestions: apply rules with the owner's consent, once a day."""

from abano.db.unit_of_work import TenantId
from abano.fleet.price_suggestions.repository import tenants_with_due_rules
from abano.fleet.price_suggestions.service import apply_automatic
from abano.jobs.registry import TaskContext, TaskRegistry
from abano.tenancy.directory.tenant import load_tenant


def register(registry: TaskRegistry) -> None:
    registry.every(
        seconds=60,
        name="price_suggestions.apply",
        run=apply_due,
        due=tenants_with_due_rules,
        sends=True,
    )


async def apply_due(context: TaskContext, tenant_id: TenantId) -> None:
    tenant = await load_tenant(context.db, tenant_id)
    if tenant is not None:
        await apply_automatic(context.db, tenant, context.clock.now())
