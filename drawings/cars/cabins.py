"""What the cabin pictures share: the outlook through the screen and the fittings, in canvas pixels."""

from __future__ import annotations

import math

from . import scenes
from .kit import Pen

#: How far the scene behind the screen is raised so that its horizon meets a driver's eye (px).
EYE = 122


def outlook(ridge: str, road: str, verge: str) -> Pen:
    """Ridge, verge and the road running away ahead."""
    p = Pen(1.0, 0.0, -EYE)
    scenes.sky(p, ridge, -136, far=False)
    land = "0,396 240,388,60 520,398,80 760,386,60 960,396 960,600 0,600"
    p.shape(land, "stone")
    p.shape(land, verge)
    p.shape("536,390,6 546,390,6 566,404,20 820,480 940,600 60,600 200,480 480,424,60 548,400,14", road)
    if road.startswith("slate"):
        p.shape("532,408 540,408 524,422 512,422", "snow/85")
        p.shape("500,430 516,430 484,458 462,458", "snow/85")
    scenes.pines(p, "40,430,150 120,416,100 178,410,70 800,410,76 868,420,120 936,432,160", "pine/60")
    p.y0 = 0
    return p


def frame(p: Pen, top: float, sill: float, lean: float, lining: str = "stone") -> None:
    """Headlining and pillars; the screen lies from ``top`` to ``sill``, ``lean`` is the slope (px)."""
    x = 64 + lean
    p.shape(f"0,0 960,0 960,{top - 6} {960 - x},{top},20 480,{top - 8},200 {x},{top},20 0,{top - 6}", lining)
    p.shape(
        f"0,{top - 8} {x},{top - 2} 480,{top - 12},200 {960 - x},{top - 2} 960,{top - 8} 960,{top + 2} "
        f"{960 - x},{top + 6} 480,{top - 4},200 {x},{top + 6} 0,{top + 2}",
        "well/35",
    )
    p.shape(
        f"0,{top - 8} {x},{top - 4} {x + 8},{top + 6} 52,{sill + 20} 0,{sill + 20} 8,{sill} "
        f"{x - 30},{top + 14} "
        f"0,{top + 30}",
        "slate",
    )
    p.shape(
        f"960,{top - 8} {960 - x},{top - 4} {952 - x},{top + 6} 908,{sill + 20} 960,{sill + 20} 952,{sill} "
        f"{990 - x},{top + 14} 960,{top + 30}",
        "tyre",
    )
    p.shape(f"452,{top - 4} 508,{top - 4} 502,{top + 6} 458,{top + 6}", "tyre")
    p.shape(f"428,{top + 12},8 532,{top + 12},8 528,{top + 46},10 432,{top + 46},10", "tyre")
    p.shape(f"434,{top + 17},5 526,{top + 17},5 522,{top + 41},6 438,{top + 41},6", "ridge")
    p.shape(f"450,{top + 17} 470,{top + 17} 456,{top + 41} 438,{top + 41}", "snow/50")


def doors(p: Pen, sill: float, card: str, trim: str) -> None:
    """Door tops left and right with handle and speaker."""
    for a in (1.0, -1.0):
        q = Pen(1.0, 0.0 if a > 0 else 960.0, 0.0)
        for spec, colour in (
            (f"0,{sill - 14} 60,{sill + 12},10 96,{sill + 96},20 104,600 0,600", card),
            (f"0,{sill - 14} 60,{sill + 12},10 70,{sill + 34} 0,{sill + 14}", "tyre"),
            (f"0,{sill + 70} 70,{sill + 84},8 76,{sill + 112},8 0,{sill + 104}", trim),
            (f"14,{sill + 82},5 50,{sill + 88},5 52,{sill + 98},5 14,{sill + 94},5", "metal"),
        ):
            moved = " ".join(
                ",".join([f"{float(i.split(',')[0]) * a:g}", *i.split(",")[1:]]) for i in spec.split()
            )
            q.shape(moved, colour)
        p.add(q)


def steering(p: Pen, x: float, y: float, r: float, spokes: int, flat: bool = False) -> None:
    """The wheel, hub at (x, y), with three or four ``spokes``; ``flat`` cuts the rim below."""
    angles = (180, 0, 90) if spokes == 3 else (180, 0, 62, 118)
    for angle in angles:
        a = math.radians(angle)
        dx, dy = math.cos(a), math.sin(a)
        w = r * 0.13
        p.shape(
            f"{x - dy * w * 1.3:.0f},{y + dx * w * 1.3:.0f} "
            f"{x + dx * r - dy * w:.0f},{y + dy * r + dx * w:.0f} "
            f"{x + dx * r + dy * w:.0f},{y + dy * r - dx * w:.0f} "
            f"{x + dy * w * 1.3:.0f},{y - dx * w * 1.3:.0f}",
            "well",
        )
        if dy == 0 or spokes == 3:
            p.disc(x + dx * r * 0.6, y + dy * r * 0.6, r * 0.09, "metal/70")
    p.ring(x, y, r, "well", r * 0.17)
    if flat:
        p.shape(
            f"{x - r * 0.6:.0f},{y + r * 0.8:.0f} {x + r * 0.6:.0f},{y + r * 0.8:.0f} "
            f"{x + r * 0.5:.0f},{y + r * 0.97:.0f},8 {x - r * 0.5:.0f},{y + r * 0.97:.0f},8",
            "well",
        )
    lit = " ".join(
        f"{x + r * 1.0 * math.cos(math.radians(a)):.0f},{y + r * 1.0 * math.sin(math.radians(a)):.0f},24"
        for a in range(190, 281, 15)
    )
    p.line(lit, "snow/28", 3)
    p.shape(
        f"{x - r * 0.34:.0f},{y - r * 0.24:.0f},12 {x + r * 0.34:.0f},{y - r * 0.24:.0f},12 "
        f"{x + r * 0.24:.0f},{y + r * 0.3:.0f},14 {x - r * 0.24:.0f},{y + r * 0.3:.0f},14",
        "tyre",
    )
    p.disc(x, y, r * 0.1, "metal", r * 0.075)


def gauge(p: Pen, x: float, y: float, r: float, hand: float) -> None:
    """A round instrument with its hand at ``hand`` degrees clockwise from noon."""
    p.disc(x, y, r, "well")
    p.ring(x, y, r, "metal/80", 2)
    for a in range(-120, 121, 40):
        t = math.radians(a)
        p.line(
            f"{x + math.sin(t) * r * 0.72:.1f},{y - math.cos(t) * r * 0.72:.1f} "
            f"{x + math.sin(t) * r * 0.86:.1f},{y - math.cos(t) * r * 0.86:.1f}",
            "snow/80",
            2,
        )
    t = math.radians(hand)
    p.line(f"{x},{y} {x + math.sin(t) * r * 0.7:.1f},{y - math.cos(t) * r * 0.7:.1f}", "accent", 3)


def screen(p: Pen, x: float, y: float, w: float, h: float) -> None:
    """A display showing a map: rivers, a road in the accent colour, where we are."""
    p.shape(
        f"{x - 6},{y - 6},10 {x + w + 6},{y - 6},10 {x + w + 6},{y + h + 6},10 {x - 6},{y + h + 6},10", "well"
    )
    with p.within(f"{x},{y},4 {x + w},{y},4 {x + w},{y + h},4 {x},{y + h},4", "pine"):
        p.shape(
            f"{x},{y + h * 0.7} {x + w * 0.3},{y + h * 0.5},20 {x + w * 0.6},{y + h * 0.8},20 "
            f"{x + w},{y + h * 0.6} "
            f"{x + w},{y + h} {x},{y + h}",
            "ridge/40",
        )
        p.line(
            f"{x + w * 0.1},{y + h} {x + w * 0.25},{y + h * 0.6},20 {x + w * 0.55},{y + h * 0.65},20 "
            f"{x + w * 0.65},{y + h * 0.3},20 {x + w * 0.9},{y + h * 0.1}",
            "accent",
            4,
        )
        p.disc(x + w * 0.55, y + h * 0.6, 5, "snow")
        p.shape(f"{x},{y} {x + w * 0.35},{y} {x + w * 0.1},{y + h} {x},{y + h}", "snow/10")


def vent(p: Pen, x: float, y: float, w: float, h: float) -> None:
    """An air vent with three blades."""
    p.shape(f"{x},{y},6 {x + w},{y},6 {x + w},{y + h},6 {x},{y + h},6", "well")
    for i in (1, 2, 3):
        p.line(f"{x + 5},{y + h * i / 4:.1f} {x + w - 5},{y + h * i / 4:.1f}", "slate", 2.4)


def knob(p: Pen, x: float, y: float, r: float) -> None:
    """A turning control with its mark."""
    p.disc(x, y, r, "well")
    p.disc(x, y, r * 0.78, "metal")
    p.disc(x, y, r * 0.6, "slate")
    p.line(f"{x},{y - r * 0.2:.1f} {x},{y - r * 0.5:.1f}", "snow", 2.4)


def lever(p: Pen, x: float, y: float, h: float) -> None:
    """A gear lever in its boot, foot at (x, y)."""
    p.shape(f"{x - 26},{y} {x + 26},{y} {x + 8},{y - h * 0.55:.0f},6 {x - 8},{y - h * 0.55:.0f},6", "well")
    p.line(f"{x},{y - h * 0.5:.0f} {x + 2},{y - h * 0.8:.0f}", "metal", 6)
    p.shape(
        f"{x - 13},{y - h:.0f},9 {x + 17},{y - h:.0f},9 {x + 14},{y - h * 0.72:.0f},8 "
        f"{x - 9},{y - h * 0.72:.0f},8",
        "ridge",
    )
    p.line(f"{x - 6},{y - h * 0.94:.0f} {x + 6},{y - h * 0.94:.0f}", "slate", 2.4)


def seats(p: Pen, cloth: str, seam: str) -> None:
    """The front seats' cushions and inner bolsters in the lower corners."""
    for spec, colour in (
        ("84,600 110,566,20 200,552,30 330,556,30 372,580,16 380,600", cloth),
        ("580,600 588,580,16 630,556,30 760,552,30 850,566,20 876,600", cloth),
        ("84,600 110,566,20 150,560,10 140,600", "snow/22"),
        ("344,600 340,562 372,580,12 380,600", "well/25"),
        ("842,600 832,564 850,566,12 876,600", "well/30"),
    ):
        p.shape(spec, colour)
    for x in (190, 240, 290, 670, 720, 770):
        p.line(f"{x},{558} {x + (x - 480) * 0.04:.0f},600", seam, 2)
