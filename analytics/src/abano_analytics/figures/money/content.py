"""Answers of money figures, as the API names them."""

from typing import Any

import polars as pl

from abano_analytics.figures.money.query import MoneyQuery
from abano_analytics.figures.money.rows import Rows
from abano_analytics.metrics.money import money, per_session

# Campaigns and answers in one response.
MOST_CAMPAIGNS = 500
NAMES = ["one", "two", "label_one", "label_two"]


def money_content(rows: Rows, query: MoneyQuery, options: pl.DataFrame) -> dict[str, Any]:
    """The body of an answer, but for how fresh it is. ``options``: the answers that the company's quiz offers."""
    campaigns = money(rows.by_campaign.head(MOST_CAMPAIGNS)).rename(
        {"one": "sourceKey", "two": "campaignKey", "label_one": "source", "label_two": "campaign"}
    )
    return {
        "success": True,
        "windowDays": query.window,
        "credit": query.credit,
        "totals": _totals(rows.in_all),
        "campaigns": campaigns.to_dicts(),
        "leftOut": max(0, rows.by_campaign.height - MOST_CAMPAIGNS),
        "answerDistribution": _questions(rows.by_answer, options),
        "otherCurrency": int(rows.in_all["other_currency"].sum()),
    }


def _totals(in_all: pl.DataFrame) -> dict[str, Any]:
    shown = money(in_all).drop(NAMES)
    if shown.height:
        return shown.row(0, named=True)
    # No sessions at all.
    nothing = {name: 0 for name, kind in shown.schema.items() if kind.is_numeric()}
    return {**nothing, "low": None, "high": None, "evidence": "too_few"}


def _questions(by_answer: pl.DataFrame, options: pl.DataFrame) -> list[dict[str, Any]]:
    """Questions in quiz order, their answers by what a session with them brought."""
    questions = options.select(
        pl.col("question_id").alias("one"), "question_position", "question_label"
    ).unique("one")
    choices = options.select(pl.col("question_id").alias("one"), pl.col("value").alias("two"), "option_label")
    rows = (
        per_session(money(by_answer))
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
