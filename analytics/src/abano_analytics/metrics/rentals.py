"""Rentals as reports count them: what state each is in, where it came from, and how its total spreads over days.

A rental's days are as many as were agreed, from the local day of pickup on; each carries the same part of the total.

In a report, every sum over the rows of a cut is the total's: amounts, rental days, started rentals and rented vehicle
days. Available days are a vehicle's, so they add up by vehicle, model and month; by anything else each row is
measured against the whole fleet, and the rows' occupancies add up instead.
"""

from collections.abc import Sequence
from datetime import date

import polars as pl

from abano_analytics.metrics.evidence import percent
from abano_analytics.metrics.money import respell
from abano_shared.campaign_names import name_key

# Means "without one" in filters and keys.
NONE = "(none)"
# States whose amounts are revenue; for the others, the cancellation fee is.
COUNTED = ("driven", "booked")
STATES = (*COUNTED, "pending", "cancelled", "no_show")
AMOUNTS = {state: f"{state}_minor" for state in STATES}
# Columns of a rental that reports can filter and group by.
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
    """Rentals with exactly these values, campaigns in any spelling; NONE: without a value."""
    for name, value in filters.items():
        wanted = {value}
        if name == "campaign":
            wanted = {one for one in rentals[name].drop_nulls().unique() if name_key(one) == name_key(value)}
        rentals = rentals.filter(pl.col(name).is_null() if value == NONE else pl.col(name).is_in(wanted))
    return rentals


def within(rentals: pl.DataFrame, first: date, last: date) -> pl.DataFrame:
    """The part of each rental within these days: ``day_count``, ``rented_days``, ``amount_minor``, ``due_fee_minor``,
    ``is_started``. A charged fee of a cancellation is spread over the agreed days as the total is.

    The parts of a rental in adjoining periods add up to the whole, to the cent.
    """
    return _parts(rentals.with_columns(pl.lit(first).alias("first"), pl.lit(last).alias("last")))


def by_month(parts: pl.DataFrame) -> pl.DataFrame:
    """The same per month. ``parts``: of ``within``; adds ``month`` as 2026-06."""
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
    days = pl.col("days").cast(pl.Int64)

    def within_period(amount: pl.Expr) -> pl.Expr:
        # The amount's share up to a day, rounded down, so that daily differences add up to the total.
        up_to_end = amount * (end - pl.col("first_day")).dt.total_days() // days
        return up_to_end - amount * (begin - pl.col("first_day")).dt.total_days() // days

    is_lost = pl.col("state").is_in(["cancelled", "no_show"])
    rented = (end - pl.max_horizontal(begin, "rented_from")).dt.total_days().clip(0)
    return rentals.filter(begin < end).with_columns(
        (end - begin).dt.total_days().alias("day_count"),
        pl.when(pl.col("rented_from").is_not_null()).then(rented).otherwise(0).alias("rented_days"),
        within_period(pl.col("total_minor")).alias("amount_minor"),
        pl.when(is_lost).then(within_period(pl.col("fee_minor"))).otherwise(0).alias("due_fee_minor"),
        pl.col("first_day").is_between("first", "last").alias("is_started"),
    )


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
    # The first noon from ``since`` on, and the first from ``until`` on, which is available again.
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


# Cuts whose rows have their own available days.
OF_FLEET = frozenset({"vehicle", "model", "month"})
SUMS = (*AMOUNTS.values(), "fees_minor", "revenue_minor", "rentals", "days", "rented")


def summed(parts: pl.DataFrame, fleet: pl.DataFrame, keys: Sequence[str] = ()) -> pl.DataFrame:
    """One row per combination of ``keys``, or one in all: SUMS and ``available``.

    ``parts``: of ``metrics.rentals``; ``fleet``: of ``metrics.fleet_days``.
    """
    is_counted = pl.col("state").is_in(COUNTED)
    amount = pl.col("amount_minor")
    sums = [
        *(amount.filter(pl.col("state") == state).sum().alias(AMOUNTS[state]) for state in STATES),
        pl.col("due_fee_minor").sum().alias("fees_minor"),
        (amount.filter(is_counted).sum() + pl.col("due_fee_minor").sum()).alias("revenue_minor"),
        (is_counted & pl.col("is_started")).sum().cast(pl.Int64).alias("rentals"),
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
    """Sums in API field names: amounts in whole units, occupancy in percent, None without available days."""
    per_day = (2 * pl.col("revenue_minor") + pl.col("available")) // (2 * pl.col("available"))
    has_days = pl.col("available") > 0
    return sums.select(
        pl.exclude(*SUMS, "available"),
        _units("revenue_minor").alias("revenue"),
        *(_units(AMOUNTS[state]).alias("noShow" if state == "no_show" else state) for state in STATES),
        _units("fees_minor").alias("cancellationFees"),
        "rentals",
        "days",
        pl.col("rented").alias("rentedDays"),
        pl.col("available").alias("availableDays"),
        pl.when(has_days).then(percent("rented", "available")).alias("occupancy"),
        pl.when(has_days).then((per_day / 100).round(2)).alias("revenuePerAvailableDay"),
    )


def _units(column: str) -> pl.Expr:
    return (pl.col(column) / 100).round(2)
