"""Documents as PDF: what a reader finds on the pages, in every language."""

from io import BytesIO

import pypdfium2
import pytest
from PIL import Image

from abano.core.languages.texts import product_languages
from abano.core.pdf.blocks import (
    Column,
    Document,
    Facts,
    Heading,
    Letterhead,
    Paragraph,
    Picture,
    Side,
    Signature,
    Table,
    Together,
)
from abano.core.pdf.pdf import render_pdf

MILLIMETRE = 72 / 25.4
NAMES = {
    "en": "Jürgen O’Neill & Søn <owner>",
    "ka": "გიორგი მაისურაძე",
    "ru": "Алёна Щербакова",
    "de": "Jürgen Groß",
}


def _pages(content: bytes) -> list[str]:
    file = pypdfium2.PdfDocument(content)
    return [page.get_textpage().get_text_bounded() for page in file]


def _picture(color: str = "red", kind: str = "PNG", size: tuple[int, int] = (400, 200)) -> bytes:
    output = BytesIO()
    Image.new("RGB", size, color).save(output, kind)
    return output.getvalue()


def _document(*blocks: object, language: str = "en", **more: object) -> Document:
    letterhead = Letterhead("Caucasus & Co", ("1 Road, Tbilisi",), "#b45309")
    return Document("Invoice", language, letterhead, blocks, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize("language", product_languages())
def test_names_amounts_and_signs_of_every_language_are_on_the_page(language: str) -> None:
    amounts = ("1 400,50 ₾", "€57.50", "−5 ₽")
    facts = Facts(((NAMES[language], amounts[0]), ("A", amounts[1]), ("B", amounts[2])), 2)
    text = " ".join(" ".join(_pages(render_pdf(_document(facts, language=language)))).split())
    for part in (NAMES[language], *amounts):
        assert part in text


def test_what_a_customer_typed_is_text_and_never_markup() -> None:
    text = "<b>Bold</b> <img src='file:///etc/passwd'/> & <para>"
    document = _document(
        Paragraph(text),
        Heading(text),
        Facts(((text, text),)),
        Table((Column(text),), ((text,),)),
        Signature(text, text),
    )
    assert "".join(_pages(render_pdf(document))).count("etc/passwd") >= 6


def test_a_long_table_repeats_its_headings_and_pages_are_numbered() -> None:
    columns = (Column("What", 3), Column("Amount", align="right"))
    rows = tuple((f"Line {number}", f"{number} €") for number in range(90))
    pages = _pages(
        render_pdf(
            _document(Table(columns, rows, totals=(("Net", "1 €"), ("Total", "2 €"))), footer=("Bank GE00",))
        )
    )
    assert len(pages) == 3
    for number, page in enumerate(pages, 1):
        assert "Amount" in page
        assert f"Page {number} of 3" in page
        assert "Bank GE00" in page
    assert "Total" in pages[-1]


def test_images_signatures_and_watermark_are_drawn() -> None:
    document = _document(
        Together((Heading("Damage"), Picture(_picture(), "Front door", 0.5))),
        Side(
            (
                (Signature("Customer", "A. B.", "today", _picture("blue")),),
                (Picture(_picture("lime", "JPEG")),),
            )
        ),
        mark="VOID",
    )
    page = pypdfium2.PdfDocument(render_pdf(document))[0]
    shown = page.render(scale=1).to_pil().convert("RGB")
    seen = {color for _count, color in shown.getcolors(shown.width * shown.height)}
    assert (255, 0, 0) in seen
    assert (0, 0, 255) in seen
    text = page.get_textpage().get_text_bounded()
    assert "Front door" in text
    assert "A. B. · today" in text


def test_a_company_with_a_logo_shows_it_and_still_says_its_name() -> None:
    letterhead = Letterhead("Caucasus & Co", (), "#b45309", _picture())
    page = pypdfium2.PdfDocument(render_pdf(Document("Receipt", "en", letterhead, (Paragraph("x"),))))[0]
    shown = page.render(scale=1).to_pil().convert("RGB")
    assert (255, 0, 0) in {color for _count, color in shown.getcolors(shown.width * shown.height)}
    assert "Caucasus & Co" in page.get_textpage().get_text_bounded()


@pytest.mark.parametrize(("size", "sign_width"), [(None, None), ((400, 200), 28), ((2400, 100), 70)])
def test_long_lines_of_a_letterhead_never_reach_the_name_or_the_logo(
    size: tuple[int, int] | None, sign_width: float | None
) -> None:
    line = "A very long street with the name of a poet who wrote many books, 12345 City of the long names, Country"
    name, logo = "The Company of Long Names and Longer Roads, limited", size and _picture(size=size)
    letterhead = Letterhead(name, (line, line), "#b45309", logo)
    document = Document("Receipt", "en", letterhead, (Paragraph("Right below"),))
    page = pypdfium2.PdfDocument(render_pdf(document))[0]
    text, left, right = page.get_textpage(), 16 * MILLIMETRE, page.get_width() - 16 * MILLIMETRE
    boxes = [text.get_rect(index) for index in range(text.count_rects())]
    head = [box for box in boxes if box[2] > right - 2 and box[1] > page.get_height() / 2]
    assert len(head) >= 3
    [title] = [box for box in boxes if "Receipt" in text.get_text_bounded(*box) and box[1] > 200]
    assert min(box[1] for box in head) > title[3]
    sign_end = (
        left + sign_width * MILLIMETRE
        if sign_width
        else max(box[2] for box in boxes if name[:7] in text.get_text_bounded(*box) and box[0] < left + 2)
    )
    assert min(box[0] for box in head) > sign_end


def test_the_same_document_is_the_same_file() -> None:
    assert render_pdf(_document(Paragraph("x"))) == render_pdf(_document(Paragraph("x")))


def test_what_is_no_picture_is_refused() -> None:
    with pytest.raises(ValueError, match="neither PNG nor JPEG"):
        render_pdf(_document(Picture(b"no picture at all")))
