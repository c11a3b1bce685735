"""Rich text as JSON: the small part of ProseMirror's documents that the console's editor writes. Never HTML.

Paragraphs, headings of two levels, lists, line breaks; bold, italic and links. Anything else is refused, so pages may
draw what they get.
"""

from collections.abc import Iterator
from typing import Annotated, Any, Literal
from urllib.parse import urlsplit

from pydantic import AfterValidator, Field

from abano.errors.messages import Message, RefusedValue
from abano.kit.api_model import ApiModel

LINK_NOT_ALLOWED = Message(
    "link_not_allowed",
    "A link begins with https://, http://, mailto:, tel: or / (a page of this site)",
)
LONGEST_LINK = 2000
MOST_NODES = 300


def safe_link(href: str) -> str:
    """The link without spaces around it. Raises RefusedValue for another scheme, such as javascript:."""
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


SafeLink = Annotated[str, Field(max_length=LONGEST_LINK), AfterValidator(safe_link)]


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
    content: list[Inline] = Field(default_factory=list, max_length=MOST_NODES)


class HeadingLevel(ApiModel):
    level: Literal[2, 3]


class Heading(ApiModel):
    type: Literal["heading"]
    attrs: HeadingLevel
    content: list[Inline] = Field(default_factory=list, max_length=MOST_NODES)


# Two levels of lists: a model of its own for the inner one keeps documents from nesting without end.
class InnerItem(ApiModel):
    type: Literal["listItem"]
    content: list[Paragraph] = Field(max_length=MOST_NODES)


class InnerList(ApiModel):
    type: Literal["bulletList", "orderedList"]
    content: list[InnerItem] = Field(max_length=MOST_NODES)


class ListItem(ApiModel):
    type: Literal["listItem"]
    content: list[Paragraph | InnerList] = Field(max_length=MOST_NODES)


class TextList(ApiModel):
    type: Literal["bulletList", "orderedList"]
    content: list[ListItem] = Field(max_length=MOST_NODES)


class RichText(ApiModel):
    type: Literal["doc"] = "doc"
    content: list[Annotated[Paragraph | Heading | TextList, Field(discriminator="type")]] = Field(
        default_factory=list, max_length=MOST_NODES
    )


def rich_text(paragraphs: list[str], bullets: list[str] | None = None) -> RichText:
    """Plain paragraphs, and a list under them, as rich text."""
    content: list[dict[str, Any]] = [_paragraph(text) for text in paragraphs]
    if bullets:
        items = [{"type": "listItem", "content": [_paragraph(text)]} for text in bullets]
        content.append({"type": "bulletList", "content": items})
    return RichText.model_validate({"content": content})


def plain_texts(text: RichText) -> Iterator[str]:
    """What each paragraph, heading and entry of a list says, without its marks."""
    for node in text.content:
        yield from _plain(node)


def _plain(node: Paragraph | Heading | TextList | InnerList | ListItem | InnerItem) -> Iterator[str]:
    if isinstance(node, Paragraph | Heading):
        said = "".join(run.text if isinstance(run, TextRun) else " " for run in node.content)
        if said.strip():
            yield said
        return
    for inner in node.content:
        yield from _plain(inner)


def _paragraph(text: str) -> dict[str, Any]:
    return {"type": "paragraph", "content": [{"type": "text", "text": text}] if text else []}
