"""HTTP endpoints of roles, for owners."""

from uuid import UUID

from fastapi import APIRouter, Depends

from abano.team.users import roles
from abano.team.users.roles_schemas import RoleChangeRequest, RoleRequest, RoleResponse, RolesResponse
from abano.web.dependencies import AppClock, TeamActor, Uow, no_store

router = APIRouter(tags=["admin"], prefix="/api/admin/roles", dependencies=[Depends(no_store)])


@router.get("")
async def list_roles(_: TeamActor, uow: Uow) -> RolesResponse:
    """The built-in roles and the company's own, with their rights."""
    return await roles.list_roles(uow)


@router.post("", status_code=201)
async def create_role(body: RoleRequest, actor: TeamActor, uow: Uow, clock: AppClock) -> RoleResponse:
    """Create a role. It cannot contain what only owners may do."""
    return RoleResponse(role=await roles.create_role(uow, actor, body, clock.now()))


@router.put("/{role_id}")
async def change_role(
    role_id: UUID, body: RoleChangeRequest, actor: TeamActor, uow: Uow, clock: AppClock
) -> RoleResponse:
    """Change a role, from the next request of everyone who has it on. 409 when someone else changed it before."""
    return RoleResponse(role=await roles.change_role(uow, actor, role_id, body, clock.now()))


@router.delete("/{role_id}", status_code=204)
async def delete_role(role_id: UUID, actor: TeamActor, uow: Uow, clock: AppClock) -> None:
    """Delete a role that no one has."""
    await roles.delete_role(uow, actor, role_id, clock.now())
