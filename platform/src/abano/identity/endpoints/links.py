"""Endpoints of email links: password reset and invitations, without a session.

Tokens are in the fragment of links and in request bodies, so that no log and no Referer has them.
"""

from fastapi import APIRouter

from abano.http.dependencies import AppClock, ClientAddress, CurrentTenant, Db, PublicOrigin, Uow
from abano.identity import invitations, password_reset
from abano.identity.endpoints.calls import Secret
from abano.identity.schemas import (
    AcceptInvitationRequest,
    Done,
    InvitationLookRequest,
    InvitationLookResponse,
    PasswordResetConfirmRequest,
    PasswordResetRequest,
)
from abano.public_writes.call import LIMITED

router = APIRouter(prefix="/api/admin")


@router.post("/password-reset", dependencies=LIMITED)
async def request_password_reset(
    body: PasswordResetRequest,
    tenant: CurrentTenant,
    db: Db,
    clock: AppClock,
    address: ClientAddress,
    origin: PublicOrigin,
    secret: Secret,
) -> Done:
    """Send a link if there is an account with this address. The response is the same without one."""
    await password_reset.request_reset(
        db, tenant.id, email=body.email.strip(), address=address, origin=origin, key=secret, clock=clock
    )
    return Done()


@router.post("/password-reset/confirm", dependencies=LIMITED)
async def confirm_password_reset(
    body: PasswordResetConfirmRequest, tenant: CurrentTenant, db: Db, clock: AppClock, address: ClientAddress
) -> Done:
    """Set a new password by the link's token. All sessions of the account end."""
    await password_reset.reset_password(
        db, tenant.id, token=body.token, password=body.password, address=address, clock=clock
    )
    return Done()


@router.post("/invitations/look", dependencies=LIMITED)
async def look_at_invitation(
    body: InvitationLookRequest, tenant: CurrentTenant, uow: Uow, clock: AppClock
) -> InvitationLookResponse:
    """The invitation of the link's token."""
    invitation = await invitations.look_at(uow, body.token, clock=clock)
    return InvitationLookResponse(email=invitation.email, role=invitation.role, company=tenant.name)


@router.post("/invitations/accept", dependencies=LIMITED)
async def accept_invitation(
    body: AcceptInvitationRequest, tenant: CurrentTenant, db: Db, clock: AppClock, address: ClientAddress
) -> Done:
    """Create the account with a password. Sign-in is a separate call."""
    await invitations.accept(
        db,
        tenant.id,
        token=body.token,
        name=body.name,
        password=body.password,
        address=address,
        clock=clock,
    )
    return Done()
