"""Schemas of promo codes."""

from datetime import date, datetime
from decimal import Decimal
from typing import Annotated, Literal
from uuid import UUID

from pydantic import Field

from abano.core.api_model import ApiModel
from abano.core.money import to_json, to_minor
from abano.marketing.promo_codes.repository import Listed
from abano.marketing.promo_codes.rules import CodeState, Terms, day_of, normal_code
from abano.tenancy.directory.tenant import Tenant


class PromoRequest(ApiModel):
    promo_code: str = Field(default="", max_length=200)


class PromoReferrer(ApiModel):
    name: str


class PromoDiscount(ApiModel):
    """A percentage of the whole price, such as 10 or 12.5."""

    percentage: int | float


class PromoResponse(ApiModel):
    valid: bool
    referrer: PromoReferrer | None = None
    discount: PromoDiscount | None = None
    error: str | None = None
    code: str | None = None


# Schemas of managing promo codes. Rates are in percent, null for the company's.

Percent = Annotated[Decimal, Field(ge=0, le=100, decimal_places=2)]
# Within these limits every day has a moment in every time zone.
FIRST_DAY, LAST_DAY = date(2000, 1, 1), date(9998, 12, 31)
Day = Annotated[date, Field(ge=FIRST_DAY, le=LAST_DAY)]


class CodeTerms(ApiModel):
    """Days are in the company's time zone, both included."""

    is_active: bool = True
    discount_percent: Percent | None = None
    commission_percent: Percent | None = None
    first_day: Day | None = None
    last_day: Day | None = None
    maximum_uses: Annotated[int, Field(ge=1, le=1_000_000)] | None = None

    def terms(self) -> Terms:
        return Terms(
            is_active=self.is_active,
            discount=None if self.discount_percent is None else to_minor(self.discount_percent),
            commission=None if self.commission_percent is None else to_minor(self.commission_percent),
            first=self.first_day,
            last=self.last_day,
            maximum_uses=self.maximum_uses,
        )


class NewCode(CodeTerms):
    """Without ``code``, one is derived from the affiliate's or the company's name."""

    code: str = Field(default="", max_length=200)
    affiliate_id: UUID | None = None

    def normal(self) -> str:
        return normal_code(self.code) or ""


class CodeOut(ApiModel):
    code: str
    affiliate_id: UUID | None
    affiliate_name: str | None
    is_active: bool
    discount_percent: int | float | None
    commission_percent: int | float | None
    first_day: date | None
    last_day: date | None
    maximum_uses: int | None
    uses: int
    state: CodeState
    created_at: datetime

    @classmethod
    def of(cls, listed: Listed, tenant: Tenant) -> "CodeOut":
        row = listed.code
        discount, commission = row.discount_basis_points, row.commission_basis_points
        return cls(
            code=row.code,
            affiliate_id=row.affiliate_id,
            affiliate_name=listed.affiliate_name,
            is_active=row.is_active,
            discount_percent=None if discount is None else to_json(discount),
            commission_percent=None if commission is None else to_json(commission),
            first_day=day_of(row.starts_at, tenant.zone),
            last_day=day_of(row.expires_at, tenant.zone, ends=True),
            maximum_uses=row.maximum_uses,
            uses=row.uses,
            state=listed.state,
            created_at=row.created_at,
        )


class CodesResponse(ApiModel):
    """``discount_percent`` and ``commission_percent`` are the company's rates."""

    success: Literal[True] = True
    discount_percent: int | float
    commission_percent: int | float
    codes: list[CodeOut]


class NewCodeResponse(ApiModel):
    success: Literal[True] = True
    code: str
