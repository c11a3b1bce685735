"""Colours: WCAG 2 contrast, and lighter or darker colours of the same hue (OKLCH)."""

import math
import re
from dataclasses import dataclass
from typing import Self

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
        red, green, blue = (_linear(part) for part in (self.red, self.green, self.blue))
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    def contrast(self, other: "Color") -> float:
        """Contrast ratio of WCAG 2, from 1 to 21."""
        light, dark = sorted((self.luminance, other.luminance), reverse=True)
        return (light + 0.05) / (dark + 0.05)

    @property
    def lightness(self) -> float:
        """OKLCH lightness, 0 to 1."""
        return self._lab()[0]

    @property
    def chroma(self) -> float:
        """OKLCH chroma, 0 for greys to about 0.32."""
        _, a, b = self._lab()
        return math.hypot(a, b)

    def toned(self, lightness: float, most_chroma: float = 1.0) -> "Color":
        """The same hue at another lightness, with the chroma limited to ``most_chroma`` and the sRGB gamut."""
        _, a, b = self._lab()
        chroma = math.hypot(a, b)
        share = min(1.0, most_chroma / chroma) if chroma > 0 else 0.0
        shown = _from_lab(lightness, a * share, b * share)
        low, high = 0.0, share
        if shown is None:
            # The largest chroma within the gamut.
            for _ in range(_HALVINGS):
                middle = (low + high) / 2
                if _from_lab(lightness, a * middle, b * middle) is None:
                    high = middle
                else:
                    low = middle
            shown = _from_lab(lightness, a * low, b * low)
        return shown or _grey(lightness)

    def mixed(self, share: float, other: "Color") -> "Color":
        """``share`` of this colour and the rest of ``other``, in OKLab as CSS ``color-mix(in oklab)`` does."""
        parts = [
            mine * share + theirs * (1 - share)
            for mine, theirs in zip(self._lab(), other._lab(), strict=True)
        ]
        return _from_lab(*parts) or _grey(parts[0])

    def _lab(self) -> tuple[float, float, float]:
        red, green, blue = (_linear(part) for part in (self.red, self.green, self.blue))
        long = math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
        medium = math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
        short = math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
        return (
            0.2104542553 * long + 0.7936177850 * medium - 0.0040720468 * short,
            1.9779984951 * long - 2.4285922050 * medium + 0.4505937099 * short,
            0.0259040371 * long + 0.7827717662 * medium - 0.8086757660 * short,
        )


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


def _linear(part: int) -> float:
    value = part / 255
    return value / 12.92 if value <= 0.04045 else float(((value + 0.055) / 1.055) ** 2.4)


def _byte(linear: float) -> float:
    value = linear * 12.92 if linear <= 0.0031308 else 1.055 * math.pow(linear, 1 / 2.4) - 0.055
    return value * 255


def _from_lab(lightness: float, a: float, b: float) -> Color | None:
    """None outside the sRGB gamut."""
    long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
    medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
    short = (lightness - 0.0894841775 * a - 1.2914855480 * b) ** 3
    linear = (
        4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
        -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
        -0.0041960863 * long - 0.7034186147 * medium + 1.7076147010 * short,
    )
    parts = [_byte(max(part, 0.0)) for part in linear]
    if any(part < -0.001 for part in linear) or any(part > 255.5 for part in parts):
        return None
    red, green, blue = (min(255, round(part)) for part in parts)
    return Color(red, green, blue)


def _grey(lightness: float) -> Color:
    part = min(255, max(0, round(_byte(max(0.0, min(1.0, lightness)) ** 3))))
    return Color(part, part, part)
