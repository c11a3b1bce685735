"""Counts that are carried on: what was counted, and what has come and gone since."""

import polars as pl

# The last use of a wording.
WORDED_AT = "worded_at"


def summed(frame: pl.DataFrame, keys: list[str]) -> list[str]:
    """The columns of ``frame`` that are added up: integers that are no keys."""
    return [name for name, kind in frame.schema.items() if kind == pl.Int64 and name not in keys]


def present(frame: pl.DataFrame, keys: list[str]) -> pl.DataFrame:
    """The rows of which something is left."""
    return frame.filter(pl.any_horizontal(pl.col(name) != 0 for name in summed(frame, keys)))


def added(counted: pl.DataFrame, change: pl.DataFrame, keys: list[str]) -> pl.DataFrame:
    """``counted`` with ``change`` added key by key; a key of which nothing is left goes.

    Texts are taken from whichever was worded last.
    """
    if change.is_empty():
        return counted
    sums = summed(counted, keys)
    rest = [name for name in counted.columns if name not in {*keys, *sums, WORDED_AT}]
    last = [pl.col(name).sort_by(WORDED_AT, nulls_last=False).last() for name in rest]
    if WORDED_AT in counted.columns:
        last.append(pl.col(WORDED_AT).max())
    rows = pl.concat([counted, change]).group_by(keys)
    return present(rows.agg([pl.col(name).sum() for name in sums] + last), keys).select(counted.columns)
