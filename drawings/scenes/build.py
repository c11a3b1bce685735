"""Buildings: Georgian churches, towers, a signpost. Local origin is the middle of the foot."""

from __future__ import annotations

from .kit import Pen


def arches(p: Pen, boxes: list[tuple[float, float, float, float]], colour: str) -> None:
    """Round-headed windows (x, y, width, height) as one path."""
    out = ""
    for x, y, w, h in boxes:
        r = w / 2
        out += p.raw(
            f"M{x} {y + h}L{x} {y + r}Q{x} {y} {x + r} {y}Q{x + w} {y} {x + w} {y + r}L{x + w} {y + h}Z"
        )
    p.add(out, colour)


def church(p: Pen, x: float, y: float, k: float, wall: str = "stone", roof: str = "slate") -> None:
    """A Georgian cross-domed church: nave, gabled arm, drum and pointed dome; 110 wide, 170 high."""
    with p.at(x, y, k):
        p.poly("-55,0 -55,-44 55,-44 55,0", wall)
        p.poly("18,0 18,-44 55,-44 55,0", "slate/30")
        p.poly("-60,-43 -48,-64 48,-64 60,-43", roof)
        p.poly("-60,-43 -48,-64 -10,-64 -20,-43", "snow/18")
        p.poly("-14,-62 -14,-108 14,-108 14,-62", wall)
        p.poly("3,-62 3,-108 14,-108 14,-62", "slate/34")
        arches(p, [(-10, -100, 4.6, 26), (-2.2, -100, 4.6, 26), (6, -100, 4.6, 26)], "ink/70")
        p.poly("-18,-107 0,-156 18,-107", roof)
        p.poly("-18,-107 0,-156 -3,-107", "snow/22")
        p.poly("4,-107 0,-156 18,-107", "ink/30")
        p.rects([(-0.9, -171, 1.8, 17), (-4, -167, 8, 1.8)], "ink")
        p.poly("-22,0 -22,-52 0,-74 22,-52 22,0", wall)
        p.poly("6,0 6,-68 22,-52 22,0", "slate/24")
        p.poly("-27,-49 0,-79 27,-49 22,-49 0,-72 -22,-49", roof)
        arches(p, [(-3.4, -50, 6.8, 22), (-6, -17, 12, 17)], "ink/75")
        arches(p, [(-42, -34, 5, 16), (36, -34, 5, 16)], "ink/60")


def belfry(p: Pen, x: float, y: float, k: float, wall: str = "stone", roof: str = "slate") -> None:
    """A bell tower with an open lantern; 34 wide, 96 high."""
    with p.at(x, y, k):
        p.poly("-17,0 -17,-50 17,-50 17,0", wall)
        p.poly("5,0 5,-50 17,-50 17,0", "slate/30")
        p.poly("-13,-50 -13,-72 13,-72 13,-50", wall)
        arches(p, [(-9, -69, 7, 19), (2, -69, 7, 19)], "ink/75")
        p.poly("-17,-71 0,-96 17,-71", roof)
        p.poly("3,-71 0,-96 17,-71", "ink/30")


def signpost(p: Pen, x: float, y: float, k: float) -> None:
    """Two boards on a post; 70 wide, 100 high."""
    with p.at(x, y, k):
        p.rects([(-3, -100, 6, 100)], "wood")
        p.rects([(1, -100, 2, 100)], "ink/35")
        p.poly("-8,-94 34,-94 44,-84 34,-74 -8,-74", "accent")
        p.poly("8,-68 -30,-68 -40,-58 -30,-48 8,-48", "stone")
        p.stroke("M0 -84L26 -84", "snow/80")
        p.stroke("M0 -58L-24 -58", "slate/70")
