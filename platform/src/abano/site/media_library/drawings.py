"""Validates uploaded SVG drawings against an allow-list. Nothing is sanitised: anything else is rejected.

An accepted drawing cannot execute scripts or load resources, wherever it is displayed.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from xml.parsers import expat

import pyvips

from abano.core.errors import InvalidInput, Message
from abano.core.expensive_work import expensive

MAX_BYTES = 1_000_000
MAX_ELEMENTS = 20_000
MAX_DEPTH = 60
# Constructs that make a small drawing slow to render: filters, and elements that are repeated by reference.
MAX_FILTERS = 40
MAX_REPEATED = 400
MAX_ASPECT_RATIO = 30
# Size of the test rendering.
TRIAL_SIDE = 1_200
SVG, XLINK, XML = (
    "http://www.w3.org/2000/svg",
    "http://www.w3.org/1999/xlink",
    "http://www.w3.org/XML/1998/namespace",
)

NOT_A_DRAWING = Message("not_a_drawing", "We can't read this drawing. Use SVG without errors")
DRAWING_UNSAFE = Message(
    "drawing_unsafe",
    "This drawing contains “{part}”, which we do not publish. Export it as a plain SVG, or as PNG",
)
DRAWING_TOO_COMPLEX = Message(
    "drawing_too_complex",
    "This drawing is too complex: at most {filters, number} filter effects and {repeated, number} repeated parts",
)
DRAWING_TOO_NARROW = Message(
    "drawing_too_narrow",
    "This drawing is too long and narrow: one side is more than {times, number} times the other",
)


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


ELEMENTS = _words(
    "svg g defs symbol use title desc path rect circle ellipse line polyline polygon text tspan textPath"
    " linearGradient radialGradient stop clipPath mask pattern marker style switch metadata"
    " filter feBlend feColorMatrix feComponentTransfer feComposite feDropShadow feFlood feFuncA feFuncB feFuncG"
    " feFuncR feGaussianBlur feMerge feMergeNode feMorphology feOffset feTile feTurbulence"
)
REPEATED = _words("use pattern marker mask clipPath")
ATTRIBUTES = _words(
    "id class style version viewBox preserveAspectRatio role lang x y x1 x2 y1 y2 cx cy r rx ry fx fy fr dx dy d"
    " points width height transform rotate textLength lengthAdjust startOffset pathLength offset gradientUnits"
    " gradientTransform spreadMethod clipPathUnits maskUnits maskContentUnits patternUnits patternContentUnits"
    " patternTransform markerUnits markerWidth markerHeight refX refY orient filterUnits primitiveUnits in in2 result"
    " mode type values operator k1 k2 k3 k4 stdDeviation radius baseFrequency numOctaves seed stitchTiles tableValues"
    " slope intercept amplitude exponent edgeMode"
    " fill fill-opacity fill-rule stroke stroke-width stroke-opacity stroke-linecap stroke-linejoin stroke-dasharray"
    " stroke-dashoffset stroke-miterlimit opacity color display visibility overflow clip-path clip-rule mask filter"
    " marker-start marker-mid marker-end stop-color stop-opacity flood-color flood-opacity color-interpolation"
    " color-interpolation-filters font-family font-size font-style font-weight font-variant font-stretch"
    " letter-spacing word-spacing text-anchor text-decoration dominant-baseline alignment-baseline baseline-shift"
    " writing-mode vector-effect shape-rendering text-rendering image-rendering paint-order mix-blend-mode isolation"
    " href type media aria-label aria-labelledby aria-hidden focusable enable-background"
)
_INNER = re.compile(r"\s*#[\w.:-]+\s*")
_URL = re.compile(r"url\s*\(\s*(['\"]?)#[\w.:-]+\1\s*\)", re.IGNORECASE)
# What could lead outside or run, in a style, once references within the drawing are taken away.
_UNSAFE_STYLE = re.compile(
    r"url|@import|@font-face|@namespace|expression|javascript|data:|behaviou?r|image|src\s*\(|\\|<|&",
    re.IGNORECASE,
)
_LENGTH = re.compile(r"\s*(\d+(?:\.\d+)?)\s*(?:px)?\s*")


@dataclass(frozen=True, slots=True)
class Drawing:
    width: int
    height: int


@expensive
def read_drawing(content: bytes) -> Drawing:
    """Validate and test-render a drawing. Returns its size. Raises InvalidInput."""
    drawing = check_drawing(content)
    try:
        scale = TRIAL_SIDE / max(drawing.width, drawing.height)
        pyvips.Image.svgload_buffer(content, scale=scale).copy_memory()
    except pyvips.Error:
        raise InvalidInput.of("content", NOT_A_DRAWING()) from None
    return drawing


def check_drawing(content: bytes) -> Drawing:
    """Its size. Raises InvalidInput, naming what is not allowed in it."""
    reader = _Reader()
    try:
        reader.read(content)
    except (expat.ExpatError, UnicodeError, LookupError, ValueError):
        raise InvalidInput.of("content", NOT_A_DRAWING()) from None
    if reader.size is None:
        raise InvalidInput.of("content", NOT_A_DRAWING())
    sides = sorted((reader.size.width, reader.size.height))
    if sides[1] > sides[0] * MAX_ASPECT_RATIO:
        raise InvalidInput.of("content", DRAWING_TOO_NARROW(times=MAX_ASPECT_RATIO))
    return reader.size


def is_drawing(content: bytes) -> bool:
    """Whether the file starts like XML. ``check_drawing`` validates the contents."""
    return (
        content[:256]
        .removeprefix(b"\xef\xbb\xbf")
        .lstrip()
        .startswith((b"<?xml", b"<svg", b"<!--", b"<!DOCTYPE svg"))
    )


class _Reader:
    """Reads a drawing once, and stops at the first thing that is not allowed."""

    def __init__(self) -> None:
        self.size: Drawing | None = None
        self._open: list[str] = []
        self._elements = 0
        self._filters = 0
        self._repeated = 0
        self._style: list[str] = []

    def read(self, content: bytes) -> None:
        parser = expat.ParserCreate(namespace_separator=" ")
        parser.buffer_text = True
        # Entities can expand without limit or refer to files, and drawings do not need them.
        parser.StartDoctypeDeclHandler = lambda *_: _refuse("DOCTYPE")
        parser.EntityDeclHandler = lambda *_: _refuse("ENTITY")
        parser.ProcessingInstructionHandler = lambda target, _: _refuse(f"?{target}")
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._text
        parser.Parse(content, True)

    def _start(self, name: str, attributes: Mapping[str, str]) -> None:
        self._elements += 1
        if not self._open and name != f"{SVG} svg":
            raise InvalidInput.of("content", NOT_A_DRAWING())
        element = _local(name)
        if element not in ELEMENTS:
            _refuse(element)
        if self._elements > MAX_ELEMENTS or len(self._open) > MAX_DEPTH:
            raise InvalidInput.of("content", NOT_A_DRAWING())
        self._filters += element.startswith("fe")
        self._repeated += element in REPEATED
        if self._filters > MAX_FILTERS or self._repeated > MAX_REPEATED:
            sentence = DRAWING_TOO_COMPLEX(filters=MAX_FILTERS, repeated=MAX_REPEATED)
            raise InvalidInput.of("content", sentence)
        if not self._open:
            self.size = _size(attributes)
        self._open.append(element)
        for attribute, value in attributes.items():
            _check_attribute(attribute, value)

    def _end(self, _: str) -> None:
        if self._open.pop() == "style":
            _check_style("".join(self._style))
            self._style.clear()

    def _text(self, text: str) -> None:
        if self._open and self._open[-1] == "style":
            self._style.append(text)


def _refuse(part: str) -> None:
    raise InvalidInput.of("content", DRAWING_UNSAFE(part=part[:40]))


def _local(name: str) -> str:
    """The name without the namespace of drawings; an element of another one is refused."""
    namespace, _, local = name.rpartition(" ")
    if namespace != SVG:
        _refuse(local)
    return local


def _check_attribute(attribute: str, value: str) -> None:
    namespace, _, local = attribute.rpartition(" ")
    if namespace == XML and local in {"space", "lang"}:
        return
    if namespace not in {"", XLINK} or (namespace == XLINK and local != "href") or local not in ATTRIBUTES:
        _refuse(local)
    if local == "href":
        if not _INNER.fullmatch(value):
            _refuse("href")
    elif local == "style":
        _check_style(value)
    elif "url" in value.lower() and re.search("url", _URL.sub("", value), re.IGNORECASE):
        _refuse(local)


def _check_style(style: str) -> None:
    found = _UNSAFE_STYLE.search(_URL.sub("", style))
    if found:
        _refuse(found.group())


def _size(attributes: Mapping[str, str]) -> Drawing | None:
    """From width and height, else from the view box."""
    lengths = [_LENGTH.fullmatch(attributes.get(side, "")) for side in ("width", "height")]
    if all(lengths):
        sides = [float(length.group(1)) for length in lengths if length]
    else:
        box = attributes.get("viewBox", "").replace(",", " ").split()
        if len(box) != 4:
            return None
        sides = [float(box[2]), float(box[3])]
    if not all(0 < side < 100_000 for side in sides):
        return None
    return Drawing(max(1, round(sides[0])), max(1, round(sides[1])))
