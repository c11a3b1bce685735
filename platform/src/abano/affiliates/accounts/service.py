"""Registration, sign-in, sign-out and dashboard of affiliates."""

import logging
import secrets
from collections.abc import Sequence
from datetime import datetime

from abano.affiliates.accounts.repository import AffiliateRepository
from abano.affiliates.accounts.rules import SESSION_LIFETIME
from abano.affiliates.accounts.schemas import RegisterRequest
from abano.affiliates.ledger import report_service
from abano.affiliates.ledger.payout_service import payable_on
from abano.affiliates.ledger.report_service import Referred
from abano.affiliates.ledger.rules import ReferredBooking, Summary
from abano.affiliates.promo_codes.new_codes import SECRET_LENGTH, promo_code
from abano.auth import throttle
from abano.auth.limits import REGISTRATIONS_OF_ADDRESS
from abano.auth.passwords import AFFILIATES, hash_password, password_matches
from abano.catalog.service import load_rules
from abano.catalog.snapshot import PayableOn
from abano.database.engine import Database
from abano.database.unit_of_work import TenantId, UnitOfWork
from abano.errors import AbanoError, Conflict, SignInRequired, TooManyRequests
from abano.errors.messages import Message
from abano.kit.clock import Clock
from abano.kit.ids import SPEAKABLE, new_id, new_token, token_hash
from abano.kit.phone import stored_phone
from abano.languages.choice import spoken
from abano.models.affiliate_accounts import AffiliateSession
from abano.models.promo_codes import Affiliate
from abano.notifications.kinds import AffiliateRegistered
from abano.notifications.outbox import enqueue
from abano.tenants.tenant import Tenant

log = logging.getLogger(__name__)

CODE_TRIES = 10
NO_FREE_CODE = Message("no_free_promo_code", "We could not find a free promo code. Please try again.")


class AffiliateExists(Conflict):
    """There is an affiliate account with this email already. Please log in instead."""


class LoginFailed(AbanoError):
    """Invalid email or password"""

    status = 401


async def register(
    db: Database, tenant: Tenant, request: RegisterRequest, *, address: str | None, key: str, clock: Clock
) -> str:
    """Open an account, notify the company, and return the promo code.

    ``address`` is the caller's IP address. Raises AffiliateExists, TooManyRequests, TooBusy.
    """
    now = clock.now()
    async with db.uow(tenant.id) as uow:
        wait = 0
        if address is not None:
            counted = throttle.subject(key, "registrations of", throttle.place(address))
            wait = await throttle.wait_after_attempt(uow, counted, REGISTRATIONS_OF_ADDRESS, now)
        # Checked again on insert; the early check saves hashing the password.
        existing = await AffiliateRepository(uow).by_email(request.email)
    if wait:
        raise TooManyRequests(retry_after=wait)
    if existing is not None:
        raise AffiliateExists
    affiliate = Affiliate(
        tenant_id=tenant.id,
        id=new_id(),
        name=request.name,
        email=request.email.lower(),
        status="active",
        created_at=now,
        paypal_email=request.paypal_email,
        phone="",
        website=request.website,
        notes=request.notes,
        password_hash=await hash_password(request.password, AFFILIATES),
    )
    async with db.uow(tenant.id) as uow:
        repository = AffiliateRepository(uow)
        rules = await load_rules(uow)
        affiliate.phone = stored_phone(request.phone, rules.phone_prefix)
        affiliate.language = spoken(request.language, rules.languages)
        if not await repository.add(affiliate):
            raise AffiliateExists
        for _ in range(CODE_TRIES):
            secret = "".join(secrets.choice(SPEAKABLE) for _ in range(SECRET_LENGTH))
            code = promo_code(request.name, secret)
            if await repository.add_code(code, affiliate.id, now):
                break
        else:
            raise Conflict(NO_FREE_CODE())
        message = AffiliateRegistered(
            name=request.name, email=request.email, website=request.website, promo_code=code
        )
        await enqueue(uow, message, now)
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
    language: str | None = None,
) -> str:
    """A new session token. It takes the same time without an account. Raises LoginFailed, TooManyRequests, TooBusy.

    ``language`` of the page is remembered for e-mails, if the company speaks it.

    As at the console's sign-in, a session begins only if the verified password is still current under a lock.
    """
    now = clock.now()
    counted = throttle.subject(key, "affiliate", email.lower(), throttle.place(address))
    async with db.uow(tenant_id) as uow:
        wait = await throttle.wait_after_sign_in(uow, counted, key, address, now)
        row = await AffiliateRepository(uow).by_email(email)
    throttle.require_no_wait(wait)
    matches = await password_matches(row.password_hash if row else None, password, AFFILIATES)
    if not matches or row is None:
        throttle.log_refusal("affiliate password", tenant_id, counted)
        raise LoginFailed
    token = new_token()
    async with db.uow(tenant_id) as uow:
        repository = AffiliateRepository(uow)
        account = await repository.locked(row.id)
        if account is None or account.password_hash != row.password_hash:
            raise LoginFailed
        await throttle.clear(uow, counted)
        account.language = spoken(language, (await load_rules(uow)).languages) or account.language
        begun = AffiliateSession(
            tenant_id=tenant_id,
            token_hash=token_hash(token),
            affiliate_id=row.id,
            created_at=now,
            expires_at=now + SESSION_LIFETIME,
        )
        await repository.add_row(begun)
    log.info("affiliate signed in", extra={"company": str(tenant_id), "affiliate": str(row.id)})
    return token


async def log_out(uow: UnitOfWork, token: str) -> None:
    """End the session of this token, if there is one."""
    await AffiliateRepository(uow).end_session(token_hash(token))


async def dashboard(
    uow: UnitOfWork, tenant: Tenant, token: str, now: datetime
) -> tuple[Summary, Referred, PayableOn]:
    """The figures and newest bookings of the token's affiliate, and when commissions are payable.

    ``uow`` is of one view, so that the figures agree. Raises SignInRequired.
    """
    affiliate_id = (await signed_in(AffiliateRepository(uow), token, now)).id
    summary = await report_service.get_affiliate(uow, tenant, affiliate_id)
    bookings = await report_service.referred_bookings(uow, tenant, affiliate_id)
    return summary, bookings, await payable_on(uow, tenant)


async def every_booking(
    uow: UnitOfWork, tenant: Tenant, token: str, now: datetime
) -> tuple[Affiliate, Sequence[ReferredBooking]]:
    """The token's affiliate and all their bookings, newest first; ``uow`` is of one view. Raises SignInRequired."""
    affiliate = await signed_in(AffiliateRepository(uow), token, now)
    return affiliate, (await report_service.referred_bookings(uow, tenant, affiliate.id, every=True)).listed


async def signed_in(repository: AffiliateRepository, token: str, now: datetime) -> Affiliate:
    """The affiliate of the session token. Raises SignInRequired."""
    row = await repository.by_token(token_hash(token), now) if token else None
    if row is None:
        raise SignInRequired
    return row
