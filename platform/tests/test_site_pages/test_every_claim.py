"""Every claim that visitors read is listed in ``claims.json``, under the test that holds it or why none can.

Read are the English texts: of the public pages, of messages and titles, and of the companies that one can begin with.
``held``: what each named test holds; ``own``: a company's words on what no data of ours know; ``none``: what only
looks like a claim. A text is held where nothing claiming is left of it once its listed parts are taken away.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from babel.messages.pofile import read_po

from abano.bookings.customer_emails.letters import FOLDER as MESSAGES
from abano.ops.seeds.loader import FOLDER as SEEDS

ROOT = Path(__file__).resolve().parents[3]
FRONTEND, SERVER = ROOT / "frontend/src/locales/en", ROOT / "platform/src/abano/core/locales"
# Server errors are not promises, and visitors do not read the console.
WINGS = ("site", "booking", "booking-late", "choosing", "embed", "first-screens", "after", "quiz")
LISTED: dict[str, dict[str, list[str]]] = json.loads(
    Path(__file__).with_name("claims.json").read_text(encoding="utf-8")
)
CLAIMING = re.compile(
    r"\b(?:free|full|unlimited|inclu\w+|deposit|tax(?:es)?|24/7|24[- ]hours?|around the clock|any hour|day or night"
    r"|within|hours?|minutes?|availab\w+|best|lowest|cheap\w*|guarant\w+|instant\w*|immediate\w*|at once|insured"
    r"|cover\w*|certif\w+|licen[sc]ed|official\w*|no extra|nothing|up to|at (?:most|least|the latest)|4x4|\w+-wheel"
    r"|since|years in|satisf\w+|perfect|every (?:price|car)|one clear price|whole price|costs?|quick\w*|never"
    r"|award\w*|no hidden|no fees?)\b|\bfrom (?:\{|[A-Z]{3} \d|€)",
    re.IGNORECASE,
)
# Fields of a catalogue and a quiz that visitors do not read.
NOT_READ = frozenset(
    {
        "slug",
        "src",
        "image",
        "imagePortrait",
        "thumbnail",
        "car",
        "cars",
        "driveWheels",
        "carClass",
        "href",
        "code",
        "path",
        "drive",
    }
    | {"icon", "type", "view", "id", "scores", "category", "equipment", "key", "locale", "openingHours"}
)


def texts_of(value: Any, name: str = "") -> Iterator[str]:
    if isinstance(value, str) and name not in NOT_READ:
        yield value
    elif isinstance(value, list):
        for item in value:
            yield from texts_of(item, name)
    elif isinstance(value, dict):
        # Guests' reviews are their own.
        for key, item in value.items():
            if key != "reviews":
                yield from texts_of(item, key)


def read(file: Path) -> set[str]:
    if file.suffix == ".json":
        return set(texts_of(json.loads(file.read_text(encoding="utf-8"))))
    with file.open("rb") as stream:
        texts = [message.id for message in read_po(stream) if message.id]
    return {text for each in texts for text in ([each] if isinstance(each, str) else each)}


FILES = [
    *(FRONTEND / f"{wing}.po" for wing in WINGS),
    SERVER / "messages.pot",
    MESSAGES / "en.json",
    *(
        file
        for template in ("georgia", "alps", "starter")
        for pattern in ("catalog.json", "quiz-v1.json", "documents/*.json")
        for file in sorted((SEEDS / template).glob(pattern))
    ),
]
PARTS = sorted(
    (part for kind in LISTED.values() for parts in kind.values() for part in parts), key=len, reverse=True
)


def left_of(text: str) -> str:
    """Parts of one or two words are whole texts, or depend on a fact: elsewhere they would hide too much."""
    for part in PARTS:
        if part == text or part.count(" ") > 1 or part.startswith("{{"):
            text = text.replace(part, "\n")
    return text


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(ROOT)))
def test_every_claim_is_listed(file: Path) -> None:
    found = {text: CLAIMING.findall(left_of(text)) for text in read(file)}
    assert {text: words for text, words in found.items() if words} == {}


def test_what_holds_a_claim_is_there() -> None:
    for name in LISTED["held"]:
        path, _, test = name.partition("::")
        source = (ROOT / path).read_text(encoding="utf-8")
        assert (f"def {test}(" if path.endswith(".py") else f'"{test}"') in source, name


def test_removed_texts_are_not_listed() -> None:
    texts = "\n".join(text for file in FILES for text in read(file))
    promised = [part for kind in ("held", "own") for parts in LISTED[kind].values() for part in parts]
    assert [part for part in promised if part not in texts] == []


def test_a_new_claim_would_be_found() -> None:
    for text in ("Free delivery everywhere", "No deposit, ever", "Cars from €19", "A reply within 5 minutes"):
        assert CLAIMING.search(left_of(text)), text
