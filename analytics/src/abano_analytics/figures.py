"""The figures of one tenant and view: counted when its data changed, remembered otherwise.

Figures that someone is looking at are counted as soon as new data is in, before it is announced: whoever polls then
finds them ready.
"""

import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from threading import Lock
from typing import Any, Literal
from uuid import UUID

import duckdb
import orjson
import polars as pl

from abano_analytics import telemetry
from abano_analytics.errors import StoreUnavailable, UnknownTenant, WarehouseBroken, WarehouseNotReady
from abano_analytics.metrics.answers import answer_distribution
from abano_analytics.metrics.campaigns import campaigns
from abano_analytics.metrics.choices import choices
from abano_analytics.metrics.funnel import funnel, per_question
from abano_analytics.metrics.overview import overview
from abano_analytics.metrics.quiz_order import quiz_options
from abano_analytics.progress import Progress
from abano_analytics.store import reader
from abano_analytics.store.counting import Counting, Counts
from abano_analytics.store.reader import Figure
from abano_analytics.store.warehouse import Warehouse
from abano_analytics.views import Filters, View

MOST_REMEMBERED = 512
# What was counted is kept to be carried on, the oldest unused first to go.
MOST_COUNTS_BYTES = 64 * 1024 * 1024
# Asked for this lately, a figure counts as watched: a page polls every five seconds.
WATCHED_SECONDS = 12.0
# New data is announced at the latest after so long, whatever is still to count.
AHEAD_SECONDS = 0.25
# Part of every entity tag: raise it when the same data would give other figures or another shape.
FIGURES_VERSION = 2

QUESTION_COLUMNS = (
    "questionId",
    "questionText",
    "totalResponses",
    "totalConversions",
    "questionConversionRate",
)


@dataclass(frozen=True, slots=True)
class Answer:
    """``body`` is JSON without its closing brace: the caller adds how fresh it is. ``tag`` names its content."""

    version: int
    tag: str
    body: bytes
    last_conversion_update: datetime | None


Key = tuple[UUID, Figure, View]


class Figures:
    """Answers out of the warehouse; as many of the latest as fit a bound are remembered."""

    def __init__(
        self, warehouse: Warehouse, progress: Progress, monotonic: Callable[[], float] = time.monotonic
    ) -> None:
        self._warehouse = warehouse
        self._progress = progress
        self._monotonic = monotonic
        self._remembered: OrderedDict[Key, Answer] = OrderedDict()
        self._counts = KeptCounts(MOST_COUNTS_BYTES)
        self._asked_at: dict[Key, float] = {}
        self._lock = Lock()

    def remembered(self, key: Key) -> Answer | None:
        """The answer to ``key`` when nothing of that tenant changed since it was counted."""
        with self._lock:
            self._asked_at[key] = self._monotonic()
            answer = self._remembered.get(key)
            # One that was counted ahead is newer than what was announced.
            if answer is None or answer.version < self._progress.versions.get(key[0], 0):
                return None
            self._remembered.move_to_end(key)
        if not self._progress.is_complete or not answer.tag.startswith(self._prefix()):
            return None
        return answer

    def count(self, key: Key) -> Answer:
        """Count afresh. Blocks. Raises WarehouseNotReady, UnknownTenant."""
        if not self._progress.is_complete:
            raise WarehouseNotReady
        try:
            with self._warehouse.reading() as conn:
                # Whoever held the turn before may have counted the same.
                return self.remembered(key) or self._count(conn, key)
        except WarehouseBroken as error:
            self._progress.is_broken = True
            raise WarehouseNotReady from error
        except StoreUnavailable as error:
            raise WarehouseNotReady from error

    def count_ahead(self, versions: Mapping[UUID, int]) -> None:
        """Count what is being watched and has changed by ``versions``, which are announced next."""
        began = self._monotonic()
        with self._lock:
            for key in [key for key, asked in self._asked_at.items() if asked < began - WATCHED_SECONDS]:
                del self._asked_at[key]
            due = [
                key
                for key in self._asked_at
                if key in self._remembered and self._remembered[key].version < versions.get(key[0], 0)
            ]
        for key in due:
            if self._monotonic() - began > AHEAD_SECONDS:
                break
            try:
                with self._warehouse.reading() as conn:
                    self._count(conn, key)
            except UnknownTenant:
                continue

    def _count(self, conn: duckdb.DuckDBPyConnection, key: Key) -> Answer:
        tenant_id, figure, view = key
        with telemetry.COUNTING_SECONDS.labels(figure).time():
            tenant = reader.tenant_state(conn, tenant_id)
            # What one can filter by does not hang on what is filtered now.
            chosen = View(view.period, Filters()) if figure == "choices" else view
            counting = Counting(conn, tenant_id, tenant, figure, chosen)
            counts = counting.count(self._counts.get(self._warehouse.store_id, key))
            content = self._content(conn, tenant_id, figure, counts)
        tag = f"{self._prefix()}{tenant.version}-{figure}-{view.name}"
        answer = Answer(
            tenant.version,
            tag,
            orjson.dumps(content).removesuffix(b"}"),
            counts.totals.item(0, "last_conversion_update"),
        )
        self._counts.put(self._warehouse.store_id, key, counts)
        with self._lock:
            self._remembered[key] = answer
            self._remembered.move_to_end(key)
            while len(self._remembered) > MOST_REMEMBERED:
                self._remembered.popitem(last=False)
        return answer

    def _content(
        self, conn: duckdb.DuckDBPyConnection, tenant_id: UUID, figure: Figure, counts: Counts
    ) -> dict[str, Any]:
        content: dict[str, Any] = {"success": True}
        if figure == "choices":
            content["choices"] = choices(counts.frame)
            return content
        rows = figure_rows(conn, figure, tenant_id, counts)
        if figure == "overview":
            content["analytics"] = rows.row(0, named=True)
        elif figure == "answers":
            content["answerDistribution"] = nested(rows)
        else:
            content[figure] = rows.to_dicts()
            if figure == "campaigns":
                content["currency"] = counts.tenant.currency
        return content

    def _prefix(self) -> str:
        return f"{FIGURES_VERSION}-{self._warehouse.store_id[:8]}-"


def figure_rows(
    conn: duckdb.DuckDBPyConnection,
    figure: Literal["overview", "answers", "funnel", "campaigns"],
    tenant_id: UUID,
    counts: Counts,
) -> pl.DataFrame:
    """The rows of a figure out of its counts, named as the API names them."""
    if figure == "overview":
        return overview(counts.totals)
    if figure == "campaigns":
        return campaigns(counts.frame)
    options = quiz_options(reader.definitions(conn, tenant_id))
    if figure == "funnel":
        return funnel(per_question(counts.frame), options)
    total = counts.totals.row(0, named=True)
    return answer_distribution(
        counts.frame, options, sessions=total["sessions"], converted=total["converted"]
    )


class KeptCounts:
    """What was counted, to be carried on; bounded by its size. For use by one thread at a time."""

    def __init__(self, most_bytes: int) -> None:
        self._most_bytes = most_bytes
        self._kept: OrderedDict[Key, tuple[str, Counts]] = OrderedDict()
        self._bytes = 0

    def get(self, store_id: str, key: Key) -> Counts | None:
        """What was counted last, unless out of another store."""
        store, counts = self._kept.get(key, ("", None))
        return counts if store == store_id else None

    def put(self, store_id: str, key: Key, counts: Counts) -> None:
        if before := self._kept.pop(key, None):
            self._bytes -= before[1].size_bytes
        self._kept[key] = (store_id, counts)
        self._bytes += counts.size_bytes
        while self._bytes > self._most_bytes and len(self._kept) > 1:
            self._bytes -= self._kept.popitem(last=False)[1][1].size_bytes


def nested(spread: pl.DataFrame) -> list[dict[str, Any]]:
    """Rows of question and answer as a list of questions, each with its answers; the order is kept."""
    questions: dict[str, dict[str, Any]] = {}
    for row in spread.iter_rows(named=True):
        head = {name: row.pop(name) for name in QUESTION_COLUMNS}
        question = questions.setdefault(head["questionId"], {**head, "answers": []})
        question["answers"].append(row)
    return list(questions.values())
