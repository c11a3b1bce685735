"""Figures of sessions: the tiles, what each campaign brought, and what they can be filtered by."""

import polars as pl

from abano_analytics.metrics.campaign_names import merge_spellings
from abano_analytics.metrics.rates import percent
from abano_shared.contract.filters import COMPARES, WIRE_NAMES

# Whose spellings are put together.
NAMES = [name for name, one in COMPARES.items() if one.is_name]
# A page offers no more values of a filter than these; a rarer one can still be asked for by name.
MAX_CHOICES = 200


def overview(counted: pl.DataFrame) -> pl.DataFrame:
    """One row of ``sessions, completed, converted`` becomes one row of the overview's figures, in percent."""
    return counted.select(
        pl.col("sessions").alias("totalSessions"),
        pl.col("completed").alias("completedSessions"),
        percent("completed", "sessions").alias("completionRate"),
        pl.col("converted").alias("conversionCount"),
        percent("converted", "sessions").alias("conversionRate"),
    )


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


def choices(counted: pl.DataFrame) -> dict[str, list[dict[str, str | int]]]:
    """Per field its values with their sessions, the most frequent first. ``counted``: field, choice, sessions."""
    values: dict[str, list[dict[str, str | int]]] = {name: [] for name in WIRE_NAMES.values()}
    is_name = pl.col("field").is_in(NAMES)
    merged = merge_spellings(counted.filter(is_name), ["choice"], by="sessions")
    listed = pl.concat([merged, counted.filter(~is_name)])
    for field, value, sessions in listed.sort(["sessions", "choice"], descending=[True, False]).iter_rows():
        if len(values[WIRE_NAMES[field]]) < MAX_CHOICES:
            values[WIRE_NAMES[field]].append({"value": value, "sessions": sessions})
    return values
