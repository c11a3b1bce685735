"""Texts of a company that are separate pages: legal texts and pages of blocks.

``StoredGuide`` is the shape in which guides were stored before there were blocks. It is read as a page of blocks.
"""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import Field, TypeAdapter

from abano.core.api_model import ApiModel, SuccessResponse
from abano.site.media_library.pictures import Picture
from abano.site.pages.blocks import PageDocument, PageHero, RichText, rich_text
from abano.site.pages.documents import Question


class LegalSection(ApiModel):
    """``body``: the content, if written in the console; older documents have ``paragraphs`` and ``bullets``."""

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
    """A travel guide page, with its sections in display order."""

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


class DocumentResponse(SuccessResponse):
    """``version``: which of the published ones this is; null where none was counted."""

    kind: str
    language: str
    version: int | None = None
    document: PublicDocument


Json = dict[str, Any]
_TONES = {"best": "good", "careful": "careful", "avoid": "bad"}


def read_document(body: Mapping[str, Any]) -> LegalDocument | PageDocument:
    """The stored text. Raises pydantic's ValidationError."""
    stored = STORED_DOCUMENT.validate_python(body)
    if isinstance(stored, LegalDocument):
        return _in_rich_text(stored)
    return page_of(stored) if isinstance(stored, StoredGuide) else stored


def page_of(guide: StoredGuide) -> PageDocument:
    """A guide in the shape of before blocks, as a page of blocks that shows the same."""
    special, best, closing, video = guide.special, guide.best_time, guide.closing, guide.video
    blocks: list[Json] = [
        {
            "type": "gallery",
            "title": special.title,
            "text": special.text,
            "items": [
                {"picture": _picture(place.image, place.alt), "title": place.name, "text": place.text}
                for place in special.places
            ],
        },
        {
            "type": "facts",
            "title": best.title,
            "text": best.text,
            "facts": [
                {
                    "label": season.name,
                    "detail": season.months,
                    "text": season.text,
                    "tone": _TONES[season.verdict],
                }
                for season in best.seasons
            ],
        },
        _lists(guide.preparation),
        {"type": "action", "button": guide.professional_button, "leads": "chatInformation"},
        _lists(guide.permits),
        _journey(guide.getting_there),
        *_vehicles(guide.vehicles),
        {
            "type": "film",
            "title": video.name,
            "text": video.description,
            "duration": video.duration,
            "uploadedOn": video.upload_date,
            "thumbnail": video.thumbnail.model_dump(by_alias=True),
        },
        {
            "type": "questions",
            "title": guide.faq.title,
            "questions": [item.model_dump(by_alias=True) for item in guide.faq.questions],
        },
        {
            "type": "action",
            "title": closing.title,
            "text": closing.text,
            "button": closing.chat_button,
            "leads": "chatInformation",
            "isBanner": True,
        },
    ]
    return PageDocument.model_validate(
        {
            "type": "page",
            "title": guide.title,
            "description": guide.description,
            "keywords": guide.keywords,
            "publishedOn": video.upload_date,
            "hiddenText": guide.hidden_text,
            "hero": guide.hero.model_dump(by_alias=True),
            "blocks": blocks,
        }
    )


def _lists(part: GuideLists) -> Json:
    return {
        "type": "lists",
        "title": part.title,
        "text": part.text,
        "lists": [{"title": each.title, "items": each.items} for each in part.lists],
        "picture": _picture(part.image, part.alt),
        "note": part.note,
    }


def _journey(part: GuideJourney) -> Json:
    return {
        "type": "facts",
        "title": part.title,
        "text": part.text,
        "facts": [
            {"label": f"{leg.start} → {leg.end}", "text": f"{leg.distance} · {leg.time} · {leg.surface}"}
            for leg in part.legs
        ],
        "picture": _picture(part.image, part.alt),
        "note": part.note,
    }


def _vehicles(part: GuideVehicles) -> list[Json]:
    return [
        {
            "type": "lists",
            "title": part.title,
            "text": part.text,
            "lists": [
                {"items": part.recommended, "tone": "good"},
                {"items": part.avoid, "tone": "bad"},
            ],
        },
        {"type": "cars", "cars": part.cars},
        {"type": "action", "button": part.chat_button, "leads": "chatRental"},
    ]


def _picture(picture: Picture | None, alt: str) -> Json | None:
    if picture is None:
        return None
    return picture.model_dump(by_alias=True) | ({"alt": alt} if alt else {})


def _in_rich_text(document: LegalDocument) -> LegalDocument:
    """Sections that were stored as paragraphs and bullets, as rich text."""
    sections = [
        section
        if section.body
        else LegalSection(heading=section.heading, body=rich_text(section.paragraphs, section.bullets))
        for section in document.sections
    ]
    return document.model_copy(update={"sections": sections})
