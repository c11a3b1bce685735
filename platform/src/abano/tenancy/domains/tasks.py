"""Background tasks: look at domains that are due, and begin to look at those that the operator added."""

from abano.db.unit_of_work import TenantId
from abano.jobs.registry import TaskContext, TaskRegistry
from abano.tenancy.domains.repository import DomainRepository, tenants_with_due_domains
from abano.tenancy.domains.rules import is_local
from abano.tenancy.domains.service import PublicLookups, look_at_domains


def register(registry: TaskRegistry) -> None:
    registry.every(
        seconds=15,
        name="company.look_at_domains",
        run=look,
        due=tenants_with_due_domains,
        lane="requests",
        sends=True,
    )
    registry.every(seconds=3_600, name="company.list_domains", run=list_domains, sends=True)


async def look(context: TaskContext, tenant_id: TenantId) -> None:
    """Names and certificates of what is due."""
    now = context.clock.now()
    lookups = PublicLookups(context.settings.allowed_networks)
    target = context.settings.domain_target
    ours = (await lookups.records(target)).addresses if target else ()
    await look_at_domains(context.db, context.settings, tenant_id, lookups, ours, now)


async def list_domains(context: TaskContext, tenant_id: TenantId) -> None:
    """Domains that were added by a command are looked at, too."""
    now = context.clock.now()
    async with context.db.uow(tenant_id) as uow:
        repository = DomainRepository(uow)
        for row in await repository.own():
            if not is_local(row.host):
                await repository.request(row.host, None, now, is_proved=True)
