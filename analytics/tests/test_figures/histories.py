"""Random histories of visitors who answer, change their answers, book late and cancel, and random queries."""

import json
import random
from calendar import monthrange
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Any, get_args
from uuid import UUID
from zoneinfo import ZoneInfo

from conftest import Source, Traits
from periods import days

from abano_analytics.figures.query import UNFILTERED, FigureQuery, Filters
from abano_shared.contract.filters import NONE, Device

QUESTIONS = {
    "q1": ["leisure", "business", "family"],
    "q4": ["solo", "couple", "group"],
    "q9": ["hotel", "camping"],
    "q14": ["private", "shared"],
    "q15": ["absolutely", "no"],
    # Several answers, points and numbers.
    "q16": ["seat", "wifi", "chains", "seat,wifi", "seat,chains", "seat,wifi,chains"],
    "q17": ["1", "2", "3", "4", "5"],
    "q18": ["0", "0.5", "3", "12", "12.25", "70", "199.5"],
    # Of what visitors write, whether they did and how much.
    "q19": ["short", "medium", "long", "skipped"],
    "q20": ["given", "skipped"],
}
KINDS: dict[str, dict[str, Any]] = {
    "q16": {"kind": "choices"},
    "q17": {"kind": "scale"},
    "q18": {"kind": "number", "minimum": 0, "maximum": 200, "decimals": 2, "unit": "km"},
    "q19": {"kind": "text", "options": []},
    "q20": {"kind": "contact", "options": []},
}
# What sessions are filtered by, where that is not one of the values.
FILTERED = {"q16": ["seat", "wifi", "chains"], "q18": ["3", "0..9.99", "12.25..70", "150..199.5"]}
UTMS = [
    ("google", "cpc", "spring"), ("google", "cpc", "autumn"), ("bing", "cpc", "spring"), ("", None, ""),
    ("Google", "cpc", "Spring "), ("google", "CPC", "SPRING"),
]  # fmt: skip
VERSIONS = ["v1", "v2"]
TERMS = ["suv", "cheap"]
VISITORS = {None: "(none)", True: "returning", False: "new"}
# Time zones with clock changes, on both hemispheres, at midnight, and by half hours.
ZONES = ["Asia/Tbilisi", "Europe/Vienna", "America/Santiago", "Australia/Lord_Howe", "Pacific/Kiritimati"]
THESE_DAYS = timedelta(days=2)
CLOCK_CHANGES = [
    datetime(2026, 3, 29, 1, tzinfo=UTC),
    datetime(2026, 10, 25, 1, tzinfo=UTC),
    datetime(2026, 4, 5, 3, tzinfo=UTC),
    datetime(2026, 9, 6, 4, tzinfo=UTC),
]


@dataclass(frozen=True)
class Asked:
    """Days and filters with their expected sessions."""

    first: date
    last: date
    filters: Filters = UNFILTERED

    def __call__(self, session: dict[str, Any], day: date) -> bool:
        filters = self.filters
        pairs = [
            (filters.utm_source, (session["utm_source"] or "(none)").lower()),
            (filters.utm_campaign, (session["utm_campaign"] or "(none)").strip().lower()),
            (filters.quiz_version, session["quiz_version"]),
            (filters.device, session["device"]),
            (filters.utm_medium, (session["utm_medium"] or "(none)").lower()),
            (filters.utm_term, session["utm_term"] or "(none)"),
            (filters.utm_content, session["utm_content"] or "(none)"),
            (filters.landing_page, session["entry_path"] or "(none)"),
            (filters.language, session["language"] or "(none)"),
            (filters.country, session["country"] or "(none)"),
            (filters.visitor, VISITORS[session["is_returning"]]),
        ]
        answers = (
            (value, session["answers"].get(question, NONE)) for question, value in filters.answer_pairs
        )
        return (
            self.first <= day <= self.last
            and all(wanted is None or matches(wanted, found) for wanted, found in pairs)
            and all(is_answer(wanted, found) for wanted, found in answers)
        )

    def query(self, zone: str) -> FigureQuery:
        return days(self.first, self.last, zone, self.filters)


def is_answer(wanted: str, found: str) -> bool:
    low, dots, high = wanted.partition("..")
    if dots:
        return found != NONE and float(low) <= float(found) <= float(high)
    return wanted in found.split(",")


def matches(wanted: str, found: str) -> bool:
    operator, colon, rest = wanted.partition(":")
    match operator if colon else "":
        case "is":
            return found in rest.split("|")
        case "not":
            return found not in rest.split("|")
        case "contains":
            return found != NONE and any(part in found.lower() for part in rest.split("|"))
        case "lacks":
            return found == NONE or not any(part in found.lower() for part in rest.split("|"))
        case _:
            return wanted == found


def a_month(year: int, month: int, filters: Filters = UNFILTERED) -> Asked:
    return Asked(date(year, month, 1), date(year, month, monthrange(year, month)[1]), filters)


def a_year(year: int, filters: Filters = UNFILTERED) -> Asked:
    return Asked(date(year, 1, 1), date(year, 12, 31), filters)


def any_filters(dice: random.Random) -> Filters:
    def maybe(values: list[str]) -> str | None:
        return with_operator(dice, values) if dice.random() < 0.4 else None

    return Filters(
        utm_source=maybe(["google", "bing", "(none)", "no one"]),
        utm_campaign=maybe(["spring", "Autumn", "(none)"]),
        quiz_version=maybe([*VERSIONS, "v9"]),
        device=dice.choice([*get_args(Device), "not:phone", "is:phone|tablet", None, None]),
        **any_traits(dice),
    )


def with_operator(dice: random.Random, values: Sequence[str]) -> str:
    """Mostly one of the values; sometimes several, all but some, or a part."""
    value, other = dice.choice(values), dice.choice(values)
    part = value[1:4].strip("(")
    return dice.choice(
        [value, value, f"is:{value}|{other}", f"not:{other}", f"contains:{part}|{other}", f"lacks:{part}"]
    )


def any_traits(dice: random.Random) -> dict[str, Any]:
    """Often no filter, rarely more than one: otherwise nothing would match."""

    def maybe(values: Sequence[str]) -> str | None:
        return with_operator(dice, values) if dice.random() < 0.12 else None

    questions = dice.sample(list(QUESTIONS), dice.choice([0, 0, 1, 1, 2]))
    return {
        "utm_medium": maybe(["cpc", NONE]),
        "utm_term": maybe([*TERMS, NONE]),
        "utm_content": maybe([*TERMS, NONE]),
        "landing_page": maybe(["/black", "/quiz", NONE]),
        "language": maybe(["en", "ka", NONE]),
        "country": maybe(["GE", "DE", NONE]),
        "visitor": dice.choice(["new", "returning", NONE, "not:new", "is:new|(none)", *[None] * 35]),
        "answers": tuple(
            f"{question}:{dice.choice([*FILTERED.get(question, QUESTIONS[question]), NONE])}"
            for question in questions
        ),
    }


def anything(dice: random.Random) -> Asked:
    filters = any_filters(dice) if dice.random() < 0.7 else UNFILTERED
    if dice.random() < 0.5:
        year, month = dice.choice([2025, 2026]), dice.choice([None, *range(1, 13)])
        return a_year(year, filters) if month is None else a_month(year, month, filters)
    first = date(2024, 12, 25) + timedelta(days=dice.randrange(740))
    return Asked(first, first + timedelta(days=dice.choice([0, 1, 6, 30, 400])), filters)


class History:
    """Visitors of one company."""

    def __init__(self, source: Source, tenant: UUID, zone: ZoneInfo, dice: random.Random) -> None:
        self._source, self._tenant, self._zone, self._dice = source, tenant, zone, dice
        self._bookings: list[UUID] = []
        definition = {
            "questions": [
                {
                    "id": question,
                    "text": f"Is it {question}?",
                    "options": [
                        {"value": value, "label": value.upper()}
                        for value in values
                        if "," not in value and question != "q18"
                    ],
                    **KINDS.get(question, {}),
                }
                for question, values in QUESTIONS.items()
            ]
        }
        source.run(
            "insert into quiz_definitions (tenant_id, version, definition, is_current) values (%s, 'v1', %s, true)",
            tenant,
            json.dumps(definition),
        )
        # An older one in another order, and without one of the questions.
        source.run(
            "insert into quiz_definitions (tenant_id, version, definition, is_current) values (%s, 'v2', %s, false)",
            tenant,
            json.dumps({"questions": definition["questions"][:0:-1]}),
        )

    def visit(self, number: int) -> None:
        dice = self._dice
        started = self._moment()
        session = f"quiz_{number}"
        self._source.session(
            self._tenant,
            session,
            started,
            utm=dice.choice(UTMS),
            quiz_version=dice.choice(VERSIONS),
            device=dice.choice(get_args(Device)),
            traits=Traits(
                dice.choice([*TERMS, "", None]),
                dice.choice([*TERMS, None]),
                dice.choice(["/black", "/quiz", None]),
                dice.choice(["en", "ka", None]),
                dice.choice(["GE", "DE", None]),
                dice.choice([True, False, None]),
            ),
        )
        now = started
        for question, values in QUESTIONS.items():
            if dice.random() < 0.1:
                break
            if question == "q14" and dice.random() < 0.4:
                continue
            now += timedelta(milliseconds=dice.randrange(100, 60_000))
            if dice.random() < 0.95:
                self._source.view(self._tenant, session, question, now)
            if dice.random() < 0.85:
                now += timedelta(milliseconds=dice.randrange(100, 60_000))
                counted = dice.random() < 0.9
                self._source.answer(
                    self._tenant, session, question, dice.choice(values), now, is_counted=counted
                )
        else:
            self._source.complete(self._tenant, session, now)
        if dice.random() < 0.3:
            self._book(session, now + timedelta(days=dice.choice([0, 1, 40, 89])))

    def change_of_mind(self, sessions: int) -> None:
        dice = self._dice
        if self._bookings and dice.random() < 0.5:
            self._source.set_status(
                self._tenant,
                dice.choice(self._bookings),
                dice.choice(["cancelled", "confirmed"]),
                self._moment(),
                fee=dice.choice([None, 0, dice.randrange(10**5)]),
            )
        question = dice.choice(list(QUESTIONS))
        self._source.answer(
            self._tenant,
            f"quiz_{dice.randrange(sessions)}",
            question,
            dice.choice(QUESTIONS[question]),
            self._moment() + timedelta(days=400),
            is_counted=dice.random() < 0.8,
        )

    def _book(self, session: str, created_at: datetime) -> None:
        dice = self._dice
        status = dice.choice(["pending", "confirmed", "cancelled"])
        for _ in range(dice.choice([1, 1, 2])):
            booking = self._source.booking(
                self._tenant,
                session,
                created_at,
                status=status,
                total_minor=dice.randrange(10**6),
                currency=dice.choice(["EUR", "EUR", "EUR", "GEL"]),
            )
            self._bookings.append(booking)

    def _moment(self) -> datetime:
        """Any time of 2025 and 2026, often within minutes of a month's end or a clock change.

        Not of these days: who is still answering has not dropped out yet, which the slow computation does not know.
        """
        moment = self._any_moment()
        return moment if abs(moment - datetime.now(UTC)) > THESE_DAYS else moment - 2 * THESE_DAYS

    def _any_moment(self) -> datetime:
        dice = self._dice
        kind = dice.random()
        if kind < 0.4:
            edge = datetime(dice.choice([2025, 2026]), dice.randrange(1, 13), 1, tzinfo=self._zone)
            return edge.astimezone(UTC) + timedelta(minutes=dice.choice([-61, -1, 0, 0, 1, 61]))
        if kind < 0.5:
            return dice.choice(CLOCK_CHANGES) + timedelta(minutes=dice.randrange(-90, 90))
        return datetime(2025, 1, 1, tzinfo=UTC) + timedelta(minutes=dice.randrange(2 * 365 * 24 * 60))
