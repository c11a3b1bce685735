"""Fills in and runs the counting statements over one scope."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

import polars as pl

from abano_analytics.figures.counts import Scope
from abano_analytics.figures.query import Counted, Filters
from abano_analytics.store.reader import Watermarks
from abano_shared.contract.filters import COMPARES, NONE, OFFERED
from abano_shared.named_sql import load_named_sql

QUERIES = load_named_sql("abano_analytics.figures", "queries.sql")
# Key columns of each figure's counts.
KEYS: dict[Counted, list[str]] = {
    "overview": [],
    "answers": ["question_id", "value"],
    "funnel": ["question_id", "tenths", "last_question", "quiz_version"],
    "campaigns": ["source", "medium", "campaign"],
    "choices": ["field", "choice"],
    "quarters": ["quarter"],
}
KINDS: dict[str, type[pl.DataType]] = {"BIGINT": pl.Int64, "VARCHAR": pl.String}
# Fetched in microseconds: timestamps with a zone would require pytz.
MOMENTS = {"last_conversion_update", "worded_at"}
MOMENT = pl.Datetime("us", "UTC")
NUMBER = "row_number() over () as number,"
# Restricts sessions, bookings and answers to the temporary table changed_sessions.
CHANGED = "and session_id in (select session_id from changed_sessions)"
CAMPAIGN_TRAITS = "utm_source, utm_medium, utm_campaign,"
# Columns of sessions that filters compare and offer.
COLUMNS = ", ".join(dict.fromkeys(one.sessions for one in OFFERED.values()))
OF_FILTERS = {
    "columns": COLUMNS,
    "choices": ", ".join(f"{one.choice_of(one.sessions)} as {name}" for name, one in OFFERED.items()),
    "filters": ", ".join(OFFERED),
}
TIMES = "started_at, completed_at,"
MONEY = "coalesce(bookings, 0) as bookings, coalesce(booked_minor, 0)::bigint as booked_minor,"
# From this many sessions on, texts of the newest answers are looked up after counting. With fewer, another
# statement costs more than it saves.
MANY_SESSIONS = 20_000
# A bar of numbers, both ends included: "10..19".
RANGE = re.compile(r"-?[0-9]{1,9}(\.[0-9]{1,2})?\.\.-?[0-9]{1,9}(\.[0-9]{1,2})?")
# Whose texts, and which.
WORDED: dict[Counted, tuple[list[str], list[str]]] = {
    "answers": (["question_id", "value"], ["question_text", "text"]),
    "funnel": (["question_id"], ["question_text"]),
}
EVERYTHING = Watermarks(*[2**63 - 1] * 4)
NOTHING = Watermarks(0, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class Versions:
    """How the statements find the versions of rows that count; each field is a placeholder in the SQL.

    The defaults are right where each key is there in one version only.
    """

    # The number of sessions; for a delta, the increase.
    amount: str = "count(*)"
    # The last transaction of the answers and question views to read.
    answers_end: str = "$answers_until"
    question_views_end: str = "$question_views_until"
    # Columns of sessions that only some figures read.
    number: str = ""
    traits: str = ""
    times: str = ""
    money: str = ""
    # Texts of answers, unless they are looked up after counting.
    question_wording: str = QUERIES["question_wording"]
    answer_wording: str = QUERIES["answer_wording"]
    # Select the newest version of sessions, bookings, answers and question views.
    newest_session: str = ""
    newest_booking: str = ""
    newest: str = ""
    # The same for answers that sessions are filtered by.
    newest_answer: str = ""
    superseded_answers: str = ""
    superseded_question_views: str = ""
    # For a delta: only changed sessions, only recent answers and views, and the previous state.
    changed: str = ""
    recent: str = ""
    recent_question_views: str = ""
    sessions_before: str = ""
    bookings_before: str = ""
    answers_before: str = ""

    def for_figures(self, figures: Iterable[Counted]) -> "Versions":
        """Adds the columns that any of the figures reads."""
        chosen = set(figures)
        return replace(
            self,
            number=NUMBER if "funnel" in chosen else self.number,
            traits=f"{COLUMNS},"
            if "choices" in chosen
            else (CAMPAIGN_TRAITS if "campaigns" in chosen else self.traits)
            + ("quiz_version," if "funnel" in chosen else ""),
            times=TIMES if chosen & {"choices", "quarters"} else self.times,
            money=MONEY if chosen & {"choices", "quarters", "campaigns"} else self.money,
        )

    def for_sessions(self, number: int) -> "Versions":
        """A full count of figures over this many sessions."""
        return replace(self, question_wording="", answer_wording="") if number >= MANY_SESSIONS else self


Bounds = Mapping[str, Any]


def bounds_of(after: Watermarks, until: Watermarks) -> dict[str, int]:
    """Count rows below ``until``; for a delta, compared with those below ``after``."""
    return {
        **{f"{name}_after": watermark for name, watermark in after._asdict().items()},
        **{f"{name}_until": watermark for name, watermark in until._asdict().items()},
    }


class Statements:
    """Fills in and runs statements. Temporary tables remain in the connection for later statements."""

    def __init__(self, scope: Scope, queries: Mapping[str, str] = QUERIES) -> None:
        self._conn = scope.conn
        self._steps = scope.steps
        self._queries = queries
        query = scope.query
        conditions: list[str] = []
        given: dict[str, str] = {}
        for name, match in query.filters.compared.items():
            condition, parameters = COMPARES[name].condition(COMPARES[name].sessions, name, match)
            conditions.append(condition)
            given |= parameters
        answers = query.filters.answer_pairs
        if answers:
            conditions.append(QUERIES["filter_answers"])
        self._parameters: dict[str, Any] = {
            "tenant": scope.tenant_id,
            "currency": scope.tenant.currency,
            "zone": scope.tenant.timezone,
            "since": query.since,
            "until": query.until,
            **given,
            **_answer_parameters(query.filters),
        }
        self._words = {
            "conditions": "".join(f"\nand {condition}" for condition in conditions),
            "join_given": "left join given using (sign, session_id)" if answers else "",
            "given_answers": queries["given_answers"] if answers else "",
        }
        self._bits = " | ".join(_bit(place, value) for place, (_, value) in enumerate(answers))

    def run(self, name: str, bounds: Bounds, versions: Versions, **words: str) -> int:
        """Create a temporary table. Returns its number of rows."""
        rows = self.rows(name, bounds, versions, **words)
        return int(rows[0][0]) if rows else 0

    def frame(self, name: str, bounds: Bounds, versions: Versions) -> pl.DataFrame:
        # Fetched as rows: there are few. Through Arrow, DuckDB plans the statement twice, which takes longer.
        return self._frame_of(self.rows(name, bounds, versions))

    def _frame_of(self, rows: list[tuple[Any, ...]]) -> pl.DataFrame:
        """The result of the last statement."""
        kinds = {column: KINDS[str(kind)] for column, kind, *_ in self._conn.description}
        columns = zip(*rows, strict=True) if rows else ([] for _ in kinds)
        frame = pl.DataFrame(
            [
                pl.Series(name, values, kind)
                for (name, kind), values in zip(kinds.items(), columns, strict=True)
            ]
        )
        return frame.with_columns(pl.col(moment).cast(MOMENT) for moment in MOMENTS & kinds.keys())

    def rows(self, name: str, bounds: Bounds, versions: Versions, **words: str) -> list[tuple[Any, ...]]:
        rows = self._found(name, bounds, versions, **words)
        self._steps.done += 1
        return rows

    def _found(self, name: str, bounds: Bounds, versions: Versions, **words: str) -> list[tuple[Any, ...]]:
        sql = self._queries[name]
        if "{" in sql:
            filled = OF_FILTERS | asdict(versions) | {"bits": self._bits} | words
            # The query's placeholders may contain placeholders.
            sql = sql.format(**filled, **{name: word.format(**filled) for name, word in self._words.items()})
        given = {**self._parameters, **bounds}
        used = {name: value for name, value in given.items() if f"${name}" in sql}
        return self._conn.execute(sql, used).fetchall()

    def figure(self, figure: Counted, bounds: Bounds, versions: Versions) -> tuple[pl.DataFrame, int]:
        """A figure's counts, and the longest time from a session's first answer or view to its start."""
        if figure == "overview":
            return pl.DataFrame(), 0
        frame = self.frame(figure, bounds, versions)
        if figure in WORDED and not versions.question_wording:
            frame = self._worded(figure, frame, bounds, versions)
        if figure == "funnel":
            finished = self.frame("funnel_finished", bounds, versions)
            rest = [
                pl.lit(0 if kind == pl.Int64 and name != "tenths" else None, kind).alias(name)
                for name, kind in frame.schema.items()
                if name not in finished.columns
            ]
            frame = pl.concat([frame, finished.with_columns(rest).select(frame.columns)])
        early = frame["early"].max() if "early" in frame.columns else 0
        counts = present(frame.drop("early", strict=False), KEYS[figure])
        return counts, max(0, early) if isinstance(early, int) else 0

    def _worded(
        self, figure: Counted, frame: pl.DataFrame, bounds: Bounds, versions: Versions
    ) -> pl.DataFrame:
        """The frame with the texts of the newest answers."""
        keys, texts = WORDED[figure]
        newest = frame.drop_nulls("worded_at").group_by(keys).agg(pl.col("worded_at").max())
        moments = newest["worded_at"].to_physical().to_list() or [0]
        given = {**bounds, "first_moment": min(moments), "last_moment": max(moments)}
        words = ", ".join(map(str, moments))
        found = self._frame_of(self._found("late_wordings", given, versions, moments=words))
        worded = newest.join(found, on=[*keys, "worded_at"], how="left", nulls_equal=True)
        worded = worded.unique(keys).select(*keys, *texts)
        ours = KEYS[figure]
        return frame.join(worded, on=keys, how="left", nulls_equal=True).select(
            *ours, *texts, pl.exclude(*ours, *texts)
        )


def is_given(wanted: str, parameter: str) -> str:
    """The SQL condition that ``value`` is the wanted answer, is several answers among them this, or is in its range.

    Codes of answers contain neither commas nor dots. ``parameter`` holds ``wanted``.
    """
    if RANGE.fullmatch(wanted):
        low, high = (f"split_part(${parameter}, '..', {part})::double" for part in (1, 2))
        return f"try_cast(value as double) between {low} and {high}"
    among = f"list_contains(string_split(value, ','), ${parameter})"
    return f"(value = ${parameter} or (contains(value, ',') and {among}))"


def _bit(place: int, value: str) -> str:
    """The bit of the answer filter at ``place``."""
    given = f"question_id = $filter_question_{place}"
    wanted = given if value == NONE else f"{given} and {is_given(value, f'filter_value_{place}')}"
    return f"(case when {wanted} then {1 << place} else 0 end)"


def _answer_parameters(filters: Filters) -> dict[str, Any]:
    answers = filters.answer_pairs
    parameters: dict[str, Any] = {
        "filter_questions": sorted({question for question, _ in answers}),
        "wanted_bits": sum(1 << place for place, (_, value) in enumerate(answers) if value != NONE),
    }
    for place, (question, value) in enumerate(answers):
        parameters |= {f"filter_question_{place}": question, f"filter_value_{place}": value}
    return parameters


def summed(frame: pl.DataFrame, keys: list[str]) -> list[str]:
    """Columns of ``frame`` that are summed: integers that are not keys."""
    return [name for name, kind in frame.schema.items() if kind == pl.Int64 and name not in keys]


def present(frame: pl.DataFrame, keys: list[str]) -> pl.DataFrame:
    """The rows with a sum other than 0."""
    return frame.filter(pl.any_horizontal(pl.col(name) != 0 for name in summed(frame, keys)))
