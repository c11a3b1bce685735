"""Postings of the accountant's books: from which account to which. Pure; amounts in minor units."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Literal, get_args
from zoneinfo import ZoneInfo

Chart = Literal["skr03", "skr04"]
# As the journal calls them, then those of documents and commissions.
Account = Literal[
    "cash",
    "card",
    "online",
    "bank",
    "transfers",
    "customers",
    "deposits",
    "kept_deposits",
    "reductions",
    "till_differences",
    "revenue",
    "revenue_untaxed",
    "vat",
    "commissions",
    "affiliates",
    "commission_payouts",
]
ACCOUNTS: tuple[Account, ...] = get_args(Account)
# Accounts without automatic VAT: net and VAT are posted separately, to the cent of the document. A kept
# deposit is revenue once it is invoiced; until then it is a liability to the customer.
_SKR03 = "1000 1361 1362 1200 1360 1410 1733 1410 8700 4900 8200 8950 1770 4760 1700 1200"
_SKR04 = "1600 1461 1462 1800 1460 1210 3551 1210 4700 6300 4200 4690 3800 6770 3500 1800"
DEFAULTS: Mapping[Chart, Mapping[Account, str]] = {
    "skr03": dict(zip(ACCOUNTS, _SKR03.split(), strict=True)),
    "skr04": dict(zip(ACCOUNTS, _SKR04.split(), strict=True)),
}


@dataclass(frozen=True, slots=True)
class Movement:
    """One posting of an entry, document or commission. A negative ``amount`` reverses debit and credit.

    ``source``: the origin's key, exported once. ``document``: its number, or the booking's reference.
    ``rate``: of documents in basis points, 0 outside VAT.
    """

    source: str
    moved_at: datetime
    kind: str
    document: str
    reference: str
    debit: Account
    credit: Account
    amount: int
    currency: str
    rate: int | None


@dataclass(frozen=True, slots=True)
class Posting:
    """``amount`` above 0, from ``credit`` to ``debit``. ``late_of``: the day of one from before the period."""

    day: date
    document: str
    debit: str
    credit: str
    amount: int
    currency: str
    kind: str
    reference: str
    rate: int | None
    late_of: date | None


def postings(
    movements: Iterable[Movement], accounts: Mapping[Account, str], first: date, zone: ZoneInfo
) -> list[Posting]:
    """In the order of the movements. What belongs to an earlier period is posted on the first day of this one."""
    found = []
    for each in movements:
        if not each.amount:
            continue
        day = each.moved_at.astimezone(zone).date()
        debit, credit = accounts[each.debit], accounts[each.credit]
        if each.amount < 0:
            debit, credit = credit, debit
        found.append(
            Posting(
                day=max(day, first),
                document=each.document,
                debit=debit,
                credit=credit,
                amount=abs(each.amount),
                currency=each.currency,
                kind=each.kind,
                reference=each.reference,
                rate=each.rate,
                late_of=day if day < first else None,
            )
        )
    return found


def sums(found: Iterable[Posting]) -> list[tuple[str, int]]:
    """The sum of all postings by currency, which is that of either side."""
    totals: Counter[str] = Counter()
    for each in found:
        totals[each.currency] += each.amount
    return sorted(totals.items())


def odd_length(accounts: Mapping[Account, str]) -> Account | None:
    """The first account whose number differs in length from the most common one."""
    usual = Counter(map(len, accounts.values())).most_common(1)[0][0]
    return next((each for each in ACCOUNTS if len(accounts[each]) != usual), None)
