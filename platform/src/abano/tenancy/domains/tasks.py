"""Background tasks: look at domains that are due, and begin to look at those that the operator added."""

from abano.db.unit_of_work import TenantId
from abano.jobs.registry import TaskContext, TaskRegistry
from abano.tenancy.domains.repository import DomainRepository, tenants_with_due_domains
from abano.tenancy.domains.rules import is_local
from abano.tenancy.domains.service import PublicLookups, look_at_domains

AT_ONCE = 10


def register(registry: TaskRegistry) -> None:
    registry.every(seconds=15, name="company.look_at_domains", run=look)
    registry.every(seconds=3_600, name="company.list_domains", run=list_domains)


async def look(context: TaskContext) -> None:
    """Names and certificates of what is due; most of the time nothing is."""
    now = context.clock.now()
    due = await tenants_with_due_domains(context.db, now)
    if not due:
        return
    lookups = PublicLookups(context.settings.allowed_networks)
    target = context.settings.domain_target
    ours = (await lookups.records(target)).addresses if target else ()
    sending = set(await context.sending_tenant_ids())
    await context.for_each_tenant(
        lambda tenant_id: look_at_domains(context.db, context.settings, tenant_id, lookups, ours, now),
        [tenant_id for tenant_id in due if tenant_id in sending][:AT_ONCE],
        at_once=AT_ONCE,
    )


async def list_domains(context: TaskContext) -> None:
    """Domains that were added by a command are looked at, too."""
    now = context.clock.now()

    async def request(tenant_id: TenantId) -> None:
        async with context.db.uow(tenant_id) as uow:
            repository = DomainRepository(uow)
            for row in await repository.own():
                if not is_local(row.host):
                    await repository.request(row.host, None, now, is_proved=True)

    await context.for_each_tenant(request, await context.sending_tenant_ids())
