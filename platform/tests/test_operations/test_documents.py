"""Documents name existing tests, functions and files, and every security claim names what enforces it."""

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
# Names of sources in texts: code between backticks. Data and products of a build are not ours to find.
SOURCE = re.compile(r"[\w.@/-]+\.(?:pyi?|sql|tsx?|mjs)(?:::\w+)?")
SPAN = re.compile(r"`([^`]+)`")
LINK = re.compile(r"(?:\]\(|^\[[^]]+\]: )([^)#\s]+)", flags=re.MULTILINE)
MAX_LINE = 120
# The final item of each claim of the security pages.
CLAIM_ENDS = re.compile(r" (Tests|Review|Not met): (.+)$")


@cache
def found(reference: str) -> Path | None:
    """The file named by a document, relative to the root or to one of our folders."""
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
    """Why ``file`` or ``file::function`` does not exist."""
    name, _, function = reference.partition("::")
    path = found(name)
    if path is None:
        return f"{name} is not there"
    if function and function not in functions(path):
        return f"{name} has no {function}"
    return None


def claims() -> Iterator[tuple[str, str]]:
    """Every claim of the security pages: the page, and a list item that starts with its bold name."""
    for page in sorted(SECURITY.glob("*.md")):
        text = page.read_text(encoding="utf-8")
        for item in re.findall(r"^\* \*\*.+(?:\n  .+)*", text, flags=re.MULTILINE):
            yield page.name, re.sub(r"\s+", " ", item)


def what_is_wrong(claim: str) -> str | None:
    """None when the claim ends with existing tests, files to review, or a gap."""
    if (end := CLAIM_ENDS.search(claim)) is None:
        return "ends without tests, review or what is not met"
    references = SPAN.findall(end[2])
    if end[1] == "Not met":
        return None if len(end[2]) > 10 else "does not say what is missing"
    unknown = [problem for name in references if (problem := missing(name))]
    if unknown or not references:
        return f"names nothing, or what is not there: {unknown}"
    if end[1] == "Tests" and (
        others := [name for name in references if "test" not in name.partition("::")[0]]
    ):
        return f"{others} are no tests"
    left = SPAN.sub("", end[2]).strip(" ,.")
    return f"more than names: {left}" if left else None


def test_every_claim_says_what_holds_it() -> None:
    wrong = [
        f"{page}: {claim[:60]}: {problem}" for page, claim in claims() if (problem := what_is_wrong(claim))
    ]
    assert wrong == []
    pages = [page for page, _ in claims()]
    assert pages.count("asvs.md") > 120
    assert pages.count("data-and-secrets.md") > 40
    assert pages.count("threat-model.md") > 20


@pytest.mark.parametrize(
    "end",
    [
        "", "Tests:", "Tests: `test_core`", "Tests: `test_architecture/test_nothing.py`",
        "Tests: `test_architecture/test_config.py::test_nothing`",
        "Review: the code", "Review: `nothing.py`", "Not met: ", "Not met", "Tests: `logging.py`",
        "Tests: `test_architecture/test_config.py` mostly",
    ],
)  # fmt: skip
def test_a_claim_that_nothing_holds_is_found(end: str) -> None:
    assert what_is_wrong(f"* **Name.** What is so. {end}")


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
    if ROOT / "docs" in document.parents:
        # A name cannot be broken over lines.
        assert [line for line in text.splitlines() if len(line) > MAX_LINE and " " in line.strip()] == []


@cache
def anchors(page: Path) -> frozenset[str]:
    """Anchors of the headings, as generated by code hosts."""
    headings = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), flags=re.MULTILINE)
    return frozenset(re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings)


@cache
def is_the_name_of_a_file(name: str) -> bool:
    """A sentence may refer to a file by its name only."""
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
