"""What bookings brought, by the sessions that they are credited to and by campaign, and how sure it is."""

from collections.abc import Sequence

import polars as pl
import polars.selectors as cs

from abano_shared.campaign_names import name_key
from abano_shared.value_interval import MIN_BOOKINGS, value_interval

AMOUNTS = ("booked", "driven", "ahead", "fees", "cancelled")


def money(sums: pl.DataFrame) -> pl.DataFrame:
    """Sums (figures/money.sql) as the API names them: amounts in whole units with their decimals.

    ``low`` and ``high`` are the interval of ``booked``, null where there are too few bookings.
    """
    intervals = [
        _units(value_interval(*row)) if cases >= MIN_BOOKINGS else (None, None)
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


def with_name_keys(frame: pl.DataFrame, column: str, key: str) -> pl.DataFrame:
    """``frame`` with the key of each name of ``column`` in the column ``key``; null stays null."""
    # Of each name once: there are far fewer names than rows.
    keys = {name: name_key(name) for name in frame[column].drop_nulls().unique()}
    return frame.with_columns(
        pl.col(column).replace_strict(keys, default=None, return_dtype=pl.String).alias(key)
    )


def merge_spellings(counted: pl.DataFrame, names: Sequence[str], *, by: str) -> pl.DataFrame:
    """One row for each key of ``names``, under its most frequent spelling; its numbers are added up.

    ``by``: the count that says how frequent a row is. Other columns than names and numbers are part of the key.
    """
    keys = [f"{name}_key" for name in names]
    columns = counted.columns
    others = [name for name, kind in counted.schema.items() if name not in names and not kind.is_numeric()]
    for name, key in zip(names, keys, strict=True):
        counted = with_name_keys(counted, name, key)
    return (
        counted.with_columns(pl.col(name).str.strip_chars() for name in names)
        .group_by([*names, *keys, *others])
        .agg(cs.numeric().sum())
        .sort([by, *names], descending=[True, *(False for _ in names)])
        .group_by([*keys, *others], maintain_order=True)
        .agg(pl.col(names).first(), cs.numeric().sum())
        .select(columns)
    )


def respell(rows: pl.DataFrame, name: str) -> pl.DataFrame:
    """Rows whose ``name`` is written as most of those with the same key write it."""
    spellings = merge_spellings(
        rows.drop_nulls(name).group_by(name).agg(pl.len().cast(pl.Int64).alias("rows")), [name], by="rows"
    )
    labels = {name_key(label): label for label in spellings[name]}
    respelled = pl.col(name).replace_strict(labels, default=None, return_dtype=pl.String)
    return with_name_keys(rows, name, name).with_columns(respelled.alias(name))
