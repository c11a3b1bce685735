"""When the events of an iCalendar file (RFC 5545) are busy. Pure. Files are untrusted: run in a limited process."""

from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from itertools import chain
from typing import Any, Literal
from zoneinfo import ZoneInfo

from dateutil.rrule import rrulestr
from icalendar import Calendar
from icalendar.prop import vRecur

from abano.core.expensive_work import expensive
from abano.fleet.reservations.rules import Interval, merge

MAX_EVENTS = 2_000
# Of repeated events: those that are counted, also outside of the window.
MAX_OCCURRENCES = 50_000
# Around today, in days.
DAYS_BEFORE, DAYS_AHEAD = 1, 365
# A repetition within a day is no rental, and can be without any end.
REPEATS = {"DAILY", "WEEKLY", "MONTHLY", "YEARLY"}
# Ours: two systems that import each other's calendar would block a vehicle for ever.
OWN_UID = "@abano"
_READ = ("DTSTART", "DTEND", "DURATION", "RRULE", "RDATE", "EXDATE", "RECURRENCE-ID")

FileProblem = Literal["not_calendar", "too_many_events", "too_complex"]


class UnreadableCalendar(ValueError):
    """Carries a ``FileProblem``."""

    def __init__(self, problem: FileProblem) -> None:
        self.problem: FileProblem = problem
        super().__init__(problem)


def window(today: date, zone: tzinfo) -> Interval:
    """The time whose events block a vehicle: the same all day, so that an unchanged file changes nothing."""
    return Interval(
        _midnight(today - timedelta(days=DAYS_BEFORE), zone),
        _midnight(today + timedelta(days=DAYS_AHEAD + 1), zone),
    )


@expensive
def read_busy(content: bytes, zone_name: str, today: date) -> list[Interval]:
    """Busy times of the file in the window around ``today``, merged. Days and floating times are of the zone.

    Raises UnreadableCalendar.
    """
    if content.upper().count(b"BEGIN:VEVENT") > MAX_EVENTS:
        raise UnreadableCalendar("too_many_events")
    zone = ZoneInfo(zone_name)
    try:
        # A byte order mark is no part of the first line.
        calendars = Calendar.from_ical(content.decode("utf-8-sig"), multiple=True)
        if not calendars or any(each.name != "VCALENDAR" for each in calendars):
            raise UnreadableCalendar("not_calendar")
        events = list(chain.from_iterable(each.walk("VEVENT") for each in calendars))
        return merge(_Reader(zone, window(today, zone)).read(events))
    except UnreadableCalendar:
        raise
    except Exception as error:
        # The parsers raise anything for a malformed value.
        raise UnreadableCalendar("not_calendar") from error


class _Reader:
    def __init__(self, zone: ZoneInfo, shown: Interval) -> None:
        self._zone = zone
        self._shown = shown
        self._left = MAX_OCCURRENCES

    def read(self, events: Sequence[Any]) -> Iterator[Interval]:
        """``RECURRENCE-ID`` names the one occurrence of a repeated event that an event replaces."""
        replaced = {
            (str(event.get("UID", "")), self._moment(event["RECURRENCE-ID"].dt))
            for event in events
            if "RECURRENCE-ID" in event
        }
        for event in events:
            if any(name in _READ for name, _ in event.errors):
                raise UnreadableCalendar("not_calendar")
            if not _is_ignored(event):
                yield from self._intervals(event, replaced)

    def _intervals(self, event: Any, replaced: set[tuple[str, datetime]]) -> Iterator[Interval]:
        start = event["DTSTART"].dt
        zone = self._zone_of(start)
        length = self._length(event, start)
        uid = str(event.get("UID", ""))
        is_single = "RECURRENCE-ID" in event
        for naive, own_length in self._occurrences(event, start, zone, is_single=is_single):
            begins = _aware(naive, zone)
            if not is_single and (uid, begins) in replaced:
                continue
            lasts = own_length or length
            # Days are counted on the calendar, other times by the clock.
            ends = begins + lasts if isinstance(start, datetime) else _aware(naive + lasts, zone)
            if ends > begins and ends > self._shown.starts_at and begins < self._shown.ends_at:
                yield Interval(begins, min(ends, self._shown.ends_at))

    def _length(self, event: Any, start: date | datetime) -> timedelta:
        is_day = not isinstance(start, datetime)
        if "DTEND" in event:
            end = event["DTEND"].dt
            if isinstance(end, datetime) == is_day:
                raise UnreadableCalendar("not_calendar")
            length: timedelta = end - start if is_day else self._moment(end) - self._moment(start)
        elif "DURATION" in event:
            length = event["DURATION"].dt
        else:
            length = timedelta()
        return max(length, timedelta(days=1)) if is_day else length

    def _occurrences(
        self, event: Any, start: date | datetime, zone: tzinfo, *, is_single: bool
    ) -> Iterator[tuple[datetime, timedelta | None]]:
        """Local times of starts, and the length of those that have their own."""
        first = _naive(start, zone)
        if is_single:
            yield first, None
            return
        left_out = [_naive(each, zone) for each in _dates(event, "EXDATE") if isinstance(each, datetime)]
        days_out = {each for each in _dates(event, "EXDATE") if not isinstance(each, datetime)}
        seen = set(left_out)
        last = _naive(self._shown.ends_at, zone)
        extra = (self._extra(each, zone) for each in _dates(event, "RDATE"))
        repeated = (
            (each, None)
            for rule in _listed(event.get("RRULE"))
            for each in self._repeat(rule, first, last, zone)
        )
        for naive, length in chain([(first, None)], extra, repeated):
            if naive not in seen and naive.date() not in days_out:
                seen.add(naive)
                yield naive, length

    def _repeat(self, rule: vRecur, first: datetime, last: datetime, zone: tzinfo) -> Iterator[datetime]:
        parts: Any = vRecur(rule)
        if parts.get("FREQ", [""])[0] not in REPEATS:
            raise UnreadableCalendar("too_complex")
        if until := parts.pop("UNTIL", None):
            end = until[0]
            is_moment = isinstance(end, datetime)
            last = min(last, _naive(end, zone) if is_moment else datetime.combine(end, time.max))
        for each in rrulestr(parts.to_ical().decode(), dtstart=first):
            self._left -= 1
            if self._left < 0:
                raise UnreadableCalendar("too_complex")
            if each > last:
                return
            yield each

    def _extra(self, value: Any, zone: tzinfo) -> tuple[datetime, timedelta | None]:
        """An RDATE: a start, or a period of a start and its end or length."""
        if not isinstance(value, tuple):
            return _naive(value, zone), None
        begins, until = value
        lasts = until if isinstance(until, timedelta) else self._moment(until) - self._moment(begins)
        return _naive(begins, zone), lasts

    def _zone_of(self, value: date | datetime) -> tzinfo:
        return (value.tzinfo if isinstance(value, datetime) else None) or self._zone

    def _moment(self, value: date | datetime) -> datetime:
        zone = self._zone_of(value)
        return _aware(_naive(value, zone), zone)


def _is_ignored(event: Any) -> bool:
    return (
        str(event.get("STATUS", "")).upper() == "CANCELLED"
        or str(event.get("TRANSP", "")).upper() == "TRANSPARENT"
        or str(event.get("UID", "")).endswith(OWN_UID)
    )


def _naive(value: date | datetime, zone: tzinfo) -> datetime:
    """The local time in ``zone``."""
    if not isinstance(value, datetime):
        return datetime.combine(value, time.min)
    return value.astimezone(zone).replace(tzinfo=None) if value.tzinfo else value


def _aware(naive: datetime, zone: tzinfo) -> datetime:
    return naive.replace(tzinfo=zone).astimezone(UTC)


def _midnight(day: date, zone: tzinfo) -> datetime:
    return _aware(datetime.combine(day, time.min), zone)


def _listed(value: Any) -> list[Any]:
    """A property that occurs never, once, or several times."""
    if value is None:
        return []
    return value if isinstance(value, list) else [value]


def _dates(event: Any, name: str) -> list[Any]:
    return [each.dt for values in _listed(event.get(name)) for each in values.dts]
