"""Colours: WCAG 2 contrast, and lighter or darker colours of the same hue (OKLCH). The arithmetic is coloraide's."""

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Self

from coloraide import Color as Precise

_HEX = re.compile(r"#[0-9a-fA-F]{6}")
_HALVINGS = 24


@dataclass(frozen=True, slots=True)
class Color:
    """An sRGB colour, each channel 0 to 255."""

    red: int
    green: int
    blue: int

    @classmethod
    def parse(cls, text: str) -> Self:
        """From ``#rrggbb``. Raises ValueError for anything else."""
        if not _HEX.fullmatch(text):
            raise ValueError(f"{text!r} is no colour of the form #rrggbb.")
        return cls(int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16))

    @property
    def hex(self) -> str:
        return f"#{self.red:02x}{self.green:02x}{self.blue:02x}"

    @property
    def luminance(self) -> float:
        """Relative luminance of WCAG 2: 0 for black, 1 for white."""
        return _luminance(self)

    def contrast(self, other: "Color") -> float:
        """Contrast ratio of WCAG 2, from 1 to 21."""
        light, dark = sorted((self.luminance, other.luminance), reverse=True)
        return (light + 0.05) / (dark + 0.05)

    @property
    def lightness(self) -> float:
        """OKLCH lightness, 0 to 1."""
        return self._in("oklch")["lightness"]

    def toned(self, lightness: float, max_chroma: float = 1.0) -> "Color":
        """The same hue at another lightness, with the chroma limited to ``max_chroma`` and the sRGB gamut."""
        color = self._in("oklch")
        return _fitted(color.set({"lightness": lightness, "chroma": min(color["chroma"], max_chroma)}))

    def mixed(self, share: float, other: "Color") -> "Color":
        """``share`` of this colour and the rest of ``other``, in OKLab as CSS ``color-mix(in oklab)`` does."""
        return _fitted(self._in("oklab").mix(other._in("oklab"), 1 - share, space="oklab"))

    def _in(self, space: str) -> Precise:
        return Precise("srgb", [self.red / 255, self.green / 255, self.blue / 255]).convert(space)


def _fitted(color: Precise) -> Color:
    """The nearest colour of the sRGB gamut with its lightness and hue."""
    shown = color.convert("srgb").fit(method="oklch-chroma")
    return Color(*(round(part * 255) for part in shown.coords()))


@lru_cache(maxsize=1024)
def _luminance(color: Color) -> float:
    return color._in("srgb").luminance()


WHITE = Color(255, 255, 255)
BLACK = Color(0, 0, 0)


def darkened_until(color: Color, grounds: tuple[Color, ...], ratio: float) -> Color:
    """The nearest equal or darker colour with this contrast on every ground; black when there is none."""
    return _moved_until(color, grounds, ratio, BLACK)


def lightened_until(color: Color, grounds: tuple[Color, ...], ratio: float) -> Color:
    """The nearest equal or lighter colour with this contrast on every ground; white when there is none."""
    return _moved_until(color, grounds, ratio, WHITE)


def _moved_until(color: Color, grounds: tuple[Color, ...], ratio: float, end: Color) -> Color:
    def passes(candidate: Color) -> bool:
        return all(candidate.contrast(ground) >= ratio for ground in grounds)

    if passes(color):
        return color
    start = color.lightness
    near, far = 0.0, 1.0
    best = end
    for _ in range(_HALVINGS):
        middle = (near + far) / 2
        candidate = color.toned(start + (end.lightness - start) * middle)
        if passes(candidate):
            best, far = candidate, middle
        else:
            near = middle
    return best
