"""What a printed document consists of. Pure data: texts arrive translated and written for their readers."""

from dataclasses import dataclass, field
from typing import Literal

Align = Literal["left", "right", "center"]


@dataclass(frozen=True, slots=True)
class Letterhead:
    """Whose document it is: name, and lines below it such as address, telephone and registration.

    ``logo`` is a PNG or JPEG; without one the name stands there.
    """

    name: str
    lines: tuple[str, ...] = ()
    color: str = "#1f2937"
    logo: bytes | None = None


@dataclass(frozen=True, slots=True)
class Heading:
    text: str


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Running text; empty lines in it part paragraphs. ``small`` for what must stand there and few will read."""

    text: str
    strong: bool = False
    small: bool = False


@dataclass(frozen=True, slots=True)
class Facts:
    """Names and their values, in one or two columns of pairs. A value may have several lines."""

    pairs: tuple[tuple[str, str], ...]
    columns: Literal[1, 2] = 1


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table; ``share`` is its part of the width beside the others'."""

    title: str
    share: float = 1.0
    align: Align = "left"


@dataclass(frozen=True, slots=True)
class Table:
    """Rows under headings, which are repeated on each page. ``totals`` stand below, the last one strong."""

    columns: tuple[Column, ...]
    rows: tuple[tuple[str, ...], ...]
    totals: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Picture:
    """A PNG or JPEG as wide as ``share`` of its place, at most ``largest_height`` millimetres high."""

    content: bytes
    caption: str = ""
    share: float = 1.0
    largest_height: float = 120.0


@dataclass(frozen=True, slots=True)
class Signature:
    """A line to sign on, or what was signed (a PNG), with the name and the moment below."""

    label: str
    name: str = ""
    moment: str = ""
    image: bytes | None = None


@dataclass(frozen=True, slots=True)
class Side:
    """Blocks beside each other, each in an equal part of the width; kept on one page."""

    parts: tuple[tuple["Block", ...], ...]


@dataclass(frozen=True, slots=True)
class Together:
    """Blocks that stay on one page."""

    blocks: tuple["Block", ...]


Block = Heading | Paragraph | Facts | Table | Picture | Signature | Side | Together


@dataclass(frozen=True, slots=True)
class Document:
    """A document of A4 pages.

    ``subtitle`` is a number or a date beside the title, ``mark`` a word across it, such as VOID. ``language`` names
    the words of the pages' footer and the language in the file's properties.
    """

    title: str
    language: str
    letterhead: Letterhead
    blocks: tuple[Block, ...]
    subtitle: str = ""
    mark: str = ""
    # Lines at the foot of every page: bank details, registration.
    footer: tuple[str, ...] = field(default=())
