"""The sessions of a bar: their views, answers and bookings, without identities."""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import groupby
from typing import Any
from uuid import UUID

import duckdb
import orjson

from abano_analytics.errors import StoreUnavailable, WarehouseBroken, WarehouseNotReady
from abano_analytics.figures.content import QuizOptions
from abano_analytics.figures.counts import Scope
from abano_analytics.figures.own_funnels import OwnFunnel, gather_sessions
from abano_analytics.figures.query import FigureQuery
from abano_analytics.figures.recount import Bar, gather_behind
from abano_analytics.progress import Progress
from abano_analytics.store import reader
from abano_analytics.store.protocol import Store
from abano_shared.named_sql import load_named_sql

QUERIES = load_named_sql("abano_analytics.figures", "sessions.sql")
PAGE = 50
NEWEST = 2**63 - 1
EPOCH = datetime.fromtimestamp(0, UTC)
# A browser's clock may be wrong, and a quiz may be finished on another day.
BEFORE_START, AFTER_START = timedelta(days=1), timedelta(days=30)
# Enough to distinguish the sessions that people refer to.
NAME_BYTES = 4


@dataclass(frozen=True, slots=True)
class Place:
    """The start of a page: at this moment, in microseconds, after ``skip`` sessions of the same moment."""

    before: int = NEWEST
    skip: int = 0

    @classmethod
    def after(cls, text: str) -> "Place":
        """The cursor of the previous page."""
        before, _, skip = text.partition(".")
        return cls(int(before), int(skip))


class Sessions:
    """Pages of sessions from the warehouse. Thread-safe."""

    def __init__(self, warehouse: Store, progress: Progress) -> None:
        self._warehouse = warehouse
        self._progress = progress

    def page(self, tenant_id: UUID, query: FigureQuery, bar: Bar | None, place: Place) -> bytes:
        """JSON. Blocks. Raises WarehouseNotReady, UnknownTenant."""
        return self._read(tenant_id, query, lambda scope: gather_behind(scope, bar), place)

    def page_of_funnel(
        self, tenant_id: UUID, asked: OwnFunnel, at: int, place: Place, *, is_lost: bool
    ) -> bytes:
        """The same of visits at a step of an own funnel. Blocks. Raises WarehouseNotReady, UnknownTenant."""

        def gather(scope: Scope) -> None:
            gather_sessions(scope, asked, at, is_lost=is_lost)
            gather_behind(scope, None)
            scope.conn.execute(QUERIES["of_funnel"])

        return self._read(tenant_id, asked.query, gather, place)

    def _read(
        self, tenant_id: UUID, query: FigureQuery, gather: Callable[[Scope], None], place: Place
    ) -> bytes:
        if not self._progress.is_complete:
            raise WarehouseNotReady
        try:
            with self._warehouse.reading() as conn:
                return self._page(conn, tenant_id, query, gather, place)
        except (WarehouseBroken, StoreUnavailable) as error:
            raise WarehouseNotReady from error

    def _page(
        self,
        conn: duckdb.DuckDBPyConnection,
        tenant_id: UUID,
        query: FigureQuery,
        gather: Callable[[Scope], None],
        place: Place,
    ) -> bytes:
        tenant = reader.tenant_state(conn, tenant_id)
        now = self._progress.data_through
        scope = Scope(conn, self._warehouse.store_id, tenant_id, tenant, query, now=now)
        gather(scope)
        total, completed, converted, booked = conn.execute(QUERIES["sums"]).fetchall()[0]
        asked = {"before": place.before, "skip": place.skip, "limit": PAGE + 1}
        found = _rows(conn, QUERIES["page"], asked)
        shown = found[:PAGE]
        steps = _steps(conn, tenant_id, shown)
        words = _Words(QuizOptions(conn, tenant_id))
        content = {
            "success": True,
            "total": total,
            "completed": completed,
            "converted": converted,
            "bookedValue": booked / 100,
            "currency": tenant.currency,
            "sessions": [_session(scope, row, steps.get(row["session_id"], []), words) for row in shown],
            "next": _behind(shown, place) if len(found) > PAGE else None,
        }
        return orjson.dumps(content, option=orjson.OPT_UTC_Z)


class _Words:
    """Questions and answers with their current wording in the tenant's quiz."""

    def __init__(self, options: QuizOptions) -> None:
        rows = list(options.frame.iter_rows(named=True))
        self._questions = {row["question_id"]: row["question_label"] for row in rows}
        self._answers = {(row["question_id"], row["value"]): row["option_label"] for row in rows}

    def step(self, row: Mapping[str, Any]) -> dict[str, Any]:
        question, value = row["question_id"], row["value"]
        taken = row["answered_us"]
        seen = row["viewed_us"]
        return {
            "questionId": question,
            "questionText": self._questions.get(question) or row["question_text"] or question,
            "value": value,
            "text": self._answers.get((question, value)) or row["answer_text"] or value,
            "reachedAt": _moment(seen if seen is not None else taken),
            "seconds": (
                round((taken - seen) / 1e6, 1) if None not in (seen, taken) and taken >= seen else None
            ),
        }


def _session(
    scope: Scope, row: Mapping[str, Any], steps: Sequence[Mapping[str, Any]], words: _Words
) -> dict[str, Any]:
    path = [words.step(step) for step in steps]
    has_stopped = (
        bool(path) and row["completed_us"] is None and not _is_active(scope, row["started_us"], steps)
    )
    return {
        "name": name_of(scope.tenant_id, row["session_id"]),
        "startedAt": _moment(row["started_us"]),
        "completedAt": _moment(row["completed_us"]),
        "device": row["device"],
        "quizVersion": row["quiz_version"],
        "source": row["utm_source"] or "",
        "medium": row["utm_medium"] or "",
        "campaign": row["utm_campaign"] or "",
        "language": row["language"] or "",
        "country": row["country"] or "",
        "isReturning": row["is_returning"],
        "bookings": row["bookings"],
        "bookedValue": row["booked_minor"] / 100,
        "steps": path,
        "stoppedAt": path[-1]["questionId"] if has_stopped else None,
    }


def _is_active(scope: Scope, started_us: int, steps: Sequence[Mapping[str, Any]]) -> bool:
    """Not over yet, as defined by find_still_answering."""
    moments = (step[name] for step in steps for name in ("viewed_us", "answered_us"))
    last = _at(max(moment for moment in moments if moment is not None))
    bounds = scope.active_bounds
    is_recent = bounds["active_after"] < last <= bounds["active_until"]
    return is_recent and _at(started_us) >= scope.earliest_start


def name_of(tenant_id: UUID, session_id: str) -> str:
    """A short name for a session, such as 3F9A-12CD, from which its id cannot be derived."""
    text = f"{tenant_id}:{session_id}".encode()
    digest = hashlib.blake2s(text, digest_size=NAME_BYTES).hexdigest().upper()
    return f"{digest[:4]}-{digest[4:]}"


def _behind(shown: Sequence[Mapping[str, Any]], place: Place) -> str:
    """The cursor after ``shown``, as text."""
    last = shown[-1]["started_us"]
    same = sum(row["started_us"] == last for row in shown)
    return f"{last}.{same + (place.skip if last == place.before else 0)}"


def _steps(
    conn: duckdb.DuckDBPyConnection, tenant_id: UUID, shown: Sequence[Mapping[str, Any]]
) -> dict[str, list[dict[str, Any]]]:
    if not shown:
        return {}
    moments = [EPOCH + timedelta(microseconds=row["started_us"]) for row in shown]
    asked = {
        "tenant": tenant_id,
        "sessions": [row["session_id"] for row in shown],
        "first": min(moments) - BEFORE_START,
        "last": max(moments) + AFTER_START,
    }
    rows = _rows(conn, QUERIES["steps"], asked)
    return {name: list(steps) for name, steps in groupby(rows, key=lambda row: row["session_id"])}


def _rows(
    conn: duckdb.DuckDBPyConnection, sql: str, parameters: Mapping[str, object]
) -> list[dict[str, Any]]:
    rows = conn.execute(sql, dict(parameters)).fetchall()
    names = [column for column, *_ in conn.description or ()]
    return [dict(zip(names, row, strict=True)) for row in rows]


def _moment(microseconds: int | None) -> datetime | None:
    return None if microseconds is None else _at(microseconds)


def _at(microseconds: int) -> datetime:
    return EPOCH + timedelta(microseconds=microseconds)
