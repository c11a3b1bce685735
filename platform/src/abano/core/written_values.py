"""Numbers and days in files, as people and programs of several countries write them. Pure."""

import re
from collections.abc import Iterable
from datetime import date
from decimal import Decimal
from typing import Literal

from abano.core.errors import Message, RefusedValue
from abano.core.money import MINOR_UNITS

COST_DAY_UNREADABLE = Message(
    "cost_day_unreadable", "This is not a day that can be read: {value}. Write it as 2026-06-30."
)
COST_NUMBER_UNREADABLE = Message("cost_number_unreadable", "This is not a number that can be read: {value}")
COST_PARTS_OF_CENTS = Message("cost_parts_of_cents", "An amount has at most two decimals: {value}")
COST_TOO_LARGE = Message("cost_too_large", "An amount is at most {largest, number}.")

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
# Which of both is the day, only other days of the same file can tell.
SLASHED_DAY = re.compile(r"(\d\d?)/(\d\d?)/(\d{4})")
DayOrder = Literal["day first", "month first"]
MONTHS_OF_A_YEAR = 12


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


def decimal(text: str) -> Decimal | None:
    """A number, to six decimals. None for an empty cell. Raises RefusedValue."""
    if text.strip() in NOTHING:
        return None
    whole, decimals = _parts(text)
    if int(whole) >= MAX_VALUE:
        raise RefusedValue(COST_NUMBER_UNREADABLE(value=text[:SHOWN]))
    return round(Decimal(f"{whole}.{decimals or 0}"), 6)


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


def parse_day(text: str, order: DayOrder | None = None) -> date:
    """``2026-06-30``, ``30.06.2026``, ``30 June 2026`` or ``Jun 30, 2026``. Raises RefusedValue.

    ``6/7/2026`` is refused without an order: in some countries it is a day in June, in others one in July.
    """
    bare = " ".join(text.split())
    try:
        if order and (found := SLASHED_DAY.fullmatch(bare)):
            day, month = (found[1], found[2]) if order == "day first" else (found[2], found[1])
            return date(int(found[3]), int(month), int(day))
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


def order_of(texts: Iterable[str]) -> DayOrder | None:
    """The order in days such as ``6/30/2026``, if one of them tells it and none contradicts."""
    pairs = [
        (int(found[1]), int(found[2])) for text in texts if (found := SLASHED_DAY.fullmatch(text.strip()))
    ]
    orders: set[DayOrder] = set()
    if any(first > MONTHS_OF_A_YEAR for first, _ in pairs):
        orders.add("day first")
    if any(second > MONTHS_OF_A_YEAR for _, second in pairs):
        orders.add("month first")
    return orders.pop() if len(orders) == 1 else None


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
