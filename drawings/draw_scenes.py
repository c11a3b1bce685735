"""Draw every scene, portrait and mark: ``python -m drawings.draw_scenes`` from the root.

With ``--check`` nothing is written; the exit status is 1 when a committed SVG differs from what is drawn.
Names given as arguments limit the work to those pictures.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

from .places import places
from .scenes import (
    alps,
    brand,
    hero,
    innsbruck,
    people_alps,
    people_office,
    people_road,
    ridge,
    tbilisi,
    things,
    vashlovani,
    vashlovani_places,
    visitor_centre,
)
from .scenes.kit import Pen

#: A scene travels over mountain networks; the look guide sets this limit (bytes).
LIMIT = 25_000

PICTURES: dict[str, Callable[[], Pen]] = {
    **ridge.PICTURES,
    **tbilisi.PICTURES,
    **hero.PICTURES,
    **brand.PICTURES,
    **vashlovani.PICTURES,
    **people_road.PICTURES,
    **people_office.PICTURES,
    **people_alps.PICTURES,
    **alps.PICTURES,
    **things.PICTURES,
    **innsbruck.PICTURES,
    **vashlovani_places.PICTURES,
    **visitor_centre.PICTURES,
}


def put(place: Path, svg: str, *, check: bool) -> int:
    """Write a picture, or compare it with the committed one; 1 when something is wrong."""
    size = len(svg.encode())
    if size >= LIMIT:
        print(f"{place}: {size} bytes, the limit is {LIMIT}")
        return 1
    if not check:
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(svg, encoding="utf-8")
    elif not place.exists() or place.read_text(encoding="utf-8") != svg:
        print(f"{place}: differs from what the generator draws")
        return 1
    return 0


def main(arguments: list[str]) -> int:
    """Write the pictures, or compare them with the committed ones."""
    check = "--check" in arguments
    only = [a for a in arguments if not a.startswith("-")]
    wrong = 0
    for name, draw in PICTURES.items():
        if only and not any(part in name for part in only):
            continue
        svg = draw().svg()
        for place in places(name):
            wrong += put(place, svg, check=check)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
