"""What rules are judged on: counts of the analytics service, and what campaigns cost."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

import orjson

from abano.analytics.ad_costs.service import CampaignCosts
from abano.analytics.alert_rules.course import Opened, history
from abano.analytics.alert_rules.missing import DAYS as MISSING_DAYS
from abano.analytics.alert_rules.missing import HOUR, judge_missing
from abano.analytics.alert_rules.missing import LEVEL as MISSING_LEVEL
from abano.analytics.alert_rules.rules import (
    BASE_DAYS,
    CHANGES,
    MAX_PARTS,
    OF_COSTS,
    Day,
    Question,
    Verdict,
    corrected,
    judge,
    judge_parts,
)
from abano.analytics.email_reports.figures import figure_query
from abano.analytics.figures.client import AnalyticsClient, ResolvedQuery
from abano.analytics.figures.query import instants
from abano.core.money import MINOR_UNITS
from abano.tenancy.directory.tenant import Tenant
from abano_shared.contract.figures import instant_text
from abano_shared.contract.series import SeriesPart, SeriesResponse, SeriesUnit, Split

WHOLE = ""


@dataclass(frozen=True, slots=True)
class Asked:
    """What a rule asks, of which sessions, and for which parts of them."""

    question: Question
    query: str
    split: Split

    @property
    def is_missing(self) -> bool:
        return self.question.condition == "missing"

    @property
    def days(self) -> int:
        """How many last days a verdict needs."""
        if self.is_missing:
            return MISSING_DAYS + (self.question.hours + 23) // 24 + 1
        return self.question.window + BASE_DAYS if self.split else self.question.days


@dataclass(frozen=True, slots=True)
class Figures:
    """Of days, or of hours for missing data; by part, or of WHOLE. All end where the period ends.

    ``through``: until when everything is counted.
    """

    names: Mapping[str, str]
    days: Mapping[str, list[Day]]
    hours: Mapping[str, list[int]]
    through: datetime

    def judge_day(self, asked: Asked, back: int = 0) -> dict[str, Verdict]:
        """The verdicts on the days that end ``back`` days before the last one."""
        question = asked.question
        given = {
            key: each[len(each) - back - asked.days : len(each) - back] for key, each in self.days.items()
        }
        if asked.split:
            return judge_parts(question, given)
        return {WHOLE: judge(question, given.get(WHOLE, []))}

    def judge_hour(self, asked: Asked, until: datetime, zone: ZoneInfo, back: int = 0) -> dict[str, Verdict]:
        """The verdicts on the hours up to ``until``, ``back`` hours before the end."""
        hours = asked.question.hours
        verdicts = {
            key: judge_missing(hours, each[: len(each) - back] if back else each, until, zone)
            for key, each in list(self.hours.items())[:MAX_PARTS]
        }
        return corrected(verdicts, MISSING_LEVEL)


def past(
    figures: Figures, asked: Asked, last: date, until: datetime, zone: ZoneInfo, days: int
) -> list[Opened]:
    """When the rule would have fired in the last ``days`` days. Blocks for up to a second."""
    if asked.is_missing:
        looks = (
            ((until - back * HOUR).astimezone(zone).date(), back) for back in range(24 * days - 1, -1, -1)
        )
        return history(
            ((day, figures.judge_hour(asked, until - back * HOUR, zone, back)) for day, back in looks),
            is_missing=True,
        )
    return history(
        ((last - timedelta(days=back), figures.judge_day(asked, back)) for back in range(days - 1, -1, -1)),
        is_missing=False,
    )


class Reader:
    """Reads one company's figures from the analytics service and its costs from the database."""

    def __init__(self, client: AnalyticsClient, costs: CampaignCosts, tenant: Tenant) -> None:
        self._client = client
        self._costs = costs
        self._tenant = tenant

    async def read_days(self, asked: Asked, last: date, days: int) -> Figures:
        """Of the ``days`` days up to ``last``. Raises AnalyticsAway."""
        first = last - timedelta(days=days - 1)
        period = instants(first, last, self._tenant.zone)
        metric = asked.question.metric
        counted = "visits" if metric == "visits" else "sessions"
        found = await self._ask(asked, period, "day", counted)
        costs: Mapping[str, list[float | None]] = (
            await self._daily_costs(asked, (first, last)) if metric in OF_COSTS else {WHOLE: [0.0] * days}
        )
        is_soon = asked.question.condition in CHANGES
        by_key = {part.key: part for part in found.parts}
        # What costs something without a session is a part, too.
        keys = [key for key in dict.fromkeys([*by_key, *costs]) if key] if asked.split else [WHOLE]
        nothing: list[float | None] = [None if None in costs.get(WHOLE, []) else 0.0] * days
        return Figures(
            {key: by_key[key].name if key in by_key else key for key in keys},
            {
                key: _days(
                    by_key.get(key), costs.get(key, nothing), is_soon=is_soon, is_visits=counted == "visits"
                )
                for key in keys
            },
            {},
            found.data_through,
        )

    async def read_hours(self, asked: Asked, until: datetime, days: int) -> Figures:
        """Of the hours of the ``days`` days before ``until``. Raises AnalyticsAway."""
        since = until - timedelta(days=days)
        counted = asked.question.metric
        found = await self._ask(asked, (since, until), "hour", counted)
        hours = {part.key: _hours(part, 24 * days) for part in found.parts if part.key or not asked.split}
        if not asked.split:
            hours.setdefault(WHOLE, [0] * (24 * days))
        return Figures({part.key: part.name for part in found.parts}, {}, hours, found.data_through)

    async def _ask(
        self, asked: Asked, period: tuple[datetime, datetime], unit: SeriesUnit, counted: str
    ) -> SeriesResponse:
        since, until = (instant_text(each) for each in period)
        query: ResolvedQuery = (
            ("since", since),
            ("until", until),
            ("counted", counted),
            ("unit", unit),
            ("split", asked.split),
            *figure_query(asked.query).given(),
        )
        return await asyncio.to_thread(_read, await self._client.series(self._tenant.id, query))

    async def _daily_costs(self, asked: Asked, days: tuple[date, date]) -> dict[str, list[float | None]]:
        """By part; WHOLE without a split, and None where a filter applies that costs can't be split by."""
        found = await self._costs.find_daily_parts(
            self._tenant, days, figure_query(asked.query).given(), asked.split
        )
        count = (days[1] - days[0]).days + 1
        if found is None:
            return {WHOLE: [None] * count}
        each_day = [days[0] + timedelta(days=number) for number in range(count)]
        costs: dict[str, list[float | None]] = {
            key: [of_day.get(day, 0) / MINOR_UNITS for day in each_day] for key, of_day in found.items()
        }
        return costs if asked.split else {WHOLE: costs.get(WHOLE, [0.0] * count)}


def _read(body: bytes) -> SeriesResponse:
    return SeriesResponse.model_validate(orjson.loads(body))


def _days(part: SeriesPart | None, costs: list[float | None], *, is_soon: bool, is_visits: bool) -> list[Day]:
    """``is_soon``: only what became of sessions within their first hours."""
    days = [Day(cost=cost) for cost in costs]
    for number, count, completed, completed_soon, booked, booked_soon, minor in part.buckets if part else ():
        if number >= len(days):
            continue
        if is_visits:
            days[number] = Day(visits=count, cost=costs[number])
            continue
        days[number] = Day(
            count,
            completed_soon if is_soon else completed,
            booked_soon if is_soon else booked,
            minor / MINOR_UNITS,
            costs[number],
        )
    return days


def _hours(part: SeriesPart, count: int) -> list[int]:
    hours = [0] * count
    for number, arrived, *_ in part.buckets:
        if number < count:
            hours[number] = arrived
    return hours
