"""CSV that is safe to open in a spreadsheet, whichever separator that spreadsheet expects."""

import csv
import io
import re
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from decimal import Decimal
from itertools import islice
from typing import TypeVar, TypeVarTuple
from uuid import UUID

from abano.core.errors import InvalidInput, Message, TooManyRequests
from abano.core.expensive_work import BoundedWork, LimitExceeded, Limits
from abano.core.phone import read_phone, spaced

# Spreadsheets run a cell that begins so as a formula (OWASP, "CSV Injection"), also in the full-width and small forms
# of East Asian keyboards.
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠", "﹦", "﹢", "﹣", "﹫", "−")
_SIGNS = "=+\\-@＝＋－＠﹦﹢﹣﹫−"
# Positions where a program may see the start of a cell: the start of the text, and after a separator or line
# end if the program does not split at commas. Quoting does not help there: such a program reads a quote
# within a cell literally. Some programs skip whitespace and quotes before the sign.
_BEGINNING = re.compile(f'(^[\\s"]*|[;\t\r\n][\\s"]*)([{_SIGNS}])')
_GUARDED = re.compile(f'(^[\\s"]*|[;\t\r\n][\\s"]*)\'([{_SIGNS}])')
# A phone number as typed, with its country code.
_PHONE = re.compile(r"\+[1-9][0-9 ()./-]{5,30}[0-9)](?: ext\. [0-9]+)?")
_MIN_DIGITS = 7
BYTE_ORDER_MARK = "\ufeff"


def csv_rows(rows: Iterable[Iterable[object]]) -> str:
    """Format rows as CSV text (RFC 4180). Numbers are written as numbers.

    Text that a spreadsheet could run as a formula gets an apostrophe before its sign, also within the text,
    where a program that splits at semicolons or tabs would see a new cell. Phone numbers are not prefixed:
    they are written in groups, such as ``+995 599 12 34 56``, which spreadsheets treat as text, so that the
    plus and all digits are kept.
    """
    target = io.StringIO()
    csv.writer(target).writerows([_cell(value) for value in row] for row in rows)
    return target.getvalue()


def amount_cell(amount: Decimal | float | None) -> str | None:
    """An amount in whole units with exactly two decimals, as in every CSV file: 73.82 also for a float a hair off."""
    return None if amount is None else f"{amount:.2f}"


def unguarded(cell: str) -> str:
    """A cell of ours as it was before it was made safe."""
    return _GUARDED.sub(r"\1\2", cell)


class UnreadableTable(ValueError):
    """This text is no CSV, such as one with a cell without an end."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a table by its columns; ``number`` counts from 1, with the heading."""

    number: int
    cells: dict[str, str]


def read_table(text: str, max_lines: int) -> tuple[list[str], list[Line]]:
    """The columns of a CSV text and its lines that are not empty, with any of the usual separators.

    Cells are stripped and without the apostrophe that made them safe. Reading stops at one line more than
    ``max_lines``. Raises UnreadableTable.
    """
    content = text.removeprefix(BYTE_ORDER_MARK)
    heading, _, _ = content.partition("\n")
    separator = max((",", ";", "\t"), key=heading.count)
    reader = csv.reader(io.StringIO(content), delimiter=separator, strict=True)
    try:
        columns = [cell.strip() for cell in next(reader, [])]
        rows = ((reader.line_num, cells) for row in reader if any(cells := [cell.strip() for cell in row]))
        lines = [
            Line(number, {name: unguarded(cell) for name, cell in zip(columns, cells, strict=False) if name})
            for number, cells in islice(rows, max_lines + 1)
        ]
    except csv.Error:
        raise UnreadableTable from None
    return columns, lines


def read_named_lines(
    text: str,
    columns: Collection[str],
    required: Collection[str],
    max_lines: int,
    *,
    missing: Message,
    too_many: Message,
) -> list[Line]:
    """The lines of a CSV text by ``columns``, which it has in any order and case; absent ones are left out.

    Raises InvalidInput: ``missing`` without the ``required`` columns, ``too_many`` with more than ``max_lines``.
    """
    columns_missing = InvalidInput.of("csv", missing(columns=", ".join(required)))
    try:
        given, lines = read_table(text, max_lines)
    except UnreadableTable:
        raise columns_missing from None
    by_name = {name.lower(): name for name in given}
    places = {column: by_name[column.lower()] for column in columns if column.lower() in by_name}
    if not set(required) <= places.keys():
        raise columns_missing
    if len(lines) > max_lines:
        raise InvalidInput.of("csv", too_many(max=max_lines))
    return [
        Line(line.number, {column: line.cells.get(place, "") for column, place in places.items()})
        for line in lines
    ]


def _cell(value: object) -> object:
    if isinstance(value, str):
        return _phone(value) or _guarded(value)
    return "" if value is None else value


def _guarded(text: str) -> str:
    guarded = _BEGINNING.sub(r"\1'\2", text)
    return f"'{guarded}" if guarded.startswith(("\t", "\r", "\n")) else guarded


def _phone(text: str) -> str | None:
    """The phone number in groups of digits, or None when ``text`` is not one."""
    if not _PHONE.fullmatch(text) or sum(map(str.isdigit, text)) < _MIN_DIGITS:
        return None
    phone = read_phone(text, "")
    number, mark, extension = spaced(str(phone) if phone else text).partition(" ext. ")
    first, *rest = re.split(r"[^+0-9]+", number.strip(" ()./-"))
    # Spreadsheets read a single run of digits as a number, and groups of three where spaces separate thousands.
    if not rest:
        first, rest = first[:-4], [first[-4:]]
    if len(rest) > 1 and all(len(group) == 3 for group in rest):
        rest = [*rest[:-2], "".join(rest[-2:])]
    return " ".join([first, *rest]) + mark + extension


# Files that companies import: read in a process with limits, of each company one at a time.

Result = TypeVar("Result")
Arguments = TypeVarTuple("Arguments")
LIMITS = Limits(cpu_seconds=15, memory_mb=512)
WAITING = 12
RETRY_SECONDS = 5
IMPORT_TOO_COMPLEX = Message(
    "import_too_complex",
    "This file takes too long or too much memory to read. Split it into several files, and try again",
)


class ImportRunning(TooManyRequests):
    """Your company is importing another file right now. Please try again in a few seconds."""


class FileImports:
    """Those of all companies in one process of the server."""

    def __init__(self) -> None:
        self._work = BoundedWork(at_once=1, waiting=WAITING, limits=LIMITS)
        self._running: set[UUID] = set()

    @contextmanager
    def turn(self, tenant_id: UUID) -> Iterator[None]:
        """Raises ImportRunning while another import of this company is in its block."""
        if tenant_id in self._running:
            raise ImportRunning(retry_after=RETRY_SECONDS)
        self._running.add(tenant_id)
        try:
            yield
        finally:
            self._running.discard(tenant_id)

    async def read(self, field: str, read: Callable[[*Arguments], Result], *arguments: *Arguments) -> Result:
        """The result of ``read`` for a file uploaded in ``field``. Raises InvalidInput, TooBusy."""
        try:
            return await self._work.run(read, *arguments)
        except LimitExceeded:
            raise InvalidInput.of(field, IMPORT_TOO_COMPLEX()) from None


IMPORTS = FileImports()
