"""Counts of a view that are carried on with what has changed, instead of being made anew.

What changed is found by transaction id; of the sessions concerned, what they add now and what they added before are
counted by the same SQL, and the difference is added. Counting costs what changed, not what there is.
"""

from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

import duckdb
import polars as pl

from abano_analytics import telemetry
from abano_analytics.metrics.sums import added, present
from abano_analytics.store.reader import QUERIES, Figure, Marks, TenantState
from abano_analytics.views import View

KEYS: dict[Figure, list[str]] = {
    "overview": [],
    "answers": ["question_id", "value"],
    "funnel": ["question_id", "tenths"],
    "campaigns": ["source", "medium", "campaign"],
    "choices": ["field", "choice"],
}
# Of these figures, what of a session's changes they see.
TOUCHED: dict[Figure, tuple[str, ...]] = {
    "overview": ("touched_sessions",),
    "campaigns": ("touched_sessions",),
    "choices": ("touched_sessions",),
    "answers": ("touched_sessions", "touched_answers"),
    "funnel": ("touched_sessions", "touched_answers", "touched_views"),
}
# The tables with many rows a session that a figure reads.
MANY: dict[Figure, tuple[str, ...]] = {
    "overview": (),
    "campaigns": (),
    "choices": (),
    "answers": ("quiz_answers",),
    "funnel": ("quiz_answers", "quiz_question_views"),
}
NUMBER = "row_number() over () as number,"
TRAITS = "quiz_version, device, utm_source, utm_medium, utm_campaign,"
# What is filled into the queries: for rows that are there in one version each, in several, and for what was touched.
ONE_VERSION = dict.fromkeys(
    (
        "number",
        "traits",
        "touched",
        "recent",
        "recent_views",
        "newest",
        "newest_session",
        "newest_booking",
        "sessions_then",
        "bookings_then",
        "superseded_answers",
        "superseded_views",
    ),
    "",
)
SEVERAL_VERSIONS = ONE_VERSION | {
    "number": NUMBER,
    "newest": QUERIES["newest_of_many"],
    "newest_session": QUERIES["newest_session"],
    "newest_booking": QUERIES["newest_booking"],
    "superseded_answers": "left join superseded_quiz_answers using (number, question_id)",
    "superseded_views": "left join superseded_quiz_question_views using (number, question_id)",
}
_TOUCHED_ONLY = "and session_id in (select session_id from touched_sessions)"
ONLY_TOUCHED = ONE_VERSION | {
    "number": NUMBER,
    "touched": _TOUCHED_ONLY,
    "recent": "and answered_at >= $recent",
    "recent_views": "and viewed_at >= $recent",
    "newest": QUERIES["newest_of_few"],
    "newest_session": QUERIES["newest_session"],
    "newest_booking": QUERIES["newest_booking"],
    "sessions_then": QUERIES["sessions_then"].format(touched=_TOUCHED_ONLY),
    "bookings_then": QUERIES["bookings_then"],
}
NOW = Marks(*[2**63 - 1] * 4)
START = Marks(0, 0, 0, 0)
# With more sessions touched than this, and this part of all, counting anew is less work.
FEW_TOUCHED = 500
TOUCHED_PART = 0.3


@dataclass(frozen=True, slots=True)
class Counts:
    """The counts behind one figure of one view, as of ``marks``: below them everything is included.

    ``totals`` is one row of sessions, completed, converted and last_conversion_update; ``frame`` has the figure's own
    counts. ``early`` tells how long before its start a session has had an answer or view at most, in microseconds.
    """

    totals: pl.DataFrame
    frame: pl.DataFrame
    marks: Marks
    tenant: TenantState
    early: int

    @property
    def size_bytes(self) -> int:
        return int(self.totals.estimated_size() + self.frame.estimated_size())

    def can_be_carried_on(self, tenant: TenantState) -> bool:
        """False when what was counted cannot be found again, or was counted by other rules."""
        before = self.tenant
        return (before.epoch, before.timezone, before.currency) == (
            tenant.epoch,
            tenant.timezone,
            tenant.currency,
        ) and all(mark >= floor for mark, floor in zip(self.marks, tenant.floors, strict=True))


class Counting:
    """One figure of one tenant's view, inside one read transaction."""

    def __init__(
        self,
        conn: duckdb.DuckDBPyConnection,
        tenant_id: UUID,
        tenant: TenantState,
        figure: Figure,
        view: View,
    ) -> None:
        self._conn = conn
        self._tenant = tenant
        self._figure = figure
        since, until = view.period.edges(tenant.timezone)
        self._parameters: dict[str, Any] = {
            "tenant": tenant_id,
            "currency": tenant.currency,
            "since": since,
            "until": until,
            **asdict(view.filters),
        }

    def count(self, known: Counts | None) -> Counts:
        """The counts as of now, carried on from ``known`` or from what has settled where that is less work."""
        if known is not None and known.can_be_carried_on(self._tenant):
            carried = self._carried_on(known)
            if carried is not None:
                telemetry.COUNTED.labels("carried_on").inc()
                return carried
        if all(self._tenant.settled):
            settled = self._counted(START, self._tenant.settled, is_single=True)
            carried = self._carried_on(settled)
            if carried is not None:
                telemetry.COUNTED.labels("from_settled").inc()
                return carried
        telemetry.COUNTED.labels("anew").inc()
        return self._counted(START, NOW)

    def gather(self) -> None:
        """Make the temporary table ``period_sessions`` of the view's sessions as they are now."""
        self._run("period_sessions", _bounds(START, NOW), SEVERAL_VERSIONS | {"traits": TRAITS})

    def _counted(self, after: Marks, until: Marks, *, is_single: bool = False) -> Counts:
        """Counted from nothing. ``is_single``: below ``until`` each key is there in one version only."""
        words = self._words(ONE_VERSION if is_single else SEVERAL_VERSIONS)
        bounds = _bounds(after, until)
        self._run("period_sessions", bounds, words)
        for table in () if is_single else MANY[self._figure]:
            self._run("superseded", bounds, {"table": table})
        totals = self._frame("overview", bounds, words)
        frame, early = self._figure_frame(bounds, words)
        marks = self._tenant.marks if until is NOW else until
        return Counts(totals, frame, marks, self._tenant, early)

    def _carried_on(self, known: Counts) -> Counts | None:
        """``known`` with what changed since; None when that cannot be told, or is more work than counting anew."""
        bounds = _bounds(known.marks, NOW)
        parts = "\nunion all\n".join(QUERIES[part] for part in TOUCHED[self._figure])
        touched = self._run("touched", bounds, {"parts": parts})
        sessions = known.totals.item(0, "sessions")
        if touched > max(FEW_TOUCHED, sessions * TOUCHED_PART):
            return None
        if not touched:
            return Counts(known.totals, known.frame, self._tenant.marks, self._tenant, known.early)
        words = self._words(ONLY_TOUCHED)
        self._run("period_sessions", bounds, words)
        recent, is_taken_back = self._frame("touched_edges", {"early": known.early}, {}).row(0)
        if is_taken_back:
            return None
        totals = _totals(known.totals, self._frame("overview", bounds, words))
        frame, early = self._figure_frame(bounds | {"recent": recent}, words)
        return Counts(
            totals,
            added(known.frame, frame, KEYS[self._figure]),
            self._tenant.marks,
            self._tenant,
            max(known.early, early),
        )

    def _words(self, words: dict[str, str]) -> dict[str, str]:
        if self._figure == "funnel":
            return words | {"number": NUMBER}
        return words | {"traits": TRAITS} if self._figure in {"campaigns", "choices"} else words

    def _figure_frame(self, bounds: dict[str, Any], words: dict[str, str]) -> tuple[pl.DataFrame, int]:
        if self._figure == "overview":
            return pl.DataFrame(), 0
        frame = self._frame(self._figure, bounds, words)
        early = frame["early"].max() if "early" in frame.columns else 0
        counts = present(frame.drop("early", strict=False), KEYS[self._figure])
        return counts, max(0, early) if isinstance(early, int) else 0

    def _run(self, name: str, bounds: dict[str, Any], words: dict[str, str]) -> int:
        """Make a temporary table; its rows."""
        sql, given = self._filled(name, bounds, words)
        row = self._conn.execute(sql, given).fetchone()
        return int(row[0]) if row else 0

    def _frame(self, name: str, bounds: dict[str, Any], words: dict[str, str]) -> pl.DataFrame:
        sql, given = self._filled(name, bounds, words)
        return pl.DataFrame(self._conn.sql(sql, params=given or None))

    def _filled(self, name: str, bounds: dict[str, Any], words: dict[str, str]) -> tuple[str, dict[str, Any]]:
        sql = QUERIES[name].format(**words) if "{" in QUERIES[name] else QUERIES[name]
        everything = {**self._parameters, **bounds}
        return sql, {name: value for name, value in everything.items() if f"${name}" in sql}


def _bounds(after: Marks, until: Marks) -> dict[str, Any]:
    return {
        **{f"{name}_after": mark for name, mark in after._asdict().items()},
        **{f"{name}_until": mark for name, mark in until._asdict().items()},
    }


def _totals(before: pl.DataFrame, change: pl.DataFrame) -> pl.DataFrame:
    moment = "last_conversion_update"
    moments: list[datetime | None] = [before.item(0, moment), change.item(0, moment)]
    return change.with_columns(
        *[pl.col(name) + before.item(0, name) for name in ("sessions", "completed", "converted")],
        pl.lit(max((one for one in moments if one), default=None), before.schema[moment]).alias(moment),
    )
