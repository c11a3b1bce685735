"""Money figures: computed when they are asked for, remembered until the company's data changes."""

import hashlib
import time
from datetime import datetime
from uuid import UUID

import duckdb
import orjson

from abano_analytics.errors import StoreUnavailable, WarehouseBroken, WarehouseNotReady
from abano_analytics.figures.cache import Answer, AnswerCache
from abano_analytics.figures.content import QuizOptions
from abano_analytics.figures.counts import Scope
from abano_analytics.figures.money.content import money_content
from abano_analytics.figures.money.query import MoneyQuery
from abano_analytics.figures.money.rows import read_rows
from abano_analytics.observability import prometheus
from abano_analytics.progress import Progress
from abano_analytics.store import reader
from abano_analytics.store.protocol import Store

Key = tuple[UUID, MoneyQuery]
MOST_KEPT = 64


class Money:
    """Answers out of the warehouse. For use by several threads."""

    def __init__(self, warehouse: Store, progress: Progress) -> None:
        self._warehouse = warehouse
        self._progress = progress
        self._cache: AnswerCache[Key] = AnswerCache(progress, lambda: warehouse.store_id, most=MOST_KEPT)

    def remembered(self, key: Key) -> Answer | None:
        """The answer to ``key`` if nothing of the company has changed since."""
        return self._cache.find_current(key)

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
                # Whoever held the turn before may have computed the same.
                return self._cache.find_current(key) or self._compute(conn, key)
        except (WarehouseBroken, StoreUnavailable) as error:
            raise WarehouseNotReady from error

    def _compute(self, conn: duckdb.DuckDBPyConnection, key: Key) -> Answer:
        tenant_id, query = key
        began = time.perf_counter()
        data_through = self._progress.data_through
        tenant = reader.tenant_state(conn, tenant_id)
        scope = Scope(conn, self._warehouse.store_id, tenant_id, tenant, query.figures)
        content = money_content(read_rows(scope, query), query, QuizOptions(conn, tenant_id).frame)
        content["currency"] = tenant.currency
        body = orjson.dumps(content).removesuffix(b"}")
        # By its content: a visitor's answers change the company's data, and mostly no amount of another period.
        digest = hashlib.blake2s(body, digest_size=12).hexdigest()
        tag = f"{self._cache.tag_prefix()}{query.name}-{digest}"
        answer = Answer(tenant.version, tag, body, None, data_through)
        self._cache.put({key: answer})
        prometheus.COUNTING_SECONDS.labels("money").observe(time.perf_counter() - began)
        return answer
