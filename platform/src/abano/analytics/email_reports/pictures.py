"""Charts of reports as PNG, for mail programs, which draw nothing themselves. They take processor time."""

from collections.abc import Sequence
from html import escape
from importlib.resources import as_file, files
from typing import NamedTuple

import pyvips

from abano.analytics.email_reports.figures import Day, ReportedAnswer
from abano.core.colors import Color
from abano.core.expensive_work import expensive

# Twice as large as they are shown, for sharp screens.
WIDTH = 1088
_EDGE = 36
_INK, _MUTED, _LINE, _PAST = "#26312e", "#5b6763", "#dcdfdc", "#d5ddd9"
_CHART_HEIGHT = 500
_ROW = 116
# On a phone a picture is a third as wide as it is drawn.
_SIZE = 30


class Mark(NamedTuple):
    """A text at a place; ``at``: how much of its width is left of ``x``."""

    x: float
    y: float
    text: str
    size: int = _SIZE
    color: str = _MUTED
    at: float = 0.0
    is_bold: bool = False


class DayWords(NamedTuple):
    """``first`` and ``last``: the days at both ends."""

    sessions: str
    conversions: str
    past: str
    first: str
    last: str


@expensive
def draw_days(days: Sequence[Day], past: Sequence[Day], words: DayWords, color: str) -> bytes:
    """Sessions of each day over those of the period before, and how many of them booked."""
    top, bottom = 104, _CHART_HEIGHT - 66
    most = max((day.sessions for day in (*days, *past)), default=0) or 1
    slot = (WIDTH - 2 * _EDGE) / max(1, len(days))
    wide = slot * 0.72
    shapes = []

    def bar(place: int, value: int, width: float, fill: str) -> None:
        height = value / most * (bottom - top)
        left = _EDGE + slot * place + (slot - width) / 2
        if value:
            shapes.append(
                f'<rect x="{left:.1f}" y="{bottom - height:.1f}" width="{width:.1f}" height="{height:.1f}"'
                f' rx="{min(6, width / 4):.1f}" fill="{fill}"/>'
            )

    for place, day in enumerate(past[: len(days)]):
        bar(place, day.sessions, slot * 0.94, _PAST)
    deep = Color.parse(color)
    for place, day in enumerate(days):
        bar(place, day.sessions, wide, _lighter(deep))
        bar(place, day.conversions, wide, deep.hex)
    shapes.append(f'<rect x="{_EDGE}" y="{bottom}" width="{WIDTH - 2 * _EDGE}" height="2" fill="{_LINE}"/>')
    marks = [
        Mark(_EDGE, bottom + 14, words.first),
        Mark(WIDTH - _EDGE, bottom + 14, words.last, at=1.0),
        Mark(WIDTH - _EDGE, 26, str(most), at=1.0),
    ]
    left = float(_EDGE)
    legend = [(words.sessions, _lighter(deep)), (words.conversions, deep.hex)]
    if any(day.sessions for day in past):
        legend.append((words.past, _PAST))
    for text, fill in legend:
        shapes.append(f'<rect x="{left:.0f}" y="32" width="26" height="26" rx="6" fill="{fill}"/>')
        marks.append(Mark(left + 38, 26, text, color=_INK))
        left += 38 + _mask(text, _SIZE, is_bold=False).width + 40
    return _drawn(_CHART_HEIGHT, shapes, marks)


@expensive
def draw_answers(answers: Sequence[ReportedAnswer], rates: Sequence[str], color: str) -> bytes:
    """Per answer its share of bookings with its interval; ``rates``: the shares in words."""
    height = _ROW * len(answers) + 24
    left, right = WIDTH * 0.52, WIDTH - _EDGE - 140
    most = max((answer.figures.high for answer in answers), default=1.0) or 1.0
    shapes, marks = [], []
    deep = Color.parse(color).hex
    for place, (answer, rate) in enumerate(zip(answers, rates, strict=True)):
        middle = 12 + _ROW * place + _ROW / 2
        low, at, high = (
            left + (right - left) * value / most
            for value in (answer.figures.low, answer.figures.conversion_rate, answer.figures.high)
        )
        fill = deep if answer.figures.evidence == "above" else "#b4532f"
        reach = f'x="{low:.1f}" y="{middle - 7:.1f}" width="{max(2.0, high - low):.1f}" height="14" rx="7"'
        shapes += [
            f'<rect x="{left:.0f}" y="{middle - 1:.0f}" width="{right - left:.0f}" height="2" fill="{_LINE}"/>',
            f'<rect {reach} fill="{fill}" fill-opacity="0.28"/>',
            f'<circle cx="{at:.1f}" cy="{middle:.1f}" r="11" fill="{fill}"/>',
        ]
        marks += [
            Mark(_EDGE, middle - 44, answer.figures.text, 34, _INK, is_bold=True),
            Mark(_EDGE, middle + 4, answer.question, 28),
            Mark(WIDTH - _EDGE, middle - 22, rate, 34, _INK, 1.0, is_bold=True),
        ]
    return _drawn(height, shapes, marks, room=left - _EDGE - 24)


def _drawn(height: int, shapes: Sequence[str], marks: Sequence[Mark], room: float = WIDTH) -> bytes:
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}">'
        f'<rect width="{WIDTH}" height="{height}" fill="#ffffff"/>{"".join(shapes)}</svg>'
    )
    canvas = pyvips.Image.new_from_buffer(svg.encode(), "").flatten(background=[255, 255, 255])
    for mark in marks:
        drawn = _mask(mark.text, mark.size, is_bold=mark.is_bold)
        if drawn.width > room:
            short = mark.text[: int(len(mark.text) * room / drawn.width) - 2].rstrip(" ,")
            drawn = _mask(f"{short}…", mark.size, is_bold=mark.is_bold)
            drawn = drawn.crop(0, 0, min(drawn.width, int(room)), drawn.height)
        color = Color.parse(mark.color)
        ink = (pyvips.Image.black(1, 1, bands=3) + _rgb(color)).cast("uchar")
        ink = ink.copy(interpretation="srgb").embed(0, 0, drawn.width, drawn.height, extend="copy")
        left, top = int(mark.x - mark.at * drawn.width), int(mark.y + (mark.size * 1.3 - drawn.height) / 2)
        canvas = canvas.composite2(ink.bandjoin(drawn), "over", x=left, y=top)
    encoded: bytes = canvas.flatten(background=[255, 255, 255]).pngsave_buffer(
        palette=True, compression=9, keep="none"
    )
    return encoded


def _rgb(color: Color) -> list[int]:
    return [color.red, color.green, color.blue]


def _mask(text: str, size: int, *, is_bold: bool) -> pyvips.Image:
    name, face = ("NotoSans-Bold.ttf", "Bold ") if is_bold else ("NotoSans-Regular.ttf", "")
    with as_file(files("abano.core.pdf") / "fonts" / name) as font:
        drawn: pyvips.Image = pyvips.Image.text(
            escape(" ".join(text.split()) or " "), font=f"Noto Sans {face}{size}", fontfile=str(font), dpi=72
        )
    return drawn


def _lighter(color: Color) -> str:
    parts = (round(part + (255 - part) * 0.55) for part in (color.red, color.green, color.blue))
    return "#" + "".join(f"{part:02x}" for part in parts)
