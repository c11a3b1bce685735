"""Schemas of promo codes."""

from pydantic import Field

from abano.kit.api_model import ApiModel


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
