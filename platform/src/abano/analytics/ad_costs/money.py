"""Adds campaign costs to the figures of the analytics service. Pure."""

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

import orjson

from abano.analytics.ad_costs.chain import chain_of
from abano.analytics.ad_costs.rules import CostTotal
from abano.analytics.figures.client import Answer
from abano.core.money import MINOR_UNITS
from abano_shared.contract.filters import Match
from abano_shared.value_interval import MIN_BOOKINGS, value_interval

# What costs are known by; with any other filter they are left out.
KNOWN_BY = frozenset({"utmSource", "utmCampaign"})
INTERNAL = ("cases", "squares", "largest", "sourceKey", "campaignKey")
ADDED = ("totalSessions", "completedSessions", "bookings", "cancelledBookings")
# Linear attribution makes parts of bookings: exact until they are shown.
PARTS = ("bookings", "cancelledBookings")
# What the chain is made of.
OF_CHAIN = ("adVisits", "unapplied")
VALUES = ("bookedValue", "drivenValue", "aheadValue", "feesValue", "cancelledValue")
Row = dict[str, Any]


class _Addition(ABC):
    """Costs that a figure gets on its way. Their digest is part of its tag."""

    __slots__ = ()

    def inner_tag(self, known_tag: str) -> str:
        """The service's own tag of what the caller has; empty when that has other costs."""
        end = f'{self._mark}"'
        return known_tag.removesuffix(end) + '"' if known_tag.endswith(end) else ""

    def apply(self, answer: Answer) -> Answer:
        """The figure with its costs. Its tag names these, too, so that it changes with them."""
        tag = f'{answer.tag.removesuffix(chr(34))}{self._mark}"'
        if answer.body is None:
            return Answer(tag, None)
        return Answer(tag, orjson.dumps(self.put_beside(orjson.loads(answer.body))))

    @abstractmethod
    def put_beside(self, content: dict[str, Any]) -> dict[str, Any]:
        """``content``: the figure as analytics answers it."""

    @property
    def _mark(self) -> str:
        return f"-costs-{hashlib.sha256(repr(self).encode()).hexdigest()[:12]}"


@dataclass(frozen=True, slots=True)
class DailyCosts(_Addition):
    """Costs by local day, in minor units. None: a filter applies that costs cannot be split by."""

    days: Mapping[date, int] | None

    def put_beside(self, content: dict[str, Any]) -> dict[str, Any]:
        """``content``: sessions over time, by day, week or month."""
        return {
            **content,
            "timeline": [self._priced(bucket) for bucket in content["timeline"]],
        }

    def _priced(self, bucket: Row) -> Row:
        cost = self._cost_of(bucket)
        # No cost of these days is known, rather than that bookings were free.
        return {**bucket, "cost": cost, "costPerBooking": _each(cost or None, bucket["bookings"])}

    def _cost_of(self, bucket: Row) -> float | None:
        if self.days is None:
            return None
        # Both are local midnights with their offset.
        first, end = (date.fromisoformat(bucket[edge][:10]) for edge in ("start", "end"))
        days = [self.days.get(first + timedelta(days=place), 0) for place in range((end - first).days)]
        return sum(days) / MINOR_UNITS


@dataclass(frozen=True, slots=True)
class Costs(_Addition):
    """Costs of the period that match the filters. None: a filter applies that costs cannot be split by."""

    totals: Sequence[CostTotal] | None

    @classmethod
    def filtered(cls, totals: Sequence[CostTotal], filters: Sequence[tuple[str, str]]) -> "Costs":
        chosen = {name: Match.of(value) for name, value in filters}
        if chosen.keys() - KNOWN_BY:
            return cls(None)

        def is_left(one: CostTotal) -> bool:
            keys = {"utmSource": one.source, "utmCampaign": one.key}
            return all(match.holds_for_name(keys[name]) for name, match in chosen.items())

        return cls([one for one in totals if is_left(one)])

    def put_beside(self, content: dict[str, Any]) -> dict[str, Any]:
        """``content``: the figure as analytics answers it."""
        left = {(one.source, one.key): one for one in self.totals or ()}
        campaigns = []
        for row in content["campaigns"]:
            known = left.pop((row["sourceKey"], row["campaignKey"]), None)
            campaigns.append(_with_cost(row, known))
        # Costs without any sessions.
        campaigns += [_with_cost(_nothing(one), one) for one in left.values()]
        advertised = [row for row in campaigns if row["cost"]]
        totals = _priced(content["totals"], None)
        others = {name: value for name, value in content.items() if name not in OF_CHAIN}
        return {
            **others,
            "chain": chain_of(content, self.totals),
            "hasCosts": self.totals is not None,
            "totals": _shown(totals),
            "advertised": _shown(_sum(advertised, content["totals"], content["credit"]))
            if advertised
            else None,
            "campaigns": [_shown(row) for row in campaigns],
        }


def _with_cost(row: Row, known: CostTotal | None) -> Row:
    priced = _priced(row, known.base_minor if known else None)
    clicks, impressions, conversions = (
        (known.clicks, known.impressions, known.conversions) if known else (None, None, None)
    )
    counts = {
        "clicks": clicks,
        "impressions": impressions,
        "clickRate": None if clicks is None or not impressions else round(100 * clicks / impressions, 2),
        "costPerClick": _each(priced["cost"], clicks),
        "conversions": None if conversions is None else round(float(conversions), 2),
    }
    return {**priced, **counts}


def _priced(row: Row, cost_minor: int | None) -> Row:
    """A row with its cost, and its return where there is a cost."""
    cost = None if cost_minor is None else cost_minor / MINOR_UNITS
    return {
        **row,
        "cost": cost,
        "costPerSession": _each(cost, row["totalSessions"]),
        "costPerBooking": _each(cost, row["bookings"]),
        "returnOnSpend": _each(row["bookedValue"], cost),
        "returnLow": _each(row["low"], cost),
        "returnHigh": _each(row["high"], cost),
    }


def _each(amount: float | None, number: float | None) -> float | None:
    return round(amount / number, 2) if amount is not None and number else None


def _sum(rows: Sequence[Row], everything: Row, credit: str) -> Row:
    """All rows in one. Under linear attribution a booking may have parts in several rows.

    The squares of what those add up to are at most those of all sessions, and at most the square of the sum of the
    rows' roots.
    """
    squares = sum(row["squares"] for row in rows)
    largest = max(row["largest"] for row in rows)
    if credit == "linear":
        squares = min(everything["squares"], sum(row["squares"] ** 0.5 for row in rows) ** 2)
        largest = everything["largest"]
    added = {name: sum(row[name] for row in rows) for name in ADDED}
    added |= {name: round(sum(row[name] for row in rows), 2) for name in VALUES}
    is_enough = sum(row["cases"] for row in rows) >= MIN_BOOKINGS
    low, high = value_interval(added["bookedValue"] * MINOR_UNITS, squares, largest)
    interval = (round(low / MINOR_UNITS, 2), round(high / MINOR_UNITS, 2)) if is_enough else (None, None)
    evidence = "enough" if is_enough else "too_few"
    cost_minor = round(sum(row["cost"] for row in rows) * MINOR_UNITS)
    return _priced({**added, "low": interval[0], "high": interval[1], "evidence": evidence}, cost_minor)


def _nothing(known: CostTotal) -> Row:
    return {
        "source": known.source,
        "campaign": known.campaign,
        **dict.fromkeys((*ADDED, *VALUES, "cases", "squares", "largest"), 0),
        "low": None,
        "high": None,
        "evidence": "too_few",
    }


def _shown(row: Row) -> Row:
    shown = {name: value for name, value in row.items() if name not in INTERNAL}
    return shown | {name: round(row[name], 2) for name in PARTS}
