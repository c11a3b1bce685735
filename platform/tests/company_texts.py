"""The texts of the demo companies, read from their files: for tests that compare one language with another."""

import json
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any

from abano.ops.seeds.demo import DEMO_TENANTS
from abano.ops.seeds.loader import FOLDER

# Path of a value in a document: field names and list positions.
Path = tuple[str | int, ...]

COMPANIES = [tenant.slug for tenant in DEMO_TENANTS]
# A fact of the prices, {{weekSaving}}, or a place of a prefilled message, {pickup}.
PLACEHOLDER = re.compile(r"\{\{[^}]*\}\}|\{[^}]*\}")


@cache
def read(company: str, name: str) -> Any:
    return json.loads((FOLDER / company / name).read_text(encoding="utf-8"))


def languages_of(company: str) -> list[str]:
    offered: list[str] = read(company, "company.json")["settings"]["languages"]
    return offered[1:]


def documents_of(company: str) -> list[str]:
    return sorted(f"documents/{file.name}" for file in (FOLDER / company / "documents").glob("*.json"))


def leaves(value: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    if isinstance(value, dict) and value:
        for name, item in value.items():
            yield from leaves(item, (*path, name))
    elif isinstance(value, list) and value:
        for position, item in enumerate(value):
            yield from leaves(item, (*path, position))
    else:
        yield path, value


def numbers_in(text: str) -> Counter[str]:
    """Numbers as values: 15,000 equals 15 000, and 2.5 equals 2,5. Texts like 4x4 are no numbers."""
    text = re.sub(r"\d+x\d+", "", PLACEHOLDER.sub("", text))
    text = re.sub(r"(?<=\d)[,’\u00a0](?=\d{3}\b)", "", text)
    return Counter(number.replace(",", ".") for number in re.findall(r"\d+(?:[.,]\d+)?", text))
