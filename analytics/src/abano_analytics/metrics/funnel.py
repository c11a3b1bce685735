"""Where visitors stop: per question seen, answered, dropped, and the time it took."""

import polars as pl

from abano_analytics.metrics.rates import percent


def funnel(counted: pl.DataFrame, options: pl.DataFrame, still_answering: pl.DataFrame) -> pl.DataFrame:
    """One row per question that was shown, in quiz order.

    ``counted``: question_id, question_text, seen, answered, dropped, median_seconds.
    Dropped are sessions that were not completed and saw no question after this one; as counted, also those that are
    not over yet. ``still_answering``: question_id and still_answering, how many of them are not.
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
            pl.col("median_seconds").cast(pl.Float64).round(1).alias("medianSeconds"),
        )
    )


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
    # Of an even number of cases the median lies between the two in the middle.
    middle = [
        pl.col("tenths").filter(pl.col("up_to") >= (pl.col("cases") + more) // 2).min() for more in (1, 2)
    ]
    medians = timed.group_by("question_id").agg(((middle[0] + middle[1]) / 20.0).alias("median_seconds"))
    return (
        counted.group_by("question_id")
        .agg(
            pl.col("question_text").sort_by("worded_at", nulls_last=False).last(),
            pl.col("seen", "answered", "dropped").sum(),
        )
        .join(medians, on="question_id", how="left")
    )
