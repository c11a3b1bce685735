"""Counts of a view that are carried on with what has changed, instead of being made anew.

What changed is found by transaction id; of the sessions concerned, what they add now and what they added before are
counted by the same SQL, and the difference is added. Counting costs what changed, not what there is.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from typing import Any
from uuid import UUID

import duckdb
import polars as pl

from abano_analytics.figures.query import View
from abano_analytics.figures.sums import added, present
from abano_analytics.observability import prometheus
from abano_analytics.store.reader import QUERIES, Figure, Marks, TenantState

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
KINDS: dict[str, type[pl.DataType]] = {"BIGINT": pl.Int64, "VARCHAR": pl.String}
# These are fetched in microseconds: rows with a zone would want pytz.
MOMENTS = {"last_conversion_update", "worded_at"}
MOMENT = pl.Datetime("us", "UTC")
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
) | {"amount": "count(*)", "answers_end": "$answers_until", "views_end": "$views_until"}
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
    "amount": "sum(sign)",
    "answers_end": "case when sign > 0 then $answers_until else $answers_after end",
    "views_end": "case when sign > 0 then $views_until else $views_after end",
    "number": NUMBER,
    "touched": _TOUCHED_ONLY,
    "recent": "and answered_at >= make_timestamptz($recent)",
    "recent_views": "and viewed_at >= make_timestamptz($recent)",
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
    """The figures of one tenant's view, inside one read transaction.

    What several of them ask for alike (which sessions were touched, what these add) is found once for all.
    """

    def __init__(
        self, conn: duckdb.DuckDBPyConnection, tenant_id: UUID, tenant: TenantState, view: View
    ) -> None:
        self._conn = conn
        self._tenant = tenant
        since, until = view.period.edges(tenant.timezone)
        self._parameters: dict[str, Any] = {
            "tenant": tenant_id,
            "currency": tenant.currency,
            "since": since,
            "until": until,
        }
        chosen = {name: value for name, value in asdict(view.filters).items() if value is not None}
        self._parameters |= chosen
        self._filters = {"filters": "\n".join(QUERIES[f"filter_{name}"] for name in chosen)}

    def count(self, known: Mapping[Figure, Counts | None]) -> dict[Figure, Counts]:
        """The counts of the figures in ``known`` as of now.

        Carried on from what is known, or from what has settled, where that is less work than counting anew.
        """
        found: dict[Figure, Counts] = {}
        for alike in self._counted_alike(known):
            carried = self._carried_on(alike)
            if carried is not None:
                prometheus.COUNTED.labels("carried_on").inc(len(alike))
                found |= carried
        missing = [figure for figure in known if figure not in found]
        return found | self._afresh(missing) if missing else found

    def gather(self) -> None:
        """Make the temporary table ``period_sessions`` of the view's sessions as they are now."""
        self._run("period_sessions", _bounds(START, NOW), SEVERAL_VERSIONS | {"traits": TRAITS})

    def _counted_alike(self, known: Mapping[Figure, Counts | None]) -> list[dict[Figure, Counts]]:
        """What can be carried on, those together that were counted up to the same point."""
        alike: dict[Marks, dict[Figure, Counts]] = {}
        for figure, counts in known.items():
            if counts is not None and counts.can_be_carried_on(self._tenant):
                alike.setdefault(counts.marks, {})[figure] = counts
        return list(alike.values())

    def _afresh(self, figures: Sequence[Figure]) -> dict[Figure, Counts]:
        if all(self._tenant.settled):
            settled = self._counted(figures, START, self._tenant.settled, is_single=True)
            carried = self._carried_on(settled)
            if carried is not None:
                prometheus.COUNTED.labels("from_settled").inc(len(figures))
                return carried
        prometheus.COUNTED.labels("anew").inc(len(figures))
        return self._counted(figures, START, NOW)

    def _counted(
        self, figures: Sequence[Figure], after: Marks, until: Marks, *, is_single: bool = False
    ) -> dict[Figure, Counts]:
        """Counted from nothing. ``is_single``: below ``until`` each key is there in one version only."""
        words = _words(figures, ONE_VERSION if is_single else SEVERAL_VERSIONS)
        bounds = _bounds(after, until)
        self._run("period_sessions", bounds, words)
        for table in () if is_single else _in_order(MANY, figures):
            self._run("superseded", bounds, {"table": table})
        totals = self._frame("overview", bounds, words)
        marks = self._tenant.marks if until is NOW else until
        found = {}
        for figure in figures:
            frame, early = self._figure_frame(figure, bounds, words)
            found[figure] = Counts(totals, frame, marks, self._tenant, early)
        return found

    def _carried_on(self, known: Mapping[Figure, Counts]) -> dict[Figure, Counts] | None:
        """``known``, all counted up to one point, with what changed since.

        None when that cannot be told, or is more work than counting anew.
        """
        figures = list(known)
        first = known[figures[0]]
        bounds = _bounds(first.marks, NOW)
        parts = "\nunion all\n".join(QUERIES[part] for part in _in_order(TOUCHED, figures))
        touched = 0 if first.marks == self._tenant.marks else self._run("touched", bounds, {"parts": parts})
        if touched > max(FEW_TOUCHED, first.totals.item(0, "sessions") * TOUCHED_PART):
            return None
        if not touched:
            return {
                figure: replace(counts, marks=self._tenant.marks, tenant=self._tenant)
                for figure, counts in known.items()
            }
        words = _words(figures, ONLY_TOUCHED)
        self._run("period_sessions", bounds, words)
        early = max(counts.early for counts in known.values())
        recent, is_taken_back = self._rows("touched_edges", {"early": early}, {})[0]
        if is_taken_back:
            return None
        change = self._frame("overview", bounds, words)
        found = {}
        for figure, counts in known.items():
            frame, earliest = self._figure_frame(figure, bounds | {"recent": recent}, words)
            found[figure] = Counts(
                _totals(counts.totals, change),
                added(counts.frame, frame, KEYS[figure]),
                self._tenant.marks,
                self._tenant,
                max(counts.early, earliest),
            )
        return found

    def _figure_frame(
        self, figure: Figure, bounds: dict[str, Any], words: dict[str, str]
    ) -> tuple[pl.DataFrame, int]:
        if figure == "overview":
            return pl.DataFrame(), 0
        frame = self._frame(figure, bounds, words)
        early = frame["early"].max() if "early" in frame.columns else 0
        counts = present(frame.drop("early", strict=False), KEYS[figure])
        return counts, max(0, early) if isinstance(early, int) else 0

    def _run(self, name: str, bounds: dict[str, Any], words: dict[str, str]) -> int:
        """Make a temporary table; its rows."""
        rows = self._rows(name, bounds, words)
        return int(rows[0][0]) if rows else 0

    def _frame(self, name: str, bounds: dict[str, Any], words: dict[str, str]) -> pl.DataFrame:
        # By rows: there are few. Through Arrow DuckDB plans a statement twice, which takes longer than they do.
        rows = self._rows(name, bounds, words)
        kinds = {column: KINDS[str(kind)] for column, kind, *_ in self._conn.description}
        columns = zip(*rows, strict=True) if rows else ([] for _ in kinds)
        frame = pl.DataFrame(
            [
                pl.Series(name, values, kind)
                for (name, kind), values in zip(kinds.items(), columns, strict=True)
            ]
        )
        return frame.with_columns(pl.col(moment).cast(MOMENT) for moment in MOMENTS & kinds.keys())

    def _rows(self, name: str, bounds: dict[str, Any], words: dict[str, str]) -> list[tuple[Any, ...]]:
        sql, given = self._filled(name, bounds, words)
        return self._conn.execute(sql, given).fetchall()

    def _filled(self, name: str, bounds: dict[str, Any], words: dict[str, str]) -> tuple[str, dict[str, Any]]:
        sql = QUERIES[name].format(**words, **self._filters) if "{" in QUERIES[name] else QUERIES[name]
        everything = {**self._parameters, **bounds}
        return sql, {name: value for name, value in everything.items() if f"${name}" in sql}


def _words(figures: Iterable[Figure], words: dict[str, str]) -> dict[str, str]:
    """``words`` with the columns that any of the figures looks at."""
    chosen = set(figures)
    columns = {"number": NUMBER} if "funnel" in chosen else {}
    return words | columns | ({"traits": TRAITS} if chosen & {"campaigns", "choices"} else {})


def _in_order(parts: Mapping[Figure, tuple[str, ...]], figures: Iterable[Figure]) -> list[str]:
    """What the figures need, each once."""
    return list(dict.fromkeys(part for figure in figures for part in parts[figure]))


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
