"""How the answers of each question are spread, and how often they lead to a booking."""

import polars as pl

from abano_analytics.metrics.evidence import Case, evidence
from abano_analytics.metrics.rates import percent, wilson


def answer_distribution(counted: pl.DataFrame, options: pl.DataFrame) -> pl.DataFrame:
    """One row per question and value, in the order shown: questions in quiz order, their answers by count.

    ``counted``: question_id, value, question_text, text, count, conversions.
    ``options``: question_id, question_position, question_label, value, option_position, option_label.

    ``low`` and ``high`` are the 95 % Wilson interval of the conversion rate in percent. ``lift`` is how far the
    rate is above that of all who answered the question, in percent of it (null when none of them booked).
    ``evidence`` tells whether the answer's sessions differ from
    others that answered the question by more than chance (``above``, ``below``), by what may be chance
    (``chance``), or whether there is too little to tell (``too_few``).
    """
    questions = options.select("question_id", "question_position", "question_label").unique("question_id")
    choices = options.select("question_id", "value", "option_position", "option_label")
    low, high = wilson("conversions", "count")
    counted = counted.with_columns(
        pl.col("count").sum().over("question_id").alias("totalResponses"),
        pl.col("conversions").sum().over("question_id").alias("totalConversions"),
    )
    cases = counted.select("conversions", "count", "totalConversions", "totalResponses")
    verdicts = evidence([Case(*row) for row in cases.iter_rows()])
    rate = pl.col("conversions") / pl.col("count")
    of_question = pl.col("totalConversions") / pl.col("totalResponses")
    return (
        counted.with_columns(pl.Series("evidence", verdicts, pl.String))
        .join(questions, on="question_id", how="left")
        .join(choices, on=["question_id", "value"], how="left")
        .with_columns(
            pl.coalesce("question_label", pl.col("question_text").last().over("question_id")).alias(
                "questionText"
            ),
            pl.coalesce("option_label", "text").alias("text"),
            low.alias("low"),
            high.alias("high"),
        )
        .with_columns(
            percent("count", "totalResponses").alias("percentage"),
            percent("conversions", "count").alias("conversionRate"),
            percent("totalConversions", "totalResponses").alias("questionConversionRate"),
            pl.col("evidence").is_in(["above", "below"]).alias("significant"),
            pl.when(of_question > 0).then(((rate / of_question - 1) * 100).round(1)).alias("lift"),
            (pl.col("low") * 100).round(1),
            (pl.col("high") * 100).round(1),
        )
        .sort(
            ["question_position", "question_id", "count", "option_position", "value"],
            descending=[False, False, True, False, False],
            nulls_last=True,
        )
        .select(
            pl.col("question_id").alias("questionId"),
            "questionText",
            "totalResponses",
            "totalConversions",
            "questionConversionRate",
            "text",
            "value",
            "count",
            "percentage",
            "conversions",
            "conversionRate",
            "low",
            "high",
            "lift",
            "significant",
            "evidence",
        )
    )
