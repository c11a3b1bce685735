"""Where visitors stop: per question seen, answered, dropped, and the time it took."""

import polars as pl

from abano_analytics.metrics.rates import percent


def funnel(counted: pl.DataFrame, options: pl.DataFrame) -> pl.DataFrame:
    """One row per question that was shown, in quiz order.

    ``counted``: question_id, question_text, seen, answered, dropped, median_seconds.
    Dropped are sessions that were not completed and saw no question after this one.
    """
    questions = options.select("question_id", "question_position", "question_label").unique("question_id")
    return (
        counted.join(questions, on="question_id", how="left")
        .sort(["question_position", "question_id"], nulls_last=True)
        .select(
            pl.col("question_id").alias("questionId"),
            pl.coalesce("question_label", "question_text", "question_id").alias("questionText"),
            "seen",
            "answered",
            percent("answered", "seen").alias("answerRate"),
            "dropped",
            percent("dropped", "seen").alias("dropRate"),
            pl.col("median_seconds").cast(pl.Float64).round(1).alias("medianSeconds"),
        )
    )
