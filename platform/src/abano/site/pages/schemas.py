"""The public contract of the site configuration: everything a page needs to know about its company.

Amounts are plain decimals in the company's currency (38 or 57.5), rates per day. ``GET /api/site`` answers it,
and every page carries it inline as ``<script type="application/json" id="site-config">``.
"""

from typing import Annotated, Literal
from uuid import UUID

from pydantic import BeforeValidator

from abano.catalog.exchange_rates.schemas import DisplayCurrency
from abano.catalog.published.snapshot import FormOrder, PayableOn
from abano.core.api_model import Amount, ApiModel, SuccessResponse
from abano.marketing.experiments.models import ExperimentRow
from abano.messaging.phone_consents.rules import Channel
from abano.site.media_library.pictures import Film, Picture
from abano.site.pages.catalog_schemas import (
    CarInfo,
    DeliveryFeeInfo,
    DrivingTimeInfo,
    InsuranceInfo,
    LocationInfo,
    PriceRulesInfo,
    RateBand,
    SeasonInfo,
    ServiceInfo,
)
from abano.site.pages.documents import Landing, Rating
from abano.site.reviews.showing import ReviewShown
from abano.tenancy.directory.brand import (
    FIRST,
    FIRST_LAYOUT,
    FIRST_SCHEME,
    Face,
    Layout,
    Scheme,
    face_or_first,
    layout_or_first,
    scheme_or_first,
)

# Rates and what changes them by day, as the site configuration shows them.


class TenantInfo(ApiModel):
    slug: str
    name: str
    # An IANA zone: all pickup and return times are wall-clock times there.
    timezone: str
    currency: str
    # What the site speaks, the first under "/", each other under its prefix.
    languages: list[str]
    # The language of this page, and what its addresses begin with: "" or such as "/ka".
    language: str
    path_prefix: str
    # For number and date formats of this page, such as en-GB or ka-GE.
    locale: str
    # The same of each language that the site speaks: the console changes its language without another page.
    locales: dict[str, str]


class Colors(ApiModel):
    ink: str
    pine: str
    slate: str
    stone: str
    snow: str
    accent: str
    sky: str
    ridge: str


class Brand(ApiModel):
    colors: Colors
    face: Annotated[Face, BeforeValidator(face_or_first)] = FIRST
    layout: Annotated[Layout, BeforeValidator(layout_or_first)] = FIRST_LAYOUT
    scheme: Annotated[Scheme, BeforeValidator(scheme_or_first)] = FIRST_SCHEME
    logo: Picture
    favicon: Picture
    share_image: Picture
    hero: Picture
    hero_portrait: Picture
    quiz_hero: Picture
    quiz_hero_portrait: Picture
    ridge: Picture


class Contacts(ApiModel):
    email: str
    phone: str | None
    address: str
    maps_url: str
    # Digits only, with country code. None: the company offers no chat and the buttons stay away.
    chat_number: str | None
    chat_url_base: str | None
    # Such as https://www.example.com, without a slash at the end.
    public_origin: str


class Seller(ApiModel):
    """The rental company as registered; fields that are not set are empty."""

    legal_name: str
    registration_number: str
    tax_id: str


class Punctuality(ApiModel):
    """A delay of more than ``minutes`` costs ``fee``; a return also ``hour_percent`` of the daily rate an hour."""

    minutes: int
    fee: Amount
    hour_percent: int


class RentalTermsInfo(ApiModel):
    """Terms shown before booking. None: not set by the company, so not shown."""

    # Until so many hours before the pickup.
    free_cancellation_hours: int | None = None
    # Later a cancellation costs the price of so many days.
    late_cancellation_days: int | None = None
    # The same when the customer does not come.
    no_show_days: int | None = None
    # Nothing is paid with the booking: the price is due on the first day, or when the car is handed over.
    payment: Literal["firstDay", "pickup"] | None = None
    # What is blocked at the pickup; 0 is none.
    deposit: Amount | None = None
    mileage_unlimited: bool | None = None
    kilometres_a_day: int | None = None
    # The price of each further kilometre.
    extra_kilometre: Amount | None = None
    # The car comes back with as much fuel as it left with.
    fuel: Literal["sameLevel"] | None = None
    second_driver_free: bool | None = None
    # Of each day, for every driver beside the first, and for a driver who is younger than that age.
    additional_driver_fee: Amount | None = None
    young_driver_under: int | None = None
    young_driver_fee: Amount | None = None
    # How long the driver must have had their licence.
    licence_years: int | None = None
    # What is shown at the pickup beside the licence: a passport or identity card, and a card to pay with.
    identity: bool | None = None
    payment_card: bool | None = None
    # The same in the company's own words, where it has written any in this language.
    pickup_documents: str | None = None


class RentalRulesInfo(ApiModel):
    minimum_days: int
    driver_minimum_age: int
    driver_maximum_age: int
    group_maximum: int
    phone_prefix: str
    # What a day of a car costs that is not among the company's own.
    unknown_car_rates: list[RateBand]
    # The same in each season, by its code.
    unknown_car_season_rates: dict[str, list[RateBand]]
    punctuality: Punctuality
    unconfirmed_hours: int
    terms: RentalTermsInfo
    # Whether the site says which cars are free, by GET /api/availability.
    availability: bool


class Tracking(ApiModel):
    click_id_domains: list[str]
    consent_required: bool
    save_incomplete_bookings: bool
    # Services that return a visitor's own IP address; empty = that step is skipped.
    ip_services: list[str]


class BotCheck(ApiModel):
    configured: bool
    site_key: str | None


class FormArm(ApiModel):
    """``share``: of visitors, in percent."""

    order: FormOrder
    share: int


class FormExperiment(ApiModel):
    """Which order of the booking form a visitor gets is drawn from ``arms`` while it runs."""

    id: UUID
    arms: list[FormArm]

    @classmethod
    def of(cls, row: ExperimentRow) -> "FormExperiment":
        return cls(id=row.id, arms=[FormArm(order=arm["version"], share=arm["share"]) for arm in row.arms])


class QuizInfo(ApiModel):
    """``version`` is empty when the company has no quiz."""

    version: str


class AffiliateTerms(ApiModel):
    """In percent of a booking's price: what a recommended guest saves and what the affiliate earns.

    ``commission_payable_on``: what must have happened to the booking before its commission may be paid.
    """

    discount_percent: int | float
    commission_percent: int | float
    commission_payable_on: PayableOn


class PageHead(ApiModel):
    """What the head of a page says when a visitor comes to it within the frontend; /404: of any that is not known.

    ``path`` is the route, without a language's prefix; ``title`` is whole, with the site's name. ``canonical`` is
    the address, without host, that search engines should list: the first language's where only that has the text.
    """

    path: str
    title: str
    description: str
    canonical: str


class MenuEntry(ApiModel):
    """A guide in the site's menu and in the list of guides. ``label`` is null for one that has none stored."""

    path: str
    label: str | None
    title: str
    description: str
    picture: Picture


class SiteConfig(ApiModel):
    # By which the prices here are; a booking names it.
    catalog_version: int
    tenant: TenantInfo
    brand: Brand
    contacts: Contacts
    seller: Seller | None
    rental: RentalRulesInfo
    locations: list[LocationInfo]
    delivery_fees: list[DeliveryFeeInfo]
    driving_times: list[DrivingTimeInfo]
    cars: list[CarInfo]
    insurance: list[InsuranceInfo]
    services: list[ServiceInfo]
    seasons: list[SeasonInfo]
    price_rules: PriceRulesInfo
    # In which visitors may see prices, beside the company's currency, which alone is charged.
    display_currencies: list[DisplayCurrency]
    landing: Landing
    # What the company states of reviews elsewhere, else of its published ones; null: neither.
    rating: Rating | None
    # The newest, of all languages; GET /api/reviews has them all.
    reviews: list[ReviewShown]
    tracking: Tracking
    form_order: FormOrder
    form_experiment: FormExperiment | None
    bot_check: BotCheck
    quiz: QuizInfo
    affiliates: AffiliateTerms
    # Kinds that GET /api/site/documents/{kind} has.
    documents: list[str]
    pages: list[PageHead]
    menu: list[MenuEntry]
    # The published version of the terms of service, which a booking agrees to; null where none was counted.
    terms_version: int | None
    # On which the company writes to customers who agree.
    message_channels: list[Channel]
    film: Film | None


class SiteResponse(SuccessResponse):
    site: SiteConfig
