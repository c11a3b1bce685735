"""Figures: counted when a tenant's data has changed, cached otherwise.

Watched figures are counted as soon as new data is in, all of a tenant together, by the refresher's thread.
Until then, polls get the last result: a poll of an open page never counts. Figures that are not cached are
counted in the pool, where tenants take turns.
"""

import hashlib
import logging
import time
from collections.abc import Callable, Hashable, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

import duckdb
import orjson

from abano_analytics.errors import StoreUnavailable, UnknownTenant, WarehouseBroken, WarehouseNotReady
from abano_analytics.figures.cache import Answer, AnswerCache
from abano_analytics.figures.content import BySession, QuizOptions, figure_content, money_content
from abano_analytics.figures.counts import Counter, Counts, Scope, Steps
from abano_analytics.figures.incremental import IncrementalCounter
from abano_analytics.figures.journeys import JourneyCounter, find_still_active, journey_content
from abano_analytics.figures.money import MoneyCounter
from abano_analytics.figures.pool import CountingPool, Running
from abano_analytics.figures.query import (
    COUNTED_FOR_MONEY,
    JOURNEY,
    Counted,
    FigureQuery,
    Key,
    counted_as,
    is_of_sessions,
)
from abano_analytics.figures.still_answering import NO_ONE, find_still_answering
from abano_analytics.progress import COUNTING_SECONDS, REFRESH_FAILURES, Progress
from abano_analytics.store import reader
from abano_analytics.store.protocol import Store
from abano_shared.contract.figures import ATTRIBUTIONS, Figure, is_money

log = logging.getLogger(__name__)

# Otherwise DuckDB does not report a statement's progress.
PROGRESS_SETTINGS = (
    "set enable_progress_bar = true",
    "set enable_progress_bar_print = false",
    "set progress_bar_time = 0",
)


class Figures:
    """Figures from the warehouse."""

    def __init__(
        self,
        warehouse: Store,
        progress: Progress,
        monotonic: Callable[[], float] = time.monotonic,
        counter: Counter | None = None,
    ) -> None:
        self._warehouse = warehouse
        self._progress = progress
        self.cache: AnswerCache[Key] = AnswerCache(progress, lambda: warehouse.store_id, monotonic)
        self._counter = counter or IncrementalCounter()
        self._journeys = JourneyCounter()
        self._money = MoneyCounter()
        # Of companies' plans, as the platform last named them.
        self.weights: dict[Hashable, int] = {}
        self.pool = CountingPool(self._count_waited_for, weights=self.weights)

    def data_through(self, key: Key, answer: Answer) -> datetime | None:
        """The time up to which ``answer`` includes all data."""
        # Read first: when it moves, the versions it includes have been announced.
        through = self._progress.data_through
        return through if answer.version >= self._progress.versions.get(key[0], 0) else answer.data_through

    def count(self, key: Key) -> Answer:
        """Count in the tenant's turn. Blocks. Raises WarehouseNotReady, UnknownTenant, CountingBusy."""
        with self.pool.waiting_for([key]) as futures:
            return futures[key].result()

    def _count_waited_for(self, tenant_id: UUID, keys: Sequence[Key], running: Running) -> dict[Key, Answer]:
        """Raises WarehouseNotReady, UnknownTenant."""
        if not self._progress.is_complete:
            raise WarehouseNotReady
        try:
            with self._warehouse.reading() as conn:
                # The previous reader may have counted the same.
                found = {key: answer for key in keys if (answer := self.cache.find_current(key))}
                missing = [key for key in keys if key not in found]
                for setting in PROGRESS_SETTINGS:
                    conn.execute(setting)
                running.conn = conn
                try:
                    return found | (self._count(conn, tenant_id, missing, running.steps) if missing else {})
                finally:
                    running.conn = None
        except (WarehouseBroken, StoreUnavailable) as error:
            raise WarehouseNotReady from error

    def count_pending(self) -> bool:
        """Count the tenant that has been pending longest, with all its pending figures; False if none.

        A tenant whose count fails, for example because of memory, is postponed, and the others continue.
        Raises WarehouseBroken, StoreUnavailable.
        """
        keys = self.cache.pending()
        if not keys or not self._progress.is_complete:
            return False
        try:
            with self._warehouse.reading() as conn:
                self._count(conn, keys[0][0], keys, Steps())
        except UnknownTenant:
            self.cache.forget(keys)
        except (WarehouseBroken, StoreUnavailable):
            raise
        except BaseException:  # a panic of Polars is no Exception
            seconds = self.cache.postpone(keys[0][0])
            REFRESH_FAILURES.inc()
            extra = {"tenant": str(keys[0][0]), "again_in_seconds": seconds}
            log.exception("figures of a company could not be counted", extra=extra)
        else:
            self.cache.resume(keys[0][0])
        return True

    def _count(
        self, conn: duckdb.DuckDBPyConnection, tenant_id: UUID, keys: Sequence[Key], steps: Steps
    ) -> dict[Key, Answer]:
        """Count figures of one tenant; figures of one query share their intermediate results."""
        data_through = self._progress.data_through
        tenant = reader.tenant_state(conn, tenant_id)
        options = QuizOptions(conn, tenant_id)
        prefix = self.cache.tag_prefix()
        answers = {}
        for query, alike in _by_query(keys).items():
            began = time.perf_counter()
            scope = Scope(conn, self._warehouse.store_id, tenant_id, tenant, query, steps, data_through)
            of_sessions = {figure: those for figure, those in alike.items() if is_of_sessions(figure)}
            of_money = {figure: those for figure, those in alike.items() if is_money(figure)}
            needed: list[Counted] = [*map(counted_as, of_sessions), *(COUNTED_FOR_MONEY if of_money else ())]
            counted: dict[Counted, Counts] = {}
            still_answering = find_still_answering(scope) if "funnel" in of_sessions else NO_ONE
            if needed:
                counted = self._counter.count(scope, list(dict.fromkeys(needed)))
            for figure, those in of_sessions.items():
                counts = counted[counted_as(figure)]
                content = figure_content(figure, counts, options, query, still_answering.counts)
                body = orjson.dumps(content).removesuffix(b"}")
                newest = counts.totals.item(0, "last_conversion_update")
                right_until = still_answering.until if figure == "funnel" else None
                # The same data gives another answer once a session is over.
                part = f"-{_digest(body)}" if figure == "funnel" else ""
                for key in those:
                    tag = f"{prefix}{tenant.version}-{figure}-{key[2].name}{part}"
                    answers[key] = Answer(tenant.version, tag, body, newest, data_through, right_until)
            made: dict[Figure, dict[str, Any]] = {}
            right_until_of: dict[Figure, datetime | None] = {}
            if JOURNEY in alike:
                # Uses the same temporary tables as the counts.
                still_active = find_still_active(scope)
            if JOURNEY in alike or of_money:
                counts_of_visits = self._journeys.count(scope)
            if JOURNEY in alike:
                made[JOURNEY] = journey_content(counts_of_visits, still_active.counts, options.frame, query)
                right_until_of[JOURNEY] = still_active.until
            for attributed in of_money:
                attribution = ATTRIBUTIONS[attributed]
                sessions = BySession(counted["campaigns"], counted["answers"])
                money = self._money.count(scope, attribution)
                made[attributed] = money_content(
                    scope, attribution, money, sessions, counts_of_visits, options.frame
                )
            for name, content in made.items():
                body = orjson.dumps(content).removesuffix(b"}")
                # A hash of the content: many changes of a tenant's data do not change its journeys or
                # amounts.
                tag = f"{prefix}{name}-{query.name}-{_digest(body)}"
                for key in alike[name]:
                    answers[key] = Answer(
                        tenant.version, tag, body, None, data_through, right_until_of.get(name)
                    )
            label = next(iter(alike)) if len(alike) == 1 else "several"
            COUNTING_SECONDS.labels(label).observe(time.perf_counter() - began)
        self.cache.put(answers)
        return answers


def _digest(body: bytes) -> str:
    return hashlib.blake2s(body, digest_size=12).hexdigest()


def _by_query(keys: Sequence[Key]) -> dict[FigureQuery, dict[Figure, list[Key]]]:
    """The keys by scope and figure; several may need the same count."""
    grouped: dict[FigureQuery, dict[Figure, list[Key]]] = {}
    for key in keys:
        _, figure, query = key
        grouped.setdefault(query, {}).setdefault(figure, []).append(key)
    return grouped
