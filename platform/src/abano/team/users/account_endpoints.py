"""HTTP endpoints of the signed-in: one's own account, the second factor, and users."""

from uuid import UUID

from fastapi import APIRouter, Response

from abano.core.ids import token_hash
from abano.team.users import email_links as invitations
from abano.team.users import second_factor, users
from abano.team.users.endpoints import Anyone, FactorKey, OwnOrigin, OwnToken, Secret, person
from abano.team.users.own_account import (
    change_password,
    lock_verified,
    set_daily_email,
    set_language,
    verify_password,
)
from abano.team.users.schemas import (
    DailyEmailRequest,
    Done,
    FirstCodeRequest,
    InvitationOut,
    InviteRequest,
    LanguageRequest,
    PasswordChangeRequest,
    PasswordProof,
    RecoveryCodesResponse,
    SecondFactorResponse,
    SecondFactorSetupResponse,
    SessionOut,
    SessionsResponse,
    UserChangeRequest,
    UserOut,
    UsersResponse,
)
from abano.team.users.sign_in import end_other_sessions, end_session, own_sessions
from abano.web.dependencies import AppClock, BookingsActor, CurrentTenant, Db, TeamActor, Uow

router = APIRouter(tags=["admin"], prefix="/api/admin/account")


@router.post("/password")
async def change_own_password(
    body: PasswordChangeRequest, actor: Anyone, db: Db, clock: AppClock, token: OwnToken, secret: Secret
) -> Done:
    """Change the password. Requires the current one; all other sessions end."""
    await change_password(
        db,
        actor,
        person(actor),
        current=body.current_password,
        new=body.new_password,
        token=token,
        key=secret,
        clock=clock,
    )
    return Done()


@router.put("/language")
async def set_own_language(body: LanguageRequest, actor: Anyone, uow: Uow) -> Done:
    """Choose the language of the console and of one's emails."""
    await set_language(uow, person(actor), body.language)
    return Done()


@router.put("/daily-email")
async def set_own_daily_email(body: DailyEmailRequest, actor: BookingsActor, uow: Uow) -> Done:
    """Turn the email of the day's tasks on or off, for oneself."""
    await set_daily_email(uow, person(actor), is_on=body.has_daily_email)
    return Done()


@router.get("/sessions")
async def list_own_sessions(
    actor: Anyone, uow: Uow, clock: AppClock, token: OwnToken, response: Response
) -> SessionsResponse:
    """One's own sessions, newest first."""
    response.headers["Cache-Control"] = "no-store"
    own = token_hash(token)
    rows = await own_sessions(uow, person(actor), clock.now())
    return SessionsResponse(sessions=[SessionOut.of(row, is_current=row.token_hash == own) for row in rows])


@router.delete("/sessions/{session_id}")
async def end_own_session(session_id: UUID, actor: Anyone, uow: Uow, clock: AppClock) -> Done:
    """Sign out one browser."""
    await end_session(uow, actor, person(actor), session_id, now=clock.now())
    return Done()


@router.delete("/sessions")
async def end_own_other_sessions(actor: Anyone, uow: Uow, clock: AppClock, token: OwnToken) -> Done:
    """Sign out all other browsers."""
    await end_other_sessions(uow, actor, person(actor), token, now=clock.now())
    return Done()


# One's own second factor.

second_factor_router = APIRouter(tags=["admin"], prefix="/api/admin/account/second-factor")
FIELD = "currentPassword"


@second_factor_router.get("")
async def own_second_factor(actor: Anyone, uow: Uow, response: Response) -> SecondFactorResponse:
    """Whether it is on, and how many recovery codes are left."""
    response.headers["Cache-Control"] = "no-store"
    enabled, codes_left = await second_factor.state(uow, person(actor))
    return SecondFactorResponse(enabled=enabled, recovery_codes_left=codes_left)


@second_factor_router.post("")
async def begin_second_factor(
    body: PasswordProof,
    actor: Anyone,
    tenant: CurrentTenant,
    db: Db,
    clock: AppClock,
    key: FactorKey,
    secret: Secret,
    response: Response,
) -> SecondFactorSetupResponse:
    """Begin the set-up and return the app's secret. It is on after the first code."""
    admin = person(actor)
    verified = await verify_password(db, admin, body.current_password, field=FIELD, key=secret, clock=clock)
    async with db.uow(tenant.id) as uow:
        await lock_verified(uow, verified)
        setup = await second_factor.begin(uow, admin, tenant.name, key=key, now=clock.now())
    response.headers["Cache-Control"] = "no-store"
    return SecondFactorSetupResponse(secret=setup.secret, uri=setup.uri, qr_svg=setup.qr_svg)


@second_factor_router.post("/confirm")
async def confirm_second_factor(
    body: FirstCodeRequest,
    actor: Anyone,
    uow: Uow,
    clock: AppClock,
    key: FactorKey,
    response: Response,
) -> RecoveryCodesResponse:
    """Turn it on with a first code. The recovery codes are returned once."""
    codes = await second_factor.confirm(uow, actor, person(actor), body.code, key=key, now=clock.now())
    response.headers["Cache-Control"] = "no-store"
    return RecoveryCodesResponse(codes=codes)


@second_factor_router.post("/recovery-codes")
async def renew_recovery_codes(
    body: PasswordProof,
    actor: Anyone,
    db: Db,
    clock: AppClock,
    key: FactorKey,
    secret: Secret,
    response: Response,
) -> RecoveryCodesResponse:
    """Replace the recovery codes."""
    admin = person(actor)
    verified = await verify_password(db, admin, body.current_password, field=FIELD, key=secret, clock=clock)
    async with db.uow(admin.tenant_id) as uow:
        await lock_verified(uow, verified)
        codes = await second_factor.renew_codes(uow, actor, admin, key=key, now=clock.now())
    response.headers["Cache-Control"] = "no-store"
    return RecoveryCodesResponse(codes=codes)


@second_factor_router.post("/disable")
async def disable_second_factor(
    body: PasswordProof, actor: Anyone, db: Db, clock: AppClock, secret: Secret
) -> Done:
    """Turn it off."""
    admin = person(actor)
    verified = await verify_password(db, admin, body.current_password, field=FIELD, key=secret, clock=clock)
    async with db.uow(admin.tenant_id) as uow:
        await lock_verified(uow, verified)
        await second_factor.turn_off(uow, actor, admin, now=clock.now())
    return Done()


# HTTP endpoints of users, for owners.

users_router = APIRouter(tags=["admin"], prefix="/api/admin/users")


@users_router.get("")
async def list_users(_owner: TeamActor, uow: Uow, response: Response) -> UsersResponse:
    """All admins and pending invitations."""
    response.headers["Cache-Control"] = "no-store"
    people = await users.list_people(uow)
    return UsersResponse(
        users=[
            UserOut.of(row, has_second_factor=row.id in people.with_second_factor) for row in people.admins
        ],
        invitations=[InvitationOut.of(row) for row in people.invitations],
    )


@users_router.post("/invitations", status_code=201)
async def invite_user(
    body: InviteRequest,
    owner: TeamActor,
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
        role_id=body.role_id,
        origin=origin,
        key=secret,
        clock=clock,
    )
    return InvitationOut.of(invitation)


@users_router.delete("/invitations/{invitation_id}")
async def withdraw_invitation(invitation_id: UUID, owner: TeamActor, uow: Uow, clock: AppClock) -> Done:
    """Withdraw a pending invitation."""
    await invitations.withdraw(uow, owner, invitation_id, clock=clock)
    return Done()


@users_router.patch("/{user_id}")
async def change_user(
    user_id: UUID,
    body: UserChangeRequest,
    owner: TeamActor,
    uow: Uow,
    clock: AppClock,
) -> Done:
    """Change a user's role, disable or enable them. The last owner cannot be removed."""
    await users.change_admin(
        uow, owner, user_id, role=body.role, role_id=body.role_id, disabled=body.disabled, clock=clock
    )
    return Done()


@users_router.delete("/{user_id}/second-factor")
async def reset_user_second_factor(user_id: UUID, owner: TeamActor, uow: Uow, clock: AppClock) -> Done:
    """Remove the second factor of a user who lost phone and recovery codes."""
    await second_factor.reset_for(uow, owner, user_id, now=clock.now())
    return Done()
