"""The background task that reads the costs of advertising accounts, several times a day."""

from abano.analytics.ad_costs.accounts import read_account
from abano.analytics.ad_costs.repository import tenants_with_due_accounts
from abano.db.unit_of_work import TenantId
from abano.jobs.registry import TaskContext, TaskRegistry
from abano.tenancy.directory.tenant import load_tenant


def register(registry: TaskRegistry) -> None:
    registry.every(
        seconds=300,
        name="ad_costs.read",
        run=read_due,
        due=tenants_with_due_accounts,
        lane="requests",
        limit=300,
    )


async def read_due(context: TaskContext, tenant_id: TenantId) -> None:
    """Read the costs of one tenant's account. What fails is noted for the owner, and tried again when it is due."""
    tenant = await load_tenant(context.db, tenant_id)
    if tenant is not None:
        await read_account(context.db, context.settings, tenant, context.clock.now())
