"""Roles of the company's own: a name and a list of rights. Only owners change them."""

from collections.abc import Sequence
from datetime import datetime
from typing import get_args
from uuid import UUID

from abano.accounts.access.models import AdminRow, CustomRole
from abano.accounts.access.principals import Actor, Admin, admin_of
from abano.accounts.access.rights import BUILT_IN, GRANTABLE, REQUIRES, AnyRole, Role, in_order
from abano.accounts.audit.service import record
from abano.core.errors import Conflict, InvalidInput, Message
from abano.core.ids import new_id
from abano.db.driver_errors import map_db_error
from abano.db.unit_of_work import UnitOfWork
from abano.team.users.repository import RoleRepository
from abano.team.users.roles_schemas import (
    BuiltInRoleOut,
    CustomRoleOut,
    RoleChangeRequest,
    RoleRequest,
    RolesResponse,
)

MAX_ROLES = 20
ROLE_UNKNOWN = Message("role_unknown", "This role does not exist. Choose another.")
ROLE_IN_USE = Message(
    "role_in_use",
    "{count, plural, one {# person has} other {# people have}} this role or an invitation with it. Give them another"
    " role or revoke the invitation first.",
)


@map_db_error("custom_roles_name")
class RoleExists(Conflict):
    """A role with this name already exists."""


class TooManyRoles(Conflict):
    """There are too many roles. Delete one first."""


class RoleChanged(Conflict):
    """Someone else changed this role in the meantime. Reload the page and try again."""


class RoleInUse(Conflict):
    """People have this role."""

    def __init__(self, people: int) -> None:
        super().__init__(ROLE_IN_USE(count=people))


async def list_roles(uow: UnitOfWork) -> RolesResponse:
    """The built-in roles, and the company's own by name."""
    repository = RoleRepository(uow)
    people = await repository.count_people()
    return RolesResponse(
        built_in=[BuiltInRoleOut(role=role, rights=in_order(rights)) for role, rights in BUILT_IN.items()],
        roles=[CustomRoleOut.of(row, people.get(row.id, 0)) for row in await repository.list_all()],
        grantable=list(GRANTABLE),
        requires=REQUIRES,
    )


async def create_role(uow: UnitOfWork, actor: Actor, request: RoleRequest, now: datetime) -> CustomRoleOut:
    """Raises RoleExists, TooManyRoles."""
    _check_name(request.name)
    repository = RoleRepository(uow)
    await repository.lock_all()
    if await repository.count() >= MAX_ROLES:
        raise TooManyRoles
    row = CustomRole(
        tenant_id=uow.tenant_id,
        id=new_id(),
        name=request.name,
        rights=_ordered(request),
        revision=1,
        created_at=now,
        updated_at=now,
    )
    await repository.add(row)
    await record(uow, actor, "role.created", subject=("role", row.id), after=_snapshot(row), now=now)
    return CustomRoleOut.of(row, 0)


async def change_role(
    uow: UnitOfWork, actor: Actor, role_id: UUID, request: RoleChangeRequest, now: datetime
) -> CustomRoleOut:
    """Change name and rights, from the next request of everyone with the role on.

    Raises NotFound, RoleChanged, RoleExists.
    """
    _check_name(request.name)
    repository = RoleRepository(uow)
    row = await repository.get_locked(role_id)
    if row.revision != request.revision:
        raise RoleChanged
    before = _snapshot(row)
    row.name, row.rights = request.name, _ordered(request)
    if _snapshot(row) != before:
        row.revision, row.updated_at = row.revision + 1, now
        await repository.flush()
        await record(
            uow,
            actor,
            "role.changed",
            subject=("role", row.id),
            before=before,
            after=_snapshot(row),
            now=now,
        )
    return CustomRoleOut.of(row, (await repository.count_people()).get(row.id, 0))


async def delete_role(uow: UnitOfWork, actor: Actor, role_id: UUID, now: datetime) -> None:
    """Raises NotFound, RoleInUse.

    The lock waits for everyone who is just getting the role, and keeps others from getting it.
    """
    repository = RoleRepository(uow)
    row = await repository.get_locked(role_id)
    if people := (await repository.count_people()).get(role_id, 0):
        raise RoleInUse(people)
    await repository.delete(row)
    await record(uow, actor, "role.deleted", subject=("role", role_id), before=_snapshot(row), now=now)


async def choose_role(uow: UnitOfWork, role: AnyRole, role_id: UUID | None) -> CustomRole | None:
    """The company's own role that someone is to get, which cannot be deleted meanwhile; None for a built-in one.

    Raises InvalidInput for an unknown role, and for an id beside a built-in role.
    """
    if role != "custom" and role_id is None:
        return None
    found = await RoleRepository(uow).find_shared(role_id) if role == "custom" and role_id else None
    if found is None:
        raise InvalidInput.of("roleId", ROLE_UNKNOWN())
    return found


async def load_role_names(uow: UnitOfWork, ids: Sequence[UUID]) -> dict[UUID, str]:
    """The names of the company's own roles by id, without deleted ones."""
    return {row.id: row.name for row in await RoleRepository(uow).list_all() if row.id in set(ids)}


async def find_role_name(uow: UnitOfWork, role_id: UUID | None) -> str | None:
    """The name of a role of the company's own; None without one."""
    row = await RoleRepository(uow).find(role_id) if role_id else None
    return row.name if row else None


async def load_admin(uow: UnitOfWork, row: AdminRow) -> Admin:
    """The admin of a row with the rights of their role."""
    custom_role = await RoleRepository(uow).find(row.role_id) if row.role_id else None
    return admin_of(row, uow.tenant_id, custom_role)


def _check_name(name: str) -> None:
    if name.lower() in {*get_args(Role), "custom"}:
        raise RoleExists


def _ordered(request: RoleRequest) -> list[str]:
    wanted = {*request.rights, *(REQUIRES[right] for right in request.rights if right in REQUIRES)}
    return [right for right in GRANTABLE if right in wanted]


def _snapshot(row: CustomRole) -> dict[str, object]:
    return {"name": row.name, "rights": row.rights}
