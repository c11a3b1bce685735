"""The same figures computed independently: plain Python over Postgres's tables, slow and obvious.

It shares no code with the service. Local dates are computed directly: convert each start to the company's
wall clock and compare year and month.
"""

import json
import math
import statistics
from collections import Counter, defaultdict
from collections.abc import Callable
from datetime import UTC, date, datetime, time, timedelta
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from functools import cache, partial
from typing import Any, Protocol
from uuid import UUID
from zoneinfo import ZoneInfo

import psycopg
from psycopg.rows import dict_row

Row = dict[str, Any]
QUARTER = timedelta(minutes=15)


class Wanted(Protocol):
    """Local days, and which sessions of them."""

    @property
    def first(self) -> date: ...

    @property
    def last(self) -> date: ...

    def __call__(self, session: Row, day: date) -> bool: ...


@cache
def days_begin(zone: str, year: int) -> dict[date, datetime]:
    """The first quarter of an hour of each day of the year by local time."""
    begins: dict[date, datetime] = {}
    moment = datetime(year, 1, 1, tzinfo=UTC) - timedelta(days=2)
    while moment.year <= year or moment.timetuple().tm_yday < 3:
        begins.setdefault(moment.astimezone(ZoneInfo(zone)).date(), moment)
        moment += QUARTER
    return begins


def percent(part: int, whole: int) -> float:
    if whole == 0:
        return 0.0
    return float((Decimal(part) * 100 / Decimal(whole)).quantize(Decimal("0.1"), ROUND_HALF_UP))


def _is_among(value: str, found: str) -> bool:
    return value in found.split(",")


def _is_within(low: Decimal, end: Decimal, found: str) -> bool:
    return low <= Decimal(found) < end


# What is stored of a text or contact.
WRITTEN = {"text": ("short", "medium", "long", "skipped"), "contact": ("given", "skipped")}


def bars(question: Row, given: list[str]) -> list[tuple[str, str, Callable[[str], bool]]]:
    """The value and text of each bar of a question, and which answers are in it."""
    if codes := WRITTEN.get(question.get("kind", "")):
        return [(code, code.title(), partial(_is_among, code)) for code in codes]
    if question.get("kind") != "number":
        return [
            (option["value"], option["label"], partial(_is_among, option["value"]))
            for option in question["options"]
        ]
    # In the smallest round unit.
    unit = 10 ** question["decimals"]
    least, greatest = (int(each(map(Decimal, given)) * unit) for each in (min, max))
    width = next(
        factor * 10**power
        for power in range(9)
        for factor in (1, 2, 5)
        if greatest // (factor * 10**power) - least // (factor * 10**power) <= 9
    )
    result: list[tuple[str, str, Callable[[str], bool]]] = []
    for low in range(least // width * width, greatest + 1, width):
        ends = list(dict.fromkeys(f"{edge / unit:g}" for edge in (low, low + width - 1)))
        result.append(
            (
                "..".join(ends),
                "–".join(ends) + f" {question['unit']}",
                partial(_is_within, low / Decimal(unit), (low + width) / Decimal(unit)),
            )
        )
    return result


class SlowFigures:
    """All data of one tenant, loaded once."""

    def __init__(self, url: str, tenant_id: UUID) -> None:
        with psycopg.connect(url, row_factory=dict_row) as conn:

            def load(table: str) -> list[Row]:
                return conn.execute(
                    f"select * from {table} where tenant_id = %s".encode(), [tenant_id]
                ).fetchall()

            settings = load("tenant_settings")[0]
            self.zone = str(settings["timezone"])
            self._currency = settings["currency"]
            self._sessions = load("quiz_sessions")
            self._answers = load("quiz_answers")
            self._views = load("quiz_question_views")
            self._bookings = load("bookings")
            self._definitions = load("quiz_definitions")
        self.sessions: dict[str, Row] = {}

    def choose(self, wanted: Wanted) -> None:
        """Only sessions that ``wanted`` accepts, given the session and the local date of its start."""
        given: dict[str, dict[str, str]] = defaultdict(dict)
        for answer in self._answers:
            if answer["is_counted"]:
                given[answer["session_id"]][answer["question_id"]] = answer["value"]
        self._first, self._last = wanted.first, wanted.last
        self.sessions = {
            session["session_id"]: session
            for session in ({**one, "answers": given[one["session_id"]]} for one in self._sessions)
            if wanted(session, session["started_at"].astimezone(ZoneInfo(self.zone)).date())
        }

    def converted(self) -> set[str]:
        sessions = self.sessions
        return {
            booking["attributed_session_id"]
            for booking in self._bookings
            if booking["attributed_session_id"] in sessions and booking["status"] != "cancelled"
        }

    def last_conversion(self) -> datetime | None:
        moments = [
            row["updated_at"] for row in self._bookings if row["attributed_session_id"] in self.sessions
        ]
        return max(moments, default=None)

    def overview(self) -> Row:
        sessions = self.sessions
        completed = sum(session["completed_at"] is not None for session in sessions.values())
        converted = len(self.converted())
        return {
            "totalSessions": len(sessions),
            "completedSessions": completed,
            "completionRate": percent(completed, len(sessions)),
            "conversionCount": converted,
            "conversionRate": percent(converted, len(sessions)),
        }

    def answers(self) -> list[Row]:
        sessions = self.sessions
        converted = self.converted()
        given: dict[str, dict[str, str]] = defaultdict(dict)
        for answer in self._answers:
            if answer["session_id"] in sessions and answer["is_counted"]:
                given[answer["question_id"]][answer["session_id"]] = answer["value"]
        result = []
        for question in self._questions():
            answered = given.get(question["id"], {})
            if not answered:
                continue
            kind = question.get("kind", "choice")
            total = len(answered)
            booked = sum(session_id in converted for session_id in answered)
            rows = []
            for value, text, belongs in bars(question, list(answered.values())):
                ids = [session_id for session_id, found in answered.items() if belongs(found)]
                if not ids:
                    continue
                bookings = sum(session_id in converted for session_id in ids)
                rows.append(
                    {
                        "text": text,
                        "value": value,
                        "count": len(ids),
                        "percentage": percent(len(ids), total),
                        "conversions": bookings,
                        "conversionRate": percent(bookings, len(ids)),
                        **interval(bookings, len(ids)),
                        "lift": (bookings / len(ids) / (booked / total) - 1) * 100 if booked else None,
                    }
                )
            if kind in {"choice", "choices"}:
                rows.sort(key=lambda row: -row["count"])
            numbers = [Decimal(value) for value in answered.values()] if kind in {"scale", "number"} else []
            result.append(
                {
                    "questionId": question["id"],
                    "questionText": question["text"],
                    "totalResponses": total,
                    "totalConversions": booked,
                    "questionConversionRate": percent(booked, total),
                    "kind": kind,
                    "givenShare": percent(sum(code != "skipped" for code in answered.values()), total)
                    if kind in {"text", "contact"}
                    else None,
                    "mean": float(round(statistics.mean(numbers), 2)) if numbers else None,
                    "median": float(round(statistics.median(numbers), 2)) if numbers else None,
                    "answers": rows,
                }
            )
        judge(result)
        return result

    def funnel(self) -> list[Row]:
        sessions = self.sessions
        viewed = {(row["session_id"], row["question_id"]): row["viewed_at"] for row in self._views}
        answered = {
            (row["session_id"], row["question_id"]): row["answered_at"]
            for row in self._answers
            if row["is_counted"]
        }
        reached: dict[str, list[tuple[datetime, str]]] = defaultdict(list)
        for session_id, question_id in viewed.keys() | answered.keys():
            if session_id in sessions:
                pair = (session_id, question_id)
                reached[session_id].append((viewed.get(pair) or answered[pair], question_id))
        seen, done, dropped = Counter[str](), Counter[str](), Counter[str]()
        times: dict[str, list[float]] = defaultdict(list)
        for session_id, steps in reached.items():
            for _, question_id in steps:
                pair = (session_id, question_id)
                seen[question_id] += 1
                done[question_id] += pair in answered
                if pair in answered and pair in viewed and answered[pair] >= viewed[pair]:
                    taken = Decimal((answered[pair] - viewed[pair]) // timedelta(microseconds=1)) / 10**6
                    # Times are rounded as displayed.
                    times[question_id].append(float(taken.quantize(Decimal("0.1"), ROUND_HALF_UP)))
            if sessions[session_id]["completed_at"] is None:
                dropped[max(steps)[1]] += 1
        skipped = Counter[str]()
        orders = {row["version"]: questions_of(row) for row in self._definitions}
        for session_id, session in sessions.items():
            order = orders.get(session["quiz_version"], [])
            saw = {question_id for _, question_id in reached[session_id]}
            end = len(order)
            if session["completed_at"] is None:
                last = max(reached[session_id])[1] if saw else None
                end = order.index(last) if last in order else 0
            skipped.update(question_id for question_id in order[:end] if question_id not in saw)
        return [
            {
                "questionId": question["id"],
                "questionText": question["text"],
                "seen": seen[question["id"]],
                "answered": done[question["id"]],
                "answerRate": percent(done[question["id"]], seen[question["id"]]),
                "dropped": dropped[question["id"]],
                "dropRate": percent(dropped[question["id"]], seen[question["id"]]),
                "stillAnswering": 0,
                "skipped": skipped[question["id"]],
                "medianSeconds": statistics.median(times[question["id"]]) if times[question["id"]] else None,
            }
            for question in self._questions()
            if seen[question["id"]]
        ]

    def campaigns(self) -> list[Row]:
        sessions = self.sessions
        converted = self.converted()
        groups: dict[tuple[str, ...], list[Row]] = defaultdict(list)
        spelled: dict[tuple[str, ...], Counter[tuple[str, ...]]] = defaultdict(Counter)
        for session in sessions.values():
            names = [(session[name] or "").strip() for name in ("utm_source", "utm_medium", "utm_campaign")]
            key = tuple(name.lower() for name in names)
            groups[key].append(session)
            spelled[key][tuple(names)] += 1
        # With its most frequent spelling.
        labels = {
            key: min((-count, spelling) for spelling, count in names.items())[1]
            for key, names in spelled.items()
        }
        result = []
        for members, key in sorted(
            ((members, labels[key]) for key, members in groups.items()),
            key=lambda each: (-len(each[0]), each[1]),
        ):
            ids = {session["session_id"] for session in members}
            completed = sum(session["completed_at"] is not None for session in members)
            value = self._booked_minor(ids)
            result.append(
                {
                    "source": key[0],
                    "medium": key[1],
                    "campaign": key[2],
                    "totalSessions": len(ids),
                    "completedSessions": completed,
                    "completionRate": percent(completed, len(ids)),
                    "conversionCount": len(ids & converted),
                    "conversionRate": percent(len(ids & converted), len(ids)),
                    "bookedValue": value / 100,
                }
            )
        return result

    def timeline(self, unit: str) -> list[Row]:
        """Assigns each quarter of an hour by local time and calendar."""
        zone = ZoneInfo(self.zone)
        converted = self.converted()

        def named(moment: datetime) -> tuple[Any, ...]:
            wall = moment.astimezone(zone)
            if unit == "hour":
                return (wall.date(), wall.hour, wall.utcoffset())
            if unit == "month":
                return (wall.year, wall.month)
            return tuple(wall.isocalendar())[:2] if unit == "week" else (wall.date(),)

        until = datetime.combine(self._last + timedelta(days=1), time(), zone).astimezone(UTC)
        moment = datetime.combine(self._first, time(), zone).astimezone(UTC)
        moments = [moment + place * QUARTER for place in range((until - moment) // QUARTER)]
        if unit != "hour":
            days = [
                self._first + timedelta(days=place) for place in range((self._last - self._first).days + 1)
            ]
            moments = [days_begin(self.zone, day.year)[day] for day in days]
        buckets: dict[tuple[Any, ...], Row] = {}
        last: Row = {}
        for moment in moments:
            if (name := named(moment)) not in buckets:
                start = moment.astimezone(zone).isoformat()
                last |= {"end": start}
                last = buckets[name] = {"start": start, "end": ""} | dict.fromkeys(
                    ("totalSessions", "completedSessions", "conversionCount", "bookings"), 0
                )
                last["bookedValue"] = 0
        last["end"] = until.astimezone(zone).isoformat()
        for session_id, session in self.sessions.items():
            bucket = buckets[named(session["started_at"])]
            bucket["totalSessions"] += 1
            bucket["completedSessions"] += session["completed_at"] is not None
            bucket["conversionCount"] += session_id in converted
            bucket["bookings"] += sum(
                booking["attributed_session_id"] == session_id and booking["status"] != "cancelled"
                for booking in self._bookings
            )
            bucket["bookedValue"] += self._booked_minor({session_id})
        for bucket in buckets.values():
            bucket["bookedValue"] /= 100
        return list(buckets.values())

    def weekhours(self) -> list[Row]:
        converted = self.converted()
        cells = Counter[tuple[int, int]]()
        booked = Counter[tuple[int, int]]()
        for session_id, session in self.sessions.items():
            wall = session["started_at"].astimezone(ZoneInfo(self.zone))
            cells[wall.isoweekday(), wall.hour] += 1
            booked[wall.isoweekday(), wall.hour] += session_id in converted
        return [
            {
                "weekday": day,
                "hour": hour,
                "totalSessions": cells[day, hour],
                "conversionCount": booked[day, hour],
            }
            for day in range(1, 8)
            for hour in range(24)
        ]

    def _booked_minor(self, ids: set[str]) -> int:
        return sum(
            (booking["cancellation_fee_minor"] or 0)
            if booking["status"] == "cancelled"
            else booking["total_minor"]
            for booking in self._bookings
            if booking["attributed_session_id"] in ids and booking["currency"] == self._currency
        )

    def _questions(self) -> list[Row]:
        return questions_in(next(row for row in self._definitions if row["is_current"]))


def questions_in(row: Row) -> list[Row]:
    """Of a row of quiz_definitions."""
    definition = row["definition"]
    return list((json.loads(definition) if isinstance(definition, str) else definition)["questions"])


def questions_of(row: Row) -> list[str]:
    return [question["id"] for question in questions_in(row)]


def interval(part: int, whole: int) -> Row:
    """Wilson's interval by its definition: the rates p0 for which part/whole is within 1.96 deviations."""
    z = 1.959963984540054
    # (part/whole - p)^2 = z^2 p (1 - p) / whole, a quadratic in p.
    a, b, c = whole + z * z, -(2 * part + z * z), part * part / whole
    root = math.sqrt(max(0.0, b * b - 4 * a * c))
    low, high = max(0.0, (-b - root) / (2 * a)), min(1.0, (-b + root) / (2 * a))
    return {"low": low * 100, "high": high * 100}


def judge(questions: list[Row]) -> None:
    """Add the verdicts: exact fractions over all distributions of a question's bookings, then Holm."""
    waiting = []
    for question in questions:
        total, converted = question["totalResponses"], question["totalConversions"]
        for row in question["answers"]:
            share = Fraction(row["count"], total)
            cells = [part * kind for part in (share, 1 - share) for kind in (converted, total - converted)]
            row["significant"], row["evidence"] = False, "too_few"
            if min(cells) >= 5:
                row["evidence"] = "chance"
                chance = two_sided(row["conversions"], row["count"], converted, total)
                more = Fraction(row["conversions"], row["count"]) > Fraction(converted, total)
                waiting.append((chance, "above" if more else "below", row))
    while waiting:
        surest = min(waiting, key=lambda case: case[0])
        chance, verdict, row = surest
        if chance * len(waiting) >= Fraction(1, 20):
            return
        row["significant"], row["evidence"] = True, verdict
        waiting = [case for case in waiting if case is not surest]


def two_sided(hits: int, drawn: int, converted: int, sessions: int) -> Fraction:
    """Twice the smaller tail of the hypergeometric distribution, in integers."""

    def ways(found: int) -> int:
        return math.comb(converted, found) * math.comb(sessions - converted, drawn - found)

    least, most = max(0, drawn - (sessions - converted)), min(drawn, converted)
    lower, upper = sum(map(ways, range(least, hits + 1))), sum(map(ways, range(hits, most + 1)))
    return min(Fraction(1), Fraction(2 * min(lower, upper), math.comb(sessions, drawn)))
