"""The texts of a company that are pages of their own: legal texts and pages of blocks.

``StoredGuide`` is the shape in which guides were stored before there were blocks. It is read as a page of blocks.
"""

from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from abano.core.api_model import ApiModel
from abano.site.media_library.pictures import Picture
from abano.site.pages.blocks import PageDocument, PageHero, RichText
from abano.site.pages.documents import Question


class LegalSection(ApiModel):
    """``body``: what it says, since it is written in the console; before, ``paragraphs`` and ``bullets`` said it."""

    heading: str
    paragraphs: list[str] = Field(default_factory=list)
    bullets: list[str] = Field(default_factory=list)
    body: RichText | None = None


class LegalDocument(ApiModel):
    type: Literal["legal"]
    title: str
    # Such as "Effective January 7, 2025"; may be empty.
    effective: str
    introduction: str
    sections: list[LegalSection]


class GuidePlace(ApiModel):
    name: str
    text: str
    image: Picture
    alt: str


class GuideSeason(ApiModel):
    name: str
    months: str
    verdict: Literal["best", "careful", "avoid"]
    text: str


class GuideList(ApiModel):
    title: str
    items: list[str]


class GuideLeg(ApiModel):
    start: str
    end: str
    distance: str
    time: str
    surface: str


class GuideSpecial(ApiModel):
    title: str
    text: str
    places: list[GuidePlace]


class GuideSeasons(ApiModel):
    title: str
    text: str
    seasons: list[GuideSeason]


class GuideLists(ApiModel):
    title: str
    text: str
    lists: list[GuideList]
    image: Picture | None = None
    alt: str = ""
    # A closing sentence under the lists.
    note: str = ""


class GuideJourney(ApiModel):
    title: str
    text: str
    legs: list[GuideLeg]
    note: str
    image: Picture | None = None
    alt: str = ""


class GuideVehicles(ApiModel):
    title: str
    text: str
    recommended: list[str]
    avoid: list[str]
    # Slugs of the company's cars.
    cars: list[str]
    chat_button: str


class GuideFaq(ApiModel):
    title: str
    questions: list[Question]


class GuideClosing(ApiModel):
    title: str
    text: str
    chat_button: str


class GuideVideo(ApiModel):
    """``duration`` in ISO 8601, such as PT2M30S."""

    name: str
    description: str
    duration: str
    upload_date: str
    thumbnail: Picture


class StoredGuide(ApiModel):
    """A travel guide page. Its sections stand in the order in which the page shows them."""

    type: Literal["guide"]
    title: str
    description: str
    keywords: str
    hidden_text: list[str]
    hero: PageHero
    special: GuideSpecial
    best_time: GuideSeasons
    preparation: GuideLists
    permits: GuideLists
    getting_there: GuideJourney
    vehicles: GuideVehicles
    faq: GuideFaq
    closing: GuideClosing
    # The text of the button that asks for professional advice, shown after the preparation lists.
    professional_button: str
    video: GuideVideo


Stored = Annotated[LegalDocument | StoredGuide | PageDocument, Field(discriminator="type")]
STORED_DOCUMENT: TypeAdapter[LegalDocument | StoredGuide | PageDocument] = TypeAdapter(Stored)
PublicDocument = Annotated[LegalDocument | PageDocument, Field(discriminator="type")]


class DocumentResponse(ApiModel):
    """``version``: which of the published ones this is; null where none was counted."""

    success: Literal[True] = True
    kind: str
    language: str
    version: int | None = None
    document: PublicDocument
