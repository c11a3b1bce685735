"""Use cases of saved queries: what one saves, all who may see figures see and change."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from uuid import UUID

from abano.accounts.access.principals import Actor
from abano.accounts.audit.service import record
from abano.analytics.queries.models import SavedQuery
from abano.analytics.queries.repository import SavedQueryRepository
from abano.analytics.queries.schemas import QueryChart, SavedQueriesResponse, SaveQueryRequest
from abano.core.errors import Conflict, NotFound
from abano.core.ids import new_id
from abano.db.unit_of_work import UnitOfWork

MAX_QUERIES = 100


class TooManyQueries(Conflict):
    """There are already 100 saved queries. Delete one first."""


async def list_queries(uow: UnitOfWork) -> SavedQueriesResponse:
    queries = SavedQueryRepository(uow)
    return SavedQueriesResponse.of(await queries.list_queries(), await queries.admin_names())


async def save_query(uow: UnitOfWork, actor: Actor, body: SaveQueryRequest, now: datetime) -> UUID:
    """Raises TooManyQueries."""
    if actor.admin_id is None:
        raise NotFound
    queries = SavedQueryRepository(uow)
    await queries.lock()
    if await queries.count() >= MAX_QUERIES:
        raise TooManyQueries
    row = SavedQuery(
        tenant_id=uow.tenant_id, id=new_id(), created_by=actor.admin_id, created_at=now, updated_at=now
    )
    _fill(row, body)
    await queries.add(row)
    await _record(uow, actor, "insight.query_saved", row.id, {}, _snapshot(row), now)
    return row.id


async def change_query(
    uow: UnitOfWork, actor: Actor, query_id: UUID, body: SaveQueryRequest, now: datetime
) -> None:
    """Raises NotFound."""
    row = await _find(uow, query_id)
    before = _snapshot(row)
    _fill(row, body)
    row.updated_at = now
    await _record(uow, actor, "insight.query_changed", query_id, before, _snapshot(row), now)


async def remove_query(uow: UnitOfWork, actor: Actor, query_id: UUID, now: datetime) -> None:
    """Raises NotFound."""
    row = await _find(uow, query_id)
    await SavedQueryRepository(uow).delete(query_id)
    await _record(uow, actor, "insight.query_deleted", query_id, _snapshot(row), {}, now)


async def load_query_names(uow: UnitOfWork, ids: Sequence[UUID]) -> Mapping[UUID, str]:
    """For the audit log."""
    return await SavedQueryRepository(uow).names(ids)


async def _find(uow: UnitOfWork, query_id: UUID) -> SavedQuery:
    row = await SavedQueryRepository(uow).find(query_id)
    if row is None:
        raise NotFound
    return row


def _fill(row: SavedQuery, body: SaveQueryRequest) -> None:
    chart: QueryChart | None = body.chart
    row.name, row.sql = body.name, body.sql
    row.chart_kind, row.chart_x, row.chart_y = (chart.kind, chart.x, chart.y) if chart else (None, None, None)


def _snapshot(row: SavedQuery) -> dict[str, object]:
    return {
        "name": row.name,
        "sql": row.sql,
        "chart": row.chart_kind,
        "chartX": row.chart_x,
        "chartY": row.chart_y,
    }


async def _record(
    uow: UnitOfWork,
    actor: Actor,
    action: str,
    query_id: UUID,
    before: Mapping[str, object],
    after: Mapping[str, object],
    now: datetime,
) -> None:
    await record(uow, actor, action, subject=("insight_query", query_id), before=before, after=after, now=now)
