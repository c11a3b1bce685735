"""A car is the company's: nothing of the front end knows one by name."""

import json
import re
from pathlib import Path

from abano.ops.seeds.loader import FOLDER

FRONTEND = Path(__file__).parents[3] / "frontend"
# What only tests are made of, and words of the API that were written by no hand.
LEFT_OUT = re.compile(r"\.test\.tsx?$|/testing/|/src/locales/|\.gen\.ts$|\.snap$|\.browser\.test\.ts$")
ENDINGS = {".ts", ".tsx", ".css", ".html", ".json", ".svg"}


def models() -> set[str]:
    """Cars of all templates without the maker: Golf, FJ Cruiser, Model 3."""
    catalogs = [json.loads(file.read_text()) for file in FOLDER.glob("*/catalog.json")]
    return {car["name"].split(" ", 1)[1] for catalog in catalogs for car in catalog["cars"]}


def finder(names: set[str]) -> re.Pattern[str]:
    """Finds a model however its words are joined."""
    joined = {r"[\s_+-]?".join(map(re.escape, re.split(r"[ -]", name))) for name in names}
    return re.compile(rf"(?<![a-z0-9])({'|'.join(sorted(joined))})(?![a-z0-9])", re.IGNORECASE)


def test_nothing_in_the_front_end_knows_a_car_by_name() -> None:
    assert len(models()) > 15
    pattern = finder(models())
    assert pattern.search('"4runner": 1')
    assert pattern.search("/cars/toyota-fj-cruiser/side.svg")
    sources = [
        path
        for folder in ("src", "public")
        for path in (FRONTEND / folder).rglob("*")
        if path.suffix in ENDINGS and path.is_file() and not LEFT_OUT.search(path.as_posix())
    ]
    assert len(sources) > 500
    found = [
        f"{path.relative_to(FRONTEND)}:{number}: {hit[0]}"
        for path in sources
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if (hit := pattern.search(line))
    ]
    assert found == []
