"""Reports: computed when they are asked for, remembered until the company's data changes."""

import hashlib
import time
from datetime import datetime
from typing import Any
from uuid import UUID

import duckdb
import orjson

from abano_analytics import prometheus
from abano_analytics.errors import StoreUnavailable, WarehouseBroken, WarehouseNotReady
from abano_analytics.figures.cache import Answer, AnswerCache
from abano_analytics.figures.content import QuizOptions
from abano_analytics.figures.reports.content import rental_list, report, year_before
from abano_analytics.figures.reports.query import RentalListQuery, ReportQuery
from abano_analytics.figures.reports.rows import read_rows
from abano_analytics.progress import Progress
from abano_analytics.store import reader
from abano_analytics.store.protocol import Store

Query = ReportQuery | RentalListQuery
Key = tuple[UUID, Query]
# A report of hundreds of vehicles is some 100 kB.
MOST_KEPT = 64


class Reports:
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
        content: dict[str, Any]
        if isinstance(query, ReportQuery):
            spans = [query.days, query.before, year_before(query.days)]
            rows = read_rows(conn, tenant_id, tenant, query.filters, spans)
            content = report(rows, query, QuizOptions(conn, tenant_id).frame)
        else:
            content = rental_list(read_rows(conn, tenant_id, tenant, query.filters, [query.days]), query)
        content["currency"] = tenant.currency
        body = orjson.dumps(content).removesuffix(b"}")
        # By its content: most of what changes a company's data, such as visits, changes no report.
        digest = hashlib.blake2s(body, digest_size=12).hexdigest()
        tag = f"{self._cache.tag_prefix()}{query.name}-{digest}"
        answer = Answer(tenant.version, tag, body, None, data_through)
        self._cache.put({key: answer})
        prometheus.COUNTING_SECONDS.labels("report").observe(time.perf_counter() - began)
        return answer
