"""Where a warehouse stands in the change feed."""

from dataclasses import dataclass, field

import duckdb
import polars as pl

from abano_analytics.source.feed import Snapshot
from abano_analytics.store import erasures, reader, writer


@dataclass(frozen=True, slots=True)
class Position:
    """Rows of transactions below ``watermarks``, by table, are in, of the Postgres ``source_id`` (None: of none yet).

    Erasures of transactions below ``erasures_since`` were followed, and these ``followed`` beyond. ``tenants`` is the
    register of companies as it was read last.
    """

    watermarks: dict[str, int] = field(default_factory=dict)
    erasures_since: int = 0
    followed: frozenset[str] = frozenset()
    source_id: str | None = None
    tenants: pl.DataFrame | None = None

    @classmethod
    def of(cls, conn: duckdb.DuckDBPyConnection) -> "Position":
        """What the warehouse itself says."""
        return cls(
            watermarks=writer.watermarks(conn),
            erasures_since=erasures.followed_until(conn),
            source_id=reader.warehouse_state(conn).source_id,
        )

    def is_caught_up(self, snapshot: Snapshot) -> bool:
        """Nothing that the snapshot calls complete is missing."""
        return all(watermark >= snapshot.xmin for watermark in self.watermarks.values())

    def is_beyond(self, snapshot: Snapshot) -> bool:
        """This server has not come so far: it went back in time."""
        return any(watermark > snapshot.xmax for watermark in self.watermarks.values())
