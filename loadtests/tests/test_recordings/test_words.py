"""The flows look for words that the product shows: each literal is part of a message of the English catalogues, or of
the operator console, which is in English only.

Without this test a flow stops playing unnoticed when a label is changed.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.pofile import read_po
from loadtests.local_product import ROOT

CATALOGUES = ROOT / "frontend" / "src" / "locales" / "en"
OPERATORS = ROOT / "frontend" / "src" / "features" / "operator"
RECORDINGS = ROOT / "loadtests" / "recordings"
# Calls of which the first argument is looked for; the others have it as `name`.
BY_FIRST_ARGUMENT = {"get_by_label", "get_by_text", "get_by_alt_text"}
# Names and numbers that the flows, the demo data or the server give.
DATA = {
    "Ada Lovelace",
    "Baby seat",
    "Credit note CN-",
    "GET /api/admin/bookings",
    "High season",
    "Invoice INV-",
    "Paul Martin",
    "Quiet and quick",
    "Wine road beside Black Sea",
}
PLACEHOLDER = re.compile(r"\{\w+\}|#")
TAG = re.compile(r"</?\d+/?>")
BRANCH = re.compile(r"(?:zero|one|two|few|many|other|=\d+) \{([^{}]*)\}")
NUMBER = r"[^\w\s]?\d[\d.,]*"


def messages() -> list[str]:
    """What the product says, each form of a plural on its own."""
    found: list[str] = []
    for file in sorted(CATALOGUES.glob("*.po")):
        with file.open("rb") as content:
            entries = [entry.id for entry in read_po(content) if isinstance(entry.id, str) and entry.id]
        for entry in entries:
            found += [TAG.sub("", entry), *BRANCH.findall(entry)]
    pages = (file for file in sorted(OPERATORS.rglob("*.tsx")) if ".test." not in file.name)
    return [*found, *(line.strip() for page in pages for line in page.read_text().splitlines())]


def looked_for(source: str) -> Iterator[tuple[int, list[str]]]:
    """The line of each literal that a flow looks for, and its fixed parts."""
    for call in ast.walk(ast.parse(source)):
        if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute):
            continue
        if not call.func.attr.startswith("get_by_"):
            continue
        wanted = [keyword.value for keyword in call.keywords if keyword.arg == "name"]
        if call.func.attr in BY_FIRST_ARGUMENT:
            wanted += call.args[:1]
        for value in wanted:
            # What a call compiles is a regular expression.
            text = value.args[0] if isinstance(value, ast.Call) and value.args else value
            parts = text.values if isinstance(text, ast.JoinedStr) else [text]
            fixed = [part.value if isinstance(part, ast.Constant) else "" for part in parts]
            if any(isinstance(part, str) and part for part in fixed):
                yield call.lineno, [str(part).strip("^$") for part in fixed]


class Words:
    """The messages, prepared for many searches."""

    def __init__(self, said: list[str]) -> None:
        self._all = "\n".join(said).lower()
        # As shown with figures in the places of the placeholders.
        figures = [
            NUMBER.join(map(re.escape, PLACEHOLDER.split(text)))
            for text in said
            if PLACEHOLDER.search(text) and re.search(r"[^\W\d_]", PLACEHOLDER.sub("", text))
        ]
        self._with_figures = re.compile("|".join(figures), re.IGNORECASE)

    def has(self, parts: list[str]) -> bool:
        """Whether a message has the parts in their order."""
        if len(parts) > 1:
            # A currency's sign belongs to the figure in the placeholder.
            fixed = (re.escape(part.lower().replace("€", "")) for part in parts)
            return re.search(".*".join(fixed), self._all) is not None
        [text] = parts
        return text.rstrip("€").lower() in self._all or self._with_figures.fullmatch(text) is not None


def stale(source: str, words: Words) -> list[str]:
    return [
        f"line {line}: {'…'.join(parts)}"
        for line, parts in looked_for(source)
        if "".join(parts) not in DATA and not words.has(parts)
    ]


@pytest.fixture(scope="module")
def words() -> Words:
    return Words(messages())


@pytest.mark.parametrize("file", sorted(RECORDINGS.rglob("*.py")), ids=lambda file: file.stem)
def test_the_words_that_a_flow_looks_for_are_in_a_catalogue(file: Path, words: Words) -> None:
    assert stale(file.read_text(), words) == []


@pytest.mark.parametrize(
    "looked",
    [
        'get_by_role("button", name="Take the car back")',
        'get_by_label("Why it is kept")',
        'get_by_text("1 record waits.")',
        'get_by_alt_text("Picture 1")',
        'get_by_text(f"{plate} is out of rental")',
    ],
)
def test_words_that_no_message_has_are_stale(looked: str, words: Words) -> None:
    assert len(stale(f"page.{looked}", words)) == 1


@pytest.mark.parametrize(
    "looked",
    [
        'get_by_role("button", name="Take €100.50")',
        'get_by_text("3 photos waiting.")',
        'get_by_text(f"{plate} is out of service")',
        'get_by_label(f"{fuel} eighths")',
    ],
)
def test_figures_and_names_stand_for_placeholders(looked: str, words: Words) -> None:
    assert stale(f"page.{looked}", words) == []


def test_every_exception_is_used() -> None:
    used = {"".join(parts) for file in RECORDINGS.rglob("*.py") for _, parts in looked_for(file.read_text())}
    assert sorted(DATA - used) == []
