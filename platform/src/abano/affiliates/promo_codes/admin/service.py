"""Manage promo codes: affiliates, terms and uses."""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from abano.affiliates.promo_codes.admin.repository import CodeRepository, Listed
from abano.affiliates.promo_codes.new_codes import SECRET_LENGTH, promo_code
from abano.affiliates.promo_codes.rules import CODE_FORM, Terms, day_of, first_moment, moment_after
from abano.audit.service import record
from abano.auth.principals import Actor
from abano.database.unit_of_work import UnitOfWork
from abano.errors import Conflict, InvalidInput, NotFound
from abano.errors.messages import Message
from abano.kit.ids import SPEAKABLE
from abano.kit.money import to_json
from abano.kit.periods import LAST_DAY_BEFORE_FIRST
from abano.models.promo_codes import PromoCode
from abano.tenants.tenant import Tenant

LISTED_CODES = 500
AFFILIATE_UNKNOWN = Message("affiliate_unknown", "There is no such affiliate")
CODE_CHARACTERS = Message("promo_code_characters", "Please use 2 to 40 letters, digits, dots and dashes")


class UnknownPromoCode(NotFound):
    """There is no such promo code."""


class CodeTaken(Conflict):
    """There is a promo code of this name already."""


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
