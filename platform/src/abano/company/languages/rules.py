"""How much of a company's texts is written in a language. Pure.

A text of the catalogue or the quiz is one that the company's first language has; what another language lacks is shown
in the first.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from abano.catalog.published.document_fields import (
    CarTexts,
    InsuranceTexts,
    PlaceTexts,
    SeasonTexts,
    ServiceTexts,
)
from abano.catalog.published.snapshot import Catalog
from abano.marketing.quiz.definition import QuestionTexts, QuizDefinition, QuizTexts

# A text, or several that are said one by one.
Said = str | Sequence[str] | None


class Written(NamedTuple):
    """Of ``total`` texts ``written`` are there."""

    written: int
    total: int


@dataclass(frozen=True, slots=True)
class Settings:
    """``spoken``: what the site speaks, in order. ``team``: of messages to the team; None is the first."""

    spoken: tuple[str, ...]
    team: str | None


def catalogue_written(catalog: Catalog, language: str) -> Written:
    """Texts of cars, places, insurance, services and seasons, and how many of them this language has."""
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
