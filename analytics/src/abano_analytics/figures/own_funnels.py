"""Funnels of steps that an analyst picks, over visits. Counted on request, and kept until the warehouse changes."""

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from threading import Lock
from typing import Any
from uuid import UUID

import duckdb
import orjson
import polars as pl

from abano_analytics.errors import StoreUnavailable, WarehouseBroken, WarehouseNotReady
from abano_analytics.figures.counts import Scope
from abano_analytics.figures.journeys import TABLES, unapplied
from abano_analytics.figures.own_events import condition
from abano_analytics.figures.query import FigureQuery
from abano_analytics.metrics.evidence import percent, wilson
from abano_analytics.progress import Progress
from abano_analytics.store import reader
from abano_analytics.store.protocol import Store
from abano_shared.campaign_names import with_name_keys
from abano_shared.contract.filters import COMPARES, NONE, WIRE_NAMES
from abano_shared.contract.own_events import EVENT_STEP, NamedDefinition
from abano_shared.contract.own_funnels import MAX_SHOWN_VALUES, PLAIN_STEPS, Breakdown, OwnFunnelParameters
from abano_shared.named_sql import load_named_sql

QUERIES = load_named_sql("abano_analytics.figures", "own_funnels.sql")
# Steps of one visit arrive by different requests, so their times differ by the time of a request.
SLACK_SECONDS = 5
MAX_KEPT = 200
# The reported steps that name a visit's quiz session and its booking.
OF_QUIZ, OF_BOOKING = "quiz_start", "booking"


@dataclass(frozen=True, slots=True)
class OwnFunnel:
    """What is counted: see abano_shared.contract.own_funnels."""

    query: FigureQuery
    steps: tuple[str, ...]
    in_order: bool = True
    by: Breakdown | None = None
    events: tuple[NamedDefinition, ...] = ()

    @classmethod
    def of(cls, asked: OwnFunnelParameters) -> "OwnFunnel":
        return cls(FigureQuery.of(asked), asked.steps, asked.in_order, asked.by, asked.definitions)


class OwnFunnels:
    """Thread-safe."""

    def __init__(self, warehouse: Store, progress: Progress) -> None:
        self._warehouse = warehouse
        self._progress = progress
        self._kept: OrderedDict[tuple[UUID, OwnFunnel], tuple[object, bytes]] = OrderedDict()
        self._lock = Lock()

    def count(self, tenant_id: UUID, asked: OwnFunnel) -> bytes:
        """JSON of an OwnFunnelResponse. Blocks. Raises WarehouseNotReady, UnknownTenant."""
        if not self._progress.is_complete:
            raise WarehouseNotReady
        try:
            with self._warehouse.reading() as conn:
                return self._count(conn, tenant_id, asked)
        except (WarehouseBroken, StoreUnavailable) as error:
            raise WarehouseNotReady from error

    def _count(self, conn: duckdb.DuckDBPyConnection, tenant_id: UUID, asked: OwnFunnel) -> bytes:
        bounds = reader.bounds_by_table(conn)
        ends = {f"{name}_end": bounds[table][0] for table, name in TABLES.items()}
        tenant = reader.tenant_state(conn, tenant_id)
        state = (self._warehouse.store_id, tenant.epoch, tenant.timezone, tuple(ends.values()))
        key = (tenant_id, asked)
        with self._lock:
            known, body = self._kept.get(key, (None, b""))
        if known != state:
            body = orjson.dumps(
                _content(_Counting(conn, tenant_id, tenant.timezone, asked, ends).rows(), asked)
            )
        with self._lock:
            self._kept[key] = (state, body)
            self._kept.move_to_end(key)
            while len(self._kept) > MAX_KEPT:
                self._kept.popitem(last=False)
        return body


def gather_sessions(scope: Scope, asked: OwnFunnel, place: int, *, is_lost: bool) -> None:
    """Make the temporary table ``funnel_sessions`` of the quiz sessions of visits at a step."""
    bounds = reader.bounds_by_table(scope.conn)
    ends = {f"{name}_end": bounds[table][0] for table, name in TABLES.items()}
    counting = _Counting(scope.conn, scope.tenant_id, scope.tenant.timezone, asked, ends)
    counting.gather_sessions(place, is_lost=is_lost)


class _Counting:
    """Counts one funnel in a read transaction, whose temporary tables it replaces."""

    def __init__(
        self,
        conn: duckdb.DuckDBPyConnection,
        tenant_id: UUID,
        zone: str,
        asked: OwnFunnel,
        ends: dict[str, int],
    ) -> None:
        self._conn = conn
        self._asked = asked
        query = asked.query
        self._given: dict[str, Any] = {
            "tenant": tenant_id,
            "zone": zone,
            "since": query.since,
            "until": query.until,
            **ends,
            **{f"step_{place}": _value(step) for place, step in enumerate(asked.steps)},
        }
        self._conditions = ""
        for name, match in query.filters.compared.items():
            if column := COMPARES[name].visits:
                condition, parameters = COMPARES[name].condition(column, name, match)
                self._conditions += f"\nand {condition}"
                self._given |= parameters

    def rows(self) -> list[tuple[Any, ...]]:
        """For all, and for each value: is_all, value, visits, the counts of the steps, and seconds between them."""
        places = range(len(self._asked.steps))
        return self._run(
            "counted",
            **self._gathered(),
            counts=", ".join(f"count(t{place})" for place in places),
            medians=", ".join(f"median(t{place} - t{place - 1}) / 1e6" for place in places[1:]),
        )

    def gather_sessions(self, place: int, *, is_lost: bool) -> None:
        """Make the temporary table ``funnel_sessions`` of the quiz sessions of visits at a step."""
        chosen = f"t{place} is not null"
        if is_lost:
            chosen = f"t{place - 1} is not null and t{place} is null" if place else "false"
        self._run("sessions", **self._gathered(), chosen=chosen)

    def _gathered(self) -> dict[str, str]:
        """Gathers visits and their steps. Returns SQL of when they reached the steps, and passed them."""
        steps, places = self._asked.steps, range(len(self._asked.steps))
        sources = [_source(step) for step in steps]
        named = {
            name for step, source in zip(steps, sources, strict=True) for name in _reported(step, source)
        }
        self._given["reported"] = sorted({*named, OF_QUIZ})
        value, key = _breakdown(self._asked.by)
        self._run("visits", value=value, key=key, conditions=self._conditions)
        self._run("reported")
        reached = (
            QUERIES[source].format(place=place, condition=self._event(step, place))
            for place, step, source in zip(places, steps, sources, strict=True)
        )
        passed = ["f0 as t0"]
        for place in places[1:]:
            before = f"t{place - 1}"
            condition = (
                f"f{place} >= {before} - {SLACK_SECONDS * 1_000_000}"
                if self._asked.in_order
                else f"{before} is not null"
            )
            moment = f"greatest(f{place}, {before})" if self._asked.in_order else f"f{place}"
            passed.append(f"case when {condition} then {moment} end as t{place}")
        firsts = (f"min(epoch_us(moment)) filter (where place = {place}) as f{place}" for place in places)
        return {
            "reached": "\nunion all\n".join(reached),
            "firsts": ", ".join(firsts),
            "passed": ", ".join(passed),
        }

    def _event(self, step: str, place: int) -> str:
        """SQL of the event that the step names; its parameters are added."""
        event = next((one for one in self._asked.events if step == f"{EVENT_STEP}:{one.id}"), None)
        if event is None:
            return ""
        sql, given = condition(event, f"event_{place}")
        self._given |= given
        return sql

    def _run(self, name: str, **words: str) -> list[tuple[Any, ...]]:
        sql = QUERIES[name].format(**words)
        used = {parameter: value for parameter, value in self._given.items() if f"${parameter}" in sql}
        return self._conn.execute(sql, used).fetchall()


def _value(step: str) -> str:
    """What the rows of a step have: a path, a question's id or the name of a reported step."""
    return step.partition(":")[2] or step


def _source(step: str) -> str:
    """The statement that finds a step."""
    if step in {"quiz_done", "confirmed"}:
        return f"at_{step}"
    if step in PLAIN_STEPS:
        return "at_reported"
    kind = step.partition(":")[0]
    return "at_page" if kind == "landing" else f"at_{kind}"


def _reported(step: str, source: str) -> Sequence[str]:
    if source == "at_reported":
        return [_value(step)]
    if source in {"at_page", "at_event"}:
        return []
    return [OF_BOOKING if source == "at_confirmed" else OF_QUIZ]


def _breakdown(by: Breakdown | None) -> tuple[str, str]:
    """SQL of a visit's value, and of what counts as the same one."""
    if by is None:
        return "null", "null"
    compared = next(COMPARES[name] for name, wire in WIRE_NAMES.items() if wire == by)
    column = compared.visits or ""
    # Only the device is always there for sessions; old visits may lack it.
    value = compared.choice_of(column) if compared.is_optional else f"coalesce({column}, 'unknown')"
    if not compared.is_name:
        return value, value
    return value, with_name_keys(f"coalesce(nullif(name_key({column}), ''), '{NONE}')")


def _content(rows: Sequence[tuple[Any, ...]], asked: OwnFunnel) -> dict[str, Any]:
    whole = next((row for row in rows if row[0]), None)
    values = [row for row in rows if not row[0] and row[3]] if asked.by else []
    values.sort(key=lambda row: (-row[3], row[1]))
    return {
        "success": True,
        "visits": whole[2] if whole else 0,
        "steps": _steps(whole, asked),
        "values": [{"value": row[1], "steps": _steps(row, asked)} for row in values[:MAX_SHOWN_VALUES]],
        "valuesLeftOut": max(0, len(values) - MAX_SHOWN_VALUES),
        "unapplied": unapplied(asked.query),
    }


def _steps(row: tuple[Any, ...] | None, asked: OwnFunnel) -> list[dict[str, Any]]:
    length = len(asked.steps)
    counts = list(row[3 : 3 + length]) if row else [0] * length
    medians = [None, *(row[3 + length :] if row and asked.in_order else [None] * (length - 1))]
    frame = pl.DataFrame(
        {
            "step": asked.steps,
            "visits": counts,
            "first": [counts[0]] * length,
            "before": [counts[0], *counts[:-1]],
            "medianSeconds": [None if one is None else round(one, 1) for one in medians],
        },
        schema_overrides={"medianSeconds": pl.Float64},
    )
    low, high = wilson("visits", "first")
    low_of_before, high_of_before = wilson("visits", "before")
    return frame.select(
        "step",
        "visits",
        percent("visits", "first").alias("share"),
        (100 * low).round(1).alias("low"),
        (100 * high).round(1).alias("high"),
        percent("visits", "before").alias("shareOfBefore"),
        (100 * low_of_before).round(1).alias("lowOfBefore"),
        (100 * high_of_before).round(1).alias("highOfBefore"),
        (pl.col("before") - pl.col("visits")).alias("lost"),
        "medianSeconds",
    ).to_dicts()
