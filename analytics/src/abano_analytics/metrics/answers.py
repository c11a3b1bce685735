"""Per question: the distribution of its answers, their conversion, and where visitors stop."""

import json
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

import polars as pl

from abano_analytics.metrics.evidence import percent, wilson
from abano_shared.evidence import Case, evidence


def answer_distribution(counted: pl.DataFrame, options: pl.DataFrame) -> pl.DataFrame:
    """One row per question and value, in the order shown: questions in quiz order, their answers by count.

    ``counted``: question_id, value, question_text, text, count, conversions.
    ``options``: question_id, question_position, question_label, value, option_position, option_label.

    ``low`` and ``high`` are the 95 % Wilson interval of the conversion rate in percent. ``lift`` is how far the
    rate is above that of all who answered the question, in percent of it (null when none of them booked).
    ``evidence`` is whether the answer's sessions differ from
    others that answered the question by more than chance (``above``, ``below``), by what may be chance
    (``chance``), or whether the sample is too small (``too_few``).
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


SCHEMA = {
    "question_id": pl.String,
    "question_position": pl.Int64,
    "question_label": pl.String,
    "value": pl.String,
    "option_position": pl.Int64,
    "option_label": pl.String,
}


def quiz_options(definitions: list[str]) -> pl.DataFrame:
    """One row per question and option. ``definitions`` are JSON texts, the current version first.

    A question or option of an older version that the current one lacks comes after those of the current one.
    """
    questions: dict[str, str | None] = {}
    options: dict[tuple[str, str], str | None] = {}
    for definition in definitions:
        for question in json.loads(definition).get("questions", []):
            question_id = str(question["id"])
            questions.setdefault(question_id, _text(question, "text"))
            for option in question.get("options", []):
                options.setdefault((question_id, str(option["value"])), _text(option, "label"))
    positions = {question_id: position for position, question_id in enumerate(questions)}
    rows = [
        (question_id, positions[question_id], questions[question_id], value, position, label)
        for position, ((question_id, value), label) in enumerate(options.items())
    ]
    return pl.DataFrame(rows, schema=SCHEMA, orient="row")


def question_order(definition: str) -> list[str]:
    """The ids of a quiz's questions, in order. ``definition``: JSON text."""
    return [str(question["id"]) for question in json.loads(definition).get("questions", [])]


def _text(item: dict[str, Any], name: str) -> str | None:
    text = item.get(name)
    return text if isinstance(text, str) and text else None


def funnel(
    counted: pl.DataFrame,
    options: pl.DataFrame,
    still_answering: pl.DataFrame,
    passed_over: Mapping[str, int],
) -> pl.DataFrame:
    """One row per question that was shown, in quiz order.

    ``counted``: question_id, question_text, seen, answered, dropped, median_seconds.
    Dropped are sessions that were not completed and saw no question after this one; as counted, also those that are
    not over yet. ``still_answering``: question_id and still_answering, how many of them are not.
    ``passed_over``: see skipped().
    """
    questions = options.select("question_id", "question_position", "question_label").unique("question_id")
    return (
        counted.join(still_answering, on="question_id", how="left")
        .with_columns(pl.col("still_answering").fill_null(0))
        .with_columns(pl.col("dropped") - pl.col("still_answering"))
        .join(questions, on="question_id", how="left")
        .sort(["question_position", "question_id"], nulls_last=True)
        .select(
            pl.col("question_id").alias("questionId"),
            pl.coalesce("question_label", "question_text", "question_id").alias("questionText"),
            "seen",
            "answered",
            percent("answered", "seen").alias("answerRate"),
            "dropped",
            percent("dropped", "seen").alias("dropRate"),
            pl.col("still_answering").alias("stillAnswering"),
            pl.col("question_id")
            .replace_strict(passed_over, default=0, return_dtype=pl.Int64)
            .alias("skipped"),
            pl.col("median_seconds").cast(pl.Float64).round(1).alias("medianSeconds"),
        )
    )


def skipped(counted: pl.DataFrame, orders: Mapping[str, Sequence[str]]) -> dict[str, int]:
    """By question the sessions that never saw it although they finished, or the last one they saw comes later.

    ``counted``: question_id, last_question, quiz_version, passed; ``orders``: the questions of each quiz version. A
    question that a session's quiz did not have was not skipped by it.
    """
    passed = counted.filter(pl.col("last_question").is_not_null()).select(
        "quiz_version", "last_question", "question_id", "passed"
    )
    saw: dict[tuple[str, str], dict[str, int]] = defaultdict(dict)
    for version, last, question_id, sessions in passed.iter_rows():
        saw[version, last][question_id] = sessions
    found: Counter[str] = Counter()
    for (version, last), of_question in saw.items():
        order = orders.get(version, ())
        if last and last not in order:
            continue
        # All of these sessions saw the last question; those that finished are counted without a question.
        in_all = of_question.get(last, 0)
        for question_id in order[: order.index(last)] if last else order:
            found[question_id] += in_all - of_question.get(question_id, 0)
    return dict(found)


def per_question(counted: pl.DataFrame) -> pl.DataFrame:
    """Counts by question and time taken become one row per question, with the median of the times in seconds.

    ``counted``: question_id, tenths (of a second; null when unknown), question_text, worded_at, seen, answered,
    dropped.
    """
    timed = (
        counted.filter(pl.col("tenths").is_not_null() & (pl.col("seen") > 0))
        .sort("question_id", "tenths")
        .with_columns(
            pl.col("seen").cum_sum().over("question_id").alias("up_to"),
            pl.col("seen").sum().over("question_id").alias("cases"),
        )
    )
    # For an even number of cases the median is between the two middle ones.
    middle = [
        pl.col("tenths").filter(pl.col("up_to") >= (pl.col("cases") + more) // 2).min() for more in (1, 2)
    ]
    medians = timed.group_by("question_id").agg(((middle[0] + middle[1]) / 20.0).alias("median_seconds"))
    return (
        counted.filter(pl.col("last_question").is_null())
        .group_by("question_id")
        .agg(
            pl.col("question_text").sort_by("worded_at", nulls_last=False).last(),
            pl.col("seen", "answered", "dropped").sum(),
        )
        .join(medians, on="question_id", how="left")
    )
