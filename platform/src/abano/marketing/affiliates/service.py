"""Registration, sign-in, sign-out and dashboard of affiliates."""

import logging
import secrets
from collections.abc import Sequence
from datetime import datetime
from typing import Literal
from uuid import UUID

from abano.accounts.access import throttle
from abano.accounts.access.limits import REGISTRATIONS_OF_ADDRESS, RESET_EMAILS, SIGN_IN
from abano.accounts.access.passwords import AFFILIATES, WRONG_PASSWORD, hash_password, password_matches
from abano.accounts.access.principals import Actor
from abano.accounts.audit.service import record
from abano.catalog.published.service import load_rules
from abano.catalog.published.snapshot import PayableOn
from abano.core.clock import Clock
from abano.core.errors import (
    AbanoError,
    Conflict,
    InvalidInput,
    Message,
    ResetLinkExpired,
    SignInRequired,
    TooManyRequests,
)
from abano.core.ids import SPEAKABLE, new_id, new_token, token_hash
from abano.core.languages.texts import path_prefix, spoken
from abano.core.phone import stored_phone
from abano.db.engine import Database
from abano.db.unit_of_work import TenantId, UnitOfWork
from abano.marketing.affiliates.models import AffiliatePasswordReset, AffiliateSession
from abano.marketing.affiliates.repository import AffiliateRepository
from abano.marketing.affiliates.schemas import RESET_LIFETIME, SESSION_LIFETIME, RegisterRequest
from abano.marketing.commissions import service as report_service
from abano.marketing.commissions.rules import ReferredBooking, Summary, UnknownAffiliate
from abano.marketing.commissions.service import Referred, payable_on
from abano.marketing.promo_codes.models import Affiliate
from abano.marketing.promo_codes.service import SECRET_LENGTH, promo_code
from abano.messaging.outbox.kinds import AffiliateRegistered, AffiliateResetLink, PayoutAddressChanged
from abano.messaging.outbox.outbox import SealedLink, enqueue
from abano.tenancy.directory.tenant import Tenant

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


# Pause an affiliate: the promo codes stop working, earned commissions are still owed.

AffiliateStatus = Literal["active", "paused"]


async def set_status(
    uow: UnitOfWork,
    actor: Actor,
    affiliate_id: UUID,
    status: AffiliateStatus,
    now: datetime,
) -> None:
    """Pause or resume an affiliate. Idempotent. Raises UnknownAffiliate."""
    affiliate = await AffiliateRepository(uow).locked(affiliate_id)
    if affiliate is None:
        raise UnknownAffiliate
    before = affiliate.status
    if before == status:
        return
    affiliate.status = status
    await record(
        uow,
        actor,
        "affiliate.paused" if status == "paused" else "affiliate.resumed",
        subject=("affiliate", affiliate_id),
        before={"status": before},
        after={"status": status},
        now=now,
    )


# Change of an affiliate's payout address, which requires the password.


async def change_payout_address(
    db: Database,
    tenant_id: TenantId,
    token: str,
    *,
    paypal_email: str,
    password: str,
    address: str | None,
    key: str,
    clock: Clock,
) -> None:
    """Set the payout address to ``paypal_email`` and notify the affiliate by email. Idempotent.

    ``address`` is the caller's IP address. Raises SignInRequired, TooManyRequests, TooBusy, and InvalidInput for a
    wrong password.
    """
    now = clock.now()
    async with db.uow(tenant_id) as uow:
        account = await signed_in(AffiliateRepository(uow), token, clock.now())
        counted = throttle.subject(key, "affiliate payout address", account.id)
        wait = await throttle.wait_after_attempt(uow, counted, SIGN_IN, now)
    throttle.require_no_wait(wait)
    if not await password_matches(account.password_hash, password, AFFILIATES):
        throttle.log_refusal("affiliate payout address", tenant_id, counted)
        raise InvalidInput.of("password", WRONG_PASSWORD())
    async with db.uow(tenant_id) as uow:
        await throttle.clear(uow, counted)
        row = await AffiliateRepository(uow).locked(account.id)
        if row is None or row.password_hash != account.password_hash:
            raise SignInRequired
        before = row.paypal_email
        if before == paypal_email:
            return
        row.paypal_email = paypal_email
        row.payout_address_changed_at = now
        await record(
            uow,
            Actor(admin=None, address=address, is_affiliate=True),
            "affiliate.payout_address_changed",
            subject=("affiliate", row.id),
            before={"payoutAddress": before},
            after={"payoutAddress": paypal_email},
            now=now,
        )
        await enqueue(uow, PayoutAddressChanged(to=row.email, name=row.name, language=row.language), now)


# Names of affiliates by id, for other domains.


async def load_affiliate_names(uow: UnitOfWork, ids: Sequence[UUID]) -> dict[UUID, str]:
    """Names by id, without unknown ids."""
    return await AffiliateRepository(uow).names(ids)


# Password reset by a link that is sent to the affiliate's e-mail address.


async def request_reset(
    db: Database, tenant_id: TenantId, *, email: str, address: str | None, origin: str, key: str, clock: Clock
) -> None:
    """Send a link if there is such an account.

    The same rows are written without one, so that neither the response nor its time reveals it. Raises
    TooManyRequests, for unknown accounts too.
    """
    now = clock.now()
    asked = throttle.subject(key, "affiliate reset", email.lower(), throttle.place(address))
    emails = throttle.subject(key, "affiliate reset emails", email.lower())
    async with db.uow(tenant_id) as uow:
        wait = await throttle.wait_after_asking(uow, asked, key, address, now)
    throttle.require_no_wait(wait)
    async with db.uow(tenant_id) as uow:
        too_many_emails = await throttle.wait_after_attempt(uow, emails, RESET_EMAILS, now)
        repository = AffiliateRepository(uow)
        row = await repository.by_email(email)
        recipient = None if too_many_emails else row
        token = new_token()
        reset = AffiliatePasswordReset(
            tenant_id=tenant_id,
            token_hash=token_hash(token),
            affiliate_id=recipient.id if recipient else None,
            created_at=now,
            expires_at=now + RESET_LIFETIME,
        )
        await repository.add_row(reset)
        language = row.language if row else None
        prefix = path_prefix(language, (await load_rules(uow)).languages)
        link = SealedLink(key, f"{origin}{prefix}/affiliate-reset-password#{token}")
        message = AffiliateResetLink(
            to=recipient.email if recipient else "",
            name=recipient.name if recipient else "",
            sealed_link=link.sealed(),
            language=language if recipient else None,
        )
        await enqueue(uow, message, now)


async def reset_password(
    db: Database, tenant_id: TenantId, *, token: str, password: str, clock: Clock
) -> None:
    """Set a new password by a link, once. All sessions end. Raises ResetLinkExpired, TooBusy."""
    hashed = token_hash(token)
    async with db.uow(tenant_id) as uow:
        affiliate_id = await AffiliateRepository(uow).reset_of(hashed, clock.now())
    if affiliate_id is None:
        raise ResetLinkExpired
    new_hash = await hash_password(password, AFFILIATES)
    async with db.uow(tenant_id) as uow:
        repository = AffiliateRepository(uow)
        # Lock the account first: a concurrent sign-in with the old password completes before the sessions end.
        account = await repository.locked(affiliate_id)
        used = await repository.use_reset(hashed, clock.now())
        if account is None or used != affiliate_id:
            raise ResetLinkExpired
        await repository.set_password(affiliate_id, new_hash)
