"""On which days a vehicle could be rented: what occupancy is measured against."""

from datetime import date

import polars as pl

NOON = pl.duration(hours=12)


def fleet_days(
    vehicles: pl.DataFrame,
    states: pl.DataFrame,
    blocks: pl.DataFrame,
    rentals: pl.DataFrame,
    first: date,
    last: date,
) -> pl.DataFrame:
    """One row per vehicle and month with the days on which it was available: ``vehicle, model, month, available``.

    Available is a day at whose local noon the vehicle was in service and not blocked (workshop, service, other), and
    any day on which it was rented. ``vehicles``: vehicle, model. ``states``: vehicle, since, state. ``blocks``:
    vehicle, since, until. Moments are wall-clock times of the company. ``rentals``: of ``metrics.rentals``.
    """
    days = pl.DataFrame({"day": pl.date_range(first, last, "1d", eager=True)})
    grid = vehicles.join(days, how="cross").sort("vehicle", "day")
    grid = grid.with_columns((pl.col("day").cast(pl.Datetime("us")) + NOON).alias("noon"))
    grid = grid.join_asof(
        states.select("vehicle", pl.col("since").alias("noon"), "state").sort("vehicle", "noon"),
        on="noon",
        by="vehicle",
        check_sortedness=False,
    ).join(_blocked_days(blocks), on=["vehicle", "day"], how="left")
    is_available = (pl.col("state") == "in_service") & pl.col("is_blocked").is_null()
    grid = grid.with_columns(is_available.fill_null(value=False).alias("is_available"))
    rented = (
        rentals.filter(pl.col("rented_from").is_not_null() & (pl.col("rented_from") < pl.col("end_day")))
        .select("vehicle", pl.col("rented_from").alias("day"), "end_day")
        .sort("vehicle", "day")
    )
    away = (
        grid.filter(~pl.col("is_available"))
        .select("vehicle", "model", "day")
        .join_asof(rented, on="day", by="vehicle", check_sortedness=False)
        .filter(pl.col("day") < pl.col("end_day"))
    )
    return (
        pl.concat([grid.filter("is_available").select("vehicle", "model", "day"), away.drop("end_day")])
        .group_by("vehicle", "model", pl.col("day").dt.truncate("1mo").alias("month"))
        .agg(pl.len().cast(pl.Int64).alias("available"))
        .with_columns(pl.col("month").dt.strftime("%Y-%m"))
    )


def _blocked_days(blocks: pl.DataFrame) -> pl.DataFrame:
    """Days at whose noon a vehicle is blocked: vehicle, day, is_blocked."""
    # The first noon from ``since`` on, and the first from ``until`` on, which is free again.
    begin, end = (
        (pl.col(edge) + NOON - pl.duration(microseconds=1)).dt.date().alias(f"{edge}_day")
        for edge in ("since", "until")
    )
    return (
        blocks.with_columns(begin, end)
        .filter(pl.col("since_day") < pl.col("until_day"))
        .with_columns(pl.date_ranges("since_day", "until_day", "1d", closed="left").alias("day"))
        .explode("day")
        .select("vehicle", "day", pl.lit(value=True).alias("is_blocked"))
        .unique()
    )
