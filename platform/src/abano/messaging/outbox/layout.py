"""How a message looks: plain text and HTML, in one language."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from mjml import mjml2html

from abano.core.colors import WHITE, Color
from abano.core.languages.texts import Texts
from abano.core.templates import render_html

# How a company's messages look: its colours, its logo and who it is. Pure.

PINE, ACCENT, DARK = Color.parse("#1d4a40"), Color.parse("#c2491d"), Color.parse("#17211e")
# Image formats that email clients display. They do not display SVG.
_PICTURES = (".png", ".jpg", ".jpeg", ".gif", ".webp")


@dataclass(frozen=True, slots=True)
class Brand:
    """``lines``: who the company is, below each message. ``logo_url``: empty where mail programs would show none."""

    pine: str = PINE.hex
    accent: str = ACCENT.hex
    logo_url: str = ""
    lines: tuple[str, ...] = ()


def brand_of(
    brand: Mapping[str, Any],
    contacts: Mapping[str, Any],
    *,
    language: str,
    origin: str,
    seller: tuple[str, ...] = (),
) -> Brand:
    """The brand in a reader's language. ``seller``: legal name and registration, as on documents."""
    colors = brand.get("colors") or {}
    translated = (contacts.get("translations") or {}).get(language) or {}
    reached = " · ".join(str(contacts.get(part) or "") for part in ("phone", "email") if contacts.get(part))
    lines = (" · ".join(filter(None, seller)), translated.get("address") or contacts.get("address"), reached)
    return Brand(
        _color(colors.get("pine"), PINE),
        _color(colors.get("accent"), ACCENT),
        _logo(str(brand.get("logo") or ""), origin),
        tuple(str(line) for line in lines if line),
    )


def text_on(color: str) -> str:
    """White or near black, whichever has more contrast on this colour."""
    ground = Color.parse(color)
    return max((WHITE, DARK), key=ground.contrast).hex


def _color(value: object, otherwise: Color) -> str:
    try:
        return Color.parse(str(value)).hex
    except ValueError:
        return otherwise.hex


def _logo(logo: str, origin: str) -> str:
    if not logo.lower().endswith(_PICTURES):
        return ""
    if logo.startswith("https://"):
        return logo
    return f"{origin}{logo}" if origin and logo.startswith("/") else ""


_TEMPLATE = "messaging/outbox/templates/message.mjml"
# Without the full stop or bracket that ends the sentence around it.
_ADDRESS = re.compile(r"(https?://[^\s<>]*[^\s<>.,;:!?)\]'\"])")


@dataclass(frozen=True, slots=True)
class Recipient:
    """The recipient data of a company, and the languages of the company and its team.

    ``team_language``: the team's. ``languages``: the company's; the first is the default for unknown
    recipients.
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
    """A PNG within the HTML. ``alt``: its description. ``name``: unique within the message."""

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
    """Labelled values, with an optional heading. ``is_price``: amounts, the last of which is the total.

    ``link`` is shown below them.
    """

    heading: str
    rows: Sequence[tuple[str, str]]
    is_price: bool = False
    link: Button | None = None


class Tile(NamedTuple):
    """A figure and its change. ``is_better``: None if neutral."""

    label: str
    value: str
    change: str
    is_better: bool | None = None


@dataclass(frozen=True, slots=True)
class Letter:
    """The content of a message. ``link`` is written out, ``unsubscribe`` is the last line.

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
    texts: Texts,
    recipient: Recipient,
    to: str,
    subject: str,
    opening: str,
    advice: str,
    link: str,
    details: Sequence[str] = (),
) -> Text:
    """An email to one person, with a link. ``details``: lines before the advice."""
    listed = "\n".join(map(one_line, details))
    plain = "\n\n".join(filter(None, (one_line(opening), listed, advice, link))) + "\n"
    html = html_of(
        Letter(subject, [opening, *details, advice], link=link), recipient, subject, texts.language
    )
    return Text(one_line(subject), plain, html, to=one_line(to), language=texts.language)


def one_line(text: str) -> str:
    """Collapse whitespace: a line break in a visitor's input must not add a header."""
    return " ".join(text.split())
