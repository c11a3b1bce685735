"""What each campaign brought: sessions, completions, bookings and their value."""

import polars as pl

from abano_analytics.metrics.campaign_names import merge_spellings
from abano_analytics.metrics.rates import percent


def campaigns(counted: pl.DataFrame) -> pl.DataFrame:
    """One row per source, medium and campaign, the largest first.

    ``counted``: source, medium, campaign, sessions, completed, converted, booked_minor (minor units).
    ``bookedValue`` is in whole currency units with its decimals.
    """
    merged = merge_spellings(counted, ["source", "medium", "campaign"], by="sessions")
    return merged.sort(
        ["sessions", "source", "medium", "campaign"], descending=[True, False, False, False]
    ).select(
        "source",
        "medium",
        "campaign",
        pl.col("sessions").alias("totalSessions"),
        pl.col("completed").alias("completedSessions"),
        percent("completed", "sessions").alias("completionRate"),
        pl.col("converted").alias("conversionCount"),
        percent("converted", "sessions").alias("conversionRate"),
        (pl.col("booked_minor") / 100).round(2).alias("bookedValue"),
    )
