"""Shapes of texts, without a database: the names of facts, and guides that were stored before there were blocks."""

import pytest

from abano.site.content.rules import met_by
from abano.site.pages.public_documents import StoredGuide, read_document

GUIDE = {
    "type": "guide", "title": "Park", "description": "All of it", "keywords": "park", "hiddenText": ["Not shown"],
    "hero": {"title": "Go", "text": "", "button": "Read", "image": "/a.svg", "imagePortrait": "/b.svg"},
    "special": {"title": "Why", "text": "", "places": [
        {"name": "Cliff", "text": "High", "image": "/c.svg", "alt": "A"}]},
    "bestTime": {"title": "When", "text": "", "seasons": [
        {"name": "Summer", "months": "July", "verdict": "avoid", "text": "Hot"}]},
    "preparation": {"title": "Prepare", "text": "", "lists": [{"title": "Roads", "items": ["Dirt"]}]},
    "permits": {"title": "Permits", "text": "", "lists": [], "image": "/d.svg", "alt": "Desk"},
    "gettingThere": {"title": "There", "text": "", "note": "No bus", "legs": [
        {"start": "Here", "end": "There", "distance": "190 km", "time": "3 h", "surface": "Paved"}]},
    "vehicles": {"title": "Cars", "text": "", "recommended": ["4x4"], "avoid": ["2WD"], "cars": ["jeep"],
                 "chatButton": "Rent"},
    "faq": {"title": "Asked", "questions": [{"question": "Why?", "answer": "Because."}]},
    "closing": {"title": "Still?", "text": "Ask", "chatButton": "Write"},
    "professionalButton": "Talk",
    "video": {"name": "Film", "description": "Of it", "duration": "PT1M", "uploadDate": "2025-01-07",
              "thumbnail": "/e.png"},
}  # fmt: skip


def test_a_guide_stored_before_blocks_is_read_as_blocks_that_say_the_same() -> None:
    StoredGuide.model_validate(GUIDE)
    page = read_document(GUIDE)
    assert page.type == "page"
    assert [block.type for block in page.blocks] == [
        *("gallery", "facts", "lists", "action", "lists", "facts", "lists", "cars", "action"),
        *("film", "questions", "action"),
    ]
    text = page.model_dump_json()
    for expected_text in (
        "Cliff",
        "High",
        "Summer",
        "July",
        "Dirt",
        "Here → There",
        "190 km",
        "4x4",
        "2WD",
        "jeep",
        "Because.",
    ):
        assert expected_text in text, expected_text


def test_a_legal_text_of_paragraphs_is_read_as_rich_text() -> None:
    section = {"heading": "1", "paragraphs": ["One.", "Two."], "bullets": ["a", "b"]}
    legal = read_document(
        {"type": "legal", "title": "T", "effective": "", "introduction": "", "sections": [section]}
    )
    assert legal.type == "legal"
    body = legal.sections[0].body
    assert body is not None
    assert [node.type for node in body.content] == ["paragraph", "paragraph", "bulletList"]
    assert read_document(legal.model_dump(by_alias=True)) == legal


@pytest.mark.parametrize(
    ("language", "fields", "revision", "met"),
    [
        ("en", {"faq": 1}, 4, True),
        ("en", {"faq": 1}, 5, False),
        ("en", {"team": 1}, 4, False),
        ("ka", {"faq": 1}, 4, False),
        ("ka", {"faq": 1}, 1, True),
    ],
)
def test_changes_meet_in_the_same_part_after_what_was_read(
    language: str, fields: dict[str, int], revision: int, met: bool
) -> None:
    parts = {"en.faq": {"revision": 5}, "*": {"revision": 2}}
    assert (met_by(parts, language, fields, revision) is not None) is met
