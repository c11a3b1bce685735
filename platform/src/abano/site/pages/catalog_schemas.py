"""Schemas of what a site offers: cars, places, insurance, services and their prices."""

from datetime import date
from typing import Literal

from abano.catalog.published.document_fields import CarCategory, Equipment, FlightNumber, HandoverKind
from abano.catalog.published.snapshot import PlaceKind
from abano.core.api_model import Amount, ApiModel
from abano.site.media_library.pictures import Film, Picture
from abano.site.reviews.showing import RatingSummary


class RateBand(ApiModel):
    """From ``min_days`` on, a day costs ``daily_rate``."""

    min_days: int
    daily_rate: Amount


class SeasonInfo(ApiModel):
    """Days from ``starts`` to ``ends``, both included; with ``every_year`` without their year.

    Rates are at the cars. Of the seasons that hold a day and that the car has rates of, the first gives its rate.
    """

    code: str
    name: str
    starts: date
    ends: date
    every_year: bool


class WeekendRule(ApiModel):
    """``percent`` of a day's rate more, or less when negative. Weekdays by ISO: Monday is 1."""

    weekdays: list[int]
    percent: int


class LastMinuteRule(ApiModel):
    """The same for rentals whose pickup is within so many days of the booking."""

    days: int
    percent: int


class PriceRulesInfo(ApiModel):
    weekend: WeekendRule | None
    last_minute: LastMinuteRule | None


class OpeningInfo(ApiModel):
    """Hours of one weekday (Monday is 1) by the company's clock; ``closes`` may be 24:00. Other days are closed."""

    weekday: int
    opens: str
    closes: str


class HandoverPlaceInfo(ApiModel):
    """Where exactly people meet in a location. At an ``address`` the customer says where."""

    code: str
    kind: HandoverKind
    name: str
    meeting_point: str
    instructions: str
    image: Picture | None
    # Degrees, both or none.
    latitude: float | None
    longitude: float | None
    # Empty: always open. Outside these hours the place can't be chosen.
    opening_hours: list[OpeningInfo]
    # For a pickup, and for a return.
    fee: Amount
    flight_number: FlightNumber


class LocationInfo(ApiModel):
    code: str
    name: str
    kind: PlaceKind
    address: str
    # Degrees, both or none.
    latitude: float | None
    longitude: float | None
    # Empty: always open.
    opening_hours: list[OpeningInfo]
    # For a pickup, and for a return, outside these hours.
    out_of_hours_fee: Amount
    needs_flight_number: bool
    needs_address: bool
    # Those that can be chosen, in order; empty: the company agrees on one after the booking.
    handover_places: list[HandoverPlaceInfo]


class DeliveryFeeInfo(ApiModel):
    """Pairs that are not listed cost nothing."""

    pickup: str
    dropoff: str
    fee: Amount


class DrivingTimeInfo(ApiModel):
    """By car between two places, in either direction; ``kilometres`` is null where it is not known."""

    start: str
    end: str
    minutes: int
    kilometres: int | None


class CarImage(Picture):
    """A picture of a car; ``view``: from where it was taken, such as side or cabin."""

    view: str = ""


class CarInfo(ApiModel):
    slug: str
    name: str
    title: str
    description: str
    specs: list[str]
    seats: int
    transmission: str
    fuel_type: str
    drive_wheels: str
    # Litres per 100 km.
    fuel_consumption: float | None
    images: list[CarImage]
    # Its own film, else the company's.
    film: Film | None
    in_fleet: bool
    in_search: bool
    base_rate: Amount
    # What a day costs in the cheapest and the most expensive rental that can be booked today.
    lowest_rate: Amount
    highest_rate: Amount
    # Never empty; the first band begins at one day. Length discounts are in it.
    rates: list[RateBand]
    # The same in each season, by its code.
    season_rates: dict[str, list[RateBand]]
    category: CarCategory | None
    equipment: list[Equipment]
    luggage_large: int | None
    luggage_small: int | None
    doors: int | None
    year: int | None
    # null, in these four: what ``rental`` and ``insurance`` say of all cars holds.
    deposit: Amount | None
    excess: Amount | None
    kilometres_a_day: int | None
    minimum_age: int | None
    # Of its published reviews.
    rating: RatingSummary | None


class InsuranceInfo(ApiModel):
    """``bullets`` say what is covered, ``exclusions`` what is not.

    ``excess``: the most that the renter pays for damage to the car; null when it is not set.
    """

    code: str
    label: str
    description: str
    bullets: list[str]
    exclusions: list[str]
    excess: Amount | None
    daily_rate: Amount
    # The company's own choice.
    recommended: bool
    # What every total contains until the visitor chooses another.
    preselected: bool


class ServiceInfo(ApiModel):
    code: str
    group: str
    label: str
    description: str
    note: str
    charge: Literal["flat", "perDay"]
    price: Amount
    # Not offered when the chosen car's name contains one of these, whatever the case.
    hidden_for_cars: list[str]
    # Slugs; empty: offered with every car.
    only_for_cars: list[str]
    max_per_booking: int
