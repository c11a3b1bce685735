"""Use cases of promo codes, and of affiliates: registration, sign-in, dashboard, payout email."""

import logging
import secrets
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
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
    LAST_DAY_BEFORE_FIRST,
    AbanoError,
    Conflict,
    InvalidInput,
    Message,
    NotFound,
    SignInRequired,
    TooManyRequests,
)
from abano.core.ids import SPEAKABLE, new_id, new_token, token_hash
from abano.core.languages.texts import negotiate_language, path_prefix
from abano.core.money import to_json
from abano.core.phone import stored_phone
from abano.db.engine import Database
from abano.db.unit_of_work import TenantId, UnitOfWork
from abano.jobs.registry import TaskContext, TaskRegistry
from abano.marketing.affiliates.models import Affiliate, AffiliatePasswordReset, AffiliateSession, PromoCode
from abano.marketing.affiliates.repository import (
    AffiliateRepository,
    CodeRepository,
    Listed,
    PromoCodeRepository,
    PromoUseRepository,
)
from abano.marketing.affiliates.rules import (
    CODE_FORM,
    Promo,
    Terms,
    could_be_code,
    day_of,
    first_moment,
    moment_after,
    normal_code,
)
from abano.marketing.affiliates.schemas import SESSION_LIFETIME, RegisterRequest
from abano.marketing.commissions import service as report_service
from abano.marketing.commissions.rules import ReferredBooking, Summary, UnknownAffiliate
from abano.marketing.commissions.service import Referred, payable_on
from abano.messaging.outbox.kinds import AffiliateRegistered, AffiliateResetLink, PayoutEmailChanged
from abano.messaging.outbox.outbox import enqueue
from abano.team.users.email_links import PasswordResets, Recipient
from abano.tenancy.directory.tenant import Tenant


async def find_promo(db: Database, tenant_id: TenantId, typed: str | None, clock: Clock) -> Promo | None:
    """The promo code the visitor entered if it is usable, otherwise None. Raises DatabaseUnavailable."""
    code = normal_code(typed)
    if code is None or not could_be_code(code):
        return None
    async with db.pipeline_transaction(tenant_id) as transaction:
        return await PromoCodeRepository(transaction).find_usable(code, clock.now())


async def use_promo(uow: UnitOfWork, promo: Promo, now: datetime) -> bool:
    """Count a use of the code by a booking that is stored already; False when it is not usable any more."""
    return await PromoUseRepository(uow).use(promo.code, now)


# Pure: promo codes for new affiliates, derived from their names.

# Five characters give some six million codes for each name, too many to guess.
SECRET_LENGTH = 5
MAX_STEM_LENGTH = 12
DEFAULT_STEM = "FRIEND"
_GEORGIAN = "ა=a ბ=b გ=g დ=d ე=e ვ=v ზ=z თ=t ი=i კ=k ლ=l მ=m ნ=n ო=o პ=p ჟ=zh რ=r ს=s ტ=t უ=u ფ=p ქ=k"
_GEORGIAN += " ღ=gh ყ=q შ=sh ჩ=ch ც=ts ძ=dz წ=ts ჭ=ch ხ=kh ჯ=j ჰ=h"
_CYRILLIC = "а=a б=b в=v г=g д=d е=e ё=e ж=zh з=z и=i й=y к=k л=l м=m н=n о=o п=p р=r с=s т=t у=u ф=f х=kh"
_CYRILLIC += " ц=ts ч=ch ш=sh щ=shch ъ= ы=y ь= э=e ю=yu я=ya"
# The national romanisation systems, without apostrophes.
_ROMANISATION = str.maketrans(dict(pair.split("=") for pair in f"{_GEORGIAN} {_CYRILLIC}".split()))


def code_stem(name: str) -> str:
    """The readable part of a promo code: the first words of a name in ASCII capitals and digits.

    Georgian and Cyrillic names are romanised; a name in another script becomes ``FRIEND``.
    """
    spelled = name.lower().translate(_ROMANISATION)
    plain = unicodedata.normalize("NFKD", spelled).encode("ascii", "ignore").decode().upper()
    words = ["".join(letter for letter in word if letter.isalnum()) for word in plain.split()]
    stem = ""
    for word in words:
        if stem and len(stem) + len(word) > MAX_STEM_LENGTH:
            break
        stem += word
    return stem[:MAX_STEM_LENGTH] if len(stem) > 1 else DEFAULT_STEM


def promo_code(name: str, secret: str) -> str:
    """A code that is easy to read out and hard to guess, such as ``CAUCASUS-7KQMX``."""
    return f"{code_stem(name)}-{secret}"


# Manage promo codes: affiliates, terms and uses.

LISTED_CODES = 500
AFFILIATE_UNKNOWN = Message("affiliate_unknown", "There is no such affiliate")
CODE_CHARACTERS = Message("promo_code_characters", "Please use 2 to 40 letters, digits, dots and dashes")


class UnknownPromoCode(NotFound):
    """There is no such promo code."""


class CodeTaken(Conflict):
    """A promo code with this name already exists."""


@dataclass(frozen=True, slots=True)
class Codes:
    """The newest codes, and the company's rates in basis points."""

    listed: list[Listed]
    company_discount: int
    company_commission: int


async def list_codes(uow: UnitOfWork, affiliate_id: UUID | None, now: datetime) -> Codes:
    """All codes of the company, or those of one affiliate; at most ``LISTED_CODES``."""
    repository = CodeRepository(uow)
    return Codes(await repository.codes(affiliate_id, LISTED_CODES, now), *await repository.company_rates())


async def add_code(
    uow: UnitOfWork,
    tenant: Tenant,
    actor: Actor,
    *,
    code: str,
    affiliate_id: UUID | None,
    terms: Terms,
    now: datetime,
) -> str:
    """Add a code; without ``code`` one is derived from the owner's name. Raises InvalidInput, CodeTaken."""
    _check(terms)
    repository = CodeRepository(uow)
    name = await repository.affiliate_name(affiliate_id) if affiliate_id else tenant.name
    if name is None:
        raise InvalidInput.of("affiliateId", AFFILIATE_UNKNOWN())
    new_code = code or promo_code(name, "".join(secrets.choice(SPEAKABLE) for _ in range(SECRET_LENGTH)))
    if not CODE_FORM.fullmatch(new_code):
        raise InvalidInput.of("code", CODE_CHARACTERS())
    row = PromoCode(
        tenant_id=tenant.id, code=new_code, affiliate_id=affiliate_id, is_active=True, uses=0, created_at=now
    )
    _set_terms(row, terms, tenant)
    if not await repository.add(row):
        raise CodeTaken
    after = {"affiliate": affiliate_id, **_audited(row, tenant)}
    subject = ("promo_code", new_code)
    await record(uow, actor, "promo_code.created", subject=subject, after=after, now=now)
    return new_code


async def change_code(
    uow: UnitOfWork, tenant: Tenant, actor: Actor, *, code: str, terms: Terms, now: datetime
) -> None:
    """Change the terms of a code; existing bookings are not affected. Raises InvalidInput, UnknownPromoCode."""
    _check(terms)
    row = await CodeRepository(uow).locked(code)
    if row is None:
        raise UnknownPromoCode
    before = _audited(row, tenant)
    _set_terms(row, terms, tenant)
    after = _audited(row, tenant)
    if before != after:
        subject = ("promo_code", code)
        await record(
            uow,
            actor,
            "promo_code.changed",
            subject=subject,
            before=before,
            after=after,
            now=now,
        )


def _check(terms: Terms) -> None:
    if terms.first and terms.last and terms.last < terms.first:
        raise InvalidInput.of("lastDay", LAST_DAY_BEFORE_FIRST())


def _set_terms(row: PromoCode, terms: Terms, tenant: Tenant) -> None:
    row.is_active = terms.is_active
    row.discount_basis_points = terms.discount
    row.commission_basis_points = terms.commission
    row.maximum_uses = terms.maximum_uses
    # An unchanged day keeps its exact time.
    if terms.first != day_of(row.starts_at, tenant.zone):
        row.starts_at = first_moment(terms.first, tenant.zone)
    if terms.last != day_of(row.expires_at, tenant.zone, ends=True):
        row.expires_at = moment_after(terms.last, tenant.zone)


def _audited(row: PromoCode, tenant: Tenant) -> Mapping[str, object]:
    """The audited fields of a code."""
    discount, commission = row.discount_basis_points, row.commission_basis_points
    return {
        "active": row.is_active,
        "discountPercent": None if discount is None else to_json(discount),
        "commissionPercent": None if commission is None else to_json(commission),
        "firstDay": day_of(row.starts_at, tenant.zone),
        "lastDay": day_of(row.expires_at, tenant.zone, ends=True),
        "maximumUses": row.maximum_uses,
    }


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
