"""Portrait kit: one head, built the same way for everybody; what makes a person is added around it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from .kit import Pen
from .land import crest
from .palette import GEORGIA

#: (lit, shade) of skin, kept warm.
LIGHT, WARM, TAN = ("#f1cdb0", "#dcac8a"), ("#e9bd9a", "#cd9973"), ("#ddab86", "#bd865f")

Layer = Callable[[Pen], None]


@dataclass(frozen=True)
class Look:
    """A person: colours, build of the face, and the layers behind and in front of it."""

    title: str
    skin: tuple[str, str]
    hair: tuple[str, str]
    cloth: tuple[str, str]
    ground: str
    front: Layer
    clothes: Layer
    back: Layer | None = None
    beard: Layer | None = None
    half: float = 58
    jaw: float = 44
    chin: float = 17
    low: float = 90
    shoulders: float = 132
    eye: float = 24
    brow: float = 5.0
    smile: str = "closed"
    lines: bool = False
    ears: bool = True


def portrait(look: Look, palette: dict[str, str] | None = None) -> Pen:
    """Head and shoulders in a square that may be cut to a circle."""
    colours = {
        **(palette or GEORGIA),
        "skin-1": look.skin[0],
        "skin-2": look.skin[1],
        "hair-1": look.hair[0],
        "hair-2": look.hair[1],
        "cloth-1": look.cloth[0],
        "cloth-2": look.cloth[1],
    }
    p = Pen(480, 480, look.title, colours)
    p.rects([(0, 0, 480, 480)], look.ground)
    p.disc(96, 96, 46, "snow/55")
    far = crest("0,330 70,288 120,312 190,250 250,300 330,236 400,300 480,262", 5, 0.08, 2)
    p.poly([*far, (480, 480), (0, 480)], "ridge")
    near = crest("0,372 110,340 210,372 320,338 480,368", 9, 0.05, 2)
    p.poly([*near, (480, 480), (0, 480)], "slate/28")
    with p.at(240, 212, 1.16):
        if look.back:
            look.back(p)
        with p.at(0, -15):
            _bust(p, look)
            look.clothes(p)
        _head(p, look)
        if look.beard:
            look.beard(p)
        _features(p, look)
        look.front(p)
    return p


def _bust(p: Pen, look: Look) -> None:
    s = look.shoulders
    p.d(
        f"M{-s - 8} 247C{-s} 178 {-s * 0.84} 150 -34 132L34 132C{s * 0.84} 150 {s} 178 {s + 8} 247Z",
        "cloth-1",
    )
    p.d(
        f"M30 132L34 132C{s * 0.84} 150 {s} 178 {s + 8} 247L{s * 0.56} 247C{s * 0.6} 204 {s * 0.42} "
        f"162 30 132Z",
        "cloth-2",
    )
    p.d("M-27 60L-27 120C-22 148 22 148 27 120L27 60Z", "skin-1")
    p.d("M-27 84C-10 110 14 108 27 84L27 120C24 136 12 142 0 141C14 126 4 116 -27 96Z", "skin-2")


def outline(look: Look) -> str:
    """The face as path data round the origin."""
    w, j, c, y = look.half, look.jaw, look.chin, look.low
    return (
        f"M{-w} -28C{-w} -102 {w} -102 {w} -28C{w} 28 {j + 6} {y - 24} {c} {y - 3}"
        f"Q0 {y + 4} {-c} {y - 3}C{-j - 6} {y - 24} {-w} 28 {-w} -28Z"
    )


def _head(p: Pen, look: Look) -> None:
    w, j, c, y = look.half, look.jaw, look.chin, look.low
    if look.ears:
        p.disc(-w, 4, 11, "skin-1", 15)
        p.disc(w, 4, 11, "skin-2", 15)
    p.d(outline(look), "skin-1")
    p.d(
        f"M{w * 0.3} -82C{w * 0.8} -76 {w} -56 {w} -28C{w} 28 {j + 6} {y - 24} {c} {y - 3}Q{c * 0.6} "
        f"{y + 1} 0 {y + 1}"
        f"C{j * 0.8} {y - 22} {w * 0.78} 30 {w * 0.74} -10C{w * 0.72} -40 {w * 0.6} -66 {w * 0.3} -82Z",
        "skin-2",
    )


def _features(p: Pen, look: Look) -> None:
    e = look.eye
    p.disc(-34, 30, 11, "rose/55", 8)
    p.disc(32, 30, 11, "rose/55", 8)
    p.d("M2 -2C4 12 10 22 11 28C10 34 0 36 -6 33C0 34 3 30 2 24C1 16 1 8 2 -2Z", "skin-2")
    for side in (-1, 1):
        p.disc(side * e, 4, 4.6, "ink", 6)
        p.disc(side * e - 1.6, 1.6, 1.6, "snow")
        p.stroke(f"M{side * (e - 10)} -18Q{side * e} -24 {side * (e + 12)} -16", "hair-2", look.brow * 1.16)
        if look.lines:
            p.stroke(
                f"M{side * (e + 14)} 4L{side * (e + 20)} 1M{side * (e + 14)} 9L{side * (e + 20)} 11", "skin-2"
            )
    if look.smile == "open":
        p.d("M-21 50C-10 54 10 54 21 50C18 66 8 71 0 71C-8 71 -18 66 -21 50Z", "clay")
        p.d("M-17 52C-8 55 8 55 17 52C15 59 8 61 0 61C-8 61 -15 59 -17 52Z", "snow")
    elif look.smile == "lips":
        p.d("M-21 48C-12 52 -5 51 0 53C5 51 12 52 21 48C14 68 -14 68 -21 48Z", "clay")
        p.d("M-21 48C-10 57 10 57 21 48C11 61 -11 61 -21 48Z", "snow")
    else:
        p.stroke("M-19 52Q0 66 19 52", "clay", 4)
        p.stroke("M-7 69Q0 72 7 69", "skin-2", 3)
