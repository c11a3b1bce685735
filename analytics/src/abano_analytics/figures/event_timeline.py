"""Sessions whose visit had an event that an analyst defined, over time."""

from collections import OrderedDict
from dataclasses import dataclass
from datetime import datetime, timedelta
from threading import Lock
from typing import Any
from uuid import UUID

import duckdb
import orjson
import polars as pl

from abano_analytics.errors import StoreUnavailable, WarehouseBroken, WarehouseNotReady
from abano_analytics.figures.counts import Scope
from abano_analytics.figures.own_events import EPOCH, QUERIES, condition
from abano_analytics.figures.query import FigureQuery
from abano_analytics.figures.recount import gather_sessions
from abano_analytics.metrics.sessions import SUMS, timeline
from abano_analytics.progress import Progress
from abano_analytics.store import reader
from abano_analytics.store.protocol import Store
from abano_shared.contract.figures import Unit
from abano_shared.contract.own_events import EventDefinition, EventTimelineParameters

MAX_KEPT = 200
COUNTS = dict.fromkeys(("quarter", *SUMS, "event"), pl.Int64)


@dataclass(frozen=True, slots=True)
class EventTimeline:
    """What is counted: the event's sessions among those of ``query``, by ``unit``."""

    query: FigureQuery
    event: EventDefinition
    unit: Unit

    @classmethod
    def of(cls, asked: EventTimelineParameters) -> "EventTimeline":
        event = EventDefinition(**{name: getattr(asked, name) for name in EventDefinition.model_fields})
        return cls(FigureQuery.of(asked), event, asked.unit)


class EventTimelines:
    """Counts on request. Keeps what was counted until something new was recorded. Thread-safe."""

    def __init__(self, warehouse: Store, progress: Progress) -> None:
        self._warehouse = warehouse
        self._progress = progress
        self._kept: OrderedDict[tuple[UUID, EventTimeline], tuple[object, bytes]] = OrderedDict()
        self._lock = Lock()

    def count(self, tenant_id: UUID, asked: EventTimeline) -> bytes:
        """JSON of an EventTimelineResponse. Blocks. Raises WarehouseNotReady, UnknownTenant."""
        if not self._progress.is_complete:
            raise WarehouseNotReady
        try:
            with self._warehouse.reading() as conn:
                tenant = reader.tenant_state(conn, tenant_id)
                end = reader.bounds_by_table(conn)["journey_events"][0]
                state = (self._warehouse.store_id, tenant, end)
                key = (tenant_id, asked)
                with self._lock:
                    known, body = self._kept.get(key, (None, b""))
                if known != state:
                    scope = Scope(conn, self._warehouse.store_id, tenant_id, tenant, asked.query)
                    body = orjson.dumps(_content(scope, asked, end))
        except (WarehouseBroken, StoreUnavailable) as error:
            raise WarehouseNotReady from error
        with self._lock:
            self._kept[key] = (state, body)
            self._kept.move_to_end(key)
            while len(self._kept) > MAX_KEPT:
                self._kept.popitem(last=False)
        return body


def _content(scope: Scope, asked: EventTimeline, events_end: int) -> dict[str, Any]:
    gather_sessions(scope)
    sql, given = condition(asked.event, "event")
    rows = _run(
        scope.conn,
        QUERIES["sessions_by_quarter"].format(condition=sql),
        {"tenant": scope.tenant_id, "since": asked.query.since, "events_end": events_end, **given},
    )
    of_tenant = {"tenant": scope.tenant_id, "events_end": events_end}
    [(since_us,)] = _run(scope.conn, QUERIES["recorded_since"], of_tenant)
    recorded_since = None if since_us is None else EPOCH + timedelta(microseconds=since_us)
    counted = pl.DataFrame(rows, schema=COUNTS, orient="row")
    buckets = timeline(counted, asked.query.since, asked.query.until, scope.tenant.timezone, asked.unit)
    return {
        "success": True,
        "timeline": [_bucket(row, recorded_since) for row in buckets.iter_rows(named=True)],
        "unit": asked.unit,
        "currency": scope.tenant.currency,
    }


def _run(conn: duckdb.DuckDBPyConnection, sql: str, given: dict[str, Any]) -> list[tuple[Any, ...]]:
    return conn.execute(sql, given).fetchall()


def _bucket(row: dict[str, Any], recorded_since: datetime | None) -> dict[str, Any]:
    """Zero sessions mean nothing before pages and presses were recorded. Landing pages may be older."""
    count = row.pop("event")
    is_recorded = recorded_since is not None and datetime.fromisoformat(row["end"]) > recorded_since
    return {**row, "eventSessions": count if count or is_recorded else None}
