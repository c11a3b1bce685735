"""What every front, rear and boot picture shares: the stage, tyres seen end on, glass, plates."""

from __future__ import annotations

from collections.abc import Callable

from . import scenes
from .kit import Pen

#: Front and rear views: px per cm and the canvas line the tyres stand on.
SCALE, GROUND = 2.4, 540

#: Boot views come closer; the ground line lies near the lower edge.
BOOT_SCALE, BOOT_GROUND = 2.75, 592


def stage(
    ground: Callable[[Pen], None], half: float, boot: bool = False, lowered: float = 0.0
) -> tuple[Pen, Pen]:
    """Background and a pen in centimetres from the centre line; ``half`` is half the car's width.

    ``lowered`` is how far the body sinks over its tyres: seen end on, a body that hangs high looks as if on stilts.
    """
    scale, base = (BOOT_SCALE, BOOT_GROUND) if boot else (SCALE, GROUND)
    bg = Pen()
    ground(bg)
    scenes.shadow(bg, 480 - (half + 2) * scale, 480 + (half + 4) * scale, base - 4)
    return bg, Pen(scale, 480, base + lowered * scale, up=True)


def tyres(p: Pen, outer: float, width: float, height: float, lowered: float = 0.0) -> None:
    """Both tyres end on: ``outer`` edge from the centre line, tread ``width``, visible ``height`` (cm).

    They stand on the ground of a stage that is ``lowered`` by as much.
    """
    inner, foot = outer - width, lowered
    middle = foot + (height - foot) * 0.5
    p.both(
        f"{inner},{foot},3 {outer},{foot},4 {outer + 0.5},{middle},4 {outer},{height} {inner},{height}",
        "tyre",
    )
    for i in (1, 2, 3):
        x = inner + width * i / 4
        p.line(f"{x},{foot + 1} {x},{height}", "well/80", 1.6, both=True)
    # Springs, arms and a differential in the dark between the wheels.
    low = foot + (height - foot) * 0.42
    p.sym(
        f"0,{low} 9,{low},3 14,{low + height * 0.08},3 {inner},{low + height * 0.03} {inner},{height} 0,{height}",
        "well",
    )


def turned_away(p: Pen, half: float, top: float) -> None:
    """Shade on the side that looks away from the light; call inside the body's clip."""
    p.shape(
        f"{half * 0.7},{top} {half * 0.8},{top * 0.6},20 {half * 0.76},{top * 0.3},20 {half * 0.7},0 "
        f"{half + 9},0 {half + 9},{top}",
        "well/16",
    )


def seats(p: Pen, sill: float, height: float, apart: float) -> None:
    """Two head-rested seat backs behind glass, ``height`` above the ``sill`` (cm)."""
    top = sill + height
    p.both(
        f"{apart - 17},{sill} {apart - 14},{top - 14},6 {apart - 8},{top - 9},3 {apart - 7},{top},4 "
        f"{apart + 7},{top},4 {apart + 8},{top - 9},3 {apart + 14},{top - 14},6 {apart + 17},{sill}",
        "well/55",
    )


def glints(p: Pen, low: float, high: float, left: float) -> None:
    """The sky in a pane: two slanting bands between heights ``low`` and ``high``; call inside its clip."""
    run = (high - low) * 0.55
    p.shape(f"{left},{low} {left + run},{high} {left + run + 20},{high} {left + 20},{low}", "snow/16")
    p.shape(
        f"{left + 26},{low} {left + 26 + run},{high} {left + 33 + run},{high} {left + 33},{low}", "snow/12"
    )


def plate(p: Pen, y: float, x: float = 0.0, half: float = 25.0) -> None:
    """A blank number plate, 52 x 11 cm unless told otherwise, its lower edge at ``y``."""
    p.shape(
        f"{x - half - 1},{y - 1},2 {x + half + 1},{y - 1},2 {x + half + 1},{y + 12},2 "
        f"{x - half - 1},{y + 12},2",
        "tyre",
    )
    p.shape(f"{x - half},{y},1 {x + half},{y},1 {x + half},{y + 11},1 {x - half},{y + 11},1", "snow")
    p.shape(f"{x - half},{y},1 {x - half + 5},{y} {x - half + 5},{y + 11} {x - half},{y + 11},1", "slate/60")
    p.line(f"{x - half + 11},{y + 5.5} {x + half - 6},{y + 5.5}", "slate/35", 5)


def mirrors(p: Pen, x: float, y: float, w: float = 22.0, h: float = 14.0, colour: str = "body") -> None:
    """Door mirrors from ahead or behind: inner edge ``x``, lower edge ``y`` (cm)."""
    p.both(
        f"{x},{y + 1},2 {x + 6},{y},3 {x + w},{y + 2},4 {x + w + 1},{y + h * 0.75},4 {x + w - 3},{y + h},5 "
        f"{x + 7},{y + h - 1},4 {x + 5},{y + 4},2",
        colour,
    )
    p.both(f"{x},{y + 1},2 {x + 6},{y},3 {x + w},{y + 2},4 {x + w},{y + 5} {x + 6},{y + 3}", "tyre/80")


def hold(p: Pen, opening: str, floor: float, half: float, depth: float = 9.0) -> None:
    """The inside of a boot within ``opening``: lining, seat backs, carpet at ``floor`` (cm above ground)."""
    with p.within(p.whole(opening), "tyre"):
        p.sym(
            f"0,{floor + 46} {half * 0.66},{floor + 46},4 {half * 0.7},{floor + depth} 0,{floor + depth}",
            "slate",
        )
        p.line(f"{half * 0.2},{floor + 46} {half * 0.2},{floor + depth}", "well/70")
        p.both(
            f"{half * 0.2},{floor + 48},3 {half * 0.2},{floor + 56},4 {half * 0.44},{floor + 56},4 "
            f"{half * 0.44},"
            f"{floor + 48},3",
            "slate",
        )
        p.sym(f"0,{floor + depth} {half * 0.7},{floor + depth} {half},{floor} 0,{floor}", "slate/80")
        p.both(
            f"{half * 0.7},{floor + depth} {half * 0.74},{floor + 60} {half * 1.1},{floor + 60} "
            f"{half},{floor}",
            "well/50",
        )


def lid(p: Pen, spec: str, glass: str, colour: str = "tyre") -> None:
    """A raised tailgate from below: lining ``spec`` and the pane ``glass`` with the sky (right halves)."""
    p.sym(spec, colour)
    p.sym(glass, "sky")
    with p.within(p.whole(glass)):
        p.shape("-70,100 -30,260 -8,260 -48,100", "snow/60")
