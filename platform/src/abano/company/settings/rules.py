"""Computes displayed prices, translation progress, and the steps left before a site opens. Pure.

Amounts are integer minor units. The site computes the same prices (frontend/src/lib/currency.ts); both run
the cases of platform/tests/test_company_settings/display_vectors.json. Catalogue and quiz texts are those of
the company's first language; a language without a translation falls back to the first.
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

# One text, or a list of texts.
Said = str | Sequence[str] | None


class Written(NamedTuple):
    """Of ``total`` texts ``written`` are there."""

    written: int
    total: int


@dataclass(frozen=True, slots=True)
class CompanyLanguages:
    """``offered``: the site's languages, in order. ``team``: for messages to the team. None: the first."""

    offered: tuple[str, ...]
    team: str | None


def catalogue_written(catalog: Catalog, language: str) -> Written:
    """Texts of the catalogue, and how many of them this language has."""
    pairs: list[tuple[Said, Said]] = []
    for car in catalog.cars:
        texts = car.translations.get(language) or CarTexts()
        alts = {image.view: image.alt for image in texts.images}
        # A title equal to the car's name is not translated: car names are the same in every language.
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
    """Texts of questions, answers, reasons and encouragements, and their number in ``texts``."""
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
    """Pairs of a first-language text and its translation. A list falls back as a whole."""
    written = total = 0
    for original, translated in pairs:
        texts = bool(original) if isinstance(original, str) else len(original or ())
        total += texts
        written += texts if translated else 0
    return Written(written, total)


RATE_DECIMALS = 6
MAX_RATE = Decimal("99999999.999999")
# Amounts below ten steps are rounded to a tenth of a step: a service at 3 a day must not become 4.
FINE_STEPS = 10
HALF = Decimal("0.5")


@dataclass(frozen=True, slots=True)
class Rounding:
    """Rounding of a currency: to whole ``step`` units, up or to the nearest."""

    step: int
    mode: Literal["up", "nearest"]


# If a unit is worth about a euro, amounts are rounded so that no visitor pays more than the price shown. If
# it is worth less, the nearest step is accurate enough.
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
    """Convert an amount from the company's currency to the displayed one, in minor units.

    Rounded by the currency's rule. Rounding never reverses the order of two amounts.
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
    """Rates of the currencies visitors can select beside the charged one, in the company's order.

    Currencies without a current rate are left out.
    """
    by_currency = {rate.currency: rate for rate in in_force}
    return tuple(by_currency[code] for code in currencies if code != charged and code in by_currency)


StepCode = TypeAliasType(
    "StepCode",
    Literal[
        "sample", "contacts", "logo", "cars", "prices", "places", "vehicles", "payments", "tax", "legal", "quiz",
        "domain", "booking",
    ],
)  # fmt: skip
STEPS: tuple[StepCode, ...] = get_args(StepCode.__value__)
CARS_NEEDED = 3
LEGAL = ("terms-of-service", "privacy-policy")


@dataclass(frozen=True, slots=True)
class Facts:
    """The company's content. ``began_with``: digests of the starter content, by name.

    ``priced`` and ``unpriced``: cars on offer with and without a price. ``places``: those in use.
    ``has_payment``: the terms state when customers pay, or Stripe is connected. ``has_seller``: invoices have
    a registered name and address.
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
    has_sample: bool = False


@dataclass(frozen=True, slots=True)
class Step:
    """``count`` of ``needed`` where something is counted."""

    code: StepCode
    is_done: bool
    count: int | None = None
    needed: int | None = None


def steps_of(facts: Facts) -> list[Step]:
    """``sample`` is a step while there is sample data, which counts for no other step."""
    legal = sum(
        _is_own(facts, f"document:{kind}:{language}") for kind in LEGAL for language in facts.languages
    )
    legal_needed = len(LEGAL) * len(facts.languages)
    done: dict[StepCode, bool] = {
        "sample": not facts.has_sample,
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
    shown = [code for code in STEPS if code != "sample" or facts.has_sample]
    return [Step(code, done[code], *counted.get(code, (None, None))) for code in shown]


def _has_contacts(contacts: Mapping[str, Any]) -> bool:
    said = {
        name for name in ("email", "phone", "chatNumber", "address") if str(contacts.get(name) or "").strip()
    }
    return {"email", "address"} <= said and bool(said & {"phone", "chatNumber"})


def _is_own(facts: Facts, name: str) -> bool:
    """Whether something is there that the starter did not put there."""
    return name in facts.current and facts.current[name] != facts.began_with.get(name)
