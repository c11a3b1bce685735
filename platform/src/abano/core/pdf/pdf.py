"""Lays a document out as PDF, by ReportLab. The same document gives the same bytes."""

from collections.abc import Hashable
from functools import cache, partial
from io import BytesIO
from pathlib import Path
from typing import Any

from reportlab.lib.colors import Color as InkColor
from reportlab.lib.colors import HexColor
from reportlab.lib.pagesizes import A4
from reportlab.lib.units import mm
from reportlab.lib.utils import ImageReader, simpleSplit
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import BaseDocTemplate, Flowable, Frame, PageTemplate

from abano.core.expensive_work import BoundedWork, Limits, expensive
from abano.core.languages.texts import texts_in
from abano.core.pdf.blocks import FONT, STRONG_FONT, Document, Letterhead, laid_out

_PRINTING = BoundedWork(at_once=1, waiting=24, max_each=8, limits=Limits(cpu_seconds=10, memory_mb=512))
_FONTS = Path(__file__).parent / "fonts"
_MARGIN = 16 * mm
_FOOTER_LINE = 3.6 * mm
_LINE = 4.4 * mm
_LOGO_HEIGHT, _MAX_SIGN_WIDTH = 14 * mm, 70 * mm
_GUTTER, _MAX_NAME_WIDTH = 6 * mm, 100 * mm
_NAME_SIZE, _LINE_SIZE = 15, 8
_GREY = HexColor("#6b7280")
_RULE = HexColor("#d1d5db")


async def print_pdf(document: Document, owner: Hashable) -> bytes:
    """Render the document as a PDF file in a separate process. ``owner``: the company. Raises TooBusy."""
    return await _PRINTING.run(render_pdf, document, owner=owner)


@expensive
def render_pdf(document: Document) -> bytes:
    """Render the document as a PDF file. Takes tens of milliseconds of CPU time.

    Raises ValueError for a picture that is neither PNG nor JPEG.
    """
    _register_fonts()
    output = BytesIO()
    foot = _MARGIN + _FOOTER_LINE * len(document.footer)
    width = A4[0] - 2 * _MARGIN
    template = BaseDocTemplate(
        output,
        pagesize=A4,
        title=_titled(document),
        author=document.letterhead.name,
        lang=document.language,
        invariant=1,
    )
    head = _letterhead_height(document.letterhead)
    frames = {
        "first": Frame(_MARGIN, foot, width, A4[1] - _MARGIN - head - foot, 0, 4 * mm, 0, 0),
        "later": Frame(_MARGIN, foot, width, A4[1] - _MARGIN - foot, 0, 4 * mm, 0, 0),
    }
    first, later = partial(_first_page, document), partial(_mark, document)
    template.addPageTemplates(
        [
            PageTemplate("first", frames["first"], onPage=first, autoNextPageTemplate="later"),
            PageTemplate("later", frames["later"], onPage=later),
        ]
    )
    story: list[Flowable] = laid_out(document, width)
    template.build(story, canvasmaker=partial(_NumberedPages, document=document))
    return output.getvalue()


class _NumberedPages(Canvas):
    """A canvas that writes "page 2 of 3" once the number of pages is known."""

    def __init__(self, *arguments: Any, document: Document, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._document = document
        self._pages: list[dict[str, object]] = []

    def showPage(self) -> None:  # noqa: N802 -- ReportLab's name
        self._pages.append(dict(self.__dict__))
        self._startPage()  # type: ignore[attr-defined]

    def save(self) -> None:
        for number, page in enumerate(self._pages, 1):
            self.__dict__.update(page)
            self._foot(number)
            super().showPage()
        super().save()

    def _foot(self, number: int) -> None:
        texts = texts_in(self._document.language)
        left, right = _MARGIN, A4[0] - _MARGIN
        top = _MARGIN - 4 * mm + _FOOTER_LINE * len(self._document.footer)
        self.setStrokeColor(_RULE)
        self.setLineWidth(0.5)
        self.line(left, top + 4 * mm, right, top + 4 * mm)
        self.setFillColor(_GREY)
        self.setFont(FONT, 7.5)
        for place, line in enumerate((_titled(self._document), *self._document.footer)):
            self.drawString(left, top - place * _FOOTER_LINE, line)
        shown = texts.gettext("Page {page} of {pages}", page=number, pages=len(self._pages))
        self.drawRightString(right, top, shown)


def _first_page(document: Document, canvas: Canvas, _template: BaseDocTemplate) -> None:
    _mark(document, canvas, _template)
    letterhead = document.letterhead
    top = A4[1] - _MARGIN
    canvas.saveState()
    canvas.setFillColor(HexColor(letterhead.color))
    canvas.rect(0, A4[1] - 3 * mm, A4[0], 3 * mm, stroke=0, fill=1)
    if letterhead.logo is not None:
        canvas.drawImage(
            ImageReader(BytesIO(letterhead.logo)),
            _MARGIN,
            top - _LOGO_HEIGHT,
            _sign_width(letterhead),
            _LOGO_HEIGHT,
            mask="auto",
            preserveAspectRatio=True,
            anchor="nw",
        )
    else:
        canvas.setFont(STRONG_FONT, _name_size(letterhead))
        canvas.drawString(_MARGIN, top - 5 * mm, letterhead.name)
    canvas.setFillColor(_GREY)
    canvas.setFont(FONT, _LINE_SIZE)
    for place, line in enumerate(_lines_beside(letterhead)):
        canvas.drawRightString(A4[0] - _MARGIN, top - 3 * mm - place * _LINE, line)
    canvas.restoreState()


def _mark(document: Document, canvas: Canvas, _template: BaseDocTemplate) -> None:
    if not document.mark:
        return
    canvas.saveState()
    canvas.translate(A4[0] / 2, A4[1] / 2)
    canvas.rotate(38)
    size = 90
    while size > 20 and pdfmetrics.stringWidth(document.mark, STRONG_FONT, size) > A4[0]:
        size -= 4
    canvas.setFont(STRONG_FONT, size)
    canvas.setFillColor(InkColor(0.8, 0.1, 0.1, alpha=0.12))
    canvas.drawCentredString(0, -size / 3, document.mark)
    canvas.restoreState()


def _letterhead_height(letterhead: Letterhead) -> float:
    return max(_LOGO_HEIGHT, 3 * mm + len(_lines_beside(letterhead)) * _LINE) + 2 * mm


def _lines_beside(letterhead: Letterhead) -> list[str]:
    """The lines on the right, wrapped so that they do not overlap the logo or the name."""
    lines = (letterhead.name, *letterhead.lines) if letterhead.logo is not None else letterhead.lines
    room = A4[0] - 2 * _MARGIN - _sign_width(letterhead) - _GUTTER
    return [part for line in lines for part in simpleSplit(line, FONT, _LINE_SIZE, room)]


def _sign_width(letterhead: Letterhead) -> float:
    """Of the logo, or of the name in its place."""
    if letterhead.logo is None:
        return pdfmetrics.stringWidth(letterhead.name, STRONG_FONT, _name_size(letterhead))
    wide, high = ImageReader(BytesIO(letterhead.logo)).getSize()
    return min(_LOGO_HEIGHT * wide / high, _MAX_SIGN_WIDTH)


def _name_size(letterhead: Letterhead) -> float:
    width = pdfmetrics.stringWidth(letterhead.name, STRONG_FONT, _NAME_SIZE)
    return _NAME_SIZE * min(1, _MAX_NAME_WIDTH / width) if width else _NAME_SIZE


def _titled(document: Document) -> str:
    return " · ".join(part for part in (document.title, document.subtitle) if part)


@cache
def _register_fonts() -> None:
    pdfmetrics.registerFont(TTFont(FONT, _FONTS / "NotoSans-Regular.ttf"))
    pdfmetrics.registerFont(TTFont(STRONG_FONT, _FONTS / "NotoSans-Bold.ttf"))
