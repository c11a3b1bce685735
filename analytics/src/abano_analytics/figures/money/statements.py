"""Runs the statements of money: what bookings brought, as they are below some transactions."""

from collections.abc import Mapping
from dataclasses import dataclass

import polars as pl

from abano_analytics.figures.counts import Scope
from abano_analytics.figures.query import Attribution, Credit
from abano_analytics.figures.statements import CAMPAIGN_TRAITS, QUERIES, Statements, Versions
from abano_shared.named_sql import load_named_sql

MONEY_QUERIES = QUERIES | load_named_sql("abano_analytics.figures.money", "queries.sql")
# What of a booking's amount, and of the booking in millionths, counts for a session, and for which of its sessions.
_WHOLE = {"part": "total_minor", "share": "1000000"}
CREDITS: dict[Credit, dict[str, str]] = {
    "first": {**_WHOLE, "chosen": "place = 1"},
    "last": {**_WHOLE, "chosen": "last_place = 1"},
    "linear": {
        "part": "total_minor // touches + (place <= total_minor % touches)::bigint",
        "share": "1000000 // touches + (place <= 1000000 % touches)::bigint",
        "chosen": "true",
    },
}
MILLIONTHS = 1_000_000
# Whom the sums are of: all sessions, those of each campaign, and those with each answer.
MEMBERS = ("in_all", "by_campaign", "by_answer")
KEYS: dict[str, type[pl.DataType]] = {"one": pl.String, "two": pl.String}
SUMS: dict[str, type[pl.DataType]] = {
    "credited": pl.Int64,
    "bookings": pl.Int64,
    "booked_minor": pl.Int64,
    "driven_minor": pl.Int64,
    "ahead_minor": pl.Int64,
    "cancelled_minor": pl.Int64,
    "cancelled": pl.Int64,
    "cases": pl.Int64,
    "squares": pl.Float64,
    "other_currency": pl.Int64,
}
LARGEST = "largest_minor"
SCHEMA: dict[str, type[pl.DataType]] = {**KEYS, **SUMS, LARGEST: pl.Int64}
# The tables that money is counted from, and what their transactions are called in the statements.
TABLES = {
    "quiz_sessions": "sessions",
    "quiz_answers": "answers",
    "bookings": "bookings",
    "booking_touches": "touches",
}
# Of each table, by its name in the statements.
Bounds = Mapping[str, int]
ALL = Versions()
CREDITED = Versions(
    traits=CAMPAIGN_TRAITS,
    newest_session=QUERIES["newest_session"],
    newest_booking=QUERIES["newest_booking"],
    newest_answer=QUERIES["newest_answer"],
    changed="and session_id in (select session_id from credits)",
)
_CHANGED = "and booking_id in (select booking_id from changed_bookings)"


@dataclass(frozen=True, slots=True)
class MoneyCounts:
    """Sums by whom they are of, of the rows below ``watermarks``; ``epoch``, ``currency``: see TenantState."""

    frames: Mapping[str, pl.DataFrame]
    watermarks: Bounds
    epoch: int
    currency: str

    @property
    def credited(self) -> int:
        return int(self.frames["in_all"]["credited"].sum())

    @property
    def size_bytes(self) -> int:
        return int(sum(frame.estimated_size() for frame in self.frames.values()))


class MoneyStatements:
    """The statements of one scope and attribution."""

    def __init__(self, scope: Scope, attribution: Attribution) -> None:
        self._conn = scope.conn
        self._statements = Statements(scope, MONEY_QUERIES)
        self._window = {"window": attribution.window}
        self._credits = CREDITS[attribution.credit]

    def gather_changed(self, after: Bounds) -> int:
        """The bookings with rows above ``after``, whether they count in the query or not; how many."""
        return self._statements.run(
            "changed_bookings", {f"{name}_after": xid for name, xid in after.items()}, ALL
        )

    def frames(self, until: Bounds, *, only_changed: bool = False) -> dict[str, pl.DataFrame]:
        """The sums of the query's sessions by the rows below ``until``."""
        ends = {f"{name}_until": xid for name, xid in until.items()}
        changed = _CHANGED if only_changed else ""
        self._statements.run("credits", ends | self._window, ALL, changed_bookings=changed, **self._credits)
        self._statements.run("period_sessions", ends, CREDITED)
        return {name: self._sums(name, ends) for name in MEMBERS}

    def _sums(self, name: str, ends: Bounds) -> pl.DataFrame:
        members = MONEY_QUERIES[name].rstrip(";\n ")
        return pl.DataFrame(
            self._statements.rows("sums", ends, ALL, members=members), schema=SCHEMA, orient="row"
        )
