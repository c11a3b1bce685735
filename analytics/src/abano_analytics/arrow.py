"""Arrow streams by the PyCapsule interface, as drivers, DuckDB and Polars hand them to each other."""

from typing import Protocol

import polars as pl


class ArrowStream(Protocol):
    """A stream of Arrow record batches."""

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...


class PlainStream:
    """Shows DuckDB only the Arrow stream of a Polars frame: for frames themselves it would want pyarrow."""

    def __init__(self, frame: pl.DataFrame) -> None:
        self._frame = frame

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        return self._frame.__arrow_c_stream__(requested_schema)
