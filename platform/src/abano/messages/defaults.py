"""The product's texts of messages to customers, from the files in ``texts``."""

from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import orjson

from abano.languages.texts import SOURCE
from abano.messages.rules import OCCASIONS, MessageText, Occasion

FOLDER = Path(__file__).parent / "texts"


class Words(NamedTuple):
    """``labels``: of the details below a text. ``unsubscribe``: of the page to which its link leads."""

    labels: dict[str, str]
    unsubscribe: dict[str, str]
    occasions: dict[Occasion, MessageText]


@lru_cache(maxsize=32)
def words_in(language: str) -> Words:
    """The words of a language; English ones where the product has none."""
    file = FOLDER / f"{language}.json"
    # The name comes from a company's settings: it may be anything.
    if not language.isalnum() or not file.is_file():
        file = FOLDER / f"{SOURCE}.json"
    said = orjson.loads(file.read_bytes())
    occasions = {occasion: MessageText(**said["occasions"][occasion]) for occasion in OCCASIONS}
    return Words(said["labels"], said["unsubscribe"], occasions)
