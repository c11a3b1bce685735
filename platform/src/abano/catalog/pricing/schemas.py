"""Schemas of the price engine."""

from collections.abc import Mapping
from datetime import date, datetime
from typing import Annotated, Any

from pydantic import AfterValidator, BeforeValidator, Field
from pydantic.alias_generators import to_camel

from abano.catalog.pricing.days import MAX_RENTAL_DAYS
from abano.catalog.pricing.rules import CAR_MISSING, Price, line_params
from abano.catalog.published.document_fields import FlightNumber, HandoverKind
from abano.catalog.published.handover import agreed_place
from abano.core.api_model import Amount, ApiModel, NamedVersion, SuccessResponse
from abano.core.errors import RefusedValue
from abano.core.money import to_json
from abano.core.text import clean

SERVICE_FLAGS = (
    "prepaid_fuel",
    "prepaid_car_wash",
    "road_assistance",
    "baby_seat",
    "cross_border_armenia",
    "car_roof_tent",
    "camping_equipment",
)
CODES_OF_FLAGS = tuple((flag, to_camel(flag)) for flag in SERVICE_FLAGS)


def _null_is_no(value: Any) -> Any:
    return False if value is None else value


def _some_car(name: str) -> str:
    if not (cleaned := clean(name)):
        raise RefusedValue(CAR_MISSING())
    return cleaned


Flag = Annotated[bool, BeforeValidator(_null_is_no)]
# The code of a place, an insurance or a service.
Code = Annotated[str, Field(max_length=60), AfterValidator(clean)]


class ServiceChoices(ApiModel):
    """The services of the first company by name, and those of any company by code."""

    prepaid_fuel: Flag = False
    prepaid_car_wash: Flag = False
    road_assistance: Flag = False
    baby_seat: Flag = False
    cross_border_armenia: Flag = False
    car_roof_tent: Flag = False
    camping_equipment: Flag = False
    services: list[Code] = Field(default=[], max_length=40)

    def service_codes(self) -> tuple[str, ...]:
        """The chosen codes, each as often as it is chosen."""
        named = [code for flag, code in CODES_OF_FLAGS if getattr(self, flag)]
        return (*(code for code in named if code not in self.services), *self.services)


class QuoteRequest(ServiceChoices):
    car_type: Annotated[str, Field(min_length=1, max_length=120), AfterValidator(_some_car)]
    pickup_location: Code = ""
    dropoff_location: Code = ""
    # Codes of the handover places there; empty: none chosen.
    pickup_place: Code = ""
    dropoff_place: Code = ""
    days: int | None = Field(default=None, ge=1, le=MAX_RENTAL_DAYS)
    pickup_date: date | None = None
    pickup_time: str = Field(default="", max_length=5)
    return_date: date | None = None
    return_time: str = Field(default="", max_length=5)
    # Left out: the one that the company preselects, as in every total of the site.
    insurance_type: Code | None = None
    # Null while it is not known: the fee of a young driver is then left out.
    driver_age: int | None = Field(default=None, ge=0, le=150)
    promo_code: str | None = Field(default=None, max_length=200)
    # Of an earlier quote: its price, as long as that holds.
    catalog_version: NamedVersion = None


class PriceLine(ApiModel):
    """``code`` and ``params`` say in any language what ``label`` says; names in them are the company's own."""

    code: str
    label: str
    params: dict[str, str | int]
    quantity: int
    unit_price: Amount
    amount: Amount


class QuotePromo(ApiModel):
    """The promo code of the request. ``percentage`` of the whole price; 0 when it is not valid."""

    code: str
    valid: bool
    percentage: int | float
    referrer: str | None


class QuoteResponse(SuccessResponse):
    daily_rate: Amount
    days: int
    base_total: Amount
    delivery_fee: Amount
    total_price: Amount
    currency: str
    lines: list[PriceLine]
    promo: QuotePromo | None
    # A booking that names this version until then has the same price.
    catalog_version: int
    valid_until: datetime

    @classmethod
    def of(
        cls, price: Price, promo: QuotePromo | None, *, version: int, valid_until: datetime
    ) -> "QuoteResponse":
        return cls(
            catalog_version=version,
            valid_until=valid_until,
            promo=promo,
            daily_rate=to_json(price.daily_rate),
            days=price.days,
            base_total=to_json(price.base_total),
            delivery_fee=to_json(price.delivery_fee),
            total_price=to_json(price.total),
            currency=price.currency,
            lines=[
                PriceLine(
                    code=line.code,
                    label=line.label,
                    params=line_params(line.code, line.label, line.quantity),
                    quantity=line.quantity,
                    unit_price=to_json(line.unit_price),
                    amount=to_json(line.amount),
                )
                for line in price.lines
            ],
        )


class AgreedPlace(ApiModel):
    """A handover place as a booking agreed on it, in one language."""

    code: str
    kind: HandoverKind
    name: str
    meeting_point: str
    instructions: str
    # Degrees, both or none.
    latitude: float | None
    longitude: float | None
    flight_number: FlightNumber

    @classmethod
    def of(cls, stored: Mapping[str, Any] | None, language: str) -> "AgreedPlace | None":
        """``stored``: of a booking."""
        agreed = agreed_place(stored)
        if agreed is None:
            return None
        place = agreed.in_language(language)
        return cls(
            code=place.code,
            kind=place.kind,
            name=place.name,
            meeting_point=place.meeting_point,
            instructions=place.instructions,
            latitude=None if place.latitude is None else float(place.latitude),
            longitude=None if place.longitude is None else float(place.longitude),
            flight_number=place.flight_number,
        )
