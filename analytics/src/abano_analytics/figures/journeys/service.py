"""Journeys: counted when they are asked for, remembered until the company's data changes."""

import hashlib
import time
from collections import OrderedDict
from datetime import datetime
from typing import Any
from uuid import UUID

import duckdb
import orjson

from abano_analytics.errors import StoreUnavailable, WarehouseBroken, WarehouseNotReady
from abano_analytics.figures.cache import Answer, AnswerCache
from abano_analytics.figures.content import QuizOptions
from abano_analytics.figures.journeys.rows import read_counts, unapplied
from abano_analytics.figures.query import FigureQuery
from abano_analytics.metrics.journeys import landings, split
from abano_analytics.observability import prometheus
from abano_analytics.progress import Progress
from abano_analytics.store import reader
from abano_analytics.store.protocol import Store

Key = tuple[UUID, FigureQuery]
# An answer is some 10 kB.
MOST_KEPT = 128
# A year of a busy company takes seconds, and its data changes every second: an answer of just now is good enough.
GOOD_ENOUGH_SECONDS = 45.0


class Journeys:
    """Answers out of the warehouse. For use by several threads."""

    def __init__(self, warehouse: Store, progress: Progress) -> None:
        self._warehouse = warehouse
        self._progress = progress
        self._cache: AnswerCache[Key] = AnswerCache(progress, lambda: warehouse.store_id, most=MOST_KEPT)
        # When they were counted, the newest last.
        self._recent: OrderedDict[Key, tuple[float, Answer]] = OrderedDict()

    def remembered(self, key: Key) -> Answer | None:
        """The answer to ``key`` if nothing of the company has changed since, or if it was counted just now."""
        return self._cache.find_current(key) or self._find_recent(key)

    def data_through(self, key: Key, answer: Answer) -> datetime | None:
        """Up to when everything is included in ``answer``."""
        # Read first: by the time it moves, the versions it includes have been announced.
        through = self._progress.data_through
        return through if answer.version >= self._progress.versions.get(key[0], 0) else answer.data_through

    def compute(self, key: Key) -> Answer:
        """Blocks. Raises WarehouseNotReady, UnknownTenant."""
        if not self._progress.is_complete:
            raise WarehouseNotReady
        try:
            with self._warehouse.reading() as conn:
                # Whoever held the turn before may have counted the same.
                return self._cache.find_current(key) or self._compute(conn, key)
        except (WarehouseBroken, StoreUnavailable) as error:
            raise WarehouseNotReady from error

    def _find_recent(self, key: Key) -> Answer | None:
        counted_at, answer = self._recent.get(key, (0.0, None))
        is_of_this_store = answer is not None and answer.tag.startswith(self._cache.tag_prefix())
        return answer if is_of_this_store and time.monotonic() - counted_at < GOOD_ENOUGH_SECONDS else None

    def _compute(self, conn: duckdb.DuckDBPyConnection, key: Key) -> Answer:
        tenant_id, query = key
        began = time.perf_counter()
        data_through = self._progress.data_through
        tenant = reader.tenant_state(conn, tenant_id)
        counted, by_campaign = read_counts(conn, tenant_id, query)
        options = QuizOptions(conn, tenant_id).frame
        campaigns, left_out = landings(by_campaign)
        content: dict[str, Any] = {
            "success": True,
            "all": split(counted, options, has_quiz=None),
            "withQuiz": split(counted, options, has_quiz=True),
            "withoutQuiz": split(counted, options, has_quiz=False),
            "campaigns": campaigns,
            "campaignsLeftOut": left_out,
            "unapplied": unapplied(query),
        }
        body = orjson.dumps(content).removesuffix(b"}")
        # By its content: much of what changes a company's data changes no journey of the period.
        digest = hashlib.blake2s(body, digest_size=12).hexdigest()
        tag = f"{self._cache.tag_prefix()}journey-{query.name}-{digest}"
        answer = Answer(tenant.version, tag, body, None, data_through)
        self._cache.put({key: answer})
        self._recent[key] = (time.monotonic(), answer)
        self._recent.move_to_end(key)
        while len(self._recent) > MOST_KEPT:
            self._recent.popitem(last=False)
        prometheus.COUNTING_SECONDS.labels("journey").observe(time.perf_counter() - began)
        return answer
