"""Fill a company that was just created: template, owner, and a site that is not open. By the worker, or a command."""

from sqlalchemy import delete, select

from abano.accounts.access.models import AdminRow
from abano.accounts.access.principals import OPERATOR
from abano.accounts.audit.service import record
from abano.core.clock import Clock, SystemClock
from abano.core.config import Settings
from abano.db.engine import Database
from abano.db.unit_of_work import TenantId, UnitOfWork
from abano.jobs.registry import TaskContext, TaskRegistry, tenants_by
from abano.ops.seeds.loader import load_template
from abano.storage.service import Media
from abano.team.users.email_links import invite
from abano.team.users.users import add
from abano.tenancy.directory.creation import Choices, begin_closed
from abano.tenancy.directory.models import CompanySetup, TenantDomain, TenantRow
from abano.tenancy.directory.tenant import host_origin

# An owner who waits for her company looks at a page that asks every second.
EVERY_SECONDS = 2


async def set_up_company(context: TaskContext, tenant_id: TenantId) -> None:
    """All of it or nothing, in one transaction: a worker that is killed leaves it to the next one."""
    async with context.db.uow(tenant_id) as uow:
        setup = await uow.session.scalar(
            select(CompanySetup).where(CompanySetup.tenant_id == tenant_id).with_for_update()
        )
        if setup is None:
            return
        name = await uow.session.scalar(select(TenantRow.name).where(TenantRow.id == tenant_id))
        chosen = dict(setup.choices)
        languages = chosen.pop("languages", None)
        choices = Choices(languages=tuple(languages) if languages else None, **chosen)
        await load_template(uow, setup.template, Media(context.settings), new_name=name, choices=choices)
        if not setup.is_open:
            await begin_closed(uow)
        if setup.owner_email:
            await _add_owner(uow, setup, context.settings, context.clock)
        await uow.session.execute(delete(CompanySetup).where(CompanySetup.tenant_id == tenant_id))


async def _add_owner(uow: UnitOfWork, setup: CompanySetup, settings: Settings, clock: Clock) -> None:
    if setup.password_hash is None:
        host = await uow.session.scalar(
            select(TenantDomain.host).where(TenantDomain.tenant_id == uow.tenant_id).limit(1)
        )
        await invite(
            uow,
            OPERATOR,
            email=setup.owner_email,
            role="owner",
            role_id=None,
            origin=host_origin(str(host), settings.port),
            key=settings.secret_key.get_secret_value(),
            clock=clock,
        )
        return
    admin = await add(
        uow, email=setup.owner_email, name="", password_hash=setup.password_hash, role="owner", clock=clock
    )
    row = await uow.session.get_one(AdminRow, (uow.tenant_id, admin.id))
    row.language = setup.language
    await record(
        uow,
        OPERATOR,
        "admin.created",
        subject=("admin", admin.id),
        after={"role": "owner"},
        now=clock.now(),
    )


async def set_up_now(settings: Settings, tenant_id: TenantId) -> None:
    """For commands, which wait for it."""
    db = Database(settings, in_background=True)
    await db.open()
    try:
        await set_up_company(TaskContext(db, settings, SystemClock()), tenant_id)
    finally:
        await db.close()


def register_tasks(registry: TaskRegistry) -> None:
    registry.every(
        seconds=EVERY_SECONDS,
        name="company.set_up",
        run=set_up_company,
        due=tenants_by("select tenant_id from company_setups"),
        lane="documents",
    )
