"""Luggage, in centimetres on the pen of a boot view; the lower left corner is given."""

from __future__ import annotations

from .kit import Pen


def case(p: Pen, x: float, y: float, w: float, h: float, colour: str) -> None:
    """A hard trolley case standing up: ribs, corner shade, pull handle."""
    cx = x + w / 2
    p.line(
        f"{cx - w * 0.18},{y + h} {cx - w * 0.18},{y + h + 5},2 {cx + w * 0.18},{y + h + 5},2 "
        f"{cx + w * 0.18},{y + h}",
        "metal",
        3,
    )
    p.shape(f"{x},{y + 1},4 {x + w},{y + 1},4 {x + w},{y + h},5 {x},{y + h},5", colour)
    p.shape(f"{x + w * 0.8},{y + 1} {x + w},{y + 1},4 {x + w},{y + h},5 {x + w * 0.8},{y + h}", "well/18")
    for part in (0.22, 0.41, 0.6):
        p.line(f"{x + w * part},{y + 6} {x + w * part},{y + h - 5}", "well/25", 2.4)
    p.line(f"{x + 3},{y + h - 2.5} {x + w * 0.75},{y + h - 2.5}", "snow/40", 2)
    p.shape(f"{x + 3},{y - 1},1 {x + 8},{y - 1},1 {x + 8},{y + 2} {x + 3},{y + 2}", "well")
    p.shape(f"{x + w - 8},{y - 1},1 {x + w - 3},{y - 1},1 {x + w - 3},{y + 2} {x + w - 8},{y + 2}", "well")


def flat(p: Pen, x: float, y: float, w: float, h: float, colour: str) -> None:
    """A case lying on its side."""
    p.shape(f"{x},{y},4 {x + w},{y},4 {x + w},{y + h},4 {x},{y + h},4", colour)
    p.shape(f"{x},{y},4 {x + w},{y},4 {x + w},{y + h * 0.45} {x},{y + h * 0.45}", "well/18")
    p.line(f"{x + 1},{y + h * 0.45} {x + w - 1},{y + h * 0.45}", "well/50", 1.6)
    cx = x + w / 2
    p.line(
        f"{cx - 7},{y + h * 0.55} {cx - 7},{y + h * 0.75},2 {cx + 7},{y + h * 0.75},2 "
        f"{cx + 7},{y + h * 0.55}",
        "well/60",
        2.4,
    )
    p.line(f"{x + 4},{y + h - 2} {x + w - 6},{y + h - 2}", "snow/35", 2)


def duffel(p: Pen, x: float, y: float, w: float, h: float, colour: str) -> None:
    """A soft holdall with two straps."""
    p.line(
        f"{x + w * 0.3},{y + h * 0.7} {x + w * 0.36},{y + h * 1.3},6 {x + w * 0.64},{y + h * 1.3},6 "
        f"{x + w * 0.7},{y + h * 0.7}",
        "well/80",
        3,
    )
    p.shape(
        f"{x + 1},{y},5 {x + w - 1},{y},5 {x + w + 1},{y + h * 0.6},7 {x + w - 8},{y + h},8 "
        f"{x + 8},{y + h},8 "
        f"{x - 1},{y + h * 0.6},7",
        colour,
    )
    p.shape(f"{x + 1},{y},5 {x + w - 1},{y},5 {x + w},{y + h * 0.35},5 {x},{y + h * 0.3},5", "well/20")
    for part in (0.28, 0.68):
        p.shape(
            f"{x + w * part},{y} {x + w * part + 3},{y} {x + w * part + 3},{y + h} {x + w * part},{y + h}",
            "well/35",
        )
    p.line(f"{x + 8},{y + h - 2.5},3 {x + w - 9},{y + h - 2.5}", "snow/35", 2)


def rucksack(p: Pen, x: float, y: float, w: float, h: float, colour: str) -> None:
    """A mountain rucksack with a roll mat on top and a front pocket."""
    p.shape(
        f"{x - 2},{y + h - 2},4 {x + w + 2},{y + h - 2},4 {x + w + 2},{y + h + 8},4 {x - 2},{y + h + 8},4",
        "stone",
    )
    p.disc(x + w + 0.5, y + h + 3, 4, "ridge", 5)
    p.shape(f"{x},{y},5 {x + w},{y},5 {x + w - 1},{y + h},8 {x + 1},{y + h},8", colour)
    p.shape(
        f"{x - 1},{y + h * 0.68},4 {x + w + 1},{y + h * 0.68},4 {x + w - 1},{y + h + 1},7 "
        f"{x + 1},{y + h + 1},7",
        "snow/16",
    )
    p.shape(
        f"{x + w * 0.18},{y + 3},4 {x + w * 0.82},{y + 3},4 {x + w * 0.82},{y + h * 0.42},4 "
        f"{x + w * 0.18},{y + h * 0.42},4",
        "well/22",
    )
    for part in (0.28, 0.72):
        p.line(f"{x + w * part},{y + h * 0.5} {x + w * part},{y + h * 0.9}", "well/60", 2.4)
    p.shape(f"{x + w * 0.86},{y} {x + w},{y},5 {x + w - 1},{y + h},8 {x + w * 0.86},{y + h}", "well/16")


def crate(p: Pen, x: float, y: float, w: float, h: float) -> None:
    """A slatted crate of mandarins from the market."""
    for i in range(6):
        p.disc(x + w * (0.1 + 0.16 * i), y + h + (1.5 if i % 2 else 0.3), w * 0.095, "accent")
        p.disc(x + w * (0.08 + 0.16 * i), y + h + (3 if i % 2 else 1.8), w * 0.025, "snow/50")
    for i in range(3):
        low = y + h * (0.02 + 0.34 * i)
        p.shape(f"{x},{low} {x + w},{low} {x + w},{low + h * 0.27} {x},{low + h * 0.27}", "stone")
    p.shape(f"{x + w - 4},{y} {x + w},{y} {x + w},{y + h} {x + w - 4},{y + h}", "slate/30")
    p.shape(f"{x},{y} {x + 4},{y} {x + 4},{y + h} {x},{y + h}", "snow/60")


def cooler(p: Pen, x: float, y: float, w: float, h: float) -> None:
    """A cool box with a white lid."""
    p.shape(f"{x},{y},3 {x + w},{y},3 {x + w + 1},{y + h * 0.74} {x - 1},{y + h * 0.74}", "pine")
    p.shape(f"{x - 2},{y + h * 0.72},2 {x + w + 2},{y + h * 0.72},2 {x + w},{y + h},3 {x},{y + h},3", "snow")
    p.shape(
        f"{x + w * 0.8},{y},2 {x + w},{y},3 {x + w + 1},{y + h * 0.74} {x + w * 0.8},{y + h * 0.74}",
        "well/22",
    )
    p.shape(
        f"{x + w * 0.4},{y + h * 0.6},1 {x + w * 0.6},{y + h * 0.6},1 {x + w * 0.6},{y + h * 0.82},1 "
        f"{x + w * 0.4},{y + h * 0.82},1",
        "metal",
    )


def skis(p: Pen, x: float, y: float, length: float) -> None:
    """Two pairs of skis lying lengthwise, seen from the tails."""
    for i, colour in enumerate(("accent", "snow", "pine", "stone")):
        dx = x + i * 7
        p.shape(
            f"{dx},{y} {dx + 5},{y} {dx + 4 + length * 0.12},{y + length},2 "
            f"{dx + 1 + length * 0.12},{y + length},2",
            colour,
        )
        p.shape(f"{dx},{y},1 {dx + 5},{y},1 {dx + 5},{y + 3} {dx},{y + 3}", "well/50")
