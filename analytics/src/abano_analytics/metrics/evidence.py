"""Shares of frames in percent, and their intervals."""

import polars as pl

from abano_shared.evidence import Z


def percent(part: str | pl.Expr, whole: str | pl.Expr) -> pl.Expr:
    """``part`` of ``whole`` in percent, rounded half-up to one decimal; 0 when the whole is 0.

    Computed in integers to avoid binary rounding errors, for example for 12.25 %.
    """
    numerator = (pl.col(part) if isinstance(part, str) else part).cast(pl.Int64)
    denominator = (pl.col(whole) if isinstance(whole, str) else whole).cast(pl.Int64)
    safe = pl.when(denominator == 0).then(1).otherwise(denominator)
    tenths = (2000 * numerator + safe) // (2 * safe)
    return pl.when(denominator == 0).then(0.0).otherwise((tenths / 10.0).round(1))


def wilson(part: str, whole: str) -> tuple[pl.Expr, pl.Expr]:
    """Lower and upper edge (as fractions) of the 95 % Wilson score interval of ``part`` in ``whole`` cases.

    0 to 1 without cases.
    """
    n = pl.col(whole).cast(pl.Float64)
    safe = pl.when(n == 0).then(1.0).otherwise(n)
    share = pl.col(part).cast(pl.Float64) / safe
    scale = 1 + Z**2 / safe
    centre = (share + Z**2 / (2 * safe)) / scale
    reach = Z * (share * (1 - share) / safe + Z**2 / (4 * safe**2)).sqrt() / scale
    # The share itself is always inside; binary rounding could exclude 0 and 1.
    low = pl.when(n == 0).then(0.0).otherwise(pl.min_horizontal(share, (centre - reach).clip(0.0, 1.0)))
    high = pl.when(n == 0).then(1.0).otherwise(pl.max_horizontal(share, (centre + reach).clip(0.0, 1.0)))
    return low, high
