"""One's own second factor."""

from fastapi import APIRouter, Response

from abano.http.dependencies import AppClock, CurrentTenant, Db, Uow
from abano.identity import second_factor
from abano.identity.endpoints.calls import Anyone, FactorKey, Secret, person
from abano.identity.own_password import lock_verified, verify_password
from abano.identity.schemas import (
    Done,
    FirstCodeRequest,
    PasswordProof,
    RecoveryCodesResponse,
    SecondFactorResponse,
    SecondFactorSetupResponse,
)

router = APIRouter(prefix="/api/admin/account/second-factor")
FIELD = "currentPassword"


@router.get("")
async def own_second_factor(actor: Anyone, uow: Uow, response: Response) -> SecondFactorResponse:
    """Whether it is on, and how many recovery codes are left."""
    response.headers["Cache-Control"] = "no-store"
    enabled, codes_left = await second_factor.state(uow, person(actor))
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
    """Begin the set-up and return the app's secret. It is on after the first code."""
    admin = person(actor)
    verified = await verify_password(db, admin, body.current_password, field=FIELD, key=secret, clock=clock)
    async with db.uow(tenant.id) as uow:
        await lock_verified(uow, verified)
        setup = await second_factor.begin(uow, admin, tenant.name, key=key, now=clock.now())
    response.headers["Cache-Control"] = "no-store"
    return SecondFactorSetupResponse(secret=setup.secret, uri=setup.uri, qr_svg=setup.qr_svg)


@router.post("/confirm")
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
    """Replace the recovery codes."""
    admin = person(actor)
    verified = await verify_password(db, admin, body.current_password, field=FIELD, key=secret, clock=clock)
    async with db.uow(admin.tenant_id) as uow:
        await lock_verified(uow, verified)
        codes = await second_factor.renew_codes(uow, actor, admin, key=key, now=clock.now())
    response.headers["Cache-Control"] = "no-store"
    return RecoveryCodesResponse(codes=codes)


@router.post("/disable")
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
