"""Registering, signing in and out, and the dashboard of an affiliate."""

import secrets

from abano.affiliates.repository import AffiliateRepository
from abano.affiliates.rules import SECRET_LETTERS, SESSION_LIFETIME, promo_code
from abano.affiliates.schemas import RegisterRequest
from abano.catalog.snapshot import PayableOn
from abano.commissions import reading
from abano.commissions.reading import Referred
from abano.commissions.rules import Summary
from abano.commissions.service import payable_on
from abano.db import Database
from abano.errors import AbanoError, Conflict, SignInRequired
from abano.identity import throttle
from abano.identity.passwords import hash_password, password_matches
from abano.kit.clock import Clock
from abano.kit.ids import SPEAKABLE, new_id, new_token, token_hash
from abano.models.affiliate_accounts import AffiliateSession
from abano.models.promo_codes import Affiliate
from abano.notifications.outbox import enqueue
from abano.tenancy import Tenant, TenantId

CODE_TRIES = 10


class AffiliateExists(Conflict):
    """There is an affiliate account with this email already. Please log in instead."""


class LoginFailed(AbanoError):
    """Invalid email or password"""

    status = 401


async def register(db: Database, tenant: Tenant, request: RegisterRequest, clock: Clock) -> str:
    """Open an account and answer its promo code. The company is told. Raises AffiliateExists."""
    now = clock.now()
    affiliate = Affiliate(
        tenant_id=tenant.id,
        id=new_id(),
        name=request.name,
        email=request.email.lower(),
        status="active",
        created_at=now,
        paypal_email=request.paypal_email,
        phone=request.phone,
        website=request.website,
        notes=request.notes,
        password_hash=await hash_password(request.password),
    )
    async with db.session(tenant.id) as session:
        repository = AffiliateRepository(session, tenant.id)
        if not await repository.add(affiliate):
            raise AffiliateExists
        for _ in range(CODE_TRIES):
            secret = "".join(secrets.choice(SPEAKABLE) for _ in range(SECRET_LETTERS))
            code = promo_code(request.name, secret)
            if await repository.add_code(code, affiliate.id, now):
                break
        else:
            raise Conflict("We could not find a free promo code. Please try again.")
        message = {
            "name": request.name,
            "email": request.email,
            "website": request.website,
            "promoCode": code,
        }
        await enqueue(session, tenant.id, "affiliate.registered", message, now)
    return code


async def log_in(
    db: Database,
    tenant_id: TenantId,
    *,
    email: str,
    password: str,
    address: str | None,
    key: str,
    clock: Clock,
) -> str:
    """A new token. With or without an account the same work is done. Raises LoginFailed, TooManyRequests."""
    now = clock.now()
    counted = throttle.subject(key, "affiliate", email.lower(), address or "?")
    async with db.session(tenant_id) as session:
        wait = await throttle.wait_after_sign_in(session, tenant_id, counted, key, address, now)
        row = await AffiliateRepository(session, tenant_id).by_email(email)
    throttle.refuse(wait)
    if not await password_matches(row.password_hash if row else None, password) or row is None:
        throttle.note_refusal("affiliate password", tenant_id, counted)
        raise LoginFailed
    token = new_token()
    async with db.session(tenant_id) as session:
        await throttle.forget(session, tenant_id, counted)
        begun = AffiliateSession(
            tenant_id=tenant_id,
            token_hash=token_hash(token),
            affiliate_id=row.id,
            created_at=now,
            expires_at=now + SESSION_LIFETIME,
        )
        await AffiliateRepository(session, tenant_id).add_row(begun)
    return token


async def log_out(db: Database, tenant_id: TenantId, token: str) -> None:
    """End the session of this token, if there is one."""
    async with db.session(tenant_id) as session:
        await AffiliateRepository(session, tenant_id).end_session(token_hash(token))


async def dashboard(
    db: Database, tenant: Tenant, token: str, clock: Clock, *, every: bool
) -> tuple[Summary, Referred, PayableOn]:
    """The figures of whoever holds ``token``, their newest bookings or every one, and the company's rule of paying.

    Raises SignInRequired.
    """
    async with db.session(tenant.id, one_view=True) as session:
        affiliate_id = (await signed_in(AffiliateRepository(session, tenant.id), token, clock)).id
        summary = await reading.get_affiliate(session, tenant, affiliate_id)
        bookings = await reading.referred_bookings(session, tenant, affiliate_id, every=every)
        return summary, bookings, await payable_on(session, tenant)


async def signed_in(repository: AffiliateRepository, token: str, clock: Clock) -> Affiliate:
    """Whose token this is. Raises SignInRequired."""
    row = await repository.by_token(token_hash(token), clock.now()) if token else None
    if row is None:
        raise SignInRequired
    return row
