"""What the columns of a campaign report are about, by their names in the languages of those who export it. Pure."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

COLUMNS: Mapping[str, frozenset[str]] = {
    "campaign": frozenset(
        {
            "campaign",
            "campaign name",
            "campaignname",
            "kampagne",
            "kampagnenname",
            "name der kampagne",
            "кампания",
            "название кампании",
            "კამპანია",
            "კამპანიის სახელი",
        }
    ),
    "day": frozenset(
        {
            "day",
            "date",
            "gregorian date",
            "time period",
            "timeperiod",
            "tag",
            "datum",
            "день",
            "дата",
            "დღე",
            "თარიღი",
        }
    ),
    "first_day": frozenset(
        {
            "reporting starts",
            "berichtsbeginn",
            "auswertungsbeginn",
            "дата начала отчетности",
            "начало отчетности",
        }
    ),
    "last_day": frozenset(
        {
            "reporting ends",
            "berichtsende",
            "auswertungsende",
            "дата окончания отчетности",
            "окончание отчетности",
        }
    ),
    "cost": frozenset(
        {
            "cost",
            "spend",
            "amount spent",
            "kosten",
            "ausgaben",
            "ausgegebener betrag",
            "стоимость",
            "расход",
            "расходы",
            "сумма затрат",
            "потраченная сумма",
            "ხარჯი",
            "ღირებულება",
            "დახარჯული თანხა",
        }
    ),
    "currency": frozenset(
        {
            "currency code",
            "currencycode",
            "currency",
            "währungscode",
            "währung",
            "код валюты",
            "валюта",
            "ვალუტის კოდი",
            "ვალუტა",
        }
    ),
    "clicks": frozenset(
        {
            "clicks",
            "link clicks",
            "klicks",
            "link-klicks",
            "клики",
            "клики по ссылке",
            "დაწკაპუნებები",
            "კლიკები",
        }
    ),
    "impressions": frozenset({"impr", "impressions", "impressionen", "показы", "ჩვენებები"}),
    # Meta's results are those of the campaign's objective.
    "conversions": frozenset(
        {
            "conversions",
            "conv",
            "results",
            "ergebnisse",
            "конверсии",
            "результаты",
            "კონვერსიები",
            "შედეგები",
        }
    ),
}
SUMS = ("total", "gesamt", "итого", "всего", "სულ", "ჯამი")
# Meta names the currency in the column of the amount.
AMOUNT_IN = re.compile(r"(.+) \(([a-z]{3})\)")
# Of whom a report is, by columns that only theirs have; most links to their sites have this utm_source.
Program = Literal["meta", "microsoft"]
META_COST = frozenset(
    {"amount spent", "ausgegebener betrag", "сумма затрат", "потраченная сумма", "დახარჯული თანხა"}
)
MICROSOFT_DAYS = frozenset({"gregorian date", "time period", "timeperiod"})


@dataclass(frozen=True, slots=True)
class Header:
    """Where a file has what. ``currency``: of all amounts, from the name of their column."""

    places: Mapping[str, int]
    currency: str = ""
    program: Program | None = None

    @property
    def has_days(self) -> bool:
        return "day" in self.places or {"first_day", "last_day"} <= self.places.keys()


def find_header(row: Sequence[str]) -> Header | None:
    """What the columns are about, if this line names them: at least campaign and cost."""
    named = [" ".join(cell.split()).casefold().rstrip(".") for cell in row]
    amounts = [AMOUNT_IN.fullmatch(name) for name in named]
    bare = [found[1] if found else name for name, found in zip(named, amounts, strict=True)]
    places = {
        column: place
        for column, names in COLUMNS.items()
        for place, name in reversed(list(enumerate(bare)))
        if name in names
    }
    if not {"campaign", "cost"} <= places.keys():
        return None
    amount = amounts[places["cost"]]
    program: Program | None = None
    if bare[places["cost"]] in META_COST:
        program = "meta"
    elif not MICROSOFT_DAYS.isdisjoint(named):
        program = "microsoft"
    return Header(places, amount[2].upper() if amount else "", program)
