"""What the sign-up of companies takes and answers."""

from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from abano.core.api_model import ApiModel
from abano.core.clock import timezone_names
from abano.core.errors import Message, RefusedValue
from abano.core.languages.texts import product_languages
from abano.core.text import has_link
from abano.operators.console.schemas import CompanyName, CompanySlug, CountryCode, OwnerEmail
from abano.operators.sign_up.rules import TOKEN_DIGITS
from abano.team.users.schemas import NewPassword
from abano.tenancy.directory.countries import Country, all_currencies

State = Literal["unconfirmed", "slug_taken", "creating", "ready"]
NAME_WITH_LINK = Message("company_name_link", "Enter the name without a web address.")
CURRENCY_UNKNOWN = Message("sign_up_currency_unknown", "Choose a currency")
TIME_ZONE_UNKNOWN = Message("sign_up_time_zone_unknown", "Choose a time zone")
LANGUAGE_UNKNOWN = Message("sign_up_language_unknown", "Choose a language")


def _without_link(name: str) -> str:
    # It is written in an email to an address that is not proved yet.
    if has_link(name):
        raise RefusedValue(NAME_WITH_LINK())
    return name


def _known_currency(code: str) -> str:
    if code not in all_currencies():
        raise RefusedValue(CURRENCY_UNKNOWN())
    return code


def _known_zone(name: str) -> str:
    if name not in timezone_names():
        raise RefusedValue(TIME_ZONE_UNKNOWN())
    return name


def known_language(code: str) -> str:
    if code not in product_languages():
        raise RefusedValue(LANGUAGE_UNKNOWN())
    return code


LinkToken = Annotated[str, Field(min_length=1, max_length=TOKEN_DIGITS)]
BotToken = Annotated[str, Field(max_length=8_000)]


class CountryOption(ApiModel):
    """What a company of this country probably wants. ``languages``: official ones, the most used first."""

    code: str
    currency: str
    timezone: str
    languages: list[str]

    @classmethod
    def of(cls, country: Country) -> "CountryOption":
        return cls.model_validate(country, from_attributes=True)


class OptionsResponse(ApiModel):
    """``bot_check_key``: the site key of the bot check; empty: there is none."""

    mode: Literal["invitation", "open"]
    site_domain: str
    bot_check_key: str
    languages: list[str]
    currencies: list[str]
    countries: list[CountryOption]


class SlugRequest(ApiModel):
    slug: CompanySlug


class SlugResponse(ApiModel):
    """The site of the company. A slug that is refused is an error of the field."""

    host: str


class SignUpRequest(ApiModel):
    company_name: Annotated[CompanyName, AfterValidator(_without_link)]
    slug: CompanySlug
    email: OwnerEmail
    country: CountryCode
    currency: Annotated[str, Field(max_length=3), AfterValidator(_known_currency)]
    timezone: Annotated[str, Field(max_length=64), AfterValidator(_known_zone)]
    language: Annotated[str, Field(max_length=20), AfterValidator(known_language)]
    bot_token: BotToken = ""


class AcceptedResponse(ApiModel):
    """The same whether or not an email is sent."""

    success: Literal[True] = True


class TokenRequest(ApiModel):
    token: LinkToken


class ConfirmRequest(ApiModel):
    token: LinkToken
    slug: CompanySlug
    password: NewPassword


class StateResponse(ApiModel):
    """``origin``: of the company's site, once it is ready."""

    state: State
    email: str
    company_name: str
    slug: str
    origin: str | None = None
