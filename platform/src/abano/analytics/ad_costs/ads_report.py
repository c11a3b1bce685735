"""Reads a campaign report of Google Ads, Meta or Microsoft as it is exported. Pure; run it in a separate thread.

Title lines are above the names of the columns, sums above or below the campaigns; encoding, separators and language
are those of the user who exported it.
"""

import csv
import io
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from decimal import Decimal
from itertools import islice, pairwise
from typing import TypeVar

from abano.analytics.ad_costs.report_columns import SUMS, Header, Program, find_header
from abano.core.errors import Conflict, InvalidInput, Message, NotFound, RefusedValue, Sentence
from abano.core.expensive_work import expensive
from abano.core.written_values import (
    COST_DAY_UNREADABLE,
    DayOrder,
    amount_minor,
    count,
    decimal,
    order_of,
    parse_day,
    span,
)
from abano_shared.campaign_names import name_key


class UnknownCostUpload(NotFound):
    """These costs no longer exist."""


class CostsChangedMeanwhile(Conflict):
    """A colleague changed these costs. Upload the file again."""


COST_FILE_UNREADABLE = Message(
    "cost_file_unreadable", "This is not a text file in UTF-8 or UTF-16. Download the report as CSV."
)
COST_FILE_TOO_LARGE = Message(
    "cost_file_too_large", "A file has at most {megabytes} MB and {lines, number} lines."
)
COST_COLUMNS_MISSING = Message(
    "cost_columns_missing",
    "The file has no header row. It needs the columns Campaign, Day and Cost.",
)
COST_DAY_MISSING = Message(
    "cost_day_missing",
    "The file has no days. Add the column Day to the report and download it again.",
)
COST_EMPTY_FILE = Message("cost_empty_file", "There are no costs in this file.")
COST_DAYS_REVERSED = Message("cost_days_reversed", "The last day is before the first: {value}")
COST_CAMPAIGN_MISSING = Message("cost_campaign_missing", "The name of the campaign is missing or too long.")
COST_CURRENCY_UNKNOWN = Message("cost_currency_unknown", "This is not the code of a currency: {value}")
COST_WITHOUT_RATE = Message(
    "cost_without_rate",
    "There is no exchange rate from {currency} to {own} on {day, date, full}. Enter one under Currencies,"
    " or upload the costs in {own}.",
)
COST_OVERLAPS = Message(
    "cost_overlaps",
    "There are costs of this campaign for {first_day, date, full} to {last_day, date, full}. Delete those first.",
)


MAX_BYTES = 5_000_000
MAX_LINES = 50_000
MAX_NAME_LENGTH = 200
# There are a few title lines above the column names.
MAX_TITLES = 30
DELIMITERS = ("\t", ",", ";")
FIRST_YEAR, LAST_YEAR = 2000, 2100
Number = TypeVar("Number", int, Decimal)


@dataclass(frozen=True, slots=True)
class CostLine:
    """A campaign's cost. ``line``: its first line in the file. ``currency``: empty if the file has none.

    ``conversions``: as the advertising program counts them.
    """

    line: int
    campaign: str
    first_day: date
    last_day: date
    currency: str
    amount_minor: int
    clicks: int | None = None
    impressions: int | None = None
    conversions: Decimal | None = None

    @property
    def key(self) -> str:
        return name_key(self.campaign)


@dataclass(frozen=True, slots=True)
class RefusedLine:
    """A line that was not understood: which cell, by the name of its column in the file, and why."""

    line: int
    column: str
    sentence: Sentence


@dataclass(frozen=True, slots=True)
class Report:
    """The file's lines, added up per campaign, days and currency.

    ``sums``: the number of skipped totals. ``program``: whose export it is, where its columns tell.
    """

    lines: list[CostLine]
    refused: list[RefusedLine] = field(default_factory=list)
    sums: int = 0
    program: Program | None = None


@expensive
def read_report(content: bytes) -> Report:
    """Raises InvalidInput for what is no campaign report at all."""
    if len(content) > MAX_BYTES:
        raise InvalidInput.of("file", _too_large())
    rows = _rows(_text(content))
    titles: list[str] = []
    for number, row in rows:
        header = find_header(row)
        if header is not None:
            return _read(list(islice(rows, MAX_LINES + 1)), header, row, _titled_days(titles))
        titles += row
        if number >= MAX_TITLES:
            break
    raise InvalidInput.of("file", COST_COLUMNS_MISSING())


def _read(
    rows: Sequence[tuple[int, list[str]]],
    header: Header,
    names: Sequence[str],
    titled: tuple[date, date] | None,
) -> Report:
    places = header.places
    if not header.has_days and titled is None:
        raise InvalidInput.of("file", COST_DAY_MISSING())
    if len(rows) > MAX_LINES:
        raise InvalidInput.of("file", _too_large())
    day_places = [places[name] for name in ("day", "first_day", "last_day") if name in places]
    order = order_of(row[place] for _, row in rows for place in day_places if place < len(row))
    added: dict[tuple[object, ...], CostLine] = {}
    refused: list[RefusedLine] = []
    sums = 0
    for number, row in rows:
        texts = {name: row[place].strip() if place < len(row) else "" for name, place in places.items()}
        if not any(texts.values()):
            continue
        cells = _Cells(texts, order, header.currency)
        if _is_sum(row, cells):
            sums += 1
            continue
        try:
            line = cells.line(number, titled)
        except _RefusedCell as refusal:
            refused.append(RefusedLine(number, names[places[refusal.column]].strip(), refusal.sentence))
            continue
        key = (line.key, line.first_day, line.last_day, line.currency)
        added[key] = _sum(added[key], line) if key in added else line
    if not added and not refused:
        raise InvalidInput.of("file", COST_EMPTY_FILE())
    return Report(list(added.values()), refused, sums, header.program)


class _RefusedCell(Exception):
    def __init__(self, column: str, sentence: Sentence) -> None:
        super().__init__(sentence.text)
        self.column = column
        self.sentence = sentence


@dataclass(frozen=True, slots=True)
class _Cells:
    """The cells of one line, by what they are about."""

    texts: Mapping[str, str]
    order: DayOrder | None
    currency: str

    def line(self, number: int, titled: tuple[date, date] | None) -> CostLine:
        campaign = self.texts["campaign"]
        if not 0 < len(campaign) <= MAX_NAME_LENGTH or "\0" in campaign:
            raise _RefusedCell("campaign", COST_CAMPAIGN_MISSING())
        currency = self.texts.get("currency", "").upper() or self.currency
        if currency and not (len(currency) == 3 and currency.isascii() and currency.isalpha()):
            raise _RefusedCell("currency", COST_CURRENCY_UNKNOWN(value=currency[:20]))
        first, last = self._days(titled)
        return CostLine(
            number,
            campaign,
            first,
            last,
            currency,
            self._amount(),
            self._number("clicks", count),
            self._number("impressions", count),
            self._number("conversions", decimal),
        )

    def _days(self, titled: tuple[date, date] | None) -> tuple[date, date]:
        if "day" in self.texts:
            day = self._day("day")
            return day, day
        if "first_day" in self.texts and "last_day" in self.texts:
            first, last = self._day("first_day"), self._day("last_day")
            if last < first:
                raise _RefusedCell("last_day", COST_DAYS_REVERSED(value=last.isoformat()))
            return first, last
        if titled is None:
            raise _RefusedCell("campaign", COST_DAY_MISSING())
        return titled

    def _day(self, column: str) -> date:
        try:
            day = parse_day(self.texts[column], self.order)
        except RefusedValue as error:
            raise _RefusedCell(column, error.sentence) from None
        if not FIRST_YEAR <= day.year <= LAST_YEAR:
            raise _RefusedCell(column, COST_DAY_UNREADABLE(value=day.isoformat()))
        return day

    @property
    def is_of_a_day(self) -> bool:
        try:
            self._day("day")
        except (_RefusedCell, KeyError):
            return False
        return True

    def _amount(self) -> int:
        try:
            return amount_minor(self.texts["cost"])
        except RefusedValue as error:
            raise _RefusedCell("cost", error.sentence) from None

    def _number(self, column: str, read: Callable[[str], Number | None]) -> Number | None:
        try:
            return read(self.texts.get(column, ""))
        except RefusedValue as error:
            raise _RefusedCell(column, error.sentence) from None


def _text(content: bytes) -> str:
    """The text of a file in UTF-8 or UTF-16, with or without its mark."""
    if content[:2] in {b"\xff\xfe", b"\xfe\xff"}:
        encoding = "utf-16"
    elif b"\0" in content[:200]:
        encoding = "utf-16-be" if content[:1] == b"\0" else "utf-16-le"
    else:
        encoding = "utf-8-sig"
    try:
        return content.decode(encoding)
    except UnicodeDecodeError:
        raise InvalidInput.of("file", COST_FILE_UNREADABLE()) from None


def _rows(text: str) -> Iterator[tuple[int, list[str]]]:
    """Lines with their numbers, cut by the delimiter of the line that names the columns."""
    head = text.splitlines()[: MAX_TITLES + 1]
    try:
        delimiter = next((one for one in DELIMITERS if _is_cut_by(head, one)), ",")
        reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
        for row in reader:
            yield reader.line_num, row
    except csv.Error:
        raise InvalidInput.of("file", COST_FILE_UNREADABLE()) from None


def _is_cut_by(head: Sequence[str], delimiter: str) -> bool:
    return any(find_header(row) is not None for row in csv.reader(head, delimiter=delimiter))


def _is_sum(row: Sequence[str], cells: _Cells) -> bool:
    """Whether this line adds others up: 'Total: Campaigns', dashes or, at Meta, nothing in place of a campaign.

    It is of no day. Microsoft's last line is its copyright.
    """
    if cells.is_of_a_day:
        return False
    campaign = cells.texts["campaign"]
    first = next((cell.strip().casefold() for cell in row if cell.strip()), "")
    is_named = any(
        word == total or word.startswith((f"{total}:", f"{total} –", f"{total} -", f"{total} ("))
        for word in (first, campaign.casefold())
        for total in SUMS
    )
    is_empty = campaign == "" and not cells.texts.get("day")
    return is_named or is_empty or first.startswith(("©", "@20")) or campaign in {"--", "—"}


def _titled_days(titles: Sequence[str]) -> tuple[date, date] | None:
    """The report's period, from a title above the columns."""
    joined = [*titles, *(f"{one}, {two}" for one, two in pairwise(titles))]
    # A date such as June 1, 2026 was split at its comma.
    whole = ",".join(titles)
    return next((days for title in (*joined, whole) if (days := span(title))), None)


def _sum(one: CostLine, other: CostLine) -> CostLine:
    return replace(
        one,
        amount_minor=one.amount_minor + other.amount_minor,
        clicks=_added(one.clicks, other.clicks),
        impressions=_added(one.impressions, other.impressions),
        conversions=_added(one.conversions, other.conversions),
    )


def _added(one: Number | None, other: Number | None) -> Number | None:
    if one is None or other is None:
        return one if other is None else other
    return one + other


def _too_large() -> Sentence:
    return COST_FILE_TOO_LARGE(megabytes=MAX_BYTES // 1_000_000, lines=MAX_LINES)
