"""The users of a company's console: create them, change their roles, disable them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast, get_args
from uuid import UUID

from abano.accounts.access.models import AdminInvitation, AdminRow, CustomRole
from abano.accounts.access.passwords import check_new_password, hash_password
from abano.accounts.access.principals import OPERATOR, Actor, Admin, admin_of
from abano.accounts.access.rights import AnyRole, Role
from abano.accounts.audit.service import record
from abano.core.clock import Clock, SystemClock
from abano.core.config import Settings
from abano.core.email_address import EMAIL_INVALID, is_email, normal_email
from abano.core.errors import AbanoError, Conflict, InvalidInput, Message, NotFound
from abano.core.ids import new_id
from abano.core.text import clean
from abano.db.driver_errors import map_db_error
from abano.db.engine import Database
from abano.db.unit_of_work import TenantId, UnitOfWork
from abano.team.users.repository import AdminRepository, LinkRepository
from abano.team.users.roles import choose_role, find_role_name
from abano.team.users.second_factor import reset_for
from abano.team.users.session_repository import SecondFactorRepository, SessionRepository
from abano.tenancy.directory.service import NoSuchTenant, find_tenant
from abano.tenancy.plans.service import check_limit

NOT_A_ROLE = Message("not_a_role", "A role is one of {roles}.", for_operators=True)


@map_db_error("admins_tenant_id_email_key")
class AdminExists(AbanoError):
    """An admin with this email address already exists."""

    status = 409


class LastOwner(Conflict):
    """This is the last owner who can sign in. Make someone else an owner first."""


@dataclass(frozen=True, slots=True)
class People:
    """All admins and pending invitations; ``with_second_factor`` are ids of admins."""

    admins: tuple[AdminRow, ...]
    invitations: tuple[AdminInvitation, ...]
    with_second_factor: frozenset[UUID]


async def list_people(uow: UnitOfWork) -> People:
    """All admins, including disabled ones, and all pending invitations."""
    return People(
        tuple(await AdminRepository(uow).all()),
        tuple(await LinkRepository(uow).invitations()),
        frozenset(await SecondFactorRepository(uow).admins_with_one()),
    )


async def list_owners(uow: UnitOfWork) -> list[AdminRow]:
    """Those who can sign in."""
    return [
        row for row in await AdminRepository(uow).all() if row.role == "owner" and row.disabled_at is None
    ]


async def load_admin_names(uow: UnitOfWork) -> dict[str, str]:
    """The admins' names by id; the email address for an admin without a name."""
    rows = await AdminRepository(uow).all()
    return {str(row.id): row.name or row.email for row in rows}


async def load_invitation_addresses(uow: UnitOfWork, ids: Sequence[UUID]) -> dict[UUID, str]:
    """The email addresses of pending invitations by id."""
    pending = await LinkRepository(uow).invitations()
    return {row.id: row.email for row in pending if row.id in set(ids)}


async def change_admin(
    uow: UnitOfWork,
    actor: Actor,
    admin_id: UUID,
    *,
    role: AnyRole | None,
    disabled: bool | None,
    clock: Clock,
    role_id: UUID | None = None,
) -> None:
    """Change an admin's role, disable or enable them. Raises NotFound, LastOwner, InvalidInput, PlanLimitReached.

    The enabled owners are locked first: of two owners who disable each other, the second one fails.
    """
    now = clock.now()
    # Before people: who deletes a role locks it first, too.
    custom_role = await choose_role(uow, role, role_id) if role else None
    admins = AdminRepository(uow)
    owners = await admins.lock_owners()
    row = await admins.lock(admin_id)
    if row is None:
        raise NotFound
    new_role = role or row.role
    is_disabled = row.disabled_at is not None if disabled is None else disabled
    if owners <= {admin_id} and admin_id in owners and (new_role != "owner" or is_disabled):
        raise LastOwner
    if role and (role, role_id) != (row.role, row.role_id):
        before = await find_role_name(uow, row.role_id) or row.role
        row.role, row.role_id = role, role_id
        await record(
            uow,
            actor,
            "admin.role_changed",
            subject=("admin", admin_id),
            before={"role": before},
            after={"role": custom_role.name if custom_role else role},
            now=now,
        )
    if is_disabled != (row.disabled_at is not None):
        if not is_disabled:
            await check_limit(uow, "staff")
        row.disabled_at = now if is_disabled else None
        if is_disabled:
            await SessionRepository(uow).end_all(admin_id)
            await LinkRepository(uow).forget_resets(admin_id)
        action = "admin.disabled" if is_disabled else "admin.enabled"
        await record(uow, actor, action, subject=("admin", admin_id), now=now)


async def add(
    uow: UnitOfWork,
    *,
    email: str,
    name: str,
    password_hash: str,
    role: AnyRole,
    clock: Clock,
    custom_role: CustomRole | None = None,
) -> Admin:
    """Insert an admin in the caller's transaction. ``custom_role``: if ``role`` is ``custom``. Raises AdminExists."""
    admins = AdminRepository(uow)
    if await admins.by_email(email):
        raise AdminExists
    row = AdminRow(
        tenant_id=uow.tenant_id,
        id=new_id(),
        email=email.lower(),
        name=name,
        password_hash=password_hash,
        role=role,
        role_id=custom_role.id if custom_role else None,
        created_at=clock.now(),
    )
    await admins.add(row)
    return admin_of(row, uow.tenant_id, custom_role)


async def create_admin(
    db: Database, tenant_id: TenantId, *, email: str, password: str, name: str, role: str, clock: Clock
) -> Admin:
    """Create an admin as the operator. Raises AdminExists, InvalidInput."""
    if role not in get_args(Role):
        raise InvalidInput.of("role", NOT_A_ROLE(roles=", ".join(get_args(Role))))
    email, name = normal_email(email), clean(name)
    if not is_email(email):
        raise InvalidInput.of("email", EMAIL_INVALID())
    await check_new_password(password, "password", email, name)
    password_hash = await hash_password(password)
    async with db.uow(tenant_id) as uow:
        admin = await add(
            uow,
            email=email,
            name=name,
            password_hash=password_hash,
            role=cast(Role, role),
            clock=clock,
        )
        await record(
            uow,
            OPERATOR,
            "admin.created",
            subject=("admin", admin.id),
            after={"role": role},
            now=clock.now(),
        )
    return admin


NO_SUCH_ADMIN = Message("no_such_admin", "There is no admin with this email address.", for_operators=True)


async def add_admin(
    settings: Settings, *, tenant_slug: str, email: str, role: str, name: str, password: str
) -> Admin:
    """Add an admin to a company. Raises NoSuchTenant, InvalidInput, AdminExists."""
    tenant_id = find_tenant(settings.database_url, tenant_slug)
    if tenant_id is None:
        raise NoSuchTenant
    db = Database(settings, in_background=True)
    await db.open()
    try:
        return await create_admin(
            db, tenant_id, email=email, password=password, name=name, role=role, clock=SystemClock()
        )
    finally:
        await db.close()


async def reset_second_factor(settings: Settings, *, tenant_slug: str, email: str) -> None:
    """Remove an admin's second factor, when no owner can. Raises NoSuchTenant, NotFound, Conflict."""
    tenant_id = find_tenant(settings.database_url, tenant_slug)
    if tenant_id is None:
        raise NoSuchTenant
    db = Database(settings, in_background=True)
    await db.open()
    try:
        async with db.uow(tenant_id) as uow:
            row = await AdminRepository(uow).by_email(email)
            if row is None:
                raise NotFound(NO_SUCH_ADMIN())
            await reset_for(uow, OPERATOR, row.id, now=SystemClock().now())
    finally:
        await db.close()
