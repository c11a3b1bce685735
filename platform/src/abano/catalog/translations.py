"""What a company's catalogue says in its other languages: texts alone, each of which may be missing.

Stored as ``translations`` of a row, by language: ``{"ka": {"title": "…", "specs": ["…"]}}``. What is missing or empty
is said in the company's first language, field by field. Names of cars are not translated: bookings know a car by it.
"""

from collections.abc import Mapping
from typing import Any, TypeVar

from pydantic import Field

from abano.kit.api_model import ApiModel


class ImageTexts(ApiModel):
    """The text of the picture that shows the car from this side."""

    view: str
    alt: str = Field(min_length=1)


class CarTexts(ApiModel):
    title: str = ""
    description: str = ""
    specs: list[str] = Field(default_factory=list)
    images: list[ImageTexts] = Field(default_factory=list)


class PlaceTexts(ApiModel):
    name: str = ""
    address: str = ""


class InsuranceTexts(ApiModel):
    label: str = ""
    description: str = ""
    bullets: list[str] = Field(default_factory=list)
    exclusions: list[str] = Field(default_factory=list)


class ServiceTexts(ApiModel):
    group: str = ""
    label: str = ""
    description: str = ""
    note: str = ""


class SeasonTexts(ApiModel):
    name: str = ""


Texts = TypeVar("Texts", bound=ApiModel)


def by_language(kind: type[Texts], stored: Mapping[str, Any]) -> dict[str, Texts]:
    """Stored translations of one row."""
    return {language: kind.model_validate(texts) for language, texts in stored.items()}
