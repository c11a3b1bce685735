"""The complete catalogue of a company as one document, read by seeds, imports, drafts and versions.

The JSON has the shape of a template's catalog.json, with each item's ``position`` and ``translations``.
Unknown fields are ignored: during a rolling upgrade this release reads documents written by the next one.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date, timedelta
from decimal import Decimal
from typing import Annotated, Any, Literal, Self
from uuid import UUID

from pydantic import AfterValidator, Field, model_validator
from pydantic.alias_generators import to_camel, to_snake

from abano.catalog.published.document_fields import (
    MAX_ENTRIES,
    MAX_RENTAL_DAYS,
    AcrissCode,
    CarCategory,
    CarTexts,
    ClockTime,
    Code,
    Coordinate,
    EmptyIsNone,
    Equipment,
    FlightNumber,
    HandoverKind,
    HandoverPlaceTexts,
    InsuranceCode,
    InsuranceTexts,
    Lines,
    LongText,
    Money,
    Name,
    NoneIsEmpty,
    OptionalMoney,
    Percent,
    PlaceCode,
    PlaceTexts,
    PlainNumber,
    Position,
    SeasonTexts,
    ServiceTexts,
    Short,
    Slug,
    Words,
    each_days_once,
)
from abano.core.api_model import ApiModel
from abano.core.errors import Message, RefusedValue, Sentence
from abano.core.text import fold, without_nul

MAX_CARS = 500
MAX_ITEMS = 100
MAX_FEES = 2_500
MAX_HANDOVER_PLACES = 300
MAX_DRIVING_TIMES = 2_500
MAX_DRIVING_MINUTES, MAX_DRIVING_KILOMETRES = 2_880, 5_000
MAX_SEASON = timedelta(days=365)
SEASON_TOO_LONG = Message("catalog_season_too_long", "A season ends on its first day or later, within a year")
POINT_INCOMPLETE = Message("catalog_point_incomplete", "Please enter both latitude and longitude, or neither")
KEY_TWICE = Message("catalog_key_twice", "{key} is used twice")
NAME_TWICE = Message("catalog_name_twice", "Another car has the name {name}")
PLACE_UNKNOWN = Message("catalog_place_unknown", "There is no place with the code {code}")
PAIR_TWICE = Message("catalog_pair_twice", "The pair {pickup} and {dropoff} appears twice")
SAME_PLACE = Message("catalog_same_place", "A driving time is between two different places")
NO_COVER_RECOMMENDED = Message(
    "catalog_no_cover_recommended",
    "An option that costs nothing and leaves an excess cannot be the one you recommend",
)
CAR_UNKNOWN = Message("catalog_car_unknown", "There is no car {car}")


Category = Literal[""] | CarCategory
Luggage = Annotated[int | None, Field(ge=0, le=20)]


class ImageItem(ApiModel):
    """A picture of a car: one of the media library, or one at an address."""

    view: Words = ""
    src: Annotated[str, Field(max_length=500)] = ""
    media_id: UUID | None = None
    alt: Annotated[str, Field(max_length=300), NoneIsEmpty] = ""
    # Focal point for cropping, measured from the left and from the top, 0 to 1.
    focus: dict[Literal["x", "y"], Annotated[float, Field(ge=0, le=1)]] | None = None


class OpeningItem(ApiModel):
    """Monday is 1."""

    weekday: Annotated[int, Field(ge=1, le=7)]
    opens: ClockTime
    closes: ClockTime


class RateItem(ApiModel):
    min_days: Annotated[int, Field(ge=1, le=MAX_RENTAL_DAYS)]
    daily_rate: Money


Rates = Annotated[list[RateItem], Field(max_length=30), each_days_once(lambda rate: rate.min_days)]


class CarItem(ApiModel):
    """``rates`` empty: the base rate less the company's discounts by length."""

    slug: Slug
    name: Name
    title: Short = ""
    description: LongText = ""
    base_rate: Money
    seats: Annotated[int, Field(ge=1, le=60)]
    transmission: Words
    fuel_type: Words
    drive_wheels: Words
    fuel_consumption: Annotated[
        Decimal | None, Field(ge=0, le=99, decimal_places=1), EmptyIsNone, PlainNumber
    ] = None
    specs: Lines = Field(default_factory=list)
    images: Annotated[list[ImageItem], Field(max_length=40)] = Field(default_factory=list)
    video_url: Annotated[str | None, Field(max_length=500), EmptyIsNone] = None
    category: Category = ""
    equipment: Annotated[list[Equipment], Field(max_length=MAX_ENTRIES)] = Field(default_factory=list)
    luggage_large: Luggage = None
    luggage_small: Luggage = None
    doors: Annotated[int | None, Field(ge=1, le=9)] = None
    year: Annotated[int | None, Field(ge=1900, le=2100)] = None
    # None in any of these four: the company-wide terms apply.
    deposit: OptionalMoney = None
    excess: OptionalMoney = None
    kilometres_a_day: Annotated[int | None, Field(ge=1, le=10_000)] = None
    minimum_age: Annotated[int | None, Field(ge=16, le=99)] = None
    # The class of the car as brokers name it: category, type, gearbox and drive, fuel and air conditioning.
    acriss_code: AcrissCode = None
    in_fleet: bool = False
    in_search: bool = False
    rates: Rates = Field(default_factory=list)
    position: Position = 0
    translations: dict[Words, CarTexts] = Field(default_factory=dict)


class PlaceItem(ApiModel):
    code: PlaceCode
    name: Name
    kind: Literal["office", "airport", "hotel", "city"] = "city"
    address: Annotated[str, Field(max_length=300)] = ""
    # Degrees. Both are set or neither is.
    latitude: Annotated[Decimal | None, Field(ge=-90, le=90), Coordinate] = None
    longitude: Annotated[Decimal | None, Field(ge=-180, le=180), Coordinate] = None
    # Empty: always open.
    opening_hours: Annotated[list[OpeningItem], Field(max_length=21)] = Field(default_factory=list)
    out_of_hours_fee: Money = 0
    needs_flight_number: bool = False
    needs_address: bool = False
    position: Position = 0
    translations: dict[Words, PlaceTexts] = Field(default_factory=dict)


class HandoverPlaceItem(ApiModel):
    """Where exactly people meet in a place of the catalogue; ``location`` is the place's code."""

    code: PlaceCode
    location: PlaceCode
    # With ``address``, the customer enters the location, such as a hotel or a street.
    kind: HandoverKind
    name: Name
    meeting_point: Annotated[str, Field(max_length=300), AfterValidator(without_nul)] = ""
    instructions: Annotated[str, Field(max_length=1000), AfterValidator(without_nul)] = ""
    # A photo of the meeting point.
    images: Annotated[list[ImageItem], Field(max_length=1)] = Field(default_factory=list)
    latitude: Annotated[Decimal | None, Field(ge=-90, le=90), Coordinate] = None
    longitude: Annotated[Decimal | None, Field(ge=-180, le=180), Coordinate] = None
    # Empty: always open. Outside these hours the place can't be chosen.
    opening_hours: Annotated[list[OpeningItem], Field(max_length=21)] = Field(default_factory=list)
    # For a pickup, and for a return.
    fee: Money = 0
    flight_number: FlightNumber = "off"
    is_active: bool = True
    position: Position = 0
    translations: dict[Words, HandoverPlaceTexts] = Field(default_factory=dict)


class DeliveryFeeItem(ApiModel):
    pickup: PlaceCode
    dropoff: PlaceCode
    fee: Money


class DrivingTimeItem(ApiModel):
    """Between two places, in either direction; kept in the alphabetical order of their codes."""

    start: PlaceCode
    end: PlaceCode
    minutes: Annotated[int, Field(ge=1, le=MAX_DRIVING_MINUTES)]
    kilometres: Annotated[int | None, Field(ge=1, le=MAX_DRIVING_KILOMETRES), EmptyIsNone] = None

    @model_validator(mode="before")
    @classmethod
    def _in_order(cls, value: Any) -> Any:
        if isinstance(value, dict) and str(value.get("end")) < str(value.get("start")):
            return {**value, "start": value.get("end"), "end": value.get("start")}
        return value


class InsuranceItem(ApiModel):
    code: InsuranceCode
    label: Name
    description: LongText = ""
    bullets: Lines = Field(default_factory=list)
    exclusions: Lines = Field(default_factory=list)
    # The renter's excess for damage. None: not set.
    excess: OptionalMoney = None
    daily_rate: Money
    recommended: bool = False
    position: Position = 0
    translations: dict[Words, InsuranceTexts] = Field(default_factory=dict)


class ServiceItem(ApiModel):
    code: Code
    group: Name
    label: Name
    description: LongText = ""
    note: Short = ""
    charge: Literal["flat", "perDay"]
    price: Money
    hidden_for_cars: Lines = Field(default_factory=list)
    # Units the company owns. None: unlimited.
    stock: Annotated[int | None, Field(ge=0, le=10_000)] = None
    max_per_booking: Annotated[int, Field(ge=1, le=20)] = 1
    # Empty: all cars.
    only_for_cars: Annotated[list[Slug], Field(max_length=MAX_CARS)] = Field(default_factory=list)
    position: Position = 0
    translations: dict[Words, ServiceTexts] = Field(default_factory=dict)


class SeasonItem(ApiModel):
    """``percent`` is added to the normal rates; a car with ``rates`` here (by slug) takes these.

    ``only_listed_cars``: it holds for cars with ``rates`` alone, before seasons of all cars.
    """

    code: PlaceCode
    name: Name
    starts: date
    ends: date
    every_year: bool = True
    only_listed_cars: bool = False
    percent: Percent = 0
    rates: Annotated[dict[Slug, Rates], Field(max_length=MAX_CARS)] = Field(default_factory=dict)
    position: Position = 0
    translations: dict[Words, SeasonTexts] = Field(default_factory=dict)

    @model_validator(mode="after")
    def _in_order(self) -> Self:
        if self.ends < self.starts or self.ends - self.starts > MAX_SEASON:
            raise RefusedValue(SEASON_TOO_LONG())
        return self


class WeekendRule(ApiModel):
    weekdays: Annotated[list[Annotated[int, Field(ge=1, le=7)]], Field(max_length=7)]
    percent: Percent


class LastMinuteRule(ApiModel):
    """For pickups within so many days of the booking."""

    days: Annotated[int, Field(ge=1, le=365)]
    percent: Percent


class PriceRulesItem(ApiModel):
    weekend: WeekendRule | None = None
    last_minute: LastMinuteRule | None = None


class CatalogDocument(ApiModel):
    cars: Annotated[list[CarItem], Field(max_length=MAX_CARS)] = Field(default_factory=list)
    locations: Annotated[list[PlaceItem], Field(max_length=MAX_ITEMS)] = Field(default_factory=list)
    handover_places: Annotated[list[HandoverPlaceItem], Field(max_length=MAX_HANDOVER_PLACES)] = Field(
        default_factory=list
    )
    delivery_fees: Annotated[list[DeliveryFeeItem], Field(max_length=MAX_FEES)] = Field(default_factory=list)
    driving_times: Annotated[list[DrivingTimeItem], Field(max_length=MAX_DRIVING_TIMES)] = Field(
        default_factory=list
    )
    insurance: Annotated[list[InsuranceItem], Field(max_length=MAX_ITEMS)] = Field(default_factory=list)
    services: Annotated[list[ServiceItem], Field(max_length=MAX_ITEMS)] = Field(default_factory=list)
    seasons: Annotated[list[SeasonItem], Field(max_length=MAX_ITEMS)] = Field(default_factory=list)
    price_rules: PriceRulesItem = Field(default_factory=PriceRulesItem)


Json = dict[str, Any]
# Document lists whose items have their own key, and the key's field. Lists not named here are edited as a
# whole.
KEYS: Mapping[str, str] = {
    "cars": "slug",
    "locations": "code",
    "handoverPlaces": "code",
    "insurance": "code",
    "services": "code",
    "seasons": "code",
}
WHOLE_LISTS = ("deliveryFees", "drivingTimes")
# The key of a list that is edited as a whole.
WHOLE = "all"
PARTS = tuple(to_camel(name) for name in CatalogDocument.model_fields)


def as_json(document: CatalogDocument) -> Json:
    """The document as it is stored and sent: every field, in one form."""
    return document.model_dump(mode="json", by_alias=True)


def with_positions(document: Json) -> Json:
    """The document with list order written as positions where a position is missing."""
    return {
        part: [
            {"position": number, **item} if part in KEYS and isinstance(item, dict) else item
            for number, item in enumerate(items)
        ]
        if isinstance(items, list)
        else items
        for part, items in document.items()
    }


def contradictions(document: CatalogDocument) -> Iterator[tuple[str, Sentence]]:
    """Inconsistencies between items, each with its path, such as ``deliveryFees.3.pickup``."""
    for part, field in KEYS.items():
        keys = [getattr(item, field).lower() for item in getattr(document, to_snake(part))]
        for number, key in _repeated(keys):
            yield f"{part}.{number}.{field}", KEY_TWICE(key=key)
    for number, _ in _repeated([fold(car.name) for car in document.cars]):
        yield f"cars.{number}.name", NAME_TWICE(name=document.cars[number].name)
    yield from _place_contradictions(document)
    for number, option in enumerate(document.insurance):
        if option.recommended and option.daily_rate == 0 and option.excess != 0:
            yield f"insurance.{number}.recommended", NO_COVER_RECOMMENDED()
    yield from _fee_contradictions(document)
    yield from _driving_contradictions(document)
    yield from _unknown_cars(document)


def _place_contradictions(document: CatalogDocument) -> Iterator[tuple[str, Sentence]]:
    for number, place in enumerate(document.locations):
        if (place.latitude is None) != (place.longitude is None):
            yield f"locations.{number}.latitude", POINT_INCOMPLETE()
    locations = {place.code for place in document.locations}
    for number, meeting in enumerate(document.handover_places):
        if (meeting.latitude is None) != (meeting.longitude is None):
            yield f"handoverPlaces.{number}.latitude", POINT_INCOMPLETE()
        if meeting.location not in locations:
            yield f"handoverPlaces.{number}.location", PLACE_UNKNOWN(code=meeting.location)


def _fee_contradictions(document: CatalogDocument) -> Iterator[tuple[str, Sentence]]:
    places = {place.code for place in document.locations}
    pairs = [(fee.pickup, fee.dropoff) for fee in document.delivery_fees]
    for number, pair in enumerate(pairs):
        for field, code in zip(("pickup", "dropoff"), pair, strict=True):
            if code not in places:
                yield f"deliveryFees.{number}.{field}", PLACE_UNKNOWN(code=code)
    for number, (pickup, dropoff) in _repeated(pairs):
        yield f"deliveryFees.{number}.dropoff", PAIR_TWICE(pickup=pickup, dropoff=dropoff)


def _driving_contradictions(document: CatalogDocument) -> Iterator[tuple[str, Sentence]]:
    places = {place.code for place in document.locations}
    pairs = [(time.start, time.end) for time in document.driving_times]
    for number, (start, end) in enumerate(pairs):
        for field, code in (("start", start), ("end", end)):
            if code not in places:
                yield f"drivingTimes.{number}.{field}", PLACE_UNKNOWN(code=code)
        if start == end:
            yield f"drivingTimes.{number}.end", SAME_PLACE()
    for number, (start, end) in _repeated(pairs):
        yield f"drivingTimes.{number}.end", PAIR_TWICE(pickup=start, dropoff=end)


def _unknown_cars(document: CatalogDocument) -> Iterator[tuple[str, Sentence]]:
    slugs = {car.slug for car in document.cars}
    for number, service in enumerate(document.services):
        for car in sorted(set(service.only_for_cars) - slugs):
            yield f"services.{number}.onlyForCars", CAR_UNKNOWN(car=car)
    for number, season in enumerate(document.seasons):
        for car in sorted(set(season.rates) - slugs):
            yield f"seasons.{number}.rates", CAR_UNKNOWN(car=car)


def _repeated(keys: Sequence[Any]) -> Iterator[tuple[int, Any]]:
    """The entries that were there before, with their places."""
    seen: set[Any] = set()
    for number, key in enumerate(keys):
        if key in seen:
            yield number, key
        seen.add(key)
