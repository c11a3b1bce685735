"""Schemas of a company's brand in the console."""

from datetime import datetime
from typing import Annotated, Any, Literal
from uuid import UUID

from pydantic import Field, JsonValue, StringConstraints

from abano.core.api_model import ApiModel, SuccessResponse
from abano.tenancy.directory.brand import (
    NAMES,
    Face,
    Layout,
    Scheme,
    face_or_first,
    layout_or_first,
    scheme_or_first,
)
from abano.web.errors import SentenceOut

HexColor = Annotated[
    str, StringConstraints(strip_whitespace=True, to_lower=True, pattern=r"^#[0-9a-fA-F]{6}$")
]
ColorName = Literal["ink", "slate", "pine", "snow", "stone", "sky", "accent", "ridge"]
PictureName = Literal[
    "logo", "favicon", "shareImage", "hero", "heroPortrait", "quizHero", "quizHeroPortrait", "ridge"
]
# A drawing of ours, by its address on the site.
Address = Annotated[str, StringConstraints(max_length=300, pattern=r"^/[A-Za-z0-9][A-Za-z0-9._/-]*$")]


class MediaReference(ApiModel):
    """Something of the company's media."""

    media_id: UUID


class BrandValues(ApiModel):
    """``pictures`` that are left out stay as they are, and so do ``face``, ``layout`` and ``scheme``."""

    colors: Annotated[dict[ColorName, HexColor], Field(min_length=len(NAMES), max_length=len(NAMES))]
    face: Face | None = None
    layout: Layout | None = None
    scheme: Scheme | None = None
    pictures: dict[PictureName, MediaReference | Address] = Field(default_factory=dict)


class DraftRequest(BrandValues):
    """``revision``: of the brand that was looked at; None is not compared."""

    revision: str | None = Field(default=None, max_length=40)


class PublishRequest(ApiModel):
    revision: str | None = Field(default=None, max_length=40)


# What a stored brand has besides pictures.
_OWN_FIELDS = {"colors", "face", "layout", "scheme"}


class BrandOut(ApiModel):
    colors: dict[str, str]
    face: Face
    layout: Layout
    scheme: Scheme
    pictures: dict[str, JsonValue]

    @classmethod
    def of(cls, stored: dict[str, Any]) -> "BrandOut":
        pictures = {name: value for name, value in stored.items() if name not in _OWN_FIELDS}
        return cls(
            colors=dict(stored.get("colors") or {}),
            face=face_or_first(stored.get("face")),
            layout=layout_or_first(stored.get("layout")),
            scheme=scheme_or_first(stored.get("scheme")),
            pictures=pictures,
        )


class FaceOut(ApiModel):
    """``variables``: CSS custom properties by which a page has it."""

    name: Face
    variables: dict[str, str]


class EarlierBrand(ApiModel):
    """``until``: when another one took its place."""

    until: datetime
    colors: dict[str, str]
    face: Face


class BrandResponse(SuccessResponse):
    """``draft``: None while nothing is being changed. ``earlier``: the newest first. ``faces``: to choose from."""

    revision: str
    published: BrandOut
    draft: BrandOut | None
    earlier: list[EarlierBrand]
    faces: list[FaceOut]


class ColorsRequest(ApiModel):
    colors: Annotated[dict[ColorName, HexColor], Field(min_length=len(NAMES), max_length=len(NAMES))]


class EmailPreview(SuccessResponse):
    """``html``: of a whole page, to be shown without scripts."""

    html: str


class ColorProblem(ApiModel):
    """``instead``: the nearest colour that can be read."""

    name: str
    problem: SentenceOut
    instead: str


class ColorsResponse(SuccessResponse):
    """``light`` and ``dark``: the colours of both themes as CSS variables, as pages will have them.

    ``repaired``: the same colours with each unreadable one replaced by the nearest readable one.
    """

    problems: list[ColorProblem]
    repaired: dict[str, str]
    light: dict[str, str]
    dark: dict[str, str]
