"""Reads a CSV file of reviews line by line. Errors name the column and affect only their line."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from uuid import UUID

from abano.core.errors import Message, RefusedValue, Sentence
from abano.core.expensive_work import expensive
from abano.core.files import Line, read_named_lines
from abano.core.text import clean
from abano.core.urls import origin_of
from abano.core.written_values import parse_day
from abano.site.reviews.rules import MAX_AUTHOR, MAX_RATING, MAX_SOURCE, MAX_TEXT, MAX_URL, digest_of
from abano.web.messages import MISSING, TOO_LONG

COLUMNS = ("Source", "Date", "Author", "Rating", "Text", "Car", "Link", "Language")
REQUIRED = COLUMNS[:5]
MAX_LINES = 500
LONGEST: Mapping[str, int] = {"Source": MAX_SOURCE, "Author": MAX_AUTHOR, "Text": MAX_TEXT, "Link": MAX_URL}
COLUMNS_MISSING = Message("review_columns_missing", "The first line has to name the columns {columns}")
TOO_MANY_REVIEWS = Message("reviews_too_many_lines", "A file has at most {max, number} reviews")
RATING_INVALID = Message("review_rating_invalid", "Write a whole number from 1 to {max, number}")
IN_FUTURE = Message("review_in_future", "This is in the future")
LINK_INVALID = Message("review_link_invalid", "Write a URL that starts with https://")
CAR_UNKNOWN = Message("review_car_unknown", "There is no car called {name}")
LANGUAGE_UNKNOWN = Message("review_language_unknown", "Write the code of a language, such as en")
LANGUAGE_CODE = "[a-z]{2}(-[A-Za-z]{2,4})?"
_LANGUAGE = re.compile(LANGUAGE_CODE)


@dataclass(frozen=True, slots=True)
class ReadReview:
    """A line that is right, or what was entered. ``car``: its name or address name in lower case; empty for none."""

    source: str
    written_on: date
    author: str
    rating: int
    text: str
    car: str
    link: str
    language: str

    @property
    def digest(self) -> bytes:
        return digest_of(self.source, self.author, self.written_on, self.text)


@dataclass(frozen=True, slots=True)
class ReadLine:
    """``review`` is None if the line is invalid. ``problems``: by column."""

    number: int
    review: ReadReview | None
    cells: dict[str, str]
    problems: tuple[tuple[str, Sentence], ...] = ()


@expensive
def read_reviews(text: str, cars: dict[str, UUID], language: str, today: date) -> list[ReadLine]:
    """The lines of a file, by the columns in any order. Raises InvalidInput where it has no such columns.

    ``cars``: by address name, and by name in lower case; ``language``: of lines that name none.
    """
    lines = read_named_lines(
        text, COLUMNS, REQUIRED, MAX_LINES, missing=COLUMNS_MISSING, too_many=TOO_MANY_REVIEWS
    )
    read = [_read_line(line, cars, language, today) for line in lines]
    return [line for line in read if any(line.cells.values())]


def _read_line(line: Line, cars: dict[str, UUID], language: str, today: date) -> ReadLine:
    cells = {column: clean(cell) for column, cell in line.cells.items()}
    problems = [(column, MISSING()) for column in REQUIRED if not cells[column]]
    problems += [
        (column, TOO_LONG(max=longest))
        for column, longest in LONGEST.items()
        if len(cells.get(column, "")) > longest
    ]
    written_on = _day(cells["Date"], today, problems) if cells["Date"] else None
    rating, link = cells["Rating"], cells.get("Link", "")
    if rating and rating not in {str(stars) for stars in range(1, MAX_RATING + 1)}:
        problems.append(("Rating", RATING_INVALID(max=MAX_RATING)))
    if link and origin_of(link) is None:
        problems.append(("Link", LINK_INVALID()))
    car = cells.get("Car", "")
    if car and car.casefold() not in cars:
        problems.append(("Car", CAR_UNKNOWN(name=car[:60])))
    own_language = cells.get("Language", "") or language
    if not _LANGUAGE.fullmatch(own_language):
        problems.append(("Language", LANGUAGE_UNKNOWN()))
    if problems or written_on is None:
        return ReadLine(line.number, None, cells, tuple(problems))
    review = ReadReview(
        cells["Source"],
        written_on,
        cells["Author"],
        int(rating),
        cells["Text"],
        car.casefold(),
        link,
        own_language,
    )
    return ReadLine(line.number, review, cells)


def _day(cell: str, today: date, problems: list[tuple[str, Sentence]]) -> date | None:
    try:
        day = parse_day(cell)
    except RefusedValue as error:
        problems.append(("Date", error.sentence))
        return None
    if day > today:
        problems.append(("Date", IN_FUTURE()))
    return day
