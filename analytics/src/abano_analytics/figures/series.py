"""Counts of a company's days or hours, by campaign or source where that is asked. Alert rules read them."""

from collections import Counter
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

from abano_analytics.errors import StoreUnavailable, WarehouseBroken, WarehouseNotReady
from abano_analytics.figures.counts import Scope
from abano_analytics.figures.query import UNFILTERED, FigureQuery
from abano_analytics.figures.recount import gather_sessions
from abano_analytics.progress import Progress
from abano_analytics.store import reader
from abano_analytics.store.protocol import Store
from abano_shared.campaign_names import name_key
from abano_shared.contract.filters import COMPARES
from abano_shared.contract.series import MAX_BUCKETS, MAX_PARTS, SeriesCount, SeriesUnit, Split
from abano_shared.named_sql import load_named_sql

QUERIES = load_named_sql("abano_analytics.figures", "series.sql")
# A booking or completion is soon when it came within this time of the session's start.
SOON = timedelta(hours=6)
# A booking belongs to a session that started so long before it at most.
ATTRIBUTED_WITHIN = timedelta(days=30)
COLUMNS: dict[Split, str] = {"": "''", "campaign": "utm_campaign", "source": "utm_source"}
A_MICROSECOND = timedelta(microseconds=1)
EPOCH = datetime.fromtimestamp(0, UTC)


@dataclass(frozen=True, slots=True)
class SeriesQuery:
    """What is counted of ``query``'s period and sessions, in which unit and by which part."""

    query: FigureQuery
    counted: SeriesCount
    unit: SeriesUnit
    split: Split


class Series:
    """For use by several threads."""

    def __init__(self, warehouse: Store, progress: Progress) -> None:
        self._warehouse = warehouse
        self._progress = progress

    def count(self, tenant_id: UUID, asked: SeriesQuery) -> dict[str, Any]:
        """The counts of the largest parts. Blocks. Raises WarehouseNotReady, UnknownTenant."""
        # Read first: what is counted then includes all of it.
        through = self._progress.data_through
        if not self._progress.is_complete or through is None:
            raise WarehouseNotReady
        try:
            with self._warehouse.reading() as conn:
                tenant = reader.tenant_state(conn, tenant_id)
                scope = Scope(conn, self._warehouse.store_id, tenant_id, tenant, asked.query)
                edges = edges_of(asked, ZoneInfo(tenant.timezone))
                rows = _rows(scope, asked, edges)
        except (WarehouseBroken, StoreUnavailable) as error:
            raise WarehouseNotReady from error
        return {"success": True, "parts": _parts(rows), "dataThrough": through}


def edges_of(asked: SeriesQuery, zone: ZoneInfo) -> list[datetime]:
    """Where the days or hours of the period begin; at most MAX_BUCKETS."""
    edges: list[datetime] = []
    start = asked.query.since
    while start < asked.query.until and len(edges) < MAX_BUCKETS:
        edges.append(start)
        if asked.unit == "hour":
            start += timedelta(hours=1)
        else:
            # From noon on, so that a changed clock is passed.
            noon = start.astimezone(zone).replace(hour=12, tzinfo=None) + timedelta(days=1)
            start = noon.replace(hour=0, minute=0, second=0, microsecond=0, tzinfo=zone).astimezone(UTC)
    return edges


def _rows(scope: Scope, asked: SeriesQuery, edges: list[datetime]) -> list[tuple[Any, ...]]:
    conn, query = scope.conn, asked.query
    given: dict[str, Any] = {"tenant": scope.tenant_id, "since": query.since, "until": query.until}
    part = COLUMNS[asked.split]
    words = {"part": f"coalesce({part}, '')", "conditions": "", "of_sessions": ""}
    conn.execute(QUERIES["edges"], {"starts": [(edge - EPOCH) // A_MICROSECOND for edge in edges]})
    if asked.counted == "sessions":
        gather_sessions(scope)
        given = {"tenant": scope.tenant_id, "since": query.since, "within": SOON // A_MICROSECOND}
    elif asked.counted == "visits":
        conditions, chosen = _of_visits(query)
        words["conditions"] = conditions
        given |= chosen
    elif asked.split or query.filters != UNFILTERED:
        earlier = replace(query, since=query.since - ATTRIBUTED_WITHIN)
        gather_sessions(replace(scope, query=earlier))
        words["of_sessions"] = "join period_sessions using (session_id)"
    found: list[tuple[Any, ...]] = conn.execute(QUERIES[asked.counted].format(**words), given).fetchall()
    return found


def _of_visits(query: FigureQuery) -> tuple[str, dict[str, str]]:
    """SQL conditions of the filters that say something of visits, and their parameters."""
    conditions: list[str] = []
    given: dict[str, str] = {}
    for name, match in query.filters.compared.items():
        if column := COMPARES[name].visits:
            condition, parameters = COMPARES[name].condition(column, name, match)
            conditions.append(f"and {condition}")
            given |= parameters
    return "\n".join(conditions), given


def _parts(rows: list[tuple[Any, ...]]) -> list[dict[str, Any]]:
    """Spellings of a name are one part, under the most frequent one. The largest parts first."""
    spelled: Counter[tuple[str, str]] = Counter()
    counts: dict[str, dict[int, list[int]]] = {}
    for name, bucket, *numbers in rows:
        key = name_key(name)
        spelled[key, name] += numbers[0]
        buckets = counts.setdefault(key, {})
        before = buckets.get(bucket, [0] * len(numbers))
        buckets[bucket] = [one + other for one, other in zip(before, numbers, strict=True)]
    labels = {key: name.strip() for (key, name), _ in reversed(spelled.most_common())}
    sizes = {key: sum(numbers[0] for numbers in buckets.values()) for key, buckets in counts.items()}
    largest = sorted(counts, key=lambda key: (-sizes[key], key))[:MAX_PARTS]
    return [
        {
            "key": key,
            "name": labels[key],
            "buckets": [[bucket, *numbers] for bucket, numbers in sorted(counts[key].items())],
        }
        for key in largest
    ]
