"""Every domain has its layer in the import contracts, so that none is forgotten."""

import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[3]
SOURCE = ROOT / "platform" / "src" / "abano"
# Areas of one layer; every other one has a layer for each domain.
WHOLE = {"booking_record", "cli", "core", "db", "jobs", "storage", "web"}


def test_every_domain_is_in_the_layers() -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    layers = next(
        one["layers"] for one in contracts if one["type"] == "layers" and "abano.core" in one["layers"]
    )
    named = {name.strip() for layer in layers for name in layer.split("|")}
    domains = {
        f"abano.{path.parent.relative_to(SOURCE).as_posix().replace('/', '.')}"
        for path in SOURCE.glob("*/*/__init__.py")
        if path.parent.parent.name not in WHOLE
    }
    alone = {f"abano.{path.stem}" for path in SOURCE.glob("*.py") if path.stem != "__init__"}
    assert named == domains | alone | {f"abano.{area}" for area in WHOLE}


def test_an_area_holds_domains_and_nothing_else() -> None:
    assert [
        path.relative_to(SOURCE).as_posix()
        for path in SOURCE.glob("*/*.py")
        if path.name != "__init__.py" and path.parent.name not in WHOLE
    ] == []
