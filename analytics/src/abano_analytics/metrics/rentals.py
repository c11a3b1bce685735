"""Rentals as reports count them: what state each is in, where it came from, and how its total spreads over days.

A rental's days are as many as were agreed, from the local day of pickup on; each carries the same part of the total.
"""

from datetime import date

import polars as pl

from abano_analytics.metrics.campaign_names import respell
from abano_shared.campaign_names import name_key

# What stands for "without one" in filters and keys.
NONE = "(none)"
# Their amounts are revenue.
COUNTED = ("driven", "booked")
STATES = (*COUNTED, "pending", "cancelled", "no_show")
AMOUNTS = {state: f"{state}_minor" for state in STATES}
# Of a rental, what reports can be filtered and cut by.
FIELDS = ("vehicle", "model", "place", "source", "campaign", "affiliate", "answer")


def described(raw: pl.DataFrame) -> pl.DataFrame:
    """``raw``: bookings in the company's currency as they are stored. Adds state, model, source and what a vehicle's
    days are counted by.

    A vehicle that comes back and leaves on the same day is rented once that day: by who took it first.
    ``rented_from`` is the first day that no earlier rental of its vehicle has taken.
    """
    state = (
        pl.when(pl.col("status").is_in(["active", "completed"]))
        .then(pl.lit("driven"))
        .when(pl.col("status") == "confirmed")
        .then(pl.lit("booked"))
        .when(pl.col("status") == "pending")
        .then(pl.lit("pending"))
        .when(pl.col("no_show"))
        .then(pl.lit("no_show"))
        .otherwise(pl.lit("cancelled"))
    )
    source = (
        pl.when(pl.col("affiliate").is_not_null())
        .then(pl.lit("affiliate"))
        .when(pl.col("taken_by") != "site")
        .then(pl.col("taken_by"))
        .when(pl.col("has_click_id") | pl.col("utm_source").is_not_null() | pl.col("campaign").is_not_null())
        .then(pl.lit("campaign"))
        .when(pl.col("session_id").is_not_null())
        .then(pl.lit("quiz"))
        .otherwise(pl.lit("organic"))
    )
    rentals = raw.with_columns(
        state.alias("state"),
        source.alias("source"),
        pl.coalesce("vehicle_model", "booked_model").alias("model"),
        pl.col("first_day").dt.offset_by(pl.format("{}d", "days")).alias("end_day"),
    ).sort("vehicle", "pickup_at", "booking_id")
    rentals = respell(rentals, "campaign")
    is_rented = pl.col("state").is_in(COUNTED) & pl.col("vehicle").is_not_null()
    end_if_rented = pl.when(is_rented).then(pl.col("end_day"))
    earlier = end_if_rented.cum_max().forward_fill().shift(1).over("vehicle")
    return rentals.with_columns(
        pl.when(is_rented).then(pl.max_horizontal("first_day", earlier)).alias("rented_from")
    )


def filtered(rentals: pl.DataFrame, filters: dict[str, str]) -> pl.DataFrame:
    """Those with exactly these values, campaigns in any spelling; NONE: without a value."""
    for name, value in filters.items():
        wanted = {value}
        if name == "campaign":
            wanted = {one for one in rentals[name].drop_nulls().unique() if name_key(one) == name_key(value)}
        rentals = rentals.filter(pl.col(name).is_null() if value == NONE else pl.col(name).is_in(wanted))
    return rentals


def within(rentals: pl.DataFrame, first: date, last: date) -> pl.DataFrame:
    """What of each rental lies in these days: ``day_count``, ``rented_days``, ``amount_minor``, ``is_begun``.

    The parts of a rental in adjoining periods add up to the whole, to the cent.
    """
    return _parts(rentals.with_columns(pl.lit(first).alias("first"), pl.lit(last).alias("last")))


def by_month(parts: pl.DataFrame) -> pl.DataFrame:
    """The same for each month on its own. ``parts``: of ``within``; adds ``month`` as 2026-06."""
    begin, end = pl.max_horizontal("first_day", "first"), pl.min_horizontal("end_day", pl.col("last") + DAY)
    months = pl.date_ranges(begin.dt.truncate("1mo"), (end - DAY).dt.truncate("1mo"), "1mo")
    split = parts.with_columns(months.alias("month_start")).explode("month_start")
    return _parts(
        split.with_columns(
            pl.max_horizontal("first", "month_start").alias("first"),
            pl.min_horizontal("last", pl.col("month_start").dt.month_end()).alias("last"),
            pl.col("month_start").dt.strftime("%Y-%m").alias("month"),
        )
    )


DAY = pl.duration(days=1)


def _parts(rentals: pl.DataFrame) -> pl.DataFrame:
    begin, end = pl.max_horizontal("first_day", "first"), pl.min_horizontal("end_day", pl.col("last") + DAY)
    total, days = pl.col("total_minor"), pl.col("days").cast(pl.Int64)
    # Up to a day: so many parts of the total, rounded down. Differences of these add up.
    up_to_end = total * (end - pl.col("first_day")).dt.total_days() // days
    up_to_begin = total * (begin - pl.col("first_day")).dt.total_days() // days
    rented = (end - pl.max_horizontal(begin, "rented_from")).dt.total_days().clip(0)
    return rentals.filter(begin < end).with_columns(
        (end - begin).dt.total_days().alias("day_count"),
        pl.when(pl.col("rented_from").is_not_null()).then(rented).otherwise(0).alias("rented_days"),
        (up_to_end - up_to_begin).alias("amount_minor"),
        pl.col("first_day").is_between("first", "last").alias("is_begun"),
    )
