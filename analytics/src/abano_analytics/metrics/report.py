"""The figures of a report: sums over rentals and available days, in all and by what they are cut by.

Every sum over the rows of a cut is the total's: amounts, rental days, begun rentals and rented vehicle days.
Available days are a vehicle's, so they add up by vehicle, model and month; by anything else each row is measured
against the whole fleet, and the rows' occupancies add up instead.
"""

from collections.abc import Sequence
from datetime import date

import polars as pl

from abano_analytics.metrics.rates import percent
from abano_analytics.metrics.rentals import AMOUNTS, COUNTED, STATES

# Cuts whose rows have available days of their own.
OF_FLEET = frozenset({"vehicle", "model", "month"})
SUMS = (*AMOUNTS.values(), "revenue_minor", "rentals", "days", "rented")


def summed(parts: pl.DataFrame, fleet: pl.DataFrame, keys: Sequence[str] = ()) -> pl.DataFrame:
    """One row per combination of ``keys``, or one in all: SUMS and ``available``.

    ``parts``: of ``metrics.rentals``; ``fleet``: of ``metrics.fleet_days``.
    """
    is_counted = pl.col("state").is_in(COUNTED)
    amount = pl.col("amount_minor")
    sums = [
        *(amount.filter(pl.col("state") == state).sum().alias(AMOUNTS[state]) for state in STATES),
        amount.filter(is_counted).sum().alias("revenue_minor"),
        (is_counted & pl.col("is_begun")).sum().cast(pl.Int64).alias("rentals"),
        pl.col("day_count").filter(is_counted).sum().cast(pl.Int64).alias("days"),
        pl.col("rented_days").sum().cast(pl.Int64).alias("rented"),
    ]
    available = pl.col("available").sum()
    if not keys:
        return parts.select(sums).hstack(fleet.select(available))
    rows = parts.group_by(keys).agg(sums)
    if not OF_FLEET.issuperset(keys):
        whole = int(fleet["available"].sum())
        return rows.with_columns(pl.lit(whole, pl.Int64).alias("available"))
    theirs = fleet.group_by(keys).agg(available)
    joined = rows.join(theirs, on=list(keys), how="full", coalesce=True, nulls_equal=True)
    return joined.with_columns(pl.col(*SUMS, "available").fill_null(0))


def of_each_month(parts: pl.DataFrame, fleet: pl.DataFrame, first: date, last: date) -> pl.DataFrame:
    """The figures of each month of the period, empty ones too, with the month as ``key``. ``parts``: by month."""
    months = pl.date_range(first.replace(day=1), last, "1mo", eager=True).dt.strftime("%Y-%m")
    sums = summed(parts, fleet, ["month"]).rename({"month": "key"})
    all_months = pl.DataFrame({"key": months}).join(sums, on="key", how="left")
    return figures(all_months.with_columns(pl.exclude("key").fill_null(0)))


def figures(sums: pl.DataFrame) -> pl.DataFrame:
    """Sums as the API names them: amounts in whole units, occupancy in percent, None without available days."""
    per_day = (2 * pl.col("revenue_minor") + pl.col("available")) // (2 * pl.col("available"))
    has_days = pl.col("available") > 0
    return sums.select(
        pl.exclude(*SUMS, "available"),
        _units("revenue_minor").alias("revenue"),
        *(_units(AMOUNTS[state]).alias("noShow" if state == "no_show" else state) for state in STATES),
        "rentals",
        "days",
        pl.col("rented").alias("rentedDays"),
        pl.col("available").alias("availableDays"),
        pl.when(has_days).then(percent("rented", "available")).alias("occupancy"),
        pl.when(has_days).then((per_day / 100).round(2)).alias("revenuePerAvailableDay"),
    )


def _units(column: str) -> pl.Expr:
    return (pl.col(column) / 100).round(2)
