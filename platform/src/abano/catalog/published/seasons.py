"""Days with other rates, and the hours of a place: what a catalogue knows of time. Amounts are in minor units."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from uuid import UUID

from abano.catalog.published.document_fields import SeasonTexts


@dataclass(frozen=True, slots=True)
class Band:
    """The ``daily_rate`` (minor units) of rentals of ``min_days`` or more."""

    min_days: int
    daily_rate: int


@dataclass(frozen=True, slots=True)
class Season:
    """Days from ``starts`` to ``ends``, both included; with ``every_year`` without their year.

    A car with bands of its own here, by its id, has their rates; any other its normal rate and ``percent`` more.
    """

    code: str
    name: str
    starts: date
    ends: date
    every_year: bool
    percent: int = 0
    bands: Mapping[UUID, tuple[Band, ...]] = field(default_factory=dict)
    translations: Mapping[str, SeasonTexts] = field(default_factory=dict)

    def holds(self, day: date) -> bool:
        if not self.every_year:
            return self.starts <= day <= self.ends
        first, last, asked = ((each.month, each.day) for each in (self.starts, self.ends, day))
        # Over the turn of the year, where it ends in a later one than it starts in.
        if self.starts.year == self.ends.year:
            return first <= asked <= last
        return asked >= first or asked <= last

    def in_language(self, language: str) -> "Season":
        texts = self.translations.get(language)
        return self if texts is None else replace(self, name=texts.name or self.name)


@dataclass(frozen=True, slots=True)
class PriceRules:
    """Percents of a day's rate, negative for less; 0 is no rule. Weekdays by ISO: Monday is 1."""

    weekend_days: frozenset[int] = frozenset()
    weekend_percent: int = 0
    # Of rentals whose pickup is within so many days of the booking.
    last_minute_days: int = 0
    last_minute_percent: int = 0


@dataclass(frozen=True, slots=True)
class Opening:
    """Hours of one weekday (Monday is 1), as "09:00"; ``closes`` may be "24:00"."""

    weekday: int
    opens: str
    closes: str


def is_open(hours: Sequence[Opening], moment: datetime) -> bool:
    """Whether a place is open at a local time, its closing time included. Without hours it always is."""
    clock = moment.strftime("%H:%M")
    return not hours or any(
        each.weekday == moment.isoweekday() and each.opens <= clock <= each.closes for each in hours
    )
