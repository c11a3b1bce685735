"""Use cases of promo codes: find, use, add and change, and derive one from a name."""

import secrets
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from abano.accounts.access.principals import Actor
from abano.accounts.audit.service import record
from abano.core.clock import Clock
from abano.core.errors import (
    LAST_DAY_BEFORE_FIRST,
    Conflict,
    InvalidInput,
    Message,
    NotFound,
)
from abano.core.ids import SPEAKABLE
from abano.core.money import to_json
from abano.db.engine import Database
from abano.db.unit_of_work import TenantId, UnitOfWork
from abano.marketing.affiliates.models import PromoCode
from abano.marketing.affiliates.repository import (
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


# Five characters give some six million codes for each name, too many to guess.
SECRET_LENGTH = 5
MAX_STEM_LENGTH = 12
DEFAULT_STEM = "FRIEND"
_GEORGIAN = "ა=a ბ=b გ=g დ=d ე=e ვ=v ზ=z თ=t ი=i კ=k ლ=l მ=m ნ=n ო=o პ=p ჟ=zh რ=r ს=s ტ=t უ=u ფ=p ქ=k"
_CYRILLIC = "а=a б=b в=v г=g д=d е=e ё=e ж=zh з=z и=i й=y к=k л=l м=m н=n о=o п=p р=r с=s т=t у=u ф=f х=kh"
# The national romanisation systems, without apostrophes.
_GEORGIAN += " ღ=gh ყ=q შ=sh ჩ=ch ც=ts ძ=dz წ=ts ჭ=ch ხ=kh ჯ=j ჰ=h"
_CYRILLIC += " ц=ts ч=ch ш=sh щ=shch ъ= ы=y ь= э=e ю=yu я=ya"
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
