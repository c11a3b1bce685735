"""Numbers and days as people and programs of several countries write them. Pure."""

import re
from datetime import date

from abano.campaign_costs.messages import (
    COST_DAY_UNREADABLE,
    COST_NUMBER_UNREADABLE,
    COST_PARTS_OF_CENTS,
    COST_TOO_LARGE,
)
from abano.errors.messages import RefusedValue
from abano.kit.money import MINOR_UNITS

LARGEST = 1_000_000_000
SHOWN = 40
# What stands around digits: currencies, spaces of all widths, apostrophes of Switzerland.
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
    if minor > LARGEST * MINOR_UNITS:
        raise RefusedValue(COST_TOO_LARGE(largest=LARGEST))
    return minor


def count(text: str) -> int | None:
    """A whole number; None for a cell without one. Raises RefusedValue."""
    if text.strip() in NOTHING:
        return None
    whole, decimals = _parts(text)
    if decimals.strip("0") or int(whole) > LARGEST:
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


def day(text: str) -> date:
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
    """First and last day of ``1 June 2026 - 30 June 2026``; None for any other line."""
    for sign in (" - ", " – ", " — "):
        first, found, last = text.strip().strip('"').partition(sign)
        if found:
            try:
                days = day(first), day(last)
            except RefusedValue:
                continue
            return days if days[0] <= days[1] else None
    return None
