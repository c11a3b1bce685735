"""Draw every scene, portrait and mark: ``python -m frontend.illustrations.draw_scenes`` from the root.

With ``--check`` nothing is written; the exit status is 1 when a committed SVG differs from what is drawn.
Names given as arguments limit the work to those pictures.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

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

OUT = Path(__file__).resolve().parents[1] / "public" / "illustrations"

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


def main(arguments: list[str]) -> int:
    """Write the pictures, or compare them with the committed ones."""
    check = "--check" in arguments
    only = [a for a in arguments if not a.startswith("-")]
    wrong = 0
    for name, draw in PICTURES.items():
        if only and not any(part in name for part in only):
            continue
        place = OUT / f"{name}.svg"
        svg = draw().svg()
        size = len(svg.encode())
        if size >= LIMIT:
            print(f"{place}: {size} bytes, the limit is {LIMIT}")
            wrong += 1
        if check:
            if not place.exists() or place.read_text(encoding="utf-8") != svg:
                print(f"{place}: differs from what the generator draws")
                wrong += 1
        else:
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(svg, encoding="utf-8")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
