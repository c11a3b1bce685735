"""Finds unused code: functions, classes, methods, constants, and unreachable lines.

Fields of models and schemas are excluded, because frameworks read them by name. Other names used by
frameworks are listed in pyproject.toml, under ``tool.vulture``.
"""

import sys
import tomllib
from pathlib import Path

from vulture import Vulture

ROOT = Path(__file__).resolve().parent.parent
KINDS = {"class", "function", "method", "property", "unreachable_code"}
# Tables are mapped for the comparison with the migrations, even if all their statements are SQL.
MAPPED = "models.py"


def main() -> int:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["vulture"]
    found = Vulture(ignore_names=settings["ignore_names"], ignore_decorators=settings["ignore_decorators"])
    found.scavenge([str(ROOT / path) for path in settings["paths"]])
    dead = [
        item
        for item in found.get_unused_code(min_confidence=60)
        if (item.typ in KINDS or (item.typ == "variable" and item.name.isupper()))
        and not (item.typ == "class" and Path(item.filename).name == MAPPED)
    ]
    for item in dead:
        print(f"{Path(item.filename).relative_to(ROOT)}:{item.first_lineno}: {item.message}")
    return 1 if dead else 0


if __name__ == "__main__":
    sys.exit(main())
