"""The figures of one tenant and view: counted when its data changed, remembered otherwise."""

from collections import OrderedDict
from dataclasses import dataclass
from datetime import datetime
from threading import Lock
from typing import Any, Literal
from uuid import UUID

import duckdb
import orjson
import polars as pl

from abano_analytics import telemetry
from abano_analytics.errors import WarehouseBroken, WarehouseNotReady
from abano_analytics.metrics.answers import answer_distribution
from abano_analytics.metrics.campaigns import campaigns
from abano_analytics.metrics.choices import choices
from abano_analytics.metrics.funnel import funnel
from abano_analytics.metrics.overview import overview
from abano_analytics.metrics.quiz_order import quiz_options
from abano_analytics.progress import Progress
from abano_analytics.store import reader
from abano_analytics.store.reader import Figure, TenantState
from abano_analytics.store.warehouse import Warehouse
from abano_analytics.views import Filters, View

MOST_REMEMBERED = 512
# Part of every entity tag: raise it when the same data would give other figures or another shape.
FIGURES_VERSION = 2


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

    def __init__(self, warehouse: Warehouse, progress: Progress) -> None:
        self._warehouse = warehouse
        self._progress = progress
        self._remembered: OrderedDict[Key, Answer] = OrderedDict()
        self._lock = Lock()

    def remembered(self, key: Key) -> Answer | None:
        """The answer to ``key`` when nothing of that tenant changed since it was counted."""
        with self._lock:
            answer = self._remembered.get(key)
            if answer is None or answer.version != self._progress.versions.get(key[0]):
                return None
            self._remembered.move_to_end(key)
        if not self._progress.is_complete or not answer.tag.startswith(self._prefix()):
            return None
        return answer

    def count(self, key: Key) -> Answer:
        """Count afresh. Blocks. Raises WarehouseNotReady, UnknownTenant."""
        tenant_id, figure, view = key
        if not self._progress.is_complete:
            raise WarehouseNotReady
        try:
            with self._warehouse.reading() as conn:
                # Whoever held the turn before may have counted the same.
                if answer := self.remembered(key):
                    return answer
                with telemetry.COUNTING_SECONDS.labels(figure).time():
                    tenant = reader.tenant_state(conn, tenant_id)
                    answer = self._answer(conn, tenant, tenant_id, figure, view)
        except WarehouseBroken as error:
            self._progress.is_broken = True
            raise WarehouseNotReady from error
        with self._lock:
            self._remembered[key] = answer
            self._remembered.move_to_end(key)
            while len(self._remembered) > MOST_REMEMBERED:
                self._remembered.popitem(last=False)
        return answer

    def _answer(
        self,
        conn: duckdb.DuckDBPyConnection,
        tenant: TenantState,
        tenant_id: UUID,
        figure: Figure,
        view: View,
    ) -> Answer:
        # What one can filter by does not hang on what is filtered now.
        chosen = View(view.period, Filters()) if figure == "choices" else view
        reader.choose_period(conn, tenant_id, tenant, chosen)
        content: dict[str, Any] = {"success": True}
        if figure == "choices":
            content["choices"] = choices(reader.counted(conn, figure, tenant_id))
        else:
            rows = figure_rows(conn, figure, tenant_id)
            if figure == "overview":
                content["analytics"] = rows.row(0, named=True)
            elif figure == "answers":
                content["answerDistribution"] = nested(rows)
            else:
                content[figure] = rows.to_dicts()
                if figure == "campaigns":
                    content["currency"] = tenant.currency
        tag = f"{self._prefix()}{tenant.version}-{figure}-{view.name}"
        last_change = reader.counted(conn, "overview", tenant_id)["last_conversion_update"].item()
        return Answer(tenant.version, tag, orjson.dumps(content).removesuffix(b"}"), last_change)

    def _prefix(self) -> str:
        return f"{FIGURES_VERSION}-{self._warehouse.store_id[:8]}-"


def figure_rows(
    conn: duckdb.DuckDBPyConnection,
    figure: Literal["overview", "answers", "funnel", "campaigns"],
    tenant_id: UUID,
) -> pl.DataFrame:
    """The rows of a figure over the period chosen on ``conn``, named as the API names them."""
    counted = reader.counted(conn, figure, tenant_id)
    if figure == "overview":
        return overview(counted)
    if figure == "campaigns":
        return campaigns(counted)
    options = quiz_options(reader.definitions(conn, tenant_id))
    if figure == "funnel":
        return funnel(counted, options)
    total = reader.counted(conn, "overview", tenant_id).row(0, named=True)
    return answer_distribution(counted, options, sessions=total["sessions"], converted=total["converted"])


def nested(spread: pl.DataFrame) -> list[dict[str, Any]]:
    """Rows of question and answer as a list of questions, each with its answers; the order is kept."""
    questions: dict[str, dict[str, Any]] = {}
    for row in spread.iter_rows(named=True):
        head = {name: row.pop(name) for name in ("questionId", "questionText", "totalResponses")}
        question = questions.setdefault(head["questionId"], {**head, "answers": []})
        question["answers"].append(row)
    return list(questions.values())
