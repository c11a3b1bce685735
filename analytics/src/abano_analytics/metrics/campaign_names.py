"""Rows of sources, media and campaigns, put together where they are spellings of one: abano_shared.campaign_names."""

from collections.abc import Sequence

import polars as pl
import polars.selectors as cs

from abano_shared.campaign_names import name_key


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
