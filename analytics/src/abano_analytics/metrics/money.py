"""What bookings brought, by the sessions that they are credited to, and how sure it is."""

import polars as pl

from abano_shared.value_interval import LEAST_BOOKINGS, value_interval

AMOUNTS = ("booked", "driven", "ahead", "cancelled")


def money(sums: pl.DataFrame) -> pl.DataFrame:
    """Sums (figures/money.sql) as the API names them: amounts in whole units with their decimals.

    ``low`` and ``high`` are the interval of ``booked``, null where there are too few bookings to tell.
    """
    intervals = [
        _units(value_interval(*row)) if cases >= LEAST_BOOKINGS else (None, None)
        for *row, cases in sums.select("booked_minor", "squares", "largest_minor", "cases").iter_rows()
    ]
    return sums.select(
        "one",
        "two",
        "label_one",
        "label_two",
        pl.col("sessions").alias("totalSessions"),
        pl.col("completed").alias("completedSessions"),
        # As they are: what a booking costs is divided by them before they are shown.
        "bookings",
        pl.col("cancelled").alias("cancelledBookings"),
        *((pl.col(f"{name}_minor") / 100).round(2).alias(f"{name}Value") for name in AMOUNTS),
        pl.Series("low", [low for low, _ in intervals], pl.Float64),
        pl.Series("high", [high for _, high in intervals], pl.Float64),
        # For sums over several rows.
        "cases",
        "squares",
        pl.col("largest_minor").alias("largest"),
        pl.Series("evidence", ["too_few" if low is None else "enough" for low, _ in intervals], pl.String),
    )


def per_session(rows: pl.DataFrame) -> pl.DataFrame:
    """Adds what a session brought on average, with its interval. A row has one session at least."""
    sessions = pl.col("totalSessions")
    return rows.with_columns(
        (pl.col("bookedValue") / sessions).round(2).alias("valuePerSession"),
        (pl.col("low") / sessions).round(2),
        (pl.col("high") / sessions).round(2),
    )


def _units(edges: tuple[float, float]) -> tuple[float, float]:
    low, high = edges
    return round(low / 100, 2), round(high / 100, 2)
