"""Rows and JSON of figures, from their counts, in the contract's format (abano_shared/contract)."""

from functools import cached_property
from typing import Any, NamedTuple
from uuid import UUID

import duckdb
import polars as pl

from abano_analytics.figures.counts import Counts, Scope
from abano_analytics.figures.journeys import JourneyCounts, unapplied
from abano_analytics.figures.money import KEYS, MILLIONTHS, SCHEMA, MoneyCounts
from abano_analytics.figures.query import FigureQuery
from abano_analytics.metrics.answers import (
    answer_distribution,
    by_option,
    funnel,
    per_question,
    question_order,
    quiz_options,
    skipped,
)
from abano_analytics.metrics.journeys import ad_visits
from abano_analytics.metrics.money import merge_spellings, money, per_session, with_name_keys
from abano_analytics.metrics.sessions import campaigns, choices, overview, timeline, weekhours
from abano_analytics.store import reader
from abano_shared.contract.figures import Attribution, SessionFigure, Unit

QUESTION_COLUMNS = (
    "questionId",
    "questionText",
    "totalResponses",
    "totalConversions",
    "questionConversionRate",
    "kind",
    "givenShare",
    "mean",
    "median",
)
# Maximum campaigns and answers per response.
MAX_CAMPAIGNS = 500
NAMES = ["one", "two", "label_one", "label_two"]
UNITS: dict[SessionFigure, Unit] = {
    "timeline-hour": "hour",
    "timeline-day": "day",
    "timeline-week": "week",
    "timeline-month": "month",
}


class QuizOptions:
    """The answers that a tenant's quiz offers, loaded on first use."""

    def __init__(self, conn: duckdb.DuckDBPyConnection, tenant_id: UUID) -> None:
        self._conn = conn
        self._tenant_id = tenant_id

    @cached_property
    def _definitions(self) -> dict[str, str]:
        return reader.definitions(self._conn, self._tenant_id)

    @cached_property
    def frame(self) -> pl.DataFrame:
        return quiz_options([*self._definitions.values()])

    @cached_property
    def orders(self) -> dict[str, list[str]]:
        """The questions of each version of the quiz, in order."""
        return {version: question_order(one) for version, one in self._definitions.items()}


def figure_content(
    figure: SessionFigure,
    counts: Counts,
    options: QuizOptions,
    query: FigureQuery,
    still_answering: pl.DataFrame,
) -> dict[str, Any]:
    """The body of a response, without its freshness. ``still_answering``: see StillAnswering.counts."""
    content: dict[str, Any] = {"success": True}
    if figure == "choices":
        content["choices"] = choices(counts.frame)
        return content
    rows = figure_rows(figure, counts, options, query, still_answering)
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


def figure_rows(
    figure: SessionFigure,
    counts: Counts,
    options: QuizOptions,
    query: FigureQuery,
    still_answering: pl.DataFrame,
) -> pl.DataFrame:
    """The rows of a figure from its counts, with the API's field names."""
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
        return funnel(
            per_question(counts.frame),
            options.frame,
            still_answering,
            skipped(counts.frame, options.orders),
        )
    return answer_distribution(counts.frame, options.frame)


def nested(spread: pl.DataFrame) -> list[dict[str, Any]]:
    """Rows of question and answer as a list of questions with their answers, in the same order."""
    questions: dict[str, dict[str, Any]] = {}
    for row in spread.iter_rows(named=True):
        head = {name: row.pop(name) for name in QUESTION_COLUMNS}
        question = questions.setdefault(head["questionId"], {**head, "answers": []})
        question["answers"].append(row)
    return list(questions.values())


class BySession(NamedTuple):
    """The counts of the same query's sessions."""

    campaigns: Counts
    answers: Counts


def money_content(
    scope: Scope,
    attribution: Attribution,
    counts: MoneyCounts,
    sessions: BySession,
    visits: JourneyCounts,
    options: pl.DataFrame,
) -> dict[str, Any]:
    """The body of a response, without its freshness. ``options``: the answers of the tenant's quiz."""
    campaigns, answers = sessions
    by_campaign = _credited(_campaign_sessions(campaigns.frame), counts.frames["by_campaign"])
    shown = money(by_campaign.head(MAX_CAMPAIGNS)).rename(
        {"one": "sourceKey", "two": "campaignKey", "label_one": "source", "label_two": "campaign"}
    )
    in_all = _credited(_all_sessions(campaigns.totals), counts.frames["in_all"])
    by_answer = _credited(_answer_sessions(answers.frame, options), counts.frames["by_answer"])
    return {
        "success": True,
        "windowDays": attribution.window,
        "credit": attribution.credit,
        "totals": _totals(in_all),
        "campaigns": shown.to_dicts(),
        "leftOut": max(0, by_campaign.height - MAX_CAMPAIGNS),
        "adVisits": ad_visits(visits.frames["campaigns"]).head(MAX_CAMPAIGNS).to_dicts(),
        "unapplied": unapplied(scope.query),
        "answerDistribution": _questions(by_answer, options),
        "otherCurrency": int(in_all["other_currency"].sum()),
        "currency": scope.tenant.currency,
    }


def _all_sessions(totals: pl.DataFrame) -> pl.DataFrame:
    return totals.filter(pl.col("sessions") > 0).select(
        *(pl.lit("").alias(name) for name in NAMES), "sessions", "completed"
    )


def _campaign_sessions(counted: pl.DataFrame) -> pl.DataFrame:
    """Sessions by campaign, over all media."""
    by_name = counted.group_by("source", "campaign").agg(pl.col("sessions", "completed").sum())
    merged = merge_spellings(by_name, ["source", "campaign"], by="sessions")
    keyed = with_name_keys(with_name_keys(merged, "source", "one"), "campaign", "two")
    return keyed.select(
        "one",
        "two",
        pl.col("source").alias("label_one"),
        pl.col("campaign").alias("label_two"),
        "sessions",
        "completed",
    )


def _answer_sessions(counted: pl.DataFrame, options: pl.DataFrame) -> pl.DataFrame:
    """Sessions by answer; numbers are as many as there are visitors, and are left out."""
    numbers = options.filter(pl.col("kind") == "number")["question_id"]
    named = by_option(counted.filter(~pl.col("question_id").is_in(numbers.unique().to_list())))
    return named.filter(pl.col("count") > 0).select(
        pl.col("question_id").alias("one"),
        pl.col("value").alias("two"),
        pl.col("question_text").alias("label_one"),
        pl.col("text").alias("label_two"),
        pl.col("count").alias("sessions"),
        pl.lit(0, pl.Int64).alias("completed"),
    )


def _credited(sessions: pl.DataFrame, sums: pl.DataFrame) -> pl.DataFrame:
    """Sessions with the amounts credited to them, the largest groups first."""
    return (
        sessions.join(sums, on=list(KEYS), how="left")
        .with_columns(pl.col(name).fill_null(0) for name in SCHEMA if name not in KEYS)
        .with_columns(pl.col("bookings", "cancelled") / MILLIONTHS)
        .sort(["sessions", "one", "two"], descending=[True, False, False])
    )


def _totals(in_all: pl.DataFrame) -> dict[str, Any]:
    shown = money(in_all).drop(NAMES)
    if shown.height:
        return shown.row(0, named=True)
    # There are no sessions.
    nothing = {name: 0 for name, kind in shown.schema.items() if kind.is_numeric()}
    return {**nothing, "low": None, "high": None, "evidence": "too_few"}


def _questions(by_answer: pl.DataFrame, options: pl.DataFrame) -> list[dict[str, Any]]:
    """Questions in quiz order, their answers ordered by the value of their sessions."""
    questions = options.select(
        pl.col("question_id").alias("one"), "question_position", "question_label"
    ).unique("one")
    choices = options.select(pl.col("question_id").alias("one"), pl.col("value").alias("two"), "option_label")
    rows = (
        per_session(money(by_answer))
        .with_columns(pl.col("bookings").round(2))
        .join(questions, on="one", how="left")
        .join(choices, on=["one", "two"], how="left")
        .sort(
            ["question_position", "one", "valuePerSession", "two"],
            descending=[False, False, True, False],
            nulls_last=True,
        )
    )
    nested: dict[str, dict[str, Any]] = {}
    for row in rows.iter_rows(named=True):
        question = nested.setdefault(
            row["one"],
            {
                "questionId": row["one"],
                "questionText": row["question_label"] or row["label_one"],
                "answers": [],
            },
        )
        question["answers"].append(
            {
                "value": row["two"],
                "text": row["option_label"] or row["label_two"],
                "sessions": row["totalSessions"],
                **{
                    name: row[name]
                    for name in ("bookings", "bookedValue", "valuePerSession", "low", "high", "evidence")
                },
            }
        )
    return list(nested.values())
