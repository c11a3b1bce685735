"""Schemas of a company's languages in the console."""

from typing import Annotated, Literal

from pydantic import Field

from abano.company.languages.rules import Settings
from abano.company.languages.rules import Written as Counted
from abano.company.languages.service import Overview
from abano.core.api_model import ApiModel
from abano.core.languages.texts import LONGEST_LANGUAGE

MOST_LANGUAGES = 20
# Whether the product speaks it says the service, in a sentence of its own.
Code = Annotated[str, Field(min_length=1, max_length=LONGEST_LANGUAGE)]


class LanguagesRequest(ApiModel):
    """``languages``: what the site speaks, in order; the first has the addresses without a prefix.

    ``team_language``: of messages to the team; null is the first of ``languages``.
    """

    languages: list[Code] = Field(min_length=1, max_length=MOST_LANGUAGES)
    team_language: Code | None = None

    def settings(self) -> Settings:
        return Settings(tuple(self.languages), self.team_language)


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


class LanguagesResponse(ApiModel):
    """``languages``: what the site speaks, in order. ``team_language``: null is the first of them.

    ``documents``: the site's texts in the first language. ``offered``: every language that may be chosen, those of
    the company first.
    """

    success: Literal[True] = True
    languages: list[str]
    team_language: str | None
    documents: list[SiteText]
    offered: list[LanguageState]

    @classmethod
    def of(cls, overview: Overview) -> "LanguagesResponse":
        settings = overview.settings
        first = settings.spoken[0]
        own = [text for text in overview.documents if first in text.titles]
        return cls(
            languages=list(settings.spoken),
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
