"""Wheels: one tyre for all, a rim of its own for each car."""

from __future__ import annotations

import math

from .kit import LINE, Pen, paint, path

#: Half a spoke per design in rim radii: (distance from the hub along the spoke, half width there).
SPOKES: dict[str, tuple[int, list[list[tuple[float, float]]]]] = {
    # Elantra: five blades, each split towards the rim.
    "blade": (
        5,
        [[(0.1, -0.17), (0.94, -0.34), (0.94, -0.12), (0.42, 0), (0.94, 0.12), (0.94, 0.34), (0.1, 0.17)]],
    ),
    # Forester: five pairs of slim spokes.
    "twin": (
        5,
        [
            [(0.1, -0.15), (0.95, -0.27), (0.95, -0.1), (0.2, -0.02)],
            [(0.1, 0.15), (0.95, 0.27), (0.95, 0.1), (0.2, 0.02)],
        ],
    ),
    # Suburban: six broad flat spokes.
    "six": (6, [[(0.1, -0.2), (0.6, -0.17), (0.95, -0.26), (0.95, 0.26), (0.6, 0.17), (0.1, 0.2)]]),
    # FJ Cruiser: six short stout spokes around a large hub, like a steel wheel.
    "steel": (6, [[(0.2, -0.26), (0.62, -0.2), (0.93, -0.27), (0.93, 0.27), (0.62, 0.2), (0.2, 0.26)]]),
    # 4Runner: six spokes that widen towards the rim.
    "trail": (
        6,
        [[(0.1, -0.16), (0.94, -0.25), (0.94, -0.07), (0.62, 0), (0.94, 0.07), (0.94, 0.25), (0.1, 0.16)]],
    ),
    # Golf: five straight spokes with a wide foot.
    "five": (5, [[(0.1, -0.22), (0.55, -0.15), (0.95, -0.2), (0.95, 0.2), (0.55, 0.15), (0.1, 0.22)]]),
    # Octavia: ten thin spokes.
    "ten": (10, [[(0.1, -0.08), (0.95, -0.12), (0.95, 0.1), (0.1, 0.08)]]),
    # Multivan: seven plain spokes.
    "seven": (7, [[(0.1, -0.14), (0.95, -0.19), (0.95, 0.19), (0.1, 0.14)]]),
    # Panda: four pairs with a soft, squarish opening.
    "panda": (4, [[(0.1, -0.3), (0.6, -0.26), (0.93, -0.42), (0.93, 0.42), (0.6, 0.26), (0.1, 0.3)]]),
}


def _spokes(design: str, rim: float, turn: float) -> str:
    """Path data of all spokes around (0, 0)."""
    count, blades = SPOKES[design]
    data = ""
    for i in range(count):
        a = 2 * math.pi * i / count - math.pi / 2 + turn
        for blade in blades:
            pts = [
                (rim * (d * math.cos(a) - w * math.sin(a)), rim * (d * math.sin(a) + w * math.cos(a)), 0.6)
                for d, w in blade
            ]
            data += path(pts)
    return data


def wheel(
    pen: Pen, axles: tuple[float, float], radius: float, rim: float, design: str, dark: bool = False
) -> None:
    """Draw both wheels of a side view; ``radius`` and ``rim`` in cm, ``dark`` for a blackened alloy."""
    big, small = radius * pen.scale, rim * pen.scale
    face, well = ("slate", "tyre") if dark else ("metal", "slate")
    wall = paint("snow/10", "stroke")
    edge = small * 0.7
    shade = f"M{edge:.1f}-{edge:.1f}A{small:.1f} {small:.1f} 0 0 1-{edge:.1f} {edge:.1f}Z"
    parts = [
        f'<circle r="{big:.1f}" {paint("tyre")}/>',
        f'<circle r="{(big + small) / 2:.1f}" fill="none" {wall} stroke-width="{LINE}"/>',
        f'<circle r="{small:.1f}" {paint(face)}/>',
        f'<circle r="{small * 0.92:.1f}" {paint(well)}/>',
        f'<circle r="{small * 0.6:.1f}" {paint("tyre/60")}/>',
        f'<path d="{_spokes(design, small, 0.0)}" {paint(face)}/>',
        f'<circle r="{small * (0.34 if design == "steel" else 0.24):.1f}" {paint(face)}/>',
        f'<circle r="{small * 0.13:.1f}" {paint("slate")}/>',
        # Shade on the lower right half of the rim: the light comes from the upper left.
        f'<path d="{shade}" {paint("ink/22")}/>',
    ]
    pen.out.append(f'<defs><g id="w">{"".join(parts)}</g></defs>')
    for x in axles:
        px, py = pen.at(x, radius)
        pen.out.append(f'<use href="#w" x="{px:.1f}" y="{py:.1f}"/>')
