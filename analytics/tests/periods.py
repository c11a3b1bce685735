"""Periods in public parameters, resolved by the platform."""

from datetime import UTC, date, datetime
from typing import Any
from zoneinfo import ZoneInfo

from abano.analytics.figures.query import FigureQuery as PlatformQuery
from abano_analytics.figures.query import UNFILTERED, FigureQuery, Filters
from abano_shared.contract.figures import instant_text

TBILISI = "Asia/Tbilisi"
TODAY = date(2026, 6, 10)


def resolved(asked: dict[str, Any], zone: str = TBILISI) -> dict[str, Any]:
    """The internal API's parameters for those of the public one."""
    pairs = PlatformQuery.model_validate(asked).resolved(ZoneInfo(zone), TODAY)
    answers = [value for name, value in pairs if name == "answer"]
    return dict(pairs) | ({"answer": answers} if answers else {})


def query_of(asked: dict[str, Any], zone: str = TBILISI, filters: Filters = UNFILTERED) -> FigureQuery:
    """The same, parsed by the service."""
    period = resolved(asked, zone)
    since, until = (_moment(period[edge]) for edge in ("since", "until"))
    return FigureQuery(since, until, filters)


def month(year: int, number: int, zone: str = TBILISI, filters: Filters = UNFILTERED) -> FigureQuery:
    return query_of({"year": year, "month": number}, zone, filters)


def whole_year(year: int, zone: str = TBILISI, filters: Filters = UNFILTERED) -> FigureQuery:
    return query_of({"year": year}, zone, filters)


def days(first: date, last: date, zone: str = TBILISI, filters: Filters = UNFILTERED) -> FigureQuery:
    return query_of({"from": str(first), "to": str(last)}, zone, filters)


def parameters(query: FigureQuery) -> dict[str, str | list[str]]:
    """The internal API's parameters for ``query``."""
    given: dict[str, str | list[str]] = {
        "since": instant_text(query.since),
        "until": instant_text(query.until),
    }
    given |= {name: value for name, value in query.filters.given() if name != "answer"}
    return given | ({"answer": list(query.filters.answers)} if query.filters.answers else {})


def _moment(text: str) -> datetime:
    return datetime.fromisoformat(text).astimezone(UTC)
