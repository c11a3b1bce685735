"""The tiles: sessions, completions, conversions of one period."""

import polars as pl

from abano_analytics.metrics.rates import percent


def overview(counted: pl.DataFrame) -> pl.DataFrame:
    """One row of ``sessions, completed, converted`` becomes one row of the overview's figures, in percent."""
    return counted.select(
        pl.col("sessions").alias("totalSessions"),
        pl.col("completed").alias("completedSessions"),
        percent("completed", "sessions").alias("completionRate"),
        pl.col("converted").alias("conversionCount"),
        percent("converted", "sessions").alias("conversionRate"),
    )
