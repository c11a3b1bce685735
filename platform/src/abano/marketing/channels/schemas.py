"""Channels as the console reads and writes them."""

from decimal import Decimal
from typing import Annotated
from uuid import UUID

from pydantic import AfterValidator, Field, StringConstraints

from abano.catalog.published.document_fields import Slug
from abano.core.api_model import ApiModel
from abano.core.text import clean
from abano.marketing.channels.models import ChannelRow
from abano.marketing.channels.rules import Kind, RateBasis

MAX_NAME_LENGTH, MAX_CARS = 80, 500


class ChannelRequest(ApiModel):
    """``hidden_cars``: slugs of the cars that this channel does not offer."""

    name: Annotated[
        str,
        StringConstraints(strip_whitespace=True),
        AfterValidator(clean),
        Field(min_length=1, max_length=MAX_NAME_LENGTH),
    ]
    kind: Kind
    rate_basis: RateBasis
    commission_percent: Annotated[Decimal, Field(ge=0, le=100, decimal_places=2)]
    hidden_cars: Annotated[list[Slug], Field(max_length=MAX_CARS)] = Field(default_factory=list)
    is_active: bool = True


class ChannelOut(ApiModel):
    """``commission_percent``: of the price agreed when a booking is made."""

    id: UUID
    name: str
    kind: Kind
    rate_basis: RateBasis
    commission_percent: float
    hidden_cars: list[str]
    is_active: bool

    @classmethod
    def of(cls, row: ChannelRow) -> "ChannelOut":
        return cls.model_validate(
            {
                "id": row.id,
                "name": row.name,
                "kind": row.kind,
                "rate_basis": row.rate_basis,
                "commission_percent": row.commission_basis_points / 100,
                "hidden_cars": row.hidden_cars,
                "is_active": row.is_active,
            }
        )


class ChannelCar(ApiModel):
    """A car that channels can offer once it has an ACRISS code."""

    slug: str
    name: str
    acriss_code: str | None


class ChannelsResponse(ApiModel):
    channels: list[ChannelOut]
    cars: list[ChannelCar]
