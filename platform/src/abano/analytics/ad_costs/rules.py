"""Which lines can be stored: in the company's currency, and once for each campaign and day. Pure."""

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from decimal import Decimal
from uuid import UUID
from zoneinfo import ZoneInfo

from abano.analytics.ad_costs.ads_report import COST_OVERLAPS, COST_WITHOUT_RATE, CostLine, RefusedLine
from abano.catalog.exchange_rates.rules import RateHistory
from abano.core.clock import local_moment
from abano.core.money import round_half_up

END_OF_DAY = datetime.max.time().replace(microsecond=0)
Days = tuple[date, date]


@dataclass(frozen=True, slots=True)
class Own:
    """The company's currency and time zone."""

    currency: str
    zone: ZoneInfo


@dataclass(frozen=True, slots=True)
class PricedLine:
    """A line in its own currency, and what that is in the company's."""

    line: CostLine
    currency: str
    base_minor: int


@dataclass(frozen=True, slots=True)
class Batch:
    """The costs to store. ``replaced``: days of existing costs that they replace."""

    lines: list[PricedLine]
    refused: list[RefusedLine]
    replaced: list[tuple[str, Days]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class CostTotal:
    """What a campaign cost within a period, in the company's currency."""

    source: str
    key: str
    campaign: str
    base_minor: int
    clicks: int | None
    impressions: int | None
    conversions: Decimal | None = None


@dataclass(frozen=True, slots=True)
class DayCost:
    """What a campaign cost on a day, in minor units of the company's currency."""

    source: str
    key: str
    day: date
    minor: int


@dataclass(frozen=True, slots=True)
class StoredUpload:
    """One import or manual entry. ``campaign``: only if it has a single campaign."""

    id: UUID
    file_name: str
    source: str
    campaign: str
    campaigns: int
    lines: int
    first_day: date
    last_day: date
    base_currency: str
    base_minor: int
    created_at: datetime
    created_by: UUID | None


def sort_out(
    lines: Sequence[CostLine],
    default_currency: str,
    own: Own,
    rates: RateHistory,
    stored: Mapping[str, Sequence[Days]],
) -> Batch:
    """``stored``: days with existing costs by campaign key, in order and without overlaps.

    ``default_currency``: for lines without one.
    """
    taken: list[PricedLine] = []
    refused: list[RefusedLine] = []
    replaced = []
    for line in lines:
        days = (line.first_day, line.last_day)
        there = _meeting(days, stored.get(line.key, ()))
        if there is not None and there != days:
            first, last = there
            sentence = COST_OVERLAPS(first_day=first.isoformat(), last_day=last.isoformat())
            refused.append(RefusedLine(line.line, "", sentence))
            continue
        priced = _price(line, line.currency or default_currency, own, rates)
        if isinstance(priced, RefusedLine):
            refused.append(priced)
            continue
        if there is not None:
            replaced.append((line.key, there))
        taken.append(priced)
    return Batch(taken, refused, replaced)


def _meeting(days: Days, stored: Sequence[Days]) -> Days | None:
    """Of ``stored``, the last that begins before ``days`` end, if it reaches into them."""
    place = bisect_right(stored, days[1], key=lambda one: one[0])
    found = stored[place - 1] if place else None
    return found if found is not None and found[1] >= days[0] else None


def _price(line: CostLine, currency: str, own: Own, rates: RateHistory) -> PricedLine | RefusedLine:
    """By the rate in force at the end of the last day."""
    if currency == own.currency:
        return PricedLine(line, currency, line.amount_minor)
    at = local_moment(datetime.combine(line.last_day, END_OF_DAY), own.zone)
    rate = rates.find(currency, at)
    if rate is None:
        sentence = COST_WITHOUT_RATE(currency=currency, own=own.currency, day=line.last_day.isoformat())
        return RefusedLine(line.line, "", sentence)
    return PricedLine(line, currency, round_half_up(Decimal(line.amount_minor) / rate))
