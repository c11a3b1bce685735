"""An immutable snapshot of a company's catalogue and rental rules."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from decimal import Decimal
from functools import cached_property
from typing import Any, Literal, TypeVar
from uuid import UUID

from abano.catalog.published.document_fields import (
    CarCategory,
    CarTexts,
    Equipment,
    InsuranceTexts,
    PlaceTexts,
    SeasonTexts,
    ServiceTexts,
)
from abano.catalog.published.handover import HandoverPlace, Opening
from abano.core.text import fold


@dataclass(frozen=True, slots=True)
class Band:
    """The ``daily_rate`` (minor units) of rentals of ``min_days`` or more."""

    min_days: int
    daily_rate: int


@dataclass(frozen=True, slots=True)
class Season:
    """Days from ``starts`` to ``ends``, inclusive; with ``every_year`` the year is ignored.

    A car with its own rates in the band (by its id) uses them. Other cars use their normal rate plus
    ``percent``.
    """

    code: str
    name: str
    starts: date
    ends: date
    every_year: bool
    percent: int = 0
    bands: Mapping[UUID, tuple[Band, ...]] = field(default_factory=dict)
    translations: Mapping[str, SeasonTexts] = field(default_factory=dict)
    # Other cars have the next season that holds the day, or their normal rates.
    only_listed_cars: bool = False

    def is_for(self, car: "Car | None") -> bool:
        return not self.only_listed_cars or (car is not None and car.id in self.bands)

    def holds(self, day: date) -> bool:
        if not self.every_year:
            return self.starts <= day <= self.ends
        first, last, asked = ((each.month, each.day) for each in (self.starts, self.ends, day))
        # The band crosses the new year if it ends in a later year than it starts.
        if self.starts.year == self.ends.year:
            return first <= asked <= last
        return asked >= first or asked <= last

    def in_language(self, language: str) -> "Season":
        texts = self.translations.get(language)
        return self if texts is None else replace(self, name=texts.name or self.name)


@dataclass(frozen=True, slots=True)
class PriceRules:
    """Percents of a day's rate, negative for less; 0 is no rule. Weekdays by ISO: Monday is 1."""

    weekend_days: frozenset[int] = frozenset()
    weekend_percent: int = 0
    # Applies to rentals picked up within this many days of the booking.
    last_minute_days: int = 0
    last_minute_percent: int = 0


# When a booking's commission becomes payable.
PayableOn = Literal["booking", "confirmation", "completion"]
PlaceKind = Literal["office", "airport", "hotel", "city"]
Item = TypeVar("Item")
SAVES_INCOMPLETE_BOOKINGS = "saveIncompleteBookings"
FORM_ORDER = "formOrder"
EMBED_ORIGINS = "embedOrigins"
# Step orders of the booking form. The second one starts with the contact details.
FormOrder = Literal["tripFirst", "contactFirst"]


@dataclass(frozen=True, slots=True)
class Discount:
    """The discount of rentals of ``min_days`` or more on the base rate of a car without bands."""

    min_days: int
    percent: int


@dataclass(frozen=True, slots=True)
class Car:
    id: UUID
    slug: str
    name: str
    title: str
    description: str
    base_rate: int
    seats: int
    transmission: str
    fuel_type: str
    drive_wheels: str
    fuel_consumption: Decimal | None
    specs: tuple[str, ...]
    images: tuple[Mapping[str, Any], ...]
    video_url: str | None
    in_fleet: bool
    in_search: bool
    bands: tuple[Band, ...]
    translations: Mapping[str, CarTexts] = field(default_factory=dict)
    category: CarCategory | None = None
    equipment: tuple[Equipment, ...] = ()
    luggage_large: int | None = None
    luggage_small: int | None = None
    doors: int | None = None
    year: int | None = None
    # None in any of these four: the company-wide terms apply. Amounts in minor units.
    deposit: int | None = None
    excess: int | None = None
    kilometres_a_day: int | None = None
    minimum_age: int | None = None
    acriss_code: str | None = None

    def in_language(self, language: str) -> "Car":
        texts = self.translations.get(language)
        if texts is None:
            return self
        alts = {image.view: image.alt for image in texts.images}
        return replace(
            self,
            title=texts.title or self.title,
            description=texts.description or self.description,
            specs=tuple(texts.specs) or self.specs,
            images=tuple(
                {**image, "alt": alts.get(str(image.get("view")), image.get("alt"))} for image in self.images
            ),
        )


@dataclass(frozen=True, slots=True)
class Place:
    """``out_of_hours_fee`` (minor units) for a pickup or a return outside ``opening_hours``; without any it is always
    open.
    """

    code: str
    name: str
    translations: Mapping[str, PlaceTexts] = field(default_factory=dict)
    kind: PlaceKind = "city"
    address: str = ""
    # Degrees. Both are set or neither is.
    latitude: Decimal | None = None
    longitude: Decimal | None = None
    opening_hours: tuple[Opening, ...] = ()
    out_of_hours_fee: int = 0
    needs_flight_number: bool = False
    needs_address: bool = False

    def in_language(self, language: str) -> "Place":
        texts = self.translations.get(language)
        if texts is None:
            return self
        return replace(self, name=texts.name or self.name, address=texts.address or self.address)


@dataclass(frozen=True, slots=True)
class Insurance:
    """``bullets`` list what is covered, ``exclusions`` what is not.

    ``excess``: the renter's maximum liability for damage to the car (minor units). None: not set.
    """

    code: str
    label: str
    description: str
    bullets: tuple[str, ...]
    exclusions: tuple[str, ...]
    excess: int | None
    daily_rate: int
    translations: Mapping[str, InsuranceTexts] = field(default_factory=dict)
    recommended: bool = False

    def in_language(self, language: str) -> "Insurance":
        texts = self.translations.get(language)
        if texts is None:
            return self
        return replace(
            self,
            label=texts.label or self.label,
            description=texts.description or self.description,
            bullets=tuple(texts.bullets) or self.bullets,
            exclusions=tuple(texts.exclusions) or self.exclusions,
        )


@dataclass(frozen=True, slots=True)
class Service:
    code: str
    group: str
    label: str
    description: str
    note: str
    charge: Literal["flat", "per_day"]
    price: int
    hidden_for_cars: tuple[str, ...]
    translations: Mapping[str, ServiceTexts] = field(default_factory=dict)
    # Units the company owns. None: unlimited.
    stock: int | None = None
    max_per_booking: int = 1
    # Slugs; empty: all cars.
    only_for_cars: tuple[str, ...] = ()

    def in_language(self, language: str) -> "Service":
        texts = self.translations.get(language)
        if texts is None:
            return self
        return replace(
            self,
            group=texts.group or self.group,
            label=texts.label or self.label,
            description=texts.description or self.description,
            note=texts.note or self.note,
        )


@dataclass(frozen=True, slots=True)
class RentalRules:
    """A company's rental rules. ``unknown_car_daily_rate`` in minor units."""

    timezone: str
    currency: str
    languages: tuple[str, ...]
    minimum_days: int
    driver_minimum_age: int
    driver_maximum_age: int
    group_maximum: int
    phone_prefix: str
    unknown_car_daily_rate: int
    length_discounts: tuple[Discount, ...]
    promo_discount_basis_points: int
    commission_basis_points: int
    commission_payable_on: PayableOn
    unconfirmed_hours: int
    retention_days: int
    consent_required: bool
    click_id_domains: tuple[str, ...]
    # Whether vehicle availability is tracked, and the minutes between two rentals of a vehicle.
    availability: bool
    turn_round_minutes: int
    brand: Mapping[str, Any]
    contacts: Mapping[str, Any]
    integrations: Mapping[str, Any]
    # None: the first of ``languages``.
    team_language: str | None = None
    # Days after a rental's end until drivers' documents are deleted.
    document_days: int = 90

    @property
    def language_of_team(self) -> str:
        return self.team_language or self.languages[0]


@dataclass(frozen=True, slots=True)
class Drive:
    """By car between two locations, in either direction."""

    start: str
    end: str
    minutes: int
    kilometres: int | None


@dataclass(frozen=True)
class Catalog:
    """``delivery_fees``: by codes of pickup and return. Lookups by name or code ignore case and spacing.

    Texts are in the company's first language; ``in_language`` returns the same catalogue in another one.
    """

    rules: RentalRules
    cars: tuple[Car, ...]
    locations: tuple[Place, ...]
    delivery_fees: Mapping[tuple[str, str], int]
    insurance: tuple[Insurance, ...]
    services: tuple[Service, ...]
    # In order of precedence: the first band that contains a day sets its rate.
    seasons: tuple[Season, ...] = ()
    price_rules: PriceRules = field(default_factory=PriceRules)
    # Exact handover points, in display order within each location.
    handover_places: tuple[HandoverPlace, ...] = ()
    driving_times: tuple[Drive, ...] = ()
    # The number of the catalogue version. Quotes and bookings store it.
    version: int = 1
    _localized: dict[str, "Catalog"] = field(default_factory=dict, init=False, repr=False, compare=False)

    def in_language(self, language: str) -> "Catalog":
        """The catalogue with texts in this language and the first language as the fallback. Cached.

        ``language`` must be one of the company's languages: the cache has no limit.
        """
        localized = self._localized.get(language)
        if localized is None:
            localized = self._localized[language] = replace(
                self,
                cars=tuple(item.in_language(language) for item in self.cars),
                locations=tuple(item.in_language(language) for item in self.locations),
                insurance=tuple(item.in_language(language) for item in self.insurance),
                services=tuple(item.in_language(language) for item in self.services),
                seasons=tuple(item.in_language(language) for item in self.seasons),
                handover_places=tuple(item.in_language(language) for item in self.handover_places),
            )
        return localized

    def car(self, name: str) -> Car | None:
        return self._cars.get(name) or self._cars.get(fold(name))

    def location(self, code: str) -> Place | None:
        return self._locations.get(code) or self._locations.get(fold(code))

    def handover_place(self, location: str, code: str) -> HandoverPlace | None:
        """The place of this code in a location, also one that is not offered now."""
        place = self._handover_places.get(code) or self._handover_places.get(fold(code))
        return place if place and place.location == fold(location) else None

    def delivery_fee(self, pickup: str, dropoff: str) -> int:
        """Minor units; 0 when a place is missing or the pair is not listed."""
        fee = self.delivery_fees.get((pickup, dropoff))
        return self.delivery_fees.get((fold(pickup), fold(dropoff)), 0) if fee is None else fee

    def insurance_option(self, code: str) -> Insurance | None:
        return self._insurance.get(code) or self._insurance.get(fold(code))

    @property
    def preselected_insurance(self) -> Insurance | None:
        """The option selected by default. Totals include it until the visitor selects another."""
        recommended = next((option for option in self.insurance if option.recommended), None)
        return recommended or next(iter(self.insurance), None)

    def service(self, code: str) -> Service | None:
        return self._services.get(code) or self._services.get(fold(code))

    # Computed once per snapshot, with the original names as keys too: case folding took a tenth of a
    # booking's time.
    @cached_property
    def _cars(self) -> Mapping[str, Car]:
        return _first_by_key((car.name, car) for car in self.cars)

    @cached_property
    def _locations(self) -> Mapping[str, Place]:
        return _first_by_key((place.code, place) for place in self.locations)

    @cached_property
    def _handover_places(self) -> Mapping[str, HandoverPlace]:
        return _first_by_key((place.code, place) for place in self.handover_places)

    @cached_property
    def _insurance(self) -> Mapping[str, Insurance]:
        return _first_by_key((option.code, option) for option in self.insurance)

    @cached_property
    def _services(self) -> Mapping[str, Service]:
        return _first_by_key((service.code, service) for service in self.services)


def saves_incomplete_bookings(integrations: Mapping[str, Any]) -> bool:
    """Whether contact details are saved before the booking form is sent. Default: yes."""
    return bool(integrations.get(SAVES_INCOMPLETE_BOOKINGS, True))


def embed_origins(integrations: Mapping[str, Any]) -> tuple[str, ...]:
    """The other websites that may embed this one. Default: none."""
    return tuple(integrations.get(EMBED_ORIGINS) or ())


def form_order(integrations: Mapping[str, Any]) -> FormOrder:
    """The order of the booking form's steps. Default: the trip first."""
    return "contactFirst" if integrations.get(FORM_ORDER) == "contactFirst" else "tripFirst"


def _first_by_key(named: Iterable[tuple[str, Item]]) -> dict[str, Item]:
    by_key: dict[str, Item] = {}
    for name, item in named:
        # A name also matches items by its folded form.
        by_key[name] = by_key.setdefault(fold(name), item)
    return by_key


# Terms of a rental beside its price. A car's own terms take precedence over the company's.
#
# The site shows them with frontend/src/features/site/shared/terms/lines.ts. Pure.
