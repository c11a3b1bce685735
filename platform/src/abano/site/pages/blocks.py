"""The blocks of a company's own pages, in page order."""

from collections.abc import Iterator
from typing import Annotated, Any, Literal
from urllib.parse import urlsplit

from pydantic import AfterValidator, Field

from abano.catalog.published.document_fields import CarCategory
from abano.core.api_model import ApiModel
from abano.core.errors import Message, RefusedValue
from abano.site.media_library.pictures import Picture
from abano.site.pages.documents import Question

# Rich text as JSON: the subset of ProseMirror documents that the console's editor produces. Never HTML.
#
# Paragraphs, headings of two levels, lists, line breaks; bold, italic and links. Anything else is rejected,
# so pages can render it without further checks.

LINK_NOT_ALLOWED = Message(
    "link_not_allowed",
    "A link starts with https://, http://, mailto:, tel: or / (a page of this site)",
)
MAX_LINK_LENGTH = 2000
MAX_NODES = 300


def safe_link(href: str) -> str:
    """The link without surrounding spaces. Raises RefusedValue for other schemes, such as javascript:."""
    link = href.strip()
    # Browsers read a backslash as a slash, and leave out control characters.
    if any(character == "\\" or character.isspace() or not character.isprintable() for character in link):
        raise RefusedValue(LINK_NOT_ALLOWED())
    if link.startswith("/") and not link.startswith("//"):
        return link
    try:
        parts = urlsplit(link)
    except ValueError:
        raise RefusedValue(LINK_NOT_ALLOWED()) from None
    is_web = parts.scheme in {"http", "https"} and bool(parts.netloc)
    if not is_web and not (parts.scheme in {"mailto", "tel"} and parts.path):
        raise RefusedValue(LINK_NOT_ALLOWED())
    return link


SafeLink = Annotated[str, Field(max_length=MAX_LINK_LENGTH), AfterValidator(safe_link)]


class Bold(ApiModel):
    type: Literal["bold"]


class Italic(ApiModel):
    type: Literal["italic"]


class LinkTarget(ApiModel):
    href: SafeLink


class LinkMark(ApiModel):
    type: Literal["link"]
    attrs: LinkTarget


Mark = Annotated[Bold | Italic | LinkMark, Field(discriminator="type")]


class TextRun(ApiModel):
    type: Literal["text"]
    text: str
    marks: list[Mark] = Field(default_factory=list, max_length=3)


class HardBreak(ApiModel):
    type: Literal["hardBreak"]


Inline = Annotated[TextRun | HardBreak, Field(discriminator="type")]


class Paragraph(ApiModel):
    type: Literal["paragraph"]
    content: list[Inline] = Field(default_factory=list, max_length=MAX_NODES)


class HeadingLevel(ApiModel):
    level: Literal[2, 3]


class Heading(ApiModel):
    type: Literal["heading"]
    attrs: HeadingLevel
    content: list[Inline] = Field(default_factory=list, max_length=MAX_NODES)


# Two levels of lists: a separate model for the inner one limits nesting.
class InnerItem(ApiModel):
    type: Literal["listItem"]
    content: list[Paragraph] = Field(max_length=MAX_NODES)


class InnerList(ApiModel):
    type: Literal["bulletList", "orderedList"]
    content: list[InnerItem] = Field(max_length=MAX_NODES)


class ListItem(ApiModel):
    type: Literal["listItem"]
    content: list[Paragraph | InnerList] = Field(max_length=MAX_NODES)


class TextList(ApiModel):
    type: Literal["bulletList", "orderedList"]
    content: list[ListItem] = Field(max_length=MAX_NODES)


class RichText(ApiModel):
    type: Literal["doc"] = "doc"
    content: list[Annotated[Paragraph | Heading | TextList, Field(discriminator="type")]] = Field(
        default_factory=list, max_length=MAX_NODES
    )


def rich_text(paragraphs: list[str], bullets: list[str] | None = None) -> RichText:
    """Plain paragraphs, and a list under them, as rich text."""
    content: list[dict[str, Any]] = [_paragraph(text) for text in paragraphs]
    if bullets:
        items = [{"type": "listItem", "content": [_paragraph(text)]} for text in bullets]
        content.append({"type": "bulletList", "content": items})
    return RichText.model_validate({"content": content})


def plain_texts(text: RichText) -> Iterator[str]:
    """The plain text of each paragraph, heading and list entry."""
    for node in text.content:
        yield from _plain(node)


def _plain(node: Paragraph | Heading | TextList | InnerList | ListItem | InnerItem) -> Iterator[str]:
    if isinstance(node, Paragraph | Heading):
        text = "".join(run.text if isinstance(run, TextRun) else " " for run in node.content)
        if text.strip():
            yield text
        return
    for inner in node.content:
        yield from _plain(inner)


def _paragraph(text: str) -> dict[str, Any]:
    return {"type": "paragraph", "content": [{"type": "text", "text": text}] if text else []}


# How good something is; the page colours it so.
Tone = Literal["plain", "good", "careful", "bad"]
MAX_BLOCKS = 60


class BlockPicture(Picture):
    """Of the media library, by its ``media_id``; before there was one, a path of this site as ``src``."""


class TextBlock(ApiModel):
    type: Literal["text"]
    title: str = ""
    body: RichText


class PictureBlock(ApiModel):
    type: Literal["picture"]
    picture: BlockPicture
    caption: str = ""


class GalleryItem(ApiModel):
    picture: BlockPicture
    title: str = ""
    text: str = ""


class GalleryBlock(ApiModel):
    type: Literal["gallery"]
    title: str = ""
    text: str = ""
    items: list[GalleryItem] = Field(max_length=24)


class FilmBlock(ApiModel):
    """``url``: on YouTube, Vimeo, or a file; empty: the company's own film. ``duration`` in ISO 8601, as PT2M30S."""

    type: Literal["film"]
    title: str
    text: str = ""
    url: str = ""
    duration: str = ""
    uploaded_on: str = ""
    thumbnail: Picture = Picture()


class MapBlock(ApiModel):
    """A place: its point, or a link to a map of the company's choice."""

    type: Literal["map"]
    title: str = ""
    text: str = ""
    label: str = ""
    latitude: float | None = Field(default=None, ge=-90, le=90)
    longitude: float | None = Field(default=None, ge=-180, le=180)
    url: Literal[""] | SafeLink = ""


MIN_STOPS, MAX_STOPS = 2, 12
# The kind of a car, or the drive that the lists of cars filter by.
CarClass = Literal[CarCategory, "4x4"]


class RouteStop(ApiModel):
    """``place``: the code of one of the company's places; empty: the stop has its own name and point."""

    place: str = Field(default="", max_length=40)
    name: str = Field(default="", max_length=160)
    latitude: float | None = Field(default=None, ge=-90, le=90)
    longitude: float | None = Field(default=None, ge=-180, le=180)


class RouteBlock(ApiModel):
    """A drive from stop to stop. ``car_class``: what it needs, ``note`` says why; empty: any car will do.

    ``driving_hours``: without breaks.
    """

    type: Literal["route"]
    title: str = ""
    text: str = ""
    stops: list[RouteStop] = Field(max_length=MAX_STOPS)
    kilometres: int | None = Field(default=None, ge=1, le=20_000)
    driving_hours: float | None = Field(default=None, gt=0, le=500)
    car_class: Literal[CarClass, ""] = ""
    note: str = Field(default="", max_length=300)


class TitledList(ApiModel):
    title: str = ""
    items: list[str] = Field(max_length=60)
    tone: Tone = "plain"


class ListsBlock(ApiModel):
    """``note``: a closing sentence under the lists."""

    type: Literal["lists"]
    title: str = ""
    text: str = ""
    lists: list[TitledList] = Field(max_length=12)
    picture: BlockPicture | None = None
    note: str = ""


class Fact(ApiModel):
    label: str
    detail: str = ""
    text: str = ""
    tone: Tone = "plain"


class FactsBlock(ApiModel):
    type: Literal["facts"]
    title: str = ""
    text: str = ""
    facts: list[Fact] = Field(max_length=40)
    picture: BlockPicture | None = None
    note: str = ""


class CarsBlock(ApiModel):
    """``cars``: slugs, or names."""

    type: Literal["cars"]
    title: str = ""
    text: str = ""
    cars: list[str] = Field(max_length=24)


class QuestionsBlock(ApiModel):
    type: Literal["questions"]
    title: str = ""
    questions: list[Question] = Field(max_length=60)


class ActionBlock(ApiModel):
    """A button. It opens a chat with one of the company's prefilled messages, or leads to ``href``.

    ``is_banner``: with its words on a coloured ground, rather than on its own.
    """

    type: Literal["action"]
    title: str = ""
    text: str = ""
    button: str
    leads: Literal["chatInformation", "chatRental", "address"]
    href: Literal[""] | SafeLink = ""
    is_banner: bool = False


Block = Annotated[
    TextBlock
    | PictureBlock
    | GalleryBlock
    | FilmBlock
    | MapBlock
    | RouteBlock
    | ListsBlock
    | FactsBlock
    | CarsBlock
    | QuestionsBlock
    | ActionBlock,
    Field(discriminator="type"),
]


class PageHero(ApiModel):
    """The first screen. ``button`` leads down to the text; both pictures may be empty."""

    title: str
    text: str = ""
    button: str = ""
    image: Picture = Picture()
    image_portrait: Picture = Picture()


class PageDocument(ApiModel):
    """A page of the company's own: a guide. ``published_on`` is a day, or empty.

    ``menu_label``: what its link in the site's menu says; empty: it has none there. ``hidden_text``: sentences for
    search engines, off screen.
    """

    type: Literal["page"]
    title: str
    description: str
    keywords: str = ""
    menu_label: str = ""
    published_on: str = ""
    hidden_text: list[str] = Field(default_factory=list, max_length=20)
    hero: PageHero
    blocks: list[Block] = Field(max_length=MAX_BLOCKS)
