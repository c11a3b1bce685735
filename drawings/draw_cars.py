"""Draw every car picture: ``python -m drawings.draw_cars`` from the repository root.

With ``--check`` nothing is written; the exit status is 1 when a committed SVG differs from what is drawn.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

from .cars import elantra, fj_cruiser, forester, four_runner, golf, multivan, octavia, panda, suburban
from .places import places

CARS: dict[str, ModuleType] = {
    "hyundai-elantra": elantra,
    "subaru-forester": forester,
    "chevrolet-suburban": suburban,
    "toyota-fj-cruiser": fj_cruiser,
    "toyota-4runner": four_runner,
    "vw-golf": golf,
    "skoda-octavia-combi": octavia,
    "vw-multivan": multivan,
    "fiat-panda-4x4": panda,
}
VIEWS = ("side", "front", "rear", "cabin", "boot")

#: A card picture travels over mountain networks; the look guide sets this limit (bytes).
LIMIT = 25_000


def drawings() -> dict[Path, str]:
    """Every picture there is, by its place among the seeds of the company that has the car."""
    found: dict[Path, str] = {}
    for slug, module in CARS.items():
        for view in VIEWS:
            draw: Callable[[], str] | None = getattr(module, view, None)
            if draw is not None:
                svg = draw()
                for place in places(f"cars/{slug}/{view}"):
                    found[place] = svg
    return found


def main(arguments: list[str]) -> int:
    """Write the pictures, or compare them with the committed ones."""
    check = "--check" in arguments
    wrong = 0
    for place, svg in drawings().items():
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
