"""Marks of the two companies, cut from the ridge line, and the pictures for shared links."""

from __future__ import annotations

from .alps import hero_alps
from .hero import hero_caucasus
from .kit import Pen
from .palette import ALPS, GEORGIA


def _georgia(p: Pen, peak: str, dark: str, cap: str) -> None:
    p.poly("2,54 18,26 25,35 39,9 62,54", peak)
    p.poly("39,9 62,54 47,54 42,44 45,34 38,24", dark)
    p.poly("18,26 25,35 21,42 22,48 17,40", dark)
    p.poly("39,9 31.4,23 35.4,26.4 38.4,22 42,27 46.2,23", cap)
    p.d(
        "M35 35C41 38 41 41 33 44C23 47.5 20 50 19 54L36 54C35.5 51 38 49 41.5 46.5C47 42 44 37 35 35Z",
        "accent",
    )


def _alps(p: Pen, peak: str, dark: str, cap: str) -> None:
    p.poly("2,54 25,9 36,30 45,20 62,54", peak)
    p.poly("25,9 36,30 45,48 46,54 34,54 29,40 32,31 24,22", dark)
    p.poly("45,20 62,54 54,54 49,44 51,35 44,28", dark)
    p.poly("25,9 17.8,23 22,27 25,22 28.6,27.4 33,24.4", cap)
    p.d(
        "M33 36C27 38 26 40.6 32 43C40 46 43 49 43 54L26 54C26 51.4 25 50 22 47.6C17 43 22 37.4 33 36Z",
        "accent",
    )


def _mark(title: str, palette: dict[str, str]) -> Pen:
    p = Pen(64, 64, title, palette)
    (_georgia if palette is GEORGIA else _alps)(p, "pine", "ink", "ridge")
    return p


def _favicon(title: str, palette: dict[str, str]) -> Pen:
    p = Pen(64, 64, title, palette)
    _tile(p, palette)
    return p


def _tile(p: Pen, palette: dict[str, str]) -> None:
    tile = p.raw("M14 0L50 0Q64 0 64 14L64 50Q64 64 50 64L14 64Q0 64 0 50L0 14Q0 0 14 0Z")
    p.add(tile, "pine")
    with p.within(tile), p.at(-3.4, 3.4, 1.13):
        (_georgia if palette is GEORGIA else _alps)(p, "ridge", "slate", "snow")


def _share(p: Pen, palette: dict[str, str], title: str) -> Pen:
    """The hero with the mark in its quiet sky, cut to 1200 x 630."""
    p.title = title
    with p.at(150, 130, 3.2):
        _tile(p, palette)
    p.width, p.height, p.view = 1200, 630, "0 40 1600 840"
    return p


PICTURES = {
    "brand/logo-georgia": lambda: _mark("Abano: a ridge and the road to it", GEORGIA),
    "brand/logo-alps": lambda: _mark("Alpine ridge and the road to it", ALPS),
    "brand/favicon-georgia": lambda: _favicon("Abano", GEORGIA),
    "brand/share-georgia": lambda: _share(hero_caucasus(), GEORGIA, "Abano: cars for the Caucasus"),
    "brand/share-alps": lambda: _share(hero_alps(), ALPS, "Cars for the Alps"),
    "brand/favicon-alps": lambda: _favicon("Alpine ridge", ALPS),
}
