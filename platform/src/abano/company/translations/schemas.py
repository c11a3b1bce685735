"""Schemas of automatic translation."""

from typing import Annotated

from pydantic import Field

from abano.company.translations.rules import MAX_CHARACTERS, MAX_TEXTS
from abano.core.api_model import ApiModel
from abano.core.languages.texts import MAX_LANGUAGE_LENGTH

Language = Annotated[str, Field(min_length=2, max_length=MAX_LANGUAGE_LENGTH)]


class TranslationRequest(ApiModel):
    """``source``, ``target``: languages of the company. ``texts``: at most 10,000 characters in all."""

    source: Language
    target: Language
    texts: Annotated[
        list[Annotated[str, Field(min_length=1, max_length=MAX_CHARACTERS)]],
        Field(min_length=1, max_length=MAX_TEXTS),
    ]


class TranslationResponse(ApiModel):
    """``texts``: in the request's order; null: a placeholder, a link or markup was lost, so there is no proposal."""

    texts: list[str | None]


class TranslationServiceResponse(ApiModel):
    """``service``: the name of the operator's service; null: none. ``characters_left``: today, in UTC."""

    service: str | None
    characters_left: int
