"""Reads a CSV file of fines line by line. An invalid line reports its columns and does not affect others."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, time
from typing import TypeVar
from zoneinfo import ZoneInfo

from abano.bookings.fines.rules import FineKind
from abano.core.clock import local_moment
from abano.core.errors import Message, RefusedValue, Sentence
from abano.core.expensive_work import expensive
from abano.core.files import Line, read_named_lines
from abano.core.text import clean
from abano.core.written_values import amount_minor, parse_day
from abano.fleet.reservations.service import COLUMNS_MISSING, PLATE_MISSING
from abano.fleet.vehicles.rules import plate_key

Value = TypeVar("Value")
COLUMNS = ("Plate", "Date", "Time", "Amount", "Currency", "Kind", "Reference", "Note")
REQUIRED = COLUMNS[:6]
MAX_LINES = 1_000
MAX_AMOUNT_MINOR = 100_000_000
MAX_PLATE, MAX_REFERENCE, MAX_NOTE = 20, 80, 500
KINDS: dict[str, FineKind] = {"fine": "fine", "toll": "toll", "parking": "parking"}
TOO_MANY_FINES = Message("fines_too_many_lines", "A file has at most {max, number} fines")
TIME_UNREADABLE = Message("fine_time_unreadable", "This is not a time: {value}. Write it as 14:05")
IN_FUTURE = Message("fine_in_future", "This is in the future")
CURRENCY_UNKNOWN = Message("fine_currency_unknown", "This is not the code of a currency: {value}")
KIND_UNKNOWN = Message("fine_kind_unknown", "Write fine, toll or parking")
AMOUNT_ZERO = Message("fine_amount_zero", "The amount must be above zero and at most {max, number}")
CELL_TOO_LONG = Message(
    "fine_cell_too_long", "Please use at most {max, plural, one {# character} other {# characters}}"
)
_TIME = re.compile(r"(\d{1,2})[:.](\d{2})(?:[:.]\d{2})?")


@dataclass(frozen=True, slots=True)
class ReadFine:
    """A line that is right. ``happened_at`` to the minute, UTC."""

    plate: str
    happened_at: datetime
    amount: int
    currency: str
    kind: FineKind
    reference: str
    note: str

    @property
    def plate_key(self) -> str:
        return plate_key(self.plate)


@dataclass(frozen=True, slots=True)
class ReadLine:
    """``fine`` is None if the line is invalid. ``problems``: by column."""

    number: int
    fine: ReadFine | None
    cells: dict[str, str]
    problems: tuple[tuple[str, Sentence], ...] = ()


@dataclass(slots=True)
class _Cells:
    """The cells of a line while they are read."""

    cells: dict[str, str]
    problems: list[tuple[str, Sentence]] = field(default_factory=list)

    def get(self, column: str) -> str:
        return clean(self.cells.get(column, ""))

    def text(self, column: str, longest: int) -> str:
        text = self.get(column)
        if len(text) > longest:
            self.problems.append((column, CELL_TOO_LONG(max=longest)))
        return text

    def read(self, column: str, read: Callable[[str], Value]) -> Value | None:
        try:
            return read(self.get(column))
        except RefusedValue as error:
            self.problems.append((column, error.sentence))
            return None


@expensive
def read_fines(text: str, zone_name: str, now: datetime) -> list[ReadLine]:
    """The lines of a file with columns in any order. Raises InvalidInput if required columns are missing."""
    lines = read_named_lines(
        text, COLUMNS, REQUIRED, MAX_LINES, missing=COLUMNS_MISSING, too_many=TOO_MANY_FINES
    )
    return [_read_line(line, ZoneInfo(zone_name), now) for line in lines]


def _read_line(line: Line, zone: ZoneInfo, now: datetime) -> ReadLine:
    cells = _Cells(line.cells)
    plate = cells.text("Plate", MAX_PLATE)
    if not plate_key(plate):
        cells.problems.append(("Plate", PLATE_MISSING()))
    day, at = cells.read("Date", parse_day), cells.read("Time", _time)
    amount, currency = cells.read("Amount", _amount), cells.read("Currency", _currency)
    kind = cells.read("Kind", _kind)
    reference, note = cells.text("Reference", MAX_REFERENCE), cells.text("Note", MAX_NOTE)
    moment = local_moment(datetime.combine(day, at), zone) if day and at is not None else None
    if moment is not None and moment > now.astimezone(UTC):
        cells.problems.append(("Date", IN_FUTURE()))
    if cells.problems or moment is None or amount is None or currency is None or kind is None:
        return ReadLine(line.number, None, cells.cells, tuple(cells.problems))
    fine = ReadFine(plate, moment, amount, currency, kind, reference, note)
    return ReadLine(line.number, fine, cells.cells)


def _time(text: str) -> time:
    found = _TIME.fullmatch(text)
    try:
        return time(int(found[1]), int(found[2])) if found else _refuse_time(text)
    except ValueError:
        return _refuse_time(text)


def _refuse_time(text: str) -> time:
    raise RefusedValue(TIME_UNREADABLE(value=text[:20]))


def _amount(text: str) -> int:
    minor = amount_minor(text)
    if not 0 < minor <= MAX_AMOUNT_MINOR:
        raise RefusedValue(AMOUNT_ZERO(max=MAX_AMOUNT_MINOR // 100))
    return minor


def _currency(text: str) -> str:
    if not re.fullmatch(r"[A-Za-z]{3}", text):
        raise RefusedValue(CURRENCY_UNKNOWN(value=text[:20]))
    return text.upper()


def _kind(text: str) -> FineKind:
    kind = KINDS.get(text.lower())
    if kind is None:
        raise RefusedValue(KIND_UNKNOWN())
    return kind
