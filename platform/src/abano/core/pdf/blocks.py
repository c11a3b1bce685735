"""Each block of a document as ReportLab draws it."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from io import BytesIO
from typing import Literal
from xml.sax.saxutils import escape

from reportlab.lib.colors import Color as InkColor
from reportlab.lib.colors import HexColor
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.lib.utils import ImageReader
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.platypus import Flowable, Image, KeepTogether, Spacer
from reportlab.platypus import Paragraph as Text
from reportlab.platypus import Table as Grid

Align = Literal["left", "right", "center"]


@dataclass(frozen=True, slots=True)
class Letterhead:
    """The issuer's letterhead: name, and lines below it such as address, telephone and registration.

    ``logo`` is a PNG or JPEG. Without a logo, the name is printed.
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
    """Running text; empty lines in it part paragraphs. ``small`` for legal text."""

    text: str
    strong: bool = False
    small: bool = False


@dataclass(frozen=True, slots=True)
class Link:
    """A text that leads to ``url``, which is printed below it for who reads on paper."""

    text: str
    url: str


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
    """Rows under headings, which are repeated on each page. ``totals`` follow, the last one bold."""

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
    """Blocks kept together on one page."""

    blocks: tuple["Block", ...]


Block = Heading | Paragraph | Link | Facts | Table | Picture | Signature | Side | Together


@dataclass(frozen=True, slots=True)
class Document:
    """A document of A4 pages.

    ``subtitle``: a number or date beside the title. ``mark``: a watermark, such as VOID. ``language``: of the
    footer's texts, and in the file's properties.
    """

    title: str
    language: str
    letterhead: Letterhead
    blocks: tuple[Block, ...]
    subtitle: str = ""
    mark: str = ""
    # Lines at the foot of every page: bank details, registration.
    footer: tuple[str, ...] = field(default=())


FONT = "Noto Sans"
STRONG_FONT = "Noto Sans Bold"
_INK = HexColor("#111827")
_GREY = HexColor("#6b7280")
_RULE = HexColor("#d1d5db")
_SHADE = HexColor("#f3f4f6")
_ALIGNMENTS: dict[Align, Literal[0, 1, 2]] = {"left": 0, "center": 1, "right": 2}
_GUTTER = 6 * mm
_SIGNATURE_HEIGHT = 14 * mm


def laid_out(document: Document, width: float) -> list[Flowable]:
    """The title and every block, for pages with ``width`` points between their margins."""
    title = Text(escape(document.title), _style(17, strong=True, color=HexColor(document.letterhead.color)))
    story: list[Flowable] = [title]
    if document.subtitle:
        story.append(Text(escape(document.subtitle), _style(10, color=_GREY)))
    story.append(Spacer(0, 4 * mm))
    for block in document.blocks:
        flowables = _flowables(block, width)
        # Cells of a grid keep together; there is no option for it.
        whole = isinstance(block, (Picture, Signature, Together))
        story.extend([KeepTogether(flowables)] if whole else flowables)
    return story


def _all(blocks: Iterable[Block], width: float) -> list[Flowable]:
    return [flowable for block in blocks for flowable in _flowables(block, width)]


def _flowables(block: Block, width: float) -> list[Flowable]:
    match block:
        case Heading():
            laid = [_heading(block)]
        case Paragraph():
            laid = _paragraphs(block)
        case Link():
            laid = [_link(block)]
        case Facts():
            laid = [_facts(block, width), Spacer(0, 3 * mm)]
        case Table():
            laid = [_table(block, width), *_totals(block, width), Spacer(0, 4 * mm)]
        case Picture():
            laid = _picture(block, width)
        case Signature():
            laid = _signature(block, width)
        case Side():
            laid = [_side(block, width), Spacer(0, 3 * mm)]
        case Together():
            laid = _all(block.blocks, width)
    return laid


def _style(
    size: float,
    *,
    strong: bool = False,
    color: InkColor = _INK,
    align: Align = "left",
    before: float = 0,
    after: float = 0,
) -> ParagraphStyle:
    return ParagraphStyle(
        "text",
        fontName=STRONG_FONT if strong else FONT,
        fontSize=size,
        leading=size * 1.38,
        textColor=color,
        alignment=_ALIGNMENTS[align],
        spaceBefore=before,
        spaceAfter=after,
        # A registration or an address without a space must not run out of its cell.
        splitLongWords=1,
    )


def _heading(block: Heading) -> Flowable:
    heading = Text(escape(block.text), _style(11, strong=True, before=3 * mm, after=1.5 * mm))
    heading.keepWithNext = 1
    return heading


def _paragraphs(block: Paragraph) -> list[Flowable]:
    style = _style(
        7.8 if block.small else 9.2,
        strong=block.strong,
        color=_GREY if block.small else _INK,
        after=2 * mm,
    )
    parts = (part.strip() for part in block.text.split("\n\n"))
    return [Text(_broken(part), style) for part in parts if part]


def _link(block: Link) -> Flowable:
    url = escape(block.url, {'"': "&quot;"})
    shown = f'<link href="{url}"><u>{escape(block.text)}</u></link><br/><font size="6.5">{url}</font>'
    return Text(shown, _style(8.6, color=_GREY, after=2 * mm))


def _broken(text: str) -> str:
    return escape(text).replace("\n", "<br/>")


def _facts(block: Facts, width: float) -> Flowable:
    name, value = _style(8.2, color=_GREY), _style(9.2)
    cells: list[tuple[Flowable | str, Flowable | str]] = [
        (Text(escape(pair[0]), name), Text(_broken(pair[1]), value)) for pair in block.pairs
    ]
    if block.columns == 1:
        rows = [list(cell) for cell in cells]
        longest = max((stringWidth(pair[0], FONT, 8.2) for pair in block.pairs), default=0)
        names = min(max(longest + 10, width * 0.2), width * 0.36)
        widths = [names, width - names]
    else:
        half = (len(cells) + 1) // 2
        padded = [*cells, ("", "")] if len(cells) % 2 else cells
        rows = [[*left, *right] for left, right in zip(padded[:half], padded[half:], strict=True)]
        widths = [width * 0.23, width * 0.27] * 2
    return Grid(
        rows or [[""]],
        colWidths=widths if rows else [width],
        style=[
            ("VALIGN", (0, 0), (-1, -1), "TOP"),
            ("LEFTPADDING", (0, 0), (-1, -1), 0),
            ("TOPPADDING", (0, 0), (-1, -1), 1.2),
            ("BOTTOMPADDING", (0, 0), (-1, -1), 1.2),
        ],
    )


def _table(block: Table, width: float) -> Flowable:
    shares = sum(column.share for column in block.columns)
    header = [Text(escape(c.title), _style(8, strong=True, align=c.align)) for c in block.columns]
    rows = [
        [Text(escape(cell), _style(9, align=c.align)) for c, cell in zip(block.columns, row, strict=True)]
        for row in block.rows
    ]
    return Grid(
        [header, *rows],
        colWidths=[width * column.share / shares for column in block.columns],
        repeatRows=1,
        style=[
            ("BACKGROUND", (0, 0), (-1, 0), _SHADE),
            ("VALIGN", (0, 0), (-1, -1), "TOP"),
            ("LINEBELOW", (0, 0), (-1, -1), 0.4, _RULE),
            ("TOPPADDING", (0, 0), (-1, -1), 2),
            ("BOTTOMPADDING", (0, 0), (-1, -1), 3),
        ],
    )


def _totals(block: Table, width: float) -> list[Flowable]:
    if not block.totals:
        return []
    last = len(block.totals) - 1
    longest = max(stringWidth(amount, STRONG_FONT, 11) for _text, amount in block.totals)
    amounts = max(width * 0.28, longest + 14)
    rows = [
        [
            Text(escape(text), _style(9.2 if place < last else 11, strong=place == last, align="right"))
            for text in total
        ]
        for place, total in enumerate(block.totals)
    ]
    return [
        Grid(
            rows,
            colWidths=[width - amounts, amounts],
            style=[
                ("TOPPADDING", (0, 0), (-1, -1), 2),
                ("BOTTOMPADDING", (0, 0), (-1, -1), 2),
                ("LINEABOVE", (0, last), (-1, last), 0.8, _INK),
            ],
        )
    ]


def _picture(block: Picture, width: float) -> list[Flowable]:
    below = [Text(escape(block.caption), _style(7.8, color=_GREY))] if block.caption else []
    return [_image(block, width), *below, Spacer(0, 2 * mm)]


def _image(block: Picture, width: float) -> Image:
    try:
        wide, high = ImageReader(BytesIO(block.content)).getSize()
    except OSError as error:
        raise ValueError("A picture is neither PNG nor JPEG.") from error
    scale = min(width * block.share / wide, block.largest_height * mm / high)
    return Image(BytesIO(block.content), wide * scale, high * scale, hAlign="LEFT")


def _signature(block: Signature, width: float) -> list[Flowable]:
    signed: list[Flowable] = []
    height = 0.0
    if block.image:
        image = _image(Picture(block.image, largest_height=_SIGNATURE_HEIGHT / mm), width)
        signed, height = [image], image.drawHeight
    line = Grid([[""]], colWidths=[width], rowHeights=[1], style=[("LINEABOVE", (0, 0), (-1, 0), 0.7, _INK)])
    below = " · ".join(part for part in (block.name, block.moment) if part)
    return [
        # Lines beside each other are level, also where one of two has signed.
        Spacer(0, _SIGNATURE_HEIGHT - height),
        *signed,
        line,
        Text(escape(block.label), _style(8, color=_GREY)),
        *([Text(escape(below), _style(9))] if below else []),
    ]


def _side(block: Side, width: float) -> Flowable:
    parts = len(block.parts)
    each = (width - _GUTTER * (parts - 1)) / parts
    cells: list[object] = []
    widths: list[float] = []
    for place, part in enumerate(block.parts):
        if place:
            cells.append("")
            widths.append(_GUTTER)
        cell = _all(part, each)
        while cell and isinstance(cell[-1], Spacer):
            del cell[-1]
        cells.append(cell)
        widths.append(each)
    return Grid(
        [cells],
        colWidths=widths,
        style=[
            ("VALIGN", (0, 0), (-1, -1), "TOP"),
            ("LEFTPADDING", (0, 0), (-1, -1), 0),
            ("RIGHTPADDING", (0, 0), (-1, -1), 0),
            ("TOPPADDING", (0, 0), (-1, -1), 0),
            ("BOTTOMPADDING", (0, 0), (-1, -1), 0),
        ],
    )
