"""Drawings from outside hold nothing that runs or leads elsewhere; those of our seeds all pass."""

from pathlib import Path

import pytest

from abano.core.errors import InvalidInput
from abano.ops.seeds.loader import FOLDER
from abano.site.media_library.drawings import check_drawing, is_drawing

HEAD = (
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 40 30"'
)


def drawing(inside: str, more: str = "") -> bytes:
    return f"{HEAD} {more}>{inside}</svg>".encode()


@pytest.mark.parametrize("file", sorted(FOLDER.glob("*/media/**/*.svg")), ids=lambda file: file.stem)
def test_drawings_of_the_seeds_are_taken(file: Path) -> None:
    content = file.read_bytes()
    assert is_drawing(content)
    assert check_drawing(content).width > 0


def test_a_size_is_read_from_the_box_or_the_sides() -> None:
    assert (check_drawing(drawing("")).width, check_drawing(drawing("")).height) == (40, 30)
    assert check_drawing(drawing("", 'width="80px" height="60"')).width == 80


@pytest.mark.parametrize(
    ("content", "part"),
    [
        (drawing("<script>alert(1)</script>"), "script"),
        (drawing('<rect onload="alert(1)"/>'), "onload"),
        (drawing("", 'onload="alert(1)"'), "onload"),
        (
            drawing("<foreignObject><p xmlns='http://www.w3.org/1999/xhtml'/></foreignObject>"),
            "foreignObject",
        ),
        (drawing('<image href="https://elsewhere.example/a.png"/>'), "image"),
        (drawing('<use href="https://elsewhere.example/a.svg#b"/>'), "href"),
        (drawing('<use xlink:href="data:image/svg+xml,x"/>'), "href"),
        (drawing('<a href="javascript:alert(1)"/>'), "a"),
        (drawing('<animate attributeName="href" to="javascript:alert(1)"/>'), "animate"),
        (drawing('<set attributeName="onmouseover" to="alert(1)"/>'), "set"),
        (drawing('<rect fill="url(https://elsewhere.example/a)"/>'), "fill"),
        (drawing('<rect style="fill:url(//elsewhere.example/a)"/>'), "url"),
        (drawing("<style>@import 'https://elsewhere.example/a.css';</style>"), "@import"),
        (drawing("<style>rect{fill:u\\72l(https://elsewhere.example)}</style>"), "\\"),
        (drawing("<iframe xmlns='http://www.w3.org/1999/xhtml' src='https://elsewhere.example'/>"), "iframe"),
        (b'<!DOCTYPE svg [<!ENTITY a "b">]>' + drawing("&a;"), "DOCTYPE"),
        (b'<?xml-stylesheet href="https://elsewhere.example/a.css"?>' + drawing(""), "?xml-stylesheet"),
    ],
)
def test_what_is_not_allowed_is_named(content: bytes, part: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        check_drawing(content)
    assert refused.value.sentence.params == {"part": part}


@pytest.mark.parametrize(
    "content",
    [b"<svg>", drawing("<g>"), b"<html/>", b'<svg viewBox="0 0 1 1"/>', drawing("", 'width="0" height="1"'),
     b"\x00\x01", drawing("<g>" * 100 + "</g>" * 100)],
)  # fmt: skip
def test_what_is_no_drawing_is_refused(content: bytes) -> None:
    with pytest.raises(InvalidInput) as refused:
        check_drawing(content)
    assert refused.value.sentence.code == "not_a_drawing"


def test_references_within_the_drawing_are_taken() -> None:
    inside = '<defs><linearGradient id="sky"/></defs><rect fill="url(#sky)"/><use xlink:href="#sky"/>'
    assert check_drawing(drawing(inside + "<style>.a{fill:url(#sky)}</style>")).height == 30


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (
            drawing('<filter id="a">' + '<feMorphology radius="9"/>' * 200 + "</filter>"),
            "drawing_too_complex",
        ),
        (drawing('<g id="a"/>' + '<use href="#a"/>' * 5_000), "drawing_too_complex"),
        (b'<svg xmlns="http://www.w3.org/2000/svg" width="1" height="99999"/>', "drawing_too_narrow"),
        (b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9000 2"/>', "drawing_too_narrow"),
    ],
)
def test_a_drawing_that_takes_long_to_draw_is_refused(content: bytes, code: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        check_drawing(content)
    assert refused.value.sentence.code == code
