"""Reads stored texts of pages, those of before blocks too. Pure."""

from collections.abc import Mapping
from typing import Any

from abano.site.media_library.pictures import Picture
from abano.site.pages.blocks import PageDocument, rich_text
from abano.site.pages.public_documents import (
    STORED_DOCUMENT,
    GuideJourney,
    GuideLists,
    GuideVehicles,
    LegalDocument,
    LegalSection,
    StoredGuide,
)

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
