"""Figures of sessions: tiles, results by campaign, filter options, and start times.

Timelines are computed from counts by quarter of an hour since 1970, because hours and days start on a quarter
in every zone.
"""

from datetime import UTC, datetime

import polars as pl

from abano_analytics.metrics.evidence import percent
from abano_analytics.metrics.money import merge_spellings
from abano_shared.contract.figures import Unit
from abano_shared.contract.filters import COMPARES, OFFERED, WIRE_NAMES

# Fields whose spellings are grouped.
NAMES = [name for name, one in COMPARES.items() if one.is_name]
# Maximum number of options per filter; a rarer value can still be requested by name.
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
    """Per field its values with their sessions, most frequent first. ``counted``: field, choice, sessions."""
    values: dict[str, list[dict[str, str | int]]] = {WIRE_NAMES[name]: [] for name in OFFERED}
    is_name = pl.col("field").is_in(NAMES)
    merged = merge_spellings(counted.filter(is_name), ["choice"], by="sessions")
    listed = pl.concat([merged, counted.filter(~is_name)])
    for field, value, sessions in listed.sort(["sessions", "choice"], descending=[True, False]).iter_rows():
        if len(values[WIRE_NAMES[field]]) < MAX_CHOICES:
            values[WIRE_NAMES[field]].append({"value": value, "sessions": sessions})
    return values


QUARTER_MICROSECONDS = 900_000_000
SUMS = ("sessions", "completed", "converted", "bookings", "booked_minor")
INSTANT = pl.Datetime("us", "UTC")
# With its offset: when clocks are set back, the repeated hour has two starts.
WRITTEN = "%Y-%m-%dT%H:%M:%S%:z"


def timeline(counted: pl.DataFrame, since: datetime, until: datetime, zone: str, unit: Unit) -> pl.DataFrame:
    """One row a unit of [since, until), in order, those without sessions included.

    ``counted``: quarter, sessions, completed, converted, bookings, booked_minor, and what else is summed as it is.
    A week begins on Monday; at the edges of the period it may be shorter, and so may a month.
    """
    others = [name for name in counted.columns if name not in {"quarter", *SUMS}]
    local = pl.col("instant").dt.convert_time_zone(zone)
    date = local.dt.date()
    # The repeated hour differs by its offset.
    offset = local.dt.base_utc_offset() + local.dt.dst_offset()
    keys = {
        "hour": [date.alias("date"), local.dt.hour().alias("hour"), offset.alias("offset")],
        "day": [date.alias("date")],
        "week": [date.dt.truncate("1w").alias("date")],
        "month": [date.dt.truncate("1mo").alias("date")],
    }[unit]
    rows = (
        _quarters(since, until)
        .join(counted, on="quarter", how="left", maintain_order="left")
        .group_by(keys, maintain_order=True)
        .agg(pl.col("instant").min(), pl.col(*SUMS, *others).sum())
    )
    start = local.dt.strftime(WRITTEN)
    last = pl.Series([until.astimezone(UTC)], dtype=INSTANT).dt.convert_time_zone(zone).dt.strftime(WRITTEN)
    return rows.select(
        start.alias("start"),
        start.shift(-1, fill_value=last.item()).alias("end"),
        pl.col("sessions").alias("totalSessions"),
        pl.col("completed").alias("completedSessions"),
        pl.col("converted").alias("conversionCount"),
        "bookings",
        (pl.col("booked_minor") / 100).round(2).alias("bookedValue"),
        *others,
    )


def weekhours(counted: pl.DataFrame, zone: str) -> pl.DataFrame:
    """One row for each of the week's 168 hours, including those without sessions; weekday 1 is Monday."""
    local = _instant(pl.col("quarter")).dt.convert_time_zone(zone)
    sums = counted.group_by(
        local.dt.weekday().cast(pl.Int64).alias("weekday"), local.dt.hour().cast(pl.Int64).alias("hour")
    ).agg(pl.col("sessions", "converted").sum())
    week = pl.select(weekday=pl.int_range(1, 8, dtype=pl.Int64)).join(
        pl.select(hour=pl.int_range(24, dtype=pl.Int64)), how="cross"
    )
    return (
        week.join(sums, on=["weekday", "hour"], how="left", maintain_order="left")
        .fill_null(0)
        .rename({"sessions": "totalSessions", "converted": "conversionCount"})
    )


def _quarters(since: datetime, until: datetime) -> pl.DataFrame:
    first, end = (int(moment.timestamp() * 1_000_000) for moment in (since, until))
    quarters = pl.int_range(first // QUARTER_MICROSECONDS, -(-end // QUARTER_MICROSECONDS), dtype=pl.Int64)
    return pl.select(quarter=quarters).with_columns(instant=_instant(pl.col("quarter")))


def _instant(quarter: pl.Expr) -> pl.Expr:
    return (quarter * QUARTER_MICROSECONDS).cast(INSTANT)
