"""Use cases of affiliates: registration, sign-in, dashboard, payout email."""

import logging
import secrets
from collections.abc import Sequence
from datetime import datetime
from typing import Literal
from uuid import UUID

from abano.accounts.access import throttle
from abano.accounts.access.limits import REGISTRATIONS_OF_ADDRESS, SIGN_IN
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
    SignInRequired,
    TooManyRequests,
)
from abano.core.ids import SPEAKABLE, new_id, new_token, token_hash
from abano.core.languages.texts import negotiate_language, path_prefix
from abano.core.phone import stored_phone
from abano.db.engine import Database
from abano.db.unit_of_work import TenantId, UnitOfWork
from abano.jobs.registry import TaskContext, TaskRegistry
from abano.marketing.affiliates.codes import SECRET_LENGTH, promo_code
from abano.marketing.affiliates.models import Affiliate, AffiliatePasswordReset, AffiliateSession
from abano.marketing.affiliates.repository import (
    AffiliateRepository,
)
from abano.marketing.affiliates.schemas import SESSION_LIFETIME, RegisterRequest
from abano.marketing.commissions import service as report_service
from abano.marketing.commissions.rules import ReferredBooking, Summary, UnknownAffiliate
from abano.marketing.commissions.service import Referred, payable_on
from abano.messaging.outbox.kinds import AffiliateRegistered, AffiliateResetLink, PayoutEmailChanged
from abano.messaging.outbox.outbox import enqueue
from abano.team.users.email_links import PasswordResets, Recipient
from abano.tenancy.directory.tenant import Tenant

log = logging.getLogger(__name__)

MAX_CODE_ATTEMPTS = 10
NO_FREE_CODE = Message("no_free_promo_code", "We could not find a free promo code. Please try again.")


class AffiliateExists(Conflict):
    """An affiliate account with this email already exists. Please log in instead."""


class LoginFailed(AbanoError):
    """Invalid email or password"""

    status = 401


async def register(
    db: Database, tenant: Tenant, request: RegisterRequest, *, ip: str | None, key: str, clock: Clock
) -> str:
    """Open an account, notify the company, and return the promo code.

    ``ip`` is the caller's IP address. Raises AffiliateExists, TooManyRequests, TooBusy.
    """
    now = clock.now()
    async with db.uow(tenant.id) as uow:
        wait = 0
        if ip is not None:
            counted = throttle.subject(key, "registrations of", throttle.place(ip))
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
        affiliate.language = negotiate_language(request.language, rules.languages)
        if not await repository.add(affiliate):
            raise AffiliateExists
        for _ in range(MAX_CODE_ATTEMPTS):
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
    ip: str | None,
    key: str,
    clock: Clock,
    language: str | None = None,
) -> str:
    """Create a session token. Takes as long without an account. Raises LoginFailed, TooManyRequests, TooBusy.

    ``language`` of the page is stored for emails, if the company offers it.

    As at the console's sign-in, a session begins only if the verified password is still current under a lock.
    """
    now = clock.now()
    counted = throttle.subject(key, "affiliate", email.lower(), throttle.place(ip))
    async with db.uow(tenant_id) as uow:
        wait = await throttle.wait_after_sign_in(uow, counted, key, ip, now)
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
        account.language = negotiate_language(language, (await load_rules(uow)).languages) or account.language
        started = AffiliateSession(
            tenant_id=tenant_id,
            token_hash=token_hash(token),
            affiliate_id=row.id,
            created_at=now,
            expires_at=now + SESSION_LIFETIME,
        )
        await repository.add_row(started)
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


# Change of an affiliate's payout email, which requires the password.


async def change_payout_email(
    db: Database,
    tenant_id: TenantId,
    token: str,
    *,
    paypal_email: str,
    password: str,
    ip: str | None,
    key: str,
    clock: Clock,
) -> None:
    """Set the payout email to ``paypal_email`` and notify the affiliate by email. Idempotent.

    ``ip`` is the caller's IP address. Raises SignInRequired, TooManyRequests, TooBusy, and InvalidInput for a
    wrong password.
    """
    now = clock.now()
    async with db.uow(tenant_id) as uow:
        account = await signed_in(AffiliateRepository(uow), token, clock.now())
        counted = throttle.subject(key, "affiliate payout email", account.id)
        wait = await throttle.wait_after_attempt(uow, counted, SIGN_IN, now)
    throttle.require_no_wait(wait)
    if not await password_matches(account.password_hash, password, AFFILIATES):
        throttle.log_refusal("affiliate payout email", tenant_id, counted)
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
        row.payout_email_changed_at = now
        await record(
            uow,
            Actor(admin=None, ip=ip, is_affiliate=True),
            "affiliate.payout_email_changed",
            subject=("affiliate", row.id),
            before={"payoutEmail": before},
            after={"payoutEmail": paypal_email},
            now=now,
        )
        await enqueue(uow, PayoutEmailChanged(to=row.email, name=row.name, language=row.language), now)


# Names of affiliates by id, for other domains.


async def load_affiliate_names(uow: UnitOfWork, ids: Sequence[UUID]) -> dict[UUID, str]:
    """Names by id, without unknown ids."""
    return await AffiliateRepository(uow).names(ids)


# Password reset.


async def _find_recipient(uow: UnitOfWork, email: str) -> Recipient | None:
    row = await AffiliateRepository(uow).by_email(email)
    return Recipient(row.id, row.email, row.name, row.language) if row else None


async def _find_page(uow: UnitOfWork, language: str | None) -> str:
    return f"{path_prefix(language, (await load_rules(uow)).languages)}/affiliate-reset-password"


RESETS = PasswordResets(
    "affiliate reset", AffiliatePasswordReset.affiliate_id, AffiliateResetLink, _find_recipient, _find_page
)


async def reset_password(
    db: Database, tenant_id: TenantId, *, token: str, password: str, clock: Clock
) -> None:
    """Set a new password by a link, once. All sessions end. Raises ResetLinkExpired, TooBusy."""
    async with db.uow(tenant_id) as uow:
        affiliate_id = await RESETS.account_of(uow, token, clock.now())
    new_hash = await hash_password(password, AFFILIATES)
    async with db.uow(tenant_id) as uow:
        # Lock the account first: a concurrent sign-in with the old password completes before the sessions end.
        repository = AffiliateRepository(uow)
        await repository.locked(affiliate_id)
        await RESETS.use(uow, token, affiliate_id, clock.now())
        await repository.set_password(affiliate_id, new_hash)


def register_tasks(registry: TaskRegistry) -> None:
    registry.every(seconds=3600, name="affiliates.delete_expired", run=delete_expired)


async def delete_expired(context: TaskContext, tenant_id: TenantId) -> None:
    """Delete expired sessions and links."""
    async with context.db.uow(tenant_id) as uow:
        await AffiliateRepository(uow).delete_expired(context.clock.now())
