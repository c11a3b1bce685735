"""The chain from ad click to kept booking, by campaign and in total. Pure."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from abano.analytics.ad_costs.rules import CostTotal
from abano.core.money import MINOR_UNITS

Row = dict[str, Any]
_Key = tuple[str, str]


@dataclass(slots=True)
class _Campaign:
    """Amounts in minor units. None: not known."""

    source: str
    campaign: str
    clicks: int | None = None
    visits: int | None = None
    sessions: int = 0
    bookings: float = 0
    bookings_minor: int = 0
    kept: float = 0
    kept_minor: int = 0
    cost_minor: int | None = None

    @property
    def is_advertised(self) -> bool:
        return bool(self.clicks or self.visits or self.cost_minor)


def chain_of(content: Mapping[str, Any], costs: Sequence[CostTotal] | None) -> Row:
    """``content``: the figure of money as analytics answers it. ``costs``: None where filters hide them."""
    has_visits = not content["unapplied"]
    campaigns = [one for one in _campaigns(content, costs or (), has_visits) if one.is_advertised]
    campaigns.sort(key=lambda one: (-(one.cost_minor or 0), -(one.clicks or 0), one.source, one.campaign))
    return {
        "hasVisits": has_visits,
        "total": _total(campaigns) if campaigns else None,
        "campaigns": [{"source": one.source, "campaign": one.campaign, **_figures(one)} for one in campaigns],
    }


def _campaigns(
    content: Mapping[str, Any], costs: Sequence[CostTotal], has_visits: bool
) -> Iterable[_Campaign]:
    found: dict[_Key, _Campaign] = {}
    for row in content["campaigns"]:
        kept_minor = _minor(row["drivenValue"]) + _minor(row["aheadValue"])
        found[row["sourceKey"], row["campaignKey"]] = _Campaign(
            row["source"],
            row["campaign"],
            sessions=row["totalSessions"],
            bookings=row["bookings"] + row["cancelledBookings"],
            bookings_minor=kept_minor + _minor(row["cancelledValue"]),
            # A no-show is a cancelled booking, too.
            kept=row["bookings"],
            kept_minor=kept_minor,
        )
    for row in content["adVisits"] if has_visits else ():
        key = (row["sourceKey"], row["campaignKey"])
        found.setdefault(key, _Campaign(row["source"], row["campaign"])).visits = row["visits"]
    for cost in costs:
        one = found.setdefault((cost.source, cost.key), _Campaign(cost.source, cost.campaign))
        one.clicks, one.cost_minor = cost.clicks, cost.base_minor
    for one in found.values():
        if has_visits and one.visits is None:
            one.visits = 0
        yield one


def _total(campaigns: Sequence[_Campaign]) -> Row:
    """Sums. What is divided by costs or clicks is of the campaigns that have them."""
    figures = _figures(_sum(campaigns))
    priced = _figures(_sum([one for one in campaigns if one.cost_minor is not None]))
    clicked = _sum([one for one in campaigns if one.clicks is not None])
    per_step = {name: value for name, value in priced.items() if name.startswith("costPer")}
    clicked_and_priced = _sum(
        [one for one in campaigns if one.clicks is not None and one.cost_minor is not None]
    )
    return {
        **figures,
        **per_step,
        "costPerClick": _cost_per(clicked_and_priced.cost_minor, clicked_and_priced.clicks),
        "visitRate": _rate(clicked.visits, clicked.clicks),
        "clickedVisits": clicked.visits if clicked.clicks is not None else None,
    }


def _sum(campaigns: Sequence[_Campaign]) -> _Campaign:
    return _Campaign(
        "",
        "",
        clicks=_known(one.clicks for one in campaigns),
        visits=_known(one.visits for one in campaigns),
        sessions=sum(one.sessions for one in campaigns),
        bookings=sum(one.bookings for one in campaigns),
        bookings_minor=sum(one.bookings_minor for one in campaigns),
        kept=sum(one.kept for one in campaigns),
        kept_minor=sum(one.kept_minor for one in campaigns),
        cost_minor=_known(one.cost_minor for one in campaigns),
    )


def _known(values: Iterable[int | None]) -> int | None:
    known = [value for value in values if value is not None]
    return sum(known) if known else None


def _figures(one: _Campaign) -> Row:
    return {
        "clicks": one.clicks,
        "visits": one.visits,
        "sessions": one.sessions,
        # Linear attribution makes parts of bookings.
        "bookings": round(one.bookings, 2),
        "bookingsValue": one.bookings_minor / MINOR_UNITS,
        "keptBookings": round(one.kept, 2),
        "keptValue": one.kept_minor / MINOR_UNITS,
        "cost": None if one.cost_minor is None else one.cost_minor / MINOR_UNITS,
        "costPerClick": _cost_per(one.cost_minor, one.clicks),
        "costPerVisit": _cost_per(one.cost_minor, one.visits),
        "costPerSession": _cost_per(one.cost_minor, one.sessions),
        "costPerBooking": _cost_per(one.cost_minor, one.bookings),
        "costPerKept": _cost_per(one.cost_minor, one.kept),
        "visitRate": _rate(one.visits, one.clicks),
        "sessionRate": _rate(one.sessions, one.visits),
        "bookingRate": _rate(one.bookings, one.sessions),
        "keptRate": _rate(one.kept, one.bookings),
    }


def _cost_per(cost_minor: int | None, number: float | None) -> float | None:
    return round(cost_minor / MINOR_UNITS / number, 2) if cost_minor is not None and number else None


def _rate(part: float | None, whole: float | None) -> float | None:
    """Percent."""
    return round(100 * part / whole, 1) if part is not None and whole else None


def _minor(amount: float) -> int:
    return round(amount * MINOR_UNITS)
