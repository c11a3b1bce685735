"""HTTP endpoints of users, for owners."""

from uuid import UUID

from fastapi import APIRouter, Response

from abano.http.dependencies import AppClock, Uow
from abano.identity import invitations, second_factor, users
from abano.identity.endpoints.calls import Owner, OwnOrigin, Secret
from abano.identity.schemas import (
    Done,
    InvitationOut,
    InviteRequest,
    UserChangeRequest,
    UserOut,
    UsersResponse,
)

router = APIRouter(prefix="/api/admin/users")


@router.get("")
async def list_users(_owner: Owner, uow: Uow, response: Response) -> UsersResponse:
    """All admins and pending invitations."""
    response.headers["Cache-Control"] = "no-store"
    people = await users.list_people(uow)
    return UsersResponse(
        users=[
            UserOut.of(row, has_second_factor=row.id in people.with_second_factor) for row in people.admins
        ],
        invitations=[InvitationOut.of(row) for row in people.invitations],
    )


@router.post("/invitations", status_code=201)
async def invite_user(
    body: InviteRequest,
    owner: Owner,
    uow: Uow,
    clock: AppClock,
    origin: OwnOrigin,
    secret: Secret,
) -> InvitationOut:
    """Send an invitation by email. It replaces an earlier one to the same address."""
    invitation = await invitations.invite(
        uow,
        owner,
        email=body.email,
        role=body.role,
        origin=origin,
        key=secret,
        clock=clock,
    )
    return InvitationOut.of(invitation)


@router.delete("/invitations/{invitation_id}")
async def withdraw_invitation(invitation_id: UUID, owner: Owner, uow: Uow, clock: AppClock) -> Done:
    """Withdraw a pending invitation."""
    await invitations.withdraw(uow, owner, invitation_id, clock=clock)
    return Done()


@router.patch("/{user_id}")
async def change_user(
    user_id: UUID,
    body: UserChangeRequest,
    owner: Owner,
    uow: Uow,
    clock: AppClock,
) -> Done:
    """Change a user's role, disable or enable them. The last owner cannot be removed."""
    await users.change_admin(uow, owner, user_id, role=body.role, disabled=body.disabled, clock=clock)
    return Done()


@router.delete("/{user_id}/second-factor")
async def reset_user_second_factor(user_id: UUID, owner: Owner, uow: Uow, clock: AppClock) -> Done:
    """Remove the second factor of a user who lost phone and recovery codes."""
    await second_factor.reset_for(uow, owner, user_id, now=clock.now())
    return Done()
