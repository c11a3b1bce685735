"""One's own second factor."""

from fastapi import APIRouter, Response

from abano.http.dependencies import AppClock, CurrentTenant, Db, TenantSession
from abano.identity import second_factor
from abano.identity.endpoints.calls import Anyone, FactorKey, Secret, person
from abano.identity.own_password import hold_proven, prove_password
from abano.identity.schemas import (
    Done,
    FirstCodeRequest,
    PasswordProof,
    RecoveryCodesResponse,
    SecondFactorResponse,
    SecondFactorSetupResponse,
)

router = APIRouter(prefix="/api/admin/account/second-factor")
PROOF = "currentPassword"


@router.get("")
async def own_second_factor(
    actor: Anyone, session: TenantSession, response: Response
) -> SecondFactorResponse:
    """Whether it is on, and how many recovery codes are left."""
    response.headers["Cache-Control"] = "no-store"
    enabled, codes_left = await second_factor.state(session, person(actor))
    return SecondFactorResponse(enabled=enabled, recovery_codes_left=codes_left)


@router.post("")
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
    """Begin: answers what the authenticator app needs. It is on only after its first code."""
    admin = person(actor)
    proof = await prove_password(db, admin, body.current_password, field=PROOF, key=secret, clock=clock)
    async with db.session(tenant.id) as session:
        await hold_proven(session, proof)
        setup = await second_factor.begin(session, admin, tenant.name, key=key, now=clock.now())
    response.headers["Cache-Control"] = "no-store"
    return SecondFactorSetupResponse(secret=setup.secret, uri=setup.uri, qr_svg=setup.qr_svg)


@router.post("/confirm")
async def confirm_second_factor(
    body: FirstCodeRequest,
    actor: Anyone,
    session: TenantSession,
    clock: AppClock,
    key: FactorKey,
    response: Response,
) -> RecoveryCodesResponse:
    """Turn it on with a first code. The recovery codes are answered this once."""
    codes = await second_factor.confirm(session, actor, person(actor), body.code, key=key, now=clock.now())
    response.headers["Cache-Control"] = "no-store"
    return RecoveryCodesResponse(codes=codes)


@router.post("/recovery-codes")
async def renew_recovery_codes(
    body: PasswordProof,
    actor: Anyone,
    db: Db,
    clock: AppClock,
    key: FactorKey,
    secret: Secret,
    response: Response,
) -> RecoveryCodesResponse:
    """New recovery codes; the old ones end."""
    admin = person(actor)
    proof = await prove_password(db, admin, body.current_password, field=PROOF, key=secret, clock=clock)
    async with db.session(admin.tenant_id) as session:
        await hold_proven(session, proof)
        codes = await second_factor.renew_codes(session, actor, admin, key=key, now=clock.now())
    response.headers["Cache-Control"] = "no-store"
    return RecoveryCodesResponse(codes=codes)


@router.post("/disable")
async def disable_second_factor(
    body: PasswordProof, actor: Anyone, db: Db, clock: AppClock, secret: Secret
) -> Done:
    """Go back to the password alone."""
    admin = person(actor)
    proof = await prove_password(db, admin, body.current_password, field=PROOF, key=secret, clock=clock)
    async with db.session(admin.tenant_id) as session:
        await hold_proven(session, proof)
        await second_factor.turn_off(session, actor, admin, now=clock.now())
    return Done()
