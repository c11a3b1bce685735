"""Reads a campaign report of Google Ads as it is exported. Pure; for a thread of its own.

Title lines stand above the names of the columns, sums below the campaigns; encoding, separators and language are
those of whoever exported it.
"""

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from itertools import pairwise

from abano.campaign_costs import csv_values
from abano.campaign_costs.messages import (
    COST_CAMPAIGN_MISSING,
    COST_COLUMNS_MISSING,
    COST_CURRENCY_UNKNOWN,
    COST_DAY_MISSING,
    COST_DAY_UNREADABLE,
    COST_EMPTY_FILE,
    COST_FILE_TOO_LARGE,
    COST_FILE_UNREADABLE,
)
from abano.errors import InvalidInput
from abano.errors.messages import RefusedValue, Sentence
from abano.kit.expensive_work import expensive
from abano_shared.campaign_names import name_key

MOST_BYTES = 5_000_000
MOST_LINES = 50_000
LONGEST_NAME = 200
# Above the names of the columns stand a few titles.
MOST_TITLES = 30
DELIMITERS = ("\t", ",", ";")
FIRST_YEAR, LAST_YEAR = 2000, 2100
COLUMNS: Mapping[str, frozenset[str]] = {
    "campaign": frozenset({"campaign", "campaign name", "kampagne", "кампания", "კამპანია"}),
    "day": frozenset({"day", "date", "tag", "datum", "день", "дата", "დღე", "თარიღი"}),
    "cost": frozenset({"cost", "spend", "kosten", "стоимость", "расход", "расходы", "ხარჯი", "ღირებულება"}),
    "currency": frozenset(
        {
            "currency code",
            "currency",
            "währungscode",
            "währung",
            "код валюты",
            "валюта",
            "ვალუტის კოდი",
            "ვალუტა",
        }
    ),
    "clicks": frozenset({"clicks", "klicks", "клики", "დაწკაპუნებები", "კლიკები"}),
    "impressions": frozenset({"impr", "impressions", "impressionen", "показы", "ჩვენებები"}),
}
SUMS = ("total", "gesamt", "итого", "всего", "სულ", "ჯამი")


@dataclass(frozen=True, slots=True)
class CostLine:
    """What a campaign cost; ``line`` is the first of the file's that says so. ``currency``: empty where none says."""

    line: int
    campaign: str
    first_day: date
    last_day: date
    currency: str
    amount_minor: int
    clicks: int | None = None
    impressions: int | None = None

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
    """What a file says. Lines of the same campaign, days and currency are added up; ``sums`` were left out."""

    lines: list[CostLine]
    refused: list[RefusedLine] = field(default_factory=list)
    sums: int = 0


@expensive
def read_report(content: bytes) -> Report:
    """Raises InvalidInput for what is no campaign report at all."""
    if len(content) > MOST_BYTES:
        raise InvalidInput.of("file", _too_large())
    rows = _rows(_text(content))
    titles: list[str] = []
    for number, row in rows:
        columns = _columns(row)
        if columns is not None:
            return _read(rows, columns, row, _titled_days(titles))
        titles += row
        if number >= MOST_TITLES:
            break
    raise InvalidInput.of("file", COST_COLUMNS_MISSING())


def _read(
    rows: Iterator[tuple[int, list[str]]],
    columns: Mapping[str, int],
    names: Sequence[str],
    titled: tuple[date, date] | None,
) -> Report:
    if "day" not in columns and titled is None:
        raise InvalidInput.of("file", COST_DAY_MISSING())
    added: dict[tuple[object, ...], CostLine] = {}
    refused: list[RefusedLine] = []
    sums = 0
    for taken, (number, row) in enumerate(rows):
        if taken >= MOST_LINES:
            raise InvalidInput.of("file", _too_large())
        cells = {name: row[place].strip() if place < len(row) else "" for name, place in columns.items()}
        if not any(cells.values()):
            continue
        if _is_sum(row, cells):
            sums += 1
            continue
        try:
            line = _Cells(cells).line(number, titled)
        except _RefusedCell as refusal:
            refused.append(RefusedLine(number, names[columns[refusal.column]].strip(), refusal.sentence))
            continue
        key = (line.key, line.first_day, line.last_day, line.currency)
        added[key] = _sum(added[key], line) if key in added else line
    if not added and not refused:
        raise InvalidInput.of("file", COST_EMPTY_FILE())
    return Report(list(added.values()), refused, sums)


class _RefusedCell(Exception):
    def __init__(self, column: str, sentence: Sentence) -> None:
        super().__init__(sentence.text)
        self.column = column
        self.sentence = sentence


@dataclass(frozen=True, slots=True)
class _Cells:
    """The cells of one line, by what they are about."""

    texts: Mapping[str, str]

    def line(self, number: int, titled: tuple[date, date] | None) -> CostLine:
        campaign = self.texts["campaign"]
        if not 0 < len(campaign) <= LONGEST_NAME or "\0" in campaign:
            raise _RefusedCell("campaign", COST_CAMPAIGN_MISSING())
        currency = self.texts.get("currency", "").upper()
        if currency and not (len(currency) == 3 and currency.isascii() and currency.isalpha()):
            raise _RefusedCell("currency", COST_CURRENCY_UNKNOWN(value=currency[:20]))
        first, last = self._days(titled)
        return CostLine(
            number, campaign, first, last, currency, self._amount(), self._count("clicks"), self._count("impressions")
        )  # fmt: skip

    def _days(self, titled: tuple[date, date] | None) -> tuple[date, date]:
        if "day" not in self.texts and titled is not None:
            return titled
        try:
            day = csv_values.day(self.texts["day"])
        except RefusedValue as error:
            raise _RefusedCell("day", error.sentence) from None
        if not FIRST_YEAR <= day.year <= LAST_YEAR:
            raise _RefusedCell("day", COST_DAY_UNREADABLE(value=day.isoformat()))
        return day, day

    def _amount(self) -> int:
        try:
            return csv_values.amount_minor(self.texts["cost"])
        except RefusedValue as error:
            raise _RefusedCell("cost", error.sentence) from None

    def _count(self, column: str) -> int | None:
        try:
            return csv_values.count(self.texts.get(column, ""))
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
    head = text.splitlines()[: MOST_TITLES + 1]
    try:
        delimiter = next((one for one in DELIMITERS if _is_cut_by(head, one)), ",")
        reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
        for row in reader:
            yield reader.line_num, row
    except csv.Error:
        raise InvalidInput.of("file", COST_FILE_UNREADABLE()) from None


def _is_cut_by(head: Sequence[str], delimiter: str) -> bool:
    return any(_columns(row) is not None for row in csv.reader(head, delimiter=delimiter))


def _columns(row: Sequence[str]) -> dict[str, int] | None:
    """Where the columns stand, if this line names them: a campaign and its cost at least."""
    named = [" ".join(cell.split()).casefold().rstrip(".") for cell in row]
    places = {
        column: place
        for column, names in COLUMNS.items()
        for place, name in reversed(list(enumerate(named)))
        if name in names
    }
    return places if {"campaign", "cost"} <= places.keys() else None


def _is_sum(row: Sequence[str], cells: Mapping[str, str]) -> bool:
    """Whether this line adds others up: 'Total: Campaigns', or dashes in place of a campaign. It is of no day."""
    if "day" in cells and _is_day(cells["day"]):
        return False
    first = next((cell.strip().casefold() for cell in row if cell.strip()), "")
    words = (first, cells["campaign"].casefold())
    is_named = any(
        word == total or word.startswith((f"{total}:", f"{total} –", f"{total} -", f"{total} ("))
        for word in words
        for total in SUMS
    )
    return is_named or cells["campaign"] in {"--", "—"}


def _is_day(text: str) -> bool:
    try:
        csv_values.day(text)
    except RefusedValue:
        return False
    return True


def _titled_days(titles: Sequence[str]) -> tuple[date, date] | None:
    """The days of which a title above the columns says that the report is about."""
    joined = [*titles, *(f"{one}, {two}" for one, two in pairwise(titles))]
    # A day such as June 1, 2026 was cut at its comma.
    whole = ",".join(titles)
    return next((days for title in (*joined, whole) if (days := csv_values.span(title))), None)


def _sum(one: CostLine, other: CostLine) -> CostLine:
    return replace(
        one,
        amount_minor=one.amount_minor + other.amount_minor,
        clicks=_added(one.clicks, other.clicks),
        impressions=_added(one.impressions, other.impressions),
    )


def _added(one: int | None, other: int | None) -> int | None:
    return one if other is None else other + (one or 0)


def _too_large() -> Sentence:
    return COST_FILE_TOO_LARGE(megabytes=MOST_BYTES // 1_000_000, lines=MOST_LINES)
