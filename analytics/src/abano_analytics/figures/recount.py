"""Full recounts: figures counted from nothing, and the sessions that they are counted from."""

from collections.abc import Sequence
from dataclasses import dataclass

from abano_analytics.figures.counts import Counts, Scope
from abano_analytics.figures.query import Counted
from abano_analytics.figures.statements import (
    EVERYTHING,
    NOTHING,
    NUMBER,
    QUERIES,
    Statements,
    Versions,
    bounds_of,
    is_given,
)
from abano_shared.contract.figures import BarKind

ONE_VERSION = Versions()
SEVERAL_VERSIONS = Versions(
    number=NUMBER,
    newest=QUERIES["newest_of_many"],
    newest_answer=QUERIES["newest_answer"],
    newest_session=QUERIES["newest_session"],
    newest_booking=QUERIES["newest_booking"],
    superseded_answers="left join superseded_quiz_answers using (number, question_id)",
    superseded_question_views="left join superseded_quiz_question_views using (number, question_id)",
)
# The tables with many rows a session that a figure reads.
MANY: dict[Counted, tuple[str, ...]] = {
    "overview": (),
    "campaigns": (),
    "choices": (),
    "quarters": (),
    "answers": ("quiz_answers",),
    "funnel": ("quiz_answers", "quiz_question_views"),
}


def recount(scope: Scope, figures: Sequence[Counted]) -> dict[Counted, Counts]:
    """Count all rows; of several versions the newest is looked for."""
    versions = SEVERAL_VERSIONS.for_figures(figures)
    statements, bounds = Statements(scope), bounds_of(NOTHING, EVERYTHING)
    versions = versions.for_sessions(statements.run("period_sessions", bounds, versions))
    for table in dict.fromkeys(table for figure in figures for table in MANY[figure]):
        statements.run("superseded", bounds, versions, table=table)
    totals = statements.frame("overview", bounds, versions)
    counted = {}
    for figure in figures:
        frame, early = statements.figure(figure, bounds, versions)
        counted[figure] = Counts(totals, frame, scope.tenant.watermarks, scope.tenant, early)
    return counted


def count_compacted(scope: Scope, figures: Sequence[Counted]) -> dict[Counted, Counts]:
    """Count the rows that are there in one version each: those below the tenant's ``compacted``."""
    versions, until = ONE_VERSION.for_figures(figures), scope.tenant.compacted
    statements, bounds = Statements(scope), bounds_of(NOTHING, until)
    versions = versions.for_sessions(statements.run("period_sessions", bounds, versions))
    totals = statements.frame("overview", bounds, versions)
    counted = {}
    for figure in figures:
        frame, early = statements.figure(figure, bounds, versions)
        counted[figure] = Counts(totals, frame, until, scope.tenant, early)
    return counted


def gather_sessions(scope: Scope) -> None:
    """Make the temporary table ``period_sessions`` of the query's sessions as they are now."""
    versions = SEVERAL_VERSIONS.for_figures(["choices"])
    Statements(scope).run("period_sessions", bounds_of(NOTHING, EVERYTHING), versions)


@dataclass(frozen=True, slots=True)
class Bar:
    """An answer to a question, or the sessions that reached it or stopped at it."""

    kind: BarKind
    question: str
    answer: str = ""

    @property
    def condition(self) -> str:
        return QUERIES[f"bar_{self.kind}"].replace("{is_given}", is_given(self.answer, "answer"))

    def parameters(self, scope: Scope) -> dict[str, object]:
        given: dict[str, object] = {"tenant": scope.tenant_id, "question": self.question}
        if self.kind == "answer":
            return given | {"answer": self.answer}
        if self.kind == "reached":
            return given
        return given | scope.active_bounds | {"earliest_start": scope.earliest_start}


def gather_behind(scope: Scope, bar: Bar | None) -> None:
    """Make the temporary table ``sessions_behind``; without a bar those are all of the query."""
    gather_sessions(scope)
    sql = QUERIES["behind"].format(bar=bar.condition if bar else "")
    scope.conn.execute(sql, bar.parameters(scope) if bar else {})
