"""How a message looks: plain text and HTML, in one language."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from mjml import mjml2html

from abano.kit.templates import render_html
from abano.languages.texts import Texts
from abano.notifications.brand import Brand, text_on

_TEMPLATE = "notifications/templates/message.mjml"
# Without the full stop or bracket that ends the sentence around it.
_ADDRESS = re.compile(r"(https?://[^\s<>]*[^\s<>.,;:!?)\]'\"])")


@dataclass(frozen=True, slots=True)
class Recipient:
    """Where a company receives its messages, and in which languages it and its people read them.

    ``team_language``: the team's. ``languages``: the company's; the first is for everybody of whom nothing is known.
    """

    name: str
    email: str
    webhook_url: str
    public_origin: str
    team_language: str = "en"
    languages: Sequence[str] = ("en",)
    brand: Brand = field(default_factory=Brand)


class Attachment(NamedTuple):
    """``parameters`` of the content type, such as a calendar's method."""

    name: str
    content_type: str
    content: bytes
    parameters: Mapping[str, str] = {}


class Picture(NamedTuple):
    """A PNG within the HTML; ``alt`` says what it shows. ``name`` is its own within the message."""

    name: str
    alt: str
    content: bytes


@dataclass(frozen=True, slots=True)
class Text:
    """One message. ``to`` is None for the company itself; when empty, the message is not sent."""

    subject: str
    body: str
    html: str = ""
    to: str | None = None
    reply_to: str | None = None
    language: str = "en"
    headers: Mapping[str, str] = field(default_factory=dict)
    attachments: Sequence[Attachment] = ()
    pictures: Sequence[Picture] = ()
    # Before the sender's address; empty: as the installation has it.
    from_name: str = ""
    # Anyone can cause it, for any address: how many are sent has a limit.
    is_unverified: bool = False


class Button(NamedTuple):
    label: str
    url: str


@dataclass(frozen=True, slots=True)
class Part:
    """Labelled values, with an optional heading. ``is_price``: amounts, the last of which is their sum.

    ``link`` stands below them.
    """

    heading: str
    rows: Sequence[tuple[str, str]]
    is_price: bool = False
    link: Button | None = None


class Tile(NamedTuple):
    """A figure with what became of it; ``is_better``: None where that cannot be said."""

    label: str
    value: str
    change: str
    is_better: bool | None = None


@dataclass(frozen=True, slots=True)
class Letter:
    """The content of a message. ``link`` is written out, ``unsubscribe`` stands below everything.

    The pictures of ``pictures`` are to be sent with it.
    """

    heading: str
    paragraphs: Sequence[str] = ()
    tiles: Sequence[Tile] = ()
    pictures: Sequence[Picture] = ()
    parts: Sequence[Part] = ()
    button: Button | None = None
    link: str = ""
    unsubscribe: Button | None = None


def html_of(letter: Letter, recipient: Recipient, subject: str, language: str) -> str:
    """The letter in the company's layout. Every value is escaped before MJML makes HTML of it."""
    mjml = render_html(
        _TEMPLATE,
        language=language,
        subject=one_line(subject),
        preview=one_line(" ".join(letter.paragraphs))[:140],
        company=recipient.name,
        site_url=recipient.public_origin,
        brand=recipient.brand,
        on_pine=text_on(recipient.brand.pine),
        on_accent=text_on(recipient.brand.accent),
        letter=letter,
        pieces=_pieces,
    )
    return str(mjml2html(mjml, disable_comments=False, fonts={}))


def _pieces(line: str) -> Iterator[tuple[str, bool]]:
    """The parts of a line, and whether each is an address."""
    for place, piece in enumerate(_ADDRESS.split(line)):
        if piece:
            yield piece, place % 2 == 1


def plain_of(letter: Letter, recipient: Recipient) -> str:
    """The letter as plain text."""
    tiles = [
        (tile.label, f"{tile.value} ({tile.change})" if tile.change else tile.value) for tile in letter.tiles
    ]
    figures = [rows_in_plain(Part("", tiles))] if tiles else []
    blocks = [letter.heading, *letter.paragraphs, *figures, *(rows_in_plain(part) for part in letter.parts)]
    if letter.button:
        blocks.append(f"{letter.button.label}:\n{letter.button.url}")
    if letter.link:
        blocks.append(letter.link)
    blocks.append("\n".join(("-- ", recipient.name, *recipient.brand.lines)))
    if letter.unsubscribe:
        blocks.append(f"{letter.unsubscribe.label}:\n{letter.unsubscribe.url}")
    return "\n\n".join(blocks) + "\n"


def rows_in_plain(part: Part) -> str:
    width = max((len(label) for label, _ in part.rows), default=0) + 1
    rows = [f"{label + ':':<{width}} {one_line(value)}" for label, value in part.rows]
    link = [f"{part.link.label}: {part.link.url}"] if part.link else []
    return "\n".join([*([part.heading] if part.heading else []), *rows, *link])


def table_message(
    texts: Texts,
    recipient: Recipient,
    subject: str,
    opening: str,
    parts: Sequence[Part],
    *,
    note: str = "",
    reply_to: str = "",
) -> Text:
    """A message to the company. Visitors' input is escaped, and single-line in headers."""
    plain = [opening, *([note] if note else []), *map(rows_in_plain, parts)]
    letter = Letter(opening, [note] if note else [], parts=parts)
    return Text(
        one_line(subject),
        "\n\n".join(plain) + "\n",
        html=html_of(letter, recipient, subject, texts.language),
        reply_to=one_line(reply_to) or None,
        language=texts.language,
    )


def personal_email(
    texts: Texts, recipient: Recipient, to: str, subject: str, opening: str, advice: str, link: str
) -> Text:
    """An email to one person, with a link."""
    plain = f"{one_line(opening)}\n\n{advice}\n\n{link}\n"
    html = html_of(Letter(subject, [opening, advice], link=link), recipient, subject, texts.language)
    return Text(one_line(subject), plain, html, to=one_line(to), language=texts.language)


def one_line(text: str) -> str:
    """Collapse whitespace: a line break in a visitor's input must not add a header."""
    return " ".join(text.split())
