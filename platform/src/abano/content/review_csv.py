"""Reviews out of a table. Pure.

Columns in any order: name, rating and text; date (2026-05-31), source, link and car (its address name) if wanted.
"""

import csv
import io
from collections.abc import Collection, Mapping
from typing import Any

from abano.content import messages
from abano.content.rules import is_address, is_day
from abano.errors import FieldError, InvalidInput
from abano.errors.messages import Sentence
from abano.http.field_messages import INVALID, MISSING, NOT_A_DAY, TOO_LONG, TOO_MANY
from abano.kit.csv_text import BYTE_ORDER_MARK

REQUIRED = ("name", "rating", "text")
COLUMNS = {"name": "name", "rating": "rating", "text": "text", "date": "writtenOn", "source": "source",
           "link": "sourceUrl", "car": "car"}  # fmt: skip
MAX_REVIEWS = 200
LONGEST = 2000
MOST_ERRORS = 50
HIGHEST_RATING = 5


def read_reviews(text: str, cars: Collection[str]) -> list[dict[str, Any]]:
    """The reviews of a file, numbered from 1. Raises InvalidInput, naming line and column of each fault."""
    lines = text.removeprefix(BYTE_ORDER_MARK)
    first = lines.partition("\n")[0]
    separator = max((",", ";", "\t"), key=first.count)
    try:
        rows = list(csv.reader(io.StringIO(lines), delimiter=separator))
    except csv.Error:  # such as a cell without an end
        rows = []
    heading = [cell.strip().lower() for cell in rows[0]] if rows else []
    if not set(REQUIRED) <= set(heading):
        raise InvalidInput.of("csv", messages.REVIEW_COLUMNS_MISSING())
    places = {name: heading.index(name) for name in COLUMNS if name in heading}
    reviews: list[dict[str, Any]] = []
    errors: list[FieldError] = []
    for number, row in enumerate(rows[1:], start=2):
        cells = {name: _cell(row, place) for name, place in places.items()}
        if not any(cells.values()):
            continue
        if len(reviews) >= MAX_REVIEWS:
            raise InvalidInput.of("csv", TOO_MANY(max=MAX_REVIEWS))
        errors += [
            FieldError(f"line {number}: {name}", sentence) for name, sentence in _wrong(cells, cars).items()
        ]
        reviews.append({"id": len(reviews) + 1} | {COLUMNS[name]: cell for name, cell in cells.items()})
    if errors:
        raise InvalidInput(fields=tuple(errors[:MOST_ERRORS]))
    return [review | {"rating": int(review["rating"])} for review in reviews]


def _wrong(cells: Mapping[str, str], cars: Collection[str]) -> dict[str, Sentence]:
    wrong: dict[str, Sentence] = {name: MISSING() for name in REQUIRED if not cells[name]}
    wrong |= {name: TOO_LONG(max=LONGEST) for name, cell in cells.items() if len(cell) > LONGEST}
    if cells["rating"] not in {str(stars) for stars in range(1, HIGHEST_RATING + 1)}:
        wrong["rating"] = INVALID()
    if cells.get("date") and not is_day(cells["date"]):
        wrong["date"] = NOT_A_DAY()
    if cells.get("link") and not is_address(cells["link"]):
        wrong["link"] = messages.ADDRESS_NOT_ALLOWED()
    if cells.get("car") and cells["car"] not in cars:
        wrong["car"] = INVALID()
    return wrong


def _cell(row: list[str], place: int) -> str:
    """A cell without the apostrophe that keeps a spreadsheet from running it."""
    return (row[place].strip() if place < len(row) else "").removeprefix("'")
