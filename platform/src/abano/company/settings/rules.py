"""Pure: amounts in a visitor's currency, how much is written in each language, and what a site needs to open.

Amounts are integer minor units. A page computes the same ones (frontend/src/lib/currency.ts); both run the cases of
platform/tests/test_company_settings/display_vectors.json. A text of the catalogue or the quiz is one that the first
language of the company has; what another language lacks is shown in the first.
"""

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal
from typing import Any, Literal, NamedTuple, get_args

from typing_extensions import TypeAliasType

from abano.catalog.published.document_fields import (
    CarTexts,
    HandoverPlaceTexts,
    InsuranceTexts,
    PlaceTexts,
    SeasonTexts,
    ServiceTexts,
)
from abano.catalog.published.snapshot import Catalog
from abano.core.money import MINOR_UNITS
from abano.marketing.quiz.definition import QuestionTexts, QuizDefinition, QuizTexts

# A text, or several that are said one by one.
Said = str | Sequence[str] | None


class Written(NamedTuple):
    """Of ``total`` texts ``written`` are there."""

    written: int
    total: int


@dataclass(frozen=True, slots=True)
class CompanyLanguages:
    """``offered``: of the site, in order. ``team``: of messages to the team; None is the first."""

    offered: tuple[str, ...]
    team: str | None


def catalogue_written(catalog: Catalog, language: str) -> Written:
    """Texts of the catalogue, and how many of them this language has."""
    pairs: list[tuple[Said, Said]] = []
    for car in catalog.cars:
        texts = car.translations.get(language) or CarTexts()
        alts = {image.view: image.alt for image in texts.images}
        # A title that is the car's name is not translated: names of cars are the same in every language.
        if car.title != car.name:
            pairs.append((car.title, texts.title))
        pairs += [(car.description, texts.description), (car.specs, texts.specs)]
        pairs += [(str(image.get("alt") or ""), alts.get(str(image.get("view")))) for image in car.images]
    for place in catalog.locations:
        # An address may be the same in every language.
        pairs.append((place.name, (place.translations.get(language) or PlaceTexts()).name))
    for meeting in catalog.handover_places:
        told = meeting.translations.get(language) or HandoverPlaceTexts()
        pairs += [(meeting.name, told.name), (meeting.meeting_point, told.meeting_point)]
        pairs.append((meeting.instructions, told.instructions))
    for option in catalog.insurance:
        words = option.translations.get(language) or InsuranceTexts()
        pairs += [(option.label, words.label), (option.description, words.description)]
        pairs += [(option.bullets, words.bullets), (option.exclusions, words.exclusions)]
    for service in catalog.services:
        said = service.translations.get(language) or ServiceTexts()
        pairs += [(service.group, said.group), (service.label, said.label)]
        pairs += [(service.description, said.description), (service.note, said.note)]
    for season in catalog.seasons:
        pairs.append((season.name, (season.translations.get(language) or SeasonTexts()).name))
    return _counted(pairs)


def quiz_written(quiz: QuizDefinition, texts: QuizTexts | None) -> Written:
    """Texts of questions, answers, reasons and encouragements, and how many of them there are in ``texts``."""
    words = texts or QuizTexts()
    pairs: list[tuple[Said, Said]] = []
    for question in quiz.questions:
        asked = words.questions.get(question.id) or QuestionTexts()
        pairs.append((question.text, asked.text))
        pairs += [(option.label, asked.options.get(option.value)) for option in question.options]
        pairs += [(option.reason, asked.reasons.get(option.value)) for option in question.options]
    encouragements = {item.at_percent: item.text for item in words.encouragements}
    pairs += [(item.text, encouragements.get(item.at_percent)) for item in quiz.encouragements]
    return _counted(pairs)


def _counted(pairs: Iterable[tuple[Said, Said]]) -> Written:
    """Pairs of what the first language says and what another does; a list falls back as a whole."""
    written = total = 0
    for original, translated in pairs:
        texts = bool(original) if isinstance(original, str) else len(original or ())
        total += texts
        written += texts if translated else 0
    return Written(written, total)


RATE_DECIMALS = 6
MAX_RATE = Decimal("99999999.999999")
# Amounts of less than ten steps are rounded to tenths of a step: a service of 3 a day must not become one of 4.
FINE_STEPS = 10
HALF = Decimal("0.5")


@dataclass(frozen=True, slots=True)
class Rounding:
    """How amounts in a currency are rounded: to whole ``step`` units, up or to the nearest."""

    step: int
    mode: Literal["up", "nearest"]


# Where a unit is worth about a euro, no visitor is charged more than was shown at that rate. Where it is worth less,
# the nearest step is as near as that.
_UP = Rounding(1, "up")
_ROUNDED: Mapping[Rounding, str] = {
    _UP: "AUD CAD CHF EUR GBP NZD SGD USD",
    Rounding(1, "nearest"): "AED AZN BRL CNY DKK GEL HKD ILS MYR NOK PLN QAR RON SAR SEK",
    Rounding(10, "nearest"): "CZK INR MXN RUB THB TRY UAH ZAR",
    Rounding(100, "nearest"): "AMD HUF ISK JPY KZT RSD",
    Rounding(1000, "nearest"): "IDR KRW UZS VND",
}
# Every currency that prices can be shown in.
ROUNDINGS: Mapping[str, Rounding] = {
    currency: rounding for rounding, currencies in _ROUNDED.items() for currency in currencies.split()
}


@dataclass(frozen=True, slots=True)
class ExchangeRate:
    """From ``valid_from`` on, one unit of the company's currency is shown as ``rate`` units of ``currency``."""

    currency: str
    rate: Decimal
    valid_from: datetime

    @property
    def rounding(self) -> Rounding:
        return ROUNDINGS.get(self.currency, _UP)


class RateHistory:
    """All rates of a company that charges in one currency, for looking up what was in force at a moment."""

    def __init__(self, rates: Iterable[ExchangeRate]) -> None:
        """``rates``: the one that begins first comes first."""
        self._by_currency: dict[str, list[ExchangeRate]] = {}
        for rate in rates:
            self._by_currency.setdefault(rate.currency, []).append(rate)

    def find(self, currency: str, at: datetime) -> Decimal | None:
        """The rate in force at ``at``: units of ``currency`` for one of the company's."""
        rates = self._by_currency.get(currency, [])
        place = bisect_right(rates, at, key=lambda rate: rate.valid_from)
        return rates[place - 1].rate if place else None


def shown(minor: int, rate: ExchangeRate) -> int:
    """An amount of the company's currency as it is shown: minor units in, minor units of the other currency out.

    Rounded by the currency's rule. The greater amount is never shown as the smaller one.
    """
    exact = minor * rate.rate
    step = rate.rounding.step * MINOR_UNITS
    unit = step // FINE_STEPS if abs(exact) < step * FINE_STEPS else step
    if rate.rounding.mode == "up":
        return int((exact / unit).to_integral_value(ROUND_CEILING)) * unit
    return int((exact / unit + HALF).to_integral_value(ROUND_FLOOR)) * unit


def offered(
    currencies: Sequence[str], charged: str, in_force: Sequence[ExchangeRate]
) -> tuple[ExchangeRate, ...]:
    """The rates of the currencies that visitors may choose beside the charged one, in the company's order.

    A currency without a rate in force is left out.
    """
    by_currency = {rate.currency: rate for rate in in_force}
    return tuple(by_currency[code] for code in currencies if code != charged and code in by_currency)


StepCode = TypeAliasType(
    "StepCode",
    Literal[
        "contacts", "logo", "cars", "prices", "places", "vehicles", "payments", "tax", "legal", "quiz", "domain",
        "booking",
    ],
)  # fmt: skip
STEPS: tuple[StepCode, ...] = get_args(StepCode.__value__)
CARS_NEEDED = 3
LEGAL = ("terms-of-service", "privacy-policy")


@dataclass(frozen=True, slots=True)
class Facts:
    """What there is. ``began_with``: digests of what the starter put there, by name.

    ``priced``: cars on offer that cost something; ``unpriced``: those that do not. ``places`` in use, those with an
    address apart. ``has_payment``: the terms say when customers pay, or Stripe is connected. ``has_seller``: invoices
    have a registered name and address.
    """

    languages: Sequence[str]

    contacts: Mapping[str, Any]
    current: Mapping[str, str]
    began_with: Mapping[str, str]
    photographed: int
    priced: int
    unpriced: int
    places: int
    places_with_address: int
    vehicles: int
    has_payment: bool
    has_seller: bool
    has_quiz: bool
    has_domain: bool
    bookings: int


@dataclass(frozen=True, slots=True)
class Step:
    """``count`` of ``needed`` where something is counted."""

    code: StepCode
    is_done: bool
    count: int | None = None
    needed: int | None = None


def steps_of(facts: Facts) -> list[Step]:
    legal = sum(
        _is_own(facts, f"document:{kind}:{language}") for kind in LEGAL for language in facts.languages
    )
    legal_needed = len(LEGAL) * len(facts.languages)
    done: dict[StepCode, bool] = {
        "contacts": _has_contacts(facts.contacts),
        "logo": _is_own(facts, "logo"),
        "cars": facts.photographed >= CARS_NEEDED,
        "prices": facts.priced > 0 and facts.unpriced == 0,
        "places": facts.places > 0 and facts.places_with_address == facts.places,
        "vehicles": facts.vehicles > 0,
        "payments": facts.has_payment,
        "tax": facts.has_seller,
        "legal": legal == legal_needed,
        "quiz": facts.has_quiz,
        "domain": facts.has_domain,
        "booking": facts.bookings > 0,
    }
    counted = {"cars": (min(facts.photographed, CARS_NEEDED), CARS_NEEDED), "legal": (legal, legal_needed)}
    return [Step(code, done[code], *counted.get(code, (None, None))) for code in STEPS]


def _has_contacts(contacts: Mapping[str, Any]) -> bool:
    said = {
        name for name in ("email", "phone", "chatNumber", "address") if str(contacts.get(name) or "").strip()
    }
    return {"email", "address"} <= said and bool(said & {"phone", "chatNumber"})


def _is_own(facts: Facts, name: str) -> bool:
    """Whether something is there that the starter did not put there."""
    return name in facts.current and facts.current[name] != facts.began_with.get(name)
