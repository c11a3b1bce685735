"""Validation of site texts, and detection of edit conflicts. Pure."""

import re
from collections.abc import Iterator, Mapping
from datetime import date
from typing import Any, cast

from pydantic import BaseModel, ValidationError

from abano.core.errors import FieldError, InvalidInput, Message, RefusedValue, Sentence
from abano.site.pages.blocks import MIN_STOPS, PageDocument, RouteBlock, RouteStop, safe_link
from abano.site.pages.documents import Landing, Seo
from abano.site.pages.facts import names_in
from abano.site.pages.public_documents import read_document
from abano.web.messages import INVALID, MISSING, NOT_A_DAY, TOO_FEW, TOO_LONG, TOO_MANY, sentence_of

# Messages for texts that are refused.

UNKNOWN_PLACEHOLDER = Message("unknown_placeholder", "There is no placeholder called {name}")
UNKNOWN_PART = Message("unknown_part", "This text has no such part")
TEXT_TOO_LARGE = Message("text_too_large", "This text is too long. Split it into two pages.")
PICTURE_NOT_OWN = Message("picture_not_own", "Choose an image from your media library")
URL_NOT_ALLOWED = Message("url_not_allowed", "A URL starts with https://, or with / on this site")
LANGUAGE_NOT_OFFERED = Message("text_language_not_offered", "Your site isn't available in this language")
PAGE_EXISTS = Message("page_exists", "There is already a page at this URL")
OLD_URL_INVALID = Message("old_url_invalid", "An old URL starts with /, such as /our-cars")
URL_HAS_PAGE = Message("url_has_page", "Your site has a page at this URL, so it can't redirect")
TARGET_NOT_ALLOWED = Message(
    "target_not_allowed", "Enter a page of this site, such as /booking, or an https:// URL"
)
REDIRECT_LOOP = Message("redirect_loop", "This redirect would create a loop")
PLACE_NOT_OWN = Message("place_not_own", "Choose one of your places")
MANY_PAGES = Message("many_pages", "At most {max, number} pages of your own fit on a site")


Json = dict[str, Any]
LANDING = "landing"
SEO = "seo"
# A field of a text in a language, as "en.faq".
Part = str
MAX_TEXT_LENGTH = 5_000
MAX_ENTRIES = 300
MAX_BODY_LENGTH = 200_000
SLUG = re.compile(r"[a-z0-9][a-z0-9-]{0,49}")
OWN_PAGE_KIND = re.compile(r"guide\.([a-z0-9][a-z0-9-]{0,49})")
# By the names of fields, whatever text they are in.
_PICTURES = frozenset({"src", "image", "imagePortrait", "thumbnail"})
_ADDRESSES = frozenset({"sourceUrl", "url"})
# Lists of things of several types, and the types of documents.
_OF_SEVERAL_TYPES = frozenset({"blocks", "content", "marks"})
_DOCUMENT_TYPES = frozenset({"legal", "page", "guide"})
_DAYS = frozenset({"writtenOn", "publishedOn", "uploadedOn"})
# Without these a text is not published: a page has to have a name.
_REQUIRED = {
    LANDING: ("headline", "subheadline"),
    SEO: ("siteName",),
    "legal": ("title", "introduction"),
    "page": ("title", "description"),
}


def model_of(kind: str, body: Mapping[str, Any]) -> BaseModel:
    """The text in the shape of its kind. Raises pydantic's ValidationError."""
    if kind == LANDING:
        return Landing.model_validate(body)
    return Seo.model_validate(body) if kind == SEO else read_document(body)


def current_shape(kind: str, body: Mapping[str, Any]) -> Json:
    """A stored text as it is stored today, whenever it was written."""
    return model_of(kind, body).model_dump(by_alias=True, mode="json")


def checked(
    kind: str, body: Mapping[str, Any], *, facts: frozenset[str], places: frozenset[str], place: str
) -> Json:
    """The text as it may be stored. Raises InvalidInput, naming the field below ``place``.

    ``facts``: placeholders that it may use; ``places``: codes of the company's places.
    """
    wrong = [FieldError(f"{place}.{field}", sentence) for field, sentence in _wrong(body, facts)]
    if wrong:
        raise InvalidInput(wrong[0].sentence if len(wrong) == 1 else None, fields=tuple(wrong))
    try:
        shaped = model_of(kind, body)
    except ValidationError as error:
        fields = tuple(
            FieldError(f"{place}.{_without_types(item['loc'])}", sentence_of(item)) for item in error.errors()
        )
        raise InvalidInput(fields[0].sentence if len(fields) == 1 else None, fields=fields) from error
    unknown = [
        FieldError(f"{place}.{path}.place", PLACE_NOT_OWN())
        for path, stop in _stops(shaped)
        if stop.place and stop.place not in places
    ]
    if unknown:
        raise InvalidInput(fields=tuple(unknown))
    stored = shaped.model_dump(by_alias=True, mode="json")
    if len(str(stored)) > MAX_BODY_LENGTH:
        raise InvalidInput.of(place, TEXT_TOO_LARGE())
    return stored


def with_parts(kind: str, body: Mapping[str, Any], parts: Mapping[str, Any]) -> Json:
    """The text with some of its fields replaced. Raises InvalidInput for a field that it does not have."""
    known = current_shape(kind, body)
    unknown = [name for name in parts if name not in known or name == "type"]
    if unknown:
        raise InvalidInput.of(f"parts.{unknown[0]}", UNKNOWN_PART())
    if (
        kind == LANDING
        and "sectionOrder" not in parts
        and _is_moved(known["sections"], parts.get("sections"))
    ):
        parts = {**parts, "sectionOrder": "own"}
    return known | dict(parts)


def _is_moved(before: list[Json], after: Any) -> bool:
    """Whether the sections of the home page are in another order. What is no list is refused later."""
    names = (
        [part.get("name") for part in after if isinstance(part, Mapping)] if isinstance(after, list) else []
    )
    return bool(names) and names != [part["name"] for part in before]


def unfinished(kind: str, body: Mapping[str, Any]) -> Iterator[tuple[str, Sentence]]:
    """The fields that have to be filled in before the text is published."""
    for name in _REQUIRED[kind if kind in _REQUIRED else cast(str, body["type"])]:
        if not str(body.get(name) or "").strip():
            yield name, MISSING()
    shaped = model_of(kind, body)
    for path, route in _routes(shaped):
        if len(route.stops) < MIN_STOPS:
            yield f"{path}.stops", TOO_FEW(min=MIN_STOPS)
    for path, stop in _stops(shaped):
        if not stop.place:
            needed = {
                "name": stop.name.strip() or None,
                "latitude": stop.latitude,
                "longitude": stop.longitude,
            }
            yield from ((f"{path}.{name}", MISSING()) for name, value in needed.items() if value is None)


def met_by(
    parts: Mapping[Part, Mapping[str, Any]], language: str, fields: Mapping[str, Any], revision: int
) -> Mapping[str, Any] | None:
    """The newest change of one of these fields that who writes ``revision`` has not seen."""
    unseen = [
        change
        for part, change in parts.items()
        if change["revision"] > revision and _part_meets(part, language, fields)
    ]
    return max(unseen, key=lambda change: cast(int, change["revision"]), default=None)


def unchecked_of(parts: Mapping[Part, Mapping[str, Any]]) -> dict[str, list[str]]:
    """By language, the fields with machine translations that no one has checked."""
    found: dict[str, list[str]] = {}
    for part, change in sorted(parts.items()):
        if change.get("unchecked"):
            language, _, field = part.partition(".")
            found.setdefault(language, []).append(field)
    return found


def without_marks_of(
    parts: Mapping[Part, Mapping[str, Any]], draft: Mapping[str, Any], published: Mapping[str, Any]
) -> dict[Part, dict[str, Any]]:
    """``parts``, without the marks of machine translations that are in the draft only."""
    kept = {}
    for part, change in parts.items():
        language, _, field = part.partition(".")
        is_same = (draft.get(language) or {}).get(field) == (published.get(language) or {}).get(field)
        kept[part] = {name: value for name, value in change.items() if name != "unchecked" or is_same}
    return kept


def own_page_kind(slug: str) -> str:
    return f"guide.{slug}"


def _part_meets(part: Part, language: str, fields: Mapping[str, Any]) -> bool:
    """``*`` matches all languages and fields of a text."""
    of, _, field = part.partition(".")
    return part == "*" or (of == language and field in fields)


def _routes(text: BaseModel) -> Iterator[tuple[str, RouteBlock]]:
    blocks = text.blocks if isinstance(text, PageDocument) else []
    return ((f"blocks.{at}", block) for at, block in enumerate(blocks) if isinstance(block, RouteBlock))


def _stops(text: BaseModel) -> Iterator[tuple[str, RouteStop]]:
    for path, route in _routes(text):
        yield from ((f"{path}.stops.{at}", stop) for at, stop in enumerate(route.stops))


def _wrong(body: Any, facts: frozenset[str]) -> Iterator[tuple[str, Sentence]]:
    for path, value in _leaves(body, ""):
        name = next((step for step in reversed(path.split(".")) if not step.isdigit()), "")
        if value is _OVERLONG:
            yield path, TOO_MANY(max=MAX_ENTRIES)
        elif isinstance(value, str):
            sentence = _sentence_about(name, value, facts)
            if sentence is not None:
                yield path, sentence


_OVERLONG = object()


def _leaves(value: Any, path: str) -> Iterator[tuple[str, Any]]:
    if isinstance(value, Mapping):
        for name, item in value.items():
            yield from _leaves(item, f"{path}.{name}".lstrip("."))
    elif isinstance(value, list):
        if len(value) > MAX_ENTRIES:
            yield path, _OVERLONG
            return
        for place, item in enumerate(value):
            yield from _leaves(item, f"{path}.{place}".lstrip("."))
    else:
        yield path, value


def _sentence_about(name: str, value: str, facts: frozenset[str]) -> Sentence | None:
    """What is wrong with a text, if anything is."""
    unknown = sorted(names_in(value) - facts)
    checks = (
        (len(value) <= MAX_TEXT_LENGTH, TOO_LONG(max=MAX_TEXT_LENGTH)),
        ("\0" not in value, INVALID()),
        (not unknown, UNKNOWN_PLACEHOLDER(name="".join(unknown[:1])[:60])),
        (not value or name not in _PICTURES or _is_own_path(value), PICTURE_NOT_OWN()),
        (not value or name not in _ADDRESSES or is_url(value), URL_NOT_ALLOWED()),
        (not value or name not in _DAYS or is_day(value), NOT_A_DAY()),
    )
    return next((sentence for holds, sentence in checks if not holds), None)


def _is_own_path(value: str) -> bool:
    try:
        return value.startswith("/") and safe_link(value) == value
    except RefusedValue:
        return False


def is_url(value: str) -> bool:
    """On the web with https, or a path of this site."""
    try:
        return safe_link(value) == value and value.startswith(("https://", "/"))
    except RefusedValue:
        return False


def is_day(value: str) -> bool:
    try:
        return date.fromisoformat(value).isoformat() == value
    except ValueError:
        return False


def _without_types(steps: tuple[int | str, ...]) -> str:
    """Where pydantic names the block's type behind its place, as in blocks.0.text.body, our fields do not."""
    kept = [
        str(step)
        for place, step in enumerate(steps)
        if not (place >= 2 and isinstance(steps[place - 1], int) and steps[place - 2] in _OF_SEVERAL_TYPES)
    ]
    return ".".join(kept[1:] if kept[0] in _DOCUMENT_TYPES else kept)
