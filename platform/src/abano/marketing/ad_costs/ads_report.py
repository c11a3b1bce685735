"""Reads a campaign report of Google Ads as it is exported. Pure; run it in a separate thread.

Title lines are above the names of the columns, sums below the campaigns; encoding, separators and language are
those of the user who exported it.
"""

import csv
import io
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from itertools import pairwise

from abano.core.errors import Conflict, InvalidInput, Message, NotFound, RefusedValue, Sentence
from abano.core.expensive_work import expensive
from abano.core.money import MINOR_UNITS
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
COST_DAY_UNREADABLE = Message(
    "cost_day_unreadable", "This is not a day that can be read: {value}. Write it as 2026-06-30."
)
COST_NUMBER_UNREADABLE = Message("cost_number_unreadable", "This is not a number that can be read: {value}")
COST_PARTS_OF_CENTS = Message("cost_parts_of_cents", "An amount has at most two decimals: {value}")
COST_TOO_LARGE = Message("cost_too_large", "An amount is at most {largest, number}.")
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


# Numbers and days as people and programs of several countries write them. Pure.

MAX_VALUE = 1_000_000_000
SHOWN = 40
# Characters around digits: currencies, spaces of all widths, apostrophes of Switzerland.
AROUND = re.compile(r"[\s\u00a0\u202f\u2009'\u2019€$£¥₾₽₺₴₸]")
PLAIN = re.compile(r"\d+")
GROUPED = re.compile(r"\d{1,3}(?:[.,]\d{2,3})*[.,]\d{3}")
NOTHING = frozenset({"", "-", "--", "—"})
# By their first three letters in English, German, Russian and Georgian.
_MONTHS = (
    "jan янв იან", "feb фев თებ", "mar mär мар მარ", "apr апр აპრ", "may mai май мая მაი", "jun июн ივნ",
    "jul июл ივლ", "aug авг აგვ", "sep сен სექ", "oct okt окт ოქტ", "nov ноя ნოე", "dec dez дек დეკ",
)  # fmt: skip
MONTHS = {stem: number for number, stems in enumerate(_MONTHS, start=1) for stem in stems.split()}
ISO_DAY = re.compile(r"(\d{4})-(\d\d?)-(\d\d?)")
DOTTED_DAY = re.compile(r"(\d\d?)\.(\d\d?)\.(\d{4})")
WORDED_DAY = re.compile(r"(\d\d?)\.?\s+([^\W\d]+)\.?,?\s+(\d{4})(?:\s*г\.?)?")
AMERICAN_DAY = re.compile(r"([^\W\d]+)\.?\s+(\d\d?),?\s+(\d{4})")


def amount_minor(text: str) -> int:
    """Minor units of ``1,234.56``, ``1.234,56``, ``1 234,5`` or ``€1234``. Raises RefusedValue."""
    whole, decimals = _parts(text)
    if len(decimals.rstrip("0")) > 2:
        raise RefusedValue(COST_PARTS_OF_CENTS(value=text[:SHOWN]))
    minor = int(whole) * MINOR_UNITS + int(decimals[:2].ljust(2, "0"))
    if minor > MAX_VALUE * MINOR_UNITS:
        raise RefusedValue(COST_TOO_LARGE(largest=MAX_VALUE))
    return minor


def count(text: str) -> int | None:
    """A whole number. None for an empty cell. Raises RefusedValue."""
    if text.strip() in NOTHING:
        return None
    whole, decimals = _parts(text)
    if decimals.strip("0") or int(whole) > MAX_VALUE:
        raise RefusedValue(COST_NUMBER_UNREADABLE(value=text[:SHOWN]))
    return int(whole)


def _parts(text: str) -> tuple[str, str]:
    """The digits before and after the decimal sign. A single sign before three digits groups thousands."""
    bare = AROUND.sub("", text)
    if 0 < len(bare) <= SHOWN:
        if PLAIN.fullmatch(bare):
            return bare, ""
        sign = max(bare.rfind("."), bare.rfind(","))
        whole, decimals = bare[:sign], bare[sign + 1 :]
        is_mixed = "." in bare and "," in bare
        is_single = not is_mixed and bare.count(bare[sign]) == 1
        is_grouped = GROUPED.fullmatch(bare) and not bare.startswith("0")
        if not is_mixed and is_grouped:
            return re.sub(r"[.,]", "", bare), ""
        if decimals.isdecimal() and (
            (is_single and PLAIN.fullmatch(whole))
            or (is_mixed and bare[sign] not in whole and (GROUPED.fullmatch(whole)))
        ):
            return re.sub(r"[.,]", "", whole), decimals
    raise RefusedValue(COST_NUMBER_UNREADABLE(value=text[:SHOWN]))


def parse_day(text: str) -> date:
    """``2026-06-30``, ``30.06.2026``, ``30 June 2026`` or ``Jun 30, 2026``. Raises RefusedValue.

    ``6/7/2026`` is refused: in some countries it is a day in June, in others one in July.
    """
    bare = " ".join(text.split())
    try:
        if found := ISO_DAY.fullmatch(bare):
            return date(int(found[1]), int(found[2]), int(found[3]))
        if found := DOTTED_DAY.fullmatch(bare):
            return date(int(found[3]), int(found[2]), int(found[1]))
        if found := WORDED_DAY.fullmatch(bare):
            return date(int(found[3]), MONTHS[found[2][:3].lower()], int(found[1]))
        if found := AMERICAN_DAY.fullmatch(bare):
            return date(int(found[3]), MONTHS[found[1][:3].lower()], int(found[2]))
    except (ValueError, KeyError):
        pass
    raise RefusedValue(COST_DAY_UNREADABLE(value=bare[:SHOWN]))


def span(text: str) -> tuple[date, date] | None:
    """First and last day of ``1 June 2026 - 30 June 2026``. None for any other line."""
    for sign in (" - ", " – ", " — "):
        first, found, last = text.strip().strip('"').partition(sign)
        if found:
            try:
                days = parse_day(first), parse_day(last)
            except RefusedValue:
                continue
            return days if days[0] <= days[1] else None
    return None


MAX_BYTES = 5_000_000
MAX_LINES = 50_000
MAX_NAME_LENGTH = 200
# There are a few title lines above the column names.
MAX_TITLES = 30
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
    """A campaign's cost. ``line``: its first line in the file. ``currency``: empty if the file has none."""

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
    """The file's lines, added up per campaign, days and currency. ``sums``: the number of skipped totals."""

    lines: list[CostLine]
    refused: list[RefusedLine] = field(default_factory=list)
    sums: int = 0


@expensive
def read_report(content: bytes) -> Report:
    """Raises InvalidInput for what is no campaign report at all."""
    if len(content) > MAX_BYTES:
        raise InvalidInput.of("file", _too_large())
    rows = _rows(_text(content))
    titles: list[str] = []
    for number, row in rows:
        columns = _columns(row)
        if columns is not None:
            return _read(rows, columns, row, _titled_days(titles))
        titles += row
        if number >= MAX_TITLES:
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
        if taken >= MAX_LINES:
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
        if not 0 < len(campaign) <= MAX_NAME_LENGTH or "\0" in campaign:
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
            day = parse_day(self.texts["day"])
        except RefusedValue as error:
            raise _RefusedCell("day", error.sentence) from None
        if not FIRST_YEAR <= day.year <= LAST_YEAR:
            raise _RefusedCell("day", COST_DAY_UNREADABLE(value=day.isoformat()))
        return day, day

    def _amount(self) -> int:
        try:
            return amount_minor(self.texts["cost"])
        except RefusedValue as error:
            raise _RefusedCell("cost", error.sentence) from None

    def _count(self, column: str) -> int | None:
        try:
            return count(self.texts.get(column, ""))
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
    return any(_columns(row) is not None for row in csv.reader(head, delimiter=delimiter))


def _columns(row: Sequence[str]) -> dict[str, int] | None:
    """Column positions, if this line names them: at least campaign and cost."""
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
        parse_day(text)
    except RefusedValue:
        return False
    return True


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
    )


def _added(one: int | None, other: int | None) -> int | None:
    return one if other is None else other + (one or 0)


def _too_large() -> Sentence:
    return COST_FILE_TOO_LARGE(megabytes=MAX_BYTES // 1_000_000, lines=MAX_LINES)
