"""What people do who hold a link from an e-mail, and asking for one. Nobody is signed in here.

Tokens come in bodies and stand behind the # of links, so they are in no log and no Referer.
"""

from fastapi import APIRouter

from abano.http.dependencies import AppClock, ClientAddress, CurrentTenant, Db, PublicOrigin, TenantSession
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
    """Send a link to this address if it is an account's. The answer is the same when it is not."""
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
    body: InvitationLookRequest, tenant: CurrentTenant, session: TenantSession, clock: AppClock
) -> InvitationLookResponse:
    """What the link's token invites to."""
    found = await invitations.look_at(session, tenant.id, body.token, clock=clock)
    return InvitationLookResponse(email=found.email, role=found.role, company=tenant.name)


@router.post("/invitations/accept", dependencies=LIMITED)
async def accept_invitation(
    body: AcceptInvitationRequest, tenant: CurrentTenant, db: Db, clock: AppClock, address: ClientAddress
) -> Done:
    """Become an admin with a password of one's own. Signing in is a call of its own."""
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
