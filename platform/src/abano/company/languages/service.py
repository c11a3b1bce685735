"""Use cases of a company's languages: what is written in each, and which ones it speaks."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from abano.accounts.access.principals import Actor
from abano.accounts.audit.service import record
from abano.catalog.published.service import load_catalog
from abano.company.languages.repository import CompanyLanguageRepository, Document
from abano.company.languages.rules import Settings, Written, catalogue_written, quiz_written
from abano.core.errors import InvalidInput, Message
from abano.core.languages.texts import product_languages
from abano.db.unit_of_work import UnitOfWork

LANGUAGE_NOT_OFFERED = Message("language_not_offered", "Abano does not speak this language")
FIRST_LANGUAGE_STAYS = Message(
    "first_language_stays",
    "The texts of your cars and your quiz are written in the first language: another one cannot take its place",
)
FIRST_LANGUAGE_UNWRITTEN = Message(
    "first_language_unwritten",
    "The first language needs every text of your site: {count, plural, one {# is} other {# are}} missing in this one",
)


@dataclass(frozen=True, slots=True)
class Texts:
    """What is written in a language. ``quiz``: None where the company has no quiz."""

    catalogue: Written
    quiz: Written | None


@dataclass(frozen=True, slots=True)
class Overview:
    """``texts`` by every language that the company may choose, in the order in which they are offered."""

    settings: Settings
    documents: list[Document]
    texts: Mapping[str, Texts]


async def overview(uow: UnitOfWork) -> Overview:
    repository = CompanyLanguageRepository(uow)
    settings = await repository.settings()
    return Overview(
        settings, await repository.documents(), await _written(uow, settings.spoken[0], _offered(settings))
    )


async def choose(uow: UnitOfWork, actor: Actor, wanted: Settings, now: datetime) -> None:
    """Set what the site and the team speak. What is written in a language stays when it is left out.

    Raises InvalidInput.
    """
    repository = CompanyLanguageRepository(uow)
    before = await repository.settings(locked=True)
    after = Settings(tuple(dict.fromkeys(wanted.spoken)), wanted.team)
    offered = _offered(before)
    for place, language in enumerate(wanted.spoken):
        if language not in offered:
            raise InvalidInput.of(f"languages.{place}", LANGUAGE_NOT_OFFERED())
    if after.team is not None and after.team not in offered:
        raise InvalidInput.of("teamLanguage", LANGUAGE_NOT_OFFERED())
    if after == before:
        return
    if after.spoken[0] != before.spoken[0]:
        await _check_first(uow, before.spoken[0], after.spoken[0])
    await repository.change(after, now)
    await record(
        uow,
        actor,
        "languages.chosen",
        subject=("languages", "company"),
        before={"languages": before.spoken, "teamLanguage": before.team},
        after={"languages": after.spoken, "teamLanguage": after.team},
        now=now,
    )


def _offered(settings: Settings) -> tuple[str, ...]:
    """What the product speaks, and what the company speaks already."""
    return tuple(dict.fromkeys([*settings.spoken, *product_languages()]))


async def _written(uow: UnitOfWork, first: str, languages: tuple[str, ...]) -> dict[str, Texts]:
    catalog, current = await load_catalog(uow), await CompanyLanguageRepository(uow).quiz()
    texts = {}
    for language in languages:
        catalogue = catalogue_written(catalog, language)
        quiz = quiz_written(current.definition, current.translations.get(language)) if current else None
        if language == first:
            catalogue, quiz = _whole(catalogue), quiz and _whole(quiz)
        texts[language] = Texts(catalogue, quiz)
    return texts


def _whole(counted: Written) -> Written:
    """The first language has every text: it is what others are compared with."""
    return Written(counted.total, counted.total)


async def _check_first(uow: UnitOfWork, before: str, after: str) -> None:
    """The texts beside cars and quiz are in the first language, and only its place says so. Raises InvalidInput."""
    texts = (await _written(uow, before, (before,)))[before]
    if texts.catalogue.total > 0 or texts.quiz is not None:
        raise InvalidInput.of("languages.0", FIRST_LANGUAGE_STAYS())
    documents = await CompanyLanguageRepository(uow).documents()
    missing = sum(before in text.titles and after not in text.titles for text in documents)
    if missing:
        raise InvalidInput.of("languages.0", FIRST_LANGUAGE_UNWRITTEN(count=missing))
