"""When sessions start: over a period by hour, day or week, and by the hours of the week; on the company's clock.

Both are made of counts by quarter of an hour since 1970, because in every zone hours and days begin with one.
"""

from datetime import UTC, datetime

import polars as pl

from abano_shared.contract.figures import Unit

QUARTER_MICROSECONDS = 900_000_000
SUMS = ("sessions", "completed", "converted", "booked_minor")
INSTANT = pl.Datetime("us", "UTC")
# With its offset: an hour that comes twice when clocks go back has two different beginnings.
WRITTEN = "%Y-%m-%dT%H:%M:%S%:z"


def timeline(counted: pl.DataFrame, since: datetime, until: datetime, zone: str, unit: Unit) -> pl.DataFrame:
    """One row a unit of [since, until), in order, those without sessions included.

    ``counted``: quarter, sessions, completed, converted, booked_minor. A week begins on Monday; at the edges of the
    period it may be shorter.
    """
    local = pl.col("instant").dt.convert_time_zone(zone)
    date = local.dt.date()
    # The hour that comes twice differs by its offset.
    offset = local.dt.base_utc_offset() + local.dt.dst_offset()
    keys = {
        "hour": [date.alias("date"), local.dt.hour().alias("hour"), offset.alias("offset")],
        "day": [date.alias("date")],
        "week": [date.dt.truncate("1w").alias("date")],
    }[unit]
    rows = (
        _quarters(since, until)
        .join(counted, on="quarter", how="left", maintain_order="left")
        .group_by(keys, maintain_order=True)
        .agg(pl.col("instant").min(), pl.col(*SUMS).sum())
    )
    start = local.dt.strftime(WRITTEN)
    last = pl.Series([until.astimezone(UTC)], dtype=INSTANT).dt.convert_time_zone(zone).dt.strftime(WRITTEN)
    return rows.select(
        start.alias("start"),
        start.shift(-1, fill_value=last.item()).alias("end"),
        pl.col("sessions").alias("totalSessions"),
        pl.col("completed").alias("completedSessions"),
        pl.col("converted").alias("conversionCount"),
        (pl.col("booked_minor") / 100).round(2).alias("bookedValue"),
    )


def weekhours(counted: pl.DataFrame, zone: str) -> pl.DataFrame:
    """One row for each of the week's 168 hours, those without sessions included; weekday 1 is Monday."""
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
