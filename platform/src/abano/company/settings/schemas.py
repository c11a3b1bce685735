"""Schemas of a company's settings. Amounts are plain decimals in the company's currency.

Each section is answered and sent whole. ``revision`` says which state someone looked at: a change of an older one is
refused; without it nothing is compared. Secrets are sent and never answered.
"""

from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from pydantic import AfterValidator, Field, SecretStr, StringConstraints

from abano.catalog.published.snapshot import FormOrder, PayableOn
from abano.company.settings.repository import LanguageOverview
from abano.company.settings.rules import CompanyLanguages
from abano.company.settings.rules import Written as Counted
from abano.company.settings.values import (
    absolute_url,
    chat_number,
    chat_webhook,
    domain_name,
    email_or_empty,
    origin,
    own_url,
    phone_prefix,
    time_zone,
    two_places,
    website_origin,
)
from abano.core.api_model import ApiModel, SuccessResponse
from abano.core.languages.texts import MAX_LANGUAGE_LENGTH
from abano.core.text import clean, without_nul

Line = Annotated[str, Field(max_length=200), AfterValidator(clean)]
Email = Annotated[str, Field(max_length=254), AfterValidator(email_or_empty)]
Url = Annotated[str, Field(max_length=500), AfterValidator(absolute_url)]
Text = Annotated[
    str, StringConstraints(strip_whitespace=True), Field(max_length=500), AfterValidator(without_nul)
]
Note = Annotated[
    str, StringConstraints(strip_whitespace=True), Field(max_length=300), AfterValidator(without_nul)
]
Percent = Annotated[float, Field(ge=0, le=100), AfterValidator(two_places)]
Price = Annotated[float, Field(ge=0, le=1_000_000), AfterValidator(two_places)]
Language = Annotated[str, Field(min_length=2, max_length=20)]
Secret = Annotated[SecretStr, Field(max_length=500)]
MAX_SERVICES = 5
MAX_DOMAINS = 30
MAX_WEBSITES = 20


class Section(ApiModel):
    revision: str | None = Field(default=None, max_length=40)


class CompanyBasics(Section):
    """``name``: as customers read it. ``currency``: what the company charges in; every amount is in it."""

    name: Annotated[str, Field(max_length=120), AfterValidator(clean), Field(min_length=1, max_length=120)]
    currency: Annotated[str, Field(pattern="^[A-Z]{3}$")]


class ContactSettings(Section):
    """``address`` in the company's first language, ``addresses`` in others, where they are not the same."""

    email: Email
    phone: Line
    address: Text
    addresses: dict[Language, Text] = Field(default_factory=dict, max_length=20)
    maps_url: Url
    chat_url_base: Url
    chat_number: Annotated[str, Field(max_length=20), AfterValidator(chat_number)]
    public_origin: Annotated[str, Field(max_length=300), AfterValidator(origin)]


class LengthDiscount(ApiModel):
    """Applies to cars that are not the company's own, from ``min_days`` on."""

    min_days: Annotated[int, Field(ge=2, le=365)]
    percent: Annotated[int, Field(ge=1, le=90)]


class RentalSettings(Section):
    minimum_days: Annotated[int, Field(ge=1, le=60)]
    driver_minimum_age: Annotated[int, Field(ge=18, le=99)]
    driver_maximum_age: Annotated[int, Field(ge=18, le=120)]
    group_maximum: Annotated[int, Field(ge=1, le=99)]
    phone_prefix: Annotated[str, Field(max_length=6), AfterValidator(phone_prefix)]
    unconfirmed_hours: Annotated[int, Field(ge=1, le=336)]
    # Bookings that one IP, and one email or phone, may have unconfirmed at once; 0: any number.
    unconfirmed_per_ip: Annotated[int, Field(ge=0, le=1_000)]
    unconfirmed_per_contact: Annotated[int, Field(ge=0, le=1_000)]
    unknown_car_daily_rate: Price
    length_discounts: list[LengthDiscount] = Field(max_length=10)
    promo_discount_percent: Percent
    # Of the booking form's steps.
    form_order: FormOrder


class TermsSettings(Section):
    """What the public card and the line beside Confirm say. None: the company does not say, so the site does not."""

    free_cancellation_hours: Annotated[int, Field(ge=0, le=720)] | None = None
    # The price of so many days is charged for a later cancellation, and when the customer does not come.
    late_cancellation_days: Annotated[int, Field(ge=0, le=30)] | None = None
    no_show_days: Annotated[int, Field(ge=0, le=30)] | None = None
    payment: Literal["firstDay", "pickup"] | None = None
    deposit: Price | None = None
    mileage_unlimited: bool | None = None
    kilometres_a_day: Annotated[int, Field(ge=1, le=5_000)] | None = None
    # Of each kilometre beyond those included.
    extra_kilometre: Price | None = None
    same_fuel_level: bool = False
    second_driver_free: bool | None = None
    # Of each day, for every driver beside the first; not where a second one is free.
    additional_driver_fee: Price | None = None
    # Of each day, for a driver who is younger than this.
    young_driver_under: Annotated[int, Field(ge=18, le=99)] | None = None
    young_driver_fee: Price | None = None
    licence_years: Annotated[int, Field(ge=0, le=20)] | None = None
    # What must be shown at the pickup beside the licence.
    identity: bool | None = None
    payment_card: bool | None = None
    # The same in the company's own words by language, which then stand in the place of the two.
    pickup_documents: dict[Language, Note] = Field(default_factory=dict, max_length=20)
    # A delay of more minutes costs the fee once; a return also a part of the daily rate for each started hour.
    late_after_minutes: Annotated[int, Field(ge=0, le=1_440)]
    late_fee: Price
    late_hour_percent: Annotated[int, Field(ge=0, le=100)] = 0


class CommissionSettings(Section):
    """``payable_on``: what must have happened to a booking before its commission may be paid."""

    percent: Percent
    payable_on: PayableOn


class PrivacySettings(Section):
    """``retention_days`` of visits, clicks and drafts. ``click_id_domains``: the company's other sites.

    ``document_days``: after the rental's end until the drivers' documents are deleted.

    ``save_incomplete_bookings``: contact details are saved at the form's first step, and the team is notified.
    """

    retention_days: Annotated[int, Field(ge=1, le=1_095)]
    document_days: Annotated[int, Field(ge=1, le=1_095)]
    consent_required: bool
    save_incomplete_bookings: bool = True
    click_id_domains: list[Annotated[str, Field(max_length=253), AfterValidator(domain_name)]] = Field(
        max_length=MAX_DOMAINS
    )


class NotificationSettings(Section):
    """``chat_host``: where the chat's address leads; None without one."""

    email: Email
    chat_host: str | None


class NotificationRequest(Section):
    """``chat_webhook_url``: None keeps the address that is stored, an empty text removes it."""

    email: Email
    chat_webhook_url: Annotated[Secret, AfterValidator(chat_webhook)] | None = None


class BotCheckSettings(Section):
    """Google reCAPTCHA, version 3. The check is made when both keys are there."""

    site_key: Line
    has_secret: bool


class BotCheckRequest(Section):
    """``secret``: None keeps the one that is stored, an empty text removes it."""

    site_key: Line
    secret: Secret | None = None


class AddressServiceSettings(Section):
    """Services that tell a visitor's browser its own address, asked by clicks; none: that step is left out."""

    services: list[Annotated[str, Field(max_length=300), AfterValidator(own_url)]] = Field(
        max_length=MAX_SERVICES
    )


class EmbedSettings(Section):
    """``allowed_origins``: other websites that may embed the search and the cars; none: no website may."""

    allowed_origins: list[Annotated[str, Field(max_length=300), AfterValidator(website_origin)]] = Field(
        max_length=MAX_WEBSITES
    )


class ClockSettings(Section):
    """``timezone``: an IANA name, such as Asia/Tbilisi."""

    timezone: Annotated[str, Field(max_length=60), AfterValidator(time_zone)]


class LastChange(ApiModel):
    """``by``: the name of a colleague; None: the operator."""

    section: str
    by: str | None
    at: datetime


class SettingsResponse(SuccessResponse):
    """``can_change_timezone``: no rental is ahead whose hours would move.

    ``can_change_currency``: the site is closed and no money is stored, to one of ``currencies``.
    """

    currency: str
    languages: list[str]
    company: CompanyBasics
    contacts: ContactSettings
    rental: RentalSettings
    terms: TermsSettings
    commission: CommissionSettings
    privacy: PrivacySettings
    notifications: NotificationSettings
    bot_check: BotCheckSettings
    address_services: AddressServiceSettings
    embed: EmbedSettings
    clock: ClockSettings
    can_change_timezone: bool
    can_change_currency: bool
    currencies: list[str]
    last_changes: list[LastChange]


class TestRequest(ApiModel):
    channel: Literal["email", "chat"]


class TestStarted(SuccessResponse):
    id: UUID


class TestOutcome(SuccessResponse):
    """``problem``: the other side's answer, for the admin who set it up."""

    state: Literal["waiting", "sent", "failed"]
    problem: str | None


MAX_LANGUAGES = 20
# Whether the product speaks it says the service, in a sentence of its own.
LanguageCode = Annotated[str, Field(min_length=1, max_length=MAX_LANGUAGE_LENGTH)]


class LanguagesRequest(ApiModel):
    """``languages``: what the site speaks, in order; the first has the addresses without a prefix.

    ``team_language``: of messages to the team; null is the first of ``languages``.
    """

    languages: list[LanguageCode] = Field(min_length=1, max_length=MAX_LANGUAGES)
    team_language: LanguageCode | None = None

    def settings(self) -> CompanyLanguages:
        return CompanyLanguages(tuple(self.languages), self.team_language)


class Written(ApiModel):
    """Of ``total`` texts that the first language has, ``written`` are in this one."""

    written: int
    total: int

    @classmethod
    def of(cls, counted: Counted) -> "Written":
        return cls(written=counted.written, total=counted.total)


class SiteText(ApiModel):
    """A text of the site. ``title``: what it calls itself in the company's first language; null where it has none."""

    kind: str
    title: str | None


class LanguageState(ApiModel):
    """What is written in a language; the rest is shown in the company's first.

    ``documents``: the kinds of the site's texts that there are. ``quiz``: null where the company has none.
    """

    language: str
    documents: list[str]
    catalogue: Written
    quiz: Written | None


class LanguagesResponse(SuccessResponse):
    """``languages``: what the site speaks, in order. ``team_language``: null is the first of them.

    ``documents``: the site's texts in the first language. ``offered``: every language that may be chosen, those of
    the company first.
    """

    languages: list[str]
    team_language: str | None
    documents: list[SiteText]
    offered: list[LanguageState]

    @classmethod
    def of(cls, overview: LanguageOverview) -> "LanguagesResponse":
        settings = overview.settings
        first = settings.offered[0]
        own = [text for text in overview.documents if first in text.titles]
        return cls(
            languages=list(settings.offered),
            team_language=settings.team,
            documents=[SiteText(kind=text.kind, title=text.titles[first] or None) for text in own],
            offered=[
                LanguageState(
                    language=language,
                    documents=[text.kind for text in own if language in text.titles],
                    catalogue=Written.of(texts.catalogue),
                    quiz=texts.quiz and Written.of(texts.quiz),
                )
                for language, texts in overview.texts.items()
            ],
        )
