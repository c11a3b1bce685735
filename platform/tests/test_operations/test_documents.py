"""The documents name what is there: every test, function and file; every claim of security says what holds it."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
SECURITY = ROOT / "docs" / "security"
DECISIONS = ROOT / "docs" / "decisions"
DOCUMENTS = (
    *sorted((ROOT / "docs").rglob("*.md")),
    *(ROOT / name for name in ("README.md", "SECURITY.md", "CONTRIBUTING.md")),
)
# Where a path that a document names may begin.
FOLDERS = (
    "", "platform/tests", "platform/src/abano", "analytics/src/abano_analytics", "shared/src/abano_shared",
    "analytics/tests", "frontend",
    "frontend/src", "platform/migrations/versions",
)  # fmt: skip
# A table that tells what there is and claims nothing.
NO_CLAIMS = {("", "asset", "worst that may happen")}
# Names of sources in texts: code between backticks. Data and products of a build are not ours to find.
SOURCE = re.compile(r"[\w.@/-]+\.(?:pyi?|sql|tsx?|mjs)(?:::\w+)?")
SPAN = re.compile(r"`([^`]+)`")
LINK = re.compile(r"(?:\]\(|^\[[^]]+\]: )([^)#\s]+)", flags=re.MULTILINE)
MAX_LINE = 120
Rows = list[list[str]]


def tables(text: str) -> Iterator[tuple[list[str], Rows]]:
    """Head and rows of each table."""
    for block in re.findall(r"(?:^\|.*\n)+", text, flags=re.MULTILINE):
        rows = [[cell.strip() for cell in line.strip()[1:-1].split("|")] for line in block.splitlines()]
        yield rows[0], rows[2:]


@cache
def found(reference: str) -> Path | None:
    """The file that a document names, from the root or from one of our folders."""
    for folder in FOLDERS:
        path = ROOT / folder / reference
        if path.is_file():
            return path
    return None


@cache
def functions(path: Path) -> frozenset[str]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return frozenset(
        node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    )


def missing(reference: str) -> str | None:
    """Why ``file`` or ``file::function`` names nothing."""
    name, _, function = reference.partition("::")
    path = found(name)
    if path is None:
        return f"{name} is not there"
    if function and function not in functions(path):
        return f"{name} has no {function}"
    return None


def claims() -> Iterator[tuple[str, list[str]]]:
    """Every row of the security pages that claims something, with the page it stands on."""
    for page in sorted(SECURITY.glob("*.md")):
        for head, rows in tables(page.read_text(encoding="utf-8")):
            if tuple(head) in NO_CLAIMS:
                continue
            assert head[-1] == "held by", f"{page.name}: the table of {head} does not say what holds its rows"
            for row in rows:
                assert len(row) == len(head), f"{page.name}: {row}"
                yield page.name, row


def what_is_wrong(held_by: str) -> str | None:
    """None for a test, a reading or what is not met, each with what it has to name."""
    references = SPAN.findall(held_by)
    if held_by.startswith("not met: "):
        return None if len(held_by) > len("not met: ") + 10 else "what is missing is not said"
    if held_by.startswith("reading: "):
        unknown = [name for name in references if found(name) is None]
        return f"to be read, but not there: {unknown}" if unknown or not references else None
    if not held_by.startswith("`"):
        return "neither a test, nor reading, nor not met"
    for name in references:
        if wrong := missing(name):
            return wrong
        if "test" not in name.partition("::")[0]:
            return f"{name} is no test"
    left = SPAN.sub("", held_by).replace(",", "").strip()
    return f"more than tests: {left}" if left else None


def test_every_row_says_what_holds_it() -> None:
    wrong = [f"{page}: {row[0]}: {problem}" for page, row in claims() if (problem := what_is_wrong(row[-1]))]
    assert wrong == []
    assert sum(page == "asvs.md" for page, _ in claims()) > 120
    assert {page for page, _ in claims()} == {"asvs.md", "data-and-secrets.md", "threat-model.md"}


@pytest.mark.parametrize(
    "held_by",
    [
        "", "met", "`test_core`", "`test_architecture/test_nothing.py`",
        "`test_architecture/test_config.py::test_nothing`",
        "reading: the code", "reading: `nothing.py`", "not met: ", "not met", "`logging.py`",
        "`test_architecture/test_config.py` mostly",
    ],
)  # fmt: skip
def test_a_row_that_holds_nothing_is_found(held_by: str) -> None:
    assert what_is_wrong(held_by)


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_what_a_document_names_is_there(document: Path) -> None:
    text = document.read_text(encoding="utf-8")
    spans = [span for span in SPAN.findall(text) if SOURCE.fullmatch(span)]
    nowhere = [
        f"`{span}`"
        for span in spans
        if missing(span) and not ("/" not in span and "::" not in span and is_the_name_of_a_file(span))
    ]
    links = [link for link in LINK.findall(text) if "://" not in link and not link.startswith("mailto:")]
    nowhere += [f"({link})" for link in links if not (document.parent / link).exists()]
    assert nowhere == []


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_lead_to_headings_and_lines_are_short(document: Path) -> None:
    text = document.read_text(encoding="utf-8")
    links = re.findall(r"\]\(([^)#\s:]*)#([^)\s]+)\)", text)
    pages = [((document.parent / path) if path else document, anchor) for path, anchor in links]
    assert [(str(page), anchor) for page, anchor in pages if anchor not in anchors(page)] == []
    if ROOT / "docs" in document.parents and document.parent != SECURITY:
        assert [line for line in text.splitlines() if len(line) > MAX_LINE] == []


@cache
def anchors(page: Path) -> frozenset[str]:
    """Of each heading, as code hosts make them."""
    headings = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), flags=re.MULTILINE)
    return frozenset(re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings)


@cache
def is_the_name_of_a_file(name: str) -> bool:
    """A sentence may call a file by its name alone."""
    folders = ("platform", "analytics", "frontend/src", "frontend/build", "loadtests", ".ci", "helm")
    return (ROOT / name).is_file() or any(
        next((ROOT / folder).rglob(name), None) is not None for folder in folders
    )


def test_decision_records_are_numbered_and_indexed_once() -> None:
    files = sorted(path.name for path in DECISIONS.glob("*.md") if path.name != "README.md")
    assert [name[:4] for name in files] == [f"{number:04}" for number in range(1, len(files) + 1)]
    index = re.sub(r"\n +", " ", (DECISIONS / "README.md").read_text(encoding="utf-8"))
    entries = re.findall(r"^\* \[(\d{4})\]\(([^)]+)\) (.+)$", index, flags=re.MULTILINE)
    assert sorted(link for _, link, _ in entries) == files
    for number, name, title in entries:
        lines = (DECISIONS / name).read_text(encoding="utf-8").splitlines()
        assert lines[0] == f"# {number} {title}", name
        assert lines[2].startswith("Status: "), name
        headings = [line for line in lines if line.startswith("## ")]
        assert headings == ["## Context", "## Decision", "## Consequences"], name
