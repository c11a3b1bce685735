"""Figures out of their counts: rows, and JSON as the API names it."""

from functools import cached_property
from typing import Any, Literal
from uuid import UUID

import duckdb
import polars as pl

from abano_analytics.figures.counts import Counts
from abano_analytics.figures.query import FigureQuery, SessionFigure
from abano_analytics.metrics.answers import answer_distribution
from abano_analytics.metrics.campaigns import campaigns
from abano_analytics.metrics.choices import choices
from abano_analytics.metrics.funnel import funnel, per_question
from abano_analytics.metrics.overview import overview
from abano_analytics.metrics.quiz_order import quiz_options
from abano_analytics.metrics.timeline import Unit, timeline, weekhours
from abano_analytics.store import reader

QUESTION_COLUMNS = (
    "questionId",
    "questionText",
    "totalResponses",
    "totalConversions",
    "questionConversionRate",
)


Rows = Literal[
    "overview",
    "answers",
    "funnel",
    "campaigns",
    "timeline-hour",
    "timeline-day",
    "timeline-week",
    "weekhours",
]
UNITS: dict[SessionFigure, Unit] = {"timeline-hour": "hour", "timeline-day": "day", "timeline-week": "week"}


class QuizOptions:
    """The answers that a company's quiz offers, read when first asked for."""

    def __init__(self, conn: duckdb.DuckDBPyConnection, tenant_id: UUID) -> None:
        self._conn = conn
        self._tenant_id = tenant_id

    @cached_property
    def frame(self) -> pl.DataFrame:
        return quiz_options(reader.definitions(self._conn, self._tenant_id))


def figure_content(
    figure: SessionFigure, counts: Counts, options: QuizOptions, query: FigureQuery
) -> dict[str, Any]:
    """The body of an answer, but for how fresh it is."""
    content: dict[str, Any] = {"success": True}
    if figure == "choices":
        content["choices"] = choices(counts.frame)
        return content
    rows = figure_rows(figure, counts, options, query)
    if figure == "overview":
        content["analytics"] = rows.row(0, named=True)
    elif figure == "answers":
        content["answerDistribution"] = nested(rows)
    elif unit := UNITS.get(figure):
        content |= {"timeline": rows.to_dicts(), "unit": unit, "currency": counts.tenant.currency}
    else:
        content[figure] = rows.to_dicts()
        if figure == "campaigns":
            content["currency"] = counts.tenant.currency
    return content


def figure_rows(figure: Rows, counts: Counts, options: QuizOptions, query: FigureQuery) -> pl.DataFrame:
    """The rows of a figure out of its counts, named as the API names them."""
    zone = counts.tenant.timezone
    if figure == "weekhours":
        return weekhours(counts.frame, zone)
    if unit := UNITS.get(figure):
        return timeline(counts.frame, query.since, query.until, zone, unit)
    if figure == "overview":
        return overview(counts.totals)
    if figure == "campaigns":
        return campaigns(counts.frame)
    if figure == "funnel":
        return funnel(per_question(counts.frame), options.frame)
    return answer_distribution(counts.frame, options.frame)


def nested(spread: pl.DataFrame) -> list[dict[str, Any]]:
    """Rows of question and answer as a list of questions, each with its answers; the order is kept."""
    questions: dict[str, dict[str, Any]] = {}
    for row in spread.iter_rows(named=True):
        head = {name: row.pop(name) for name in QUESTION_COLUMNS}
        question = questions.setdefault(head["questionId"], {**head, "answers": []})
        question["answers"].append(row)
    return list(questions.values())
