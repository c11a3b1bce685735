"""Computes translation progress, and the steps left before a site opens. Pure.

Catalogue and quiz texts are those of the company's first language; a language without a translation falls back
to the first.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
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
from abano.marketing.quiz.definition import QuestionTexts, QuizDefinition, QuizTexts
from abano.tenancy.directory.rules import LEGAL

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


StepCode = TypeAliasType(
    "StepCode",
    Literal[
        "sample", "contacts", "logo", "cars", "prices", "places", "vehicles", "payments", "tax", "legal", "quiz",
        "domain", "booking",
    ],
)  # fmt: skip
STEPS: tuple[StepCode, ...] = get_args(StepCode.__value__)
CARS_NEEDED = 3


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
