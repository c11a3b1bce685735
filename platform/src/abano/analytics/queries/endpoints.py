"""HTTP endpoints of queries: the tables, running one, its result as a file, and saved ones."""

from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Depends, Response

from abano.analytics.queries import service
from abano.analytics.queries.client import QueryRunner
from abano.analytics.queries.schemas import (
    ExportQueryRequest,
    QueryTablesResponse,
    RunQueryRequest,
    SavedQueriesResponse,
    SavedQueryResponse,
    SaveQueryRequest,
)
from abano.web.dependencies import AnalyticsActor, AppClock, CurrentTenant, Uow, needs, no_store, of_app
from abano_shared.contract.queries import QueryRequest, QueryResponse

router = APIRouter(
    prefix="/api/admin/analytics/queries", tags=["quiz analytics"], dependencies=[Depends(no_store)]
)


Runner = Annotated[QueryRunner, of_app("query_runner")]


@router.get("/tables", dependencies=needs("analytics"))
async def list_query_tables(tenant: CurrentTenant) -> QueryTablesResponse:
    """The tables that queries read, with their columns."""
    return QueryTablesResponse.of(tenant.timezone)


@router.post("/run", response_model=QueryResponse, dependencies=needs("analytics"))
async def run_query(tenant: CurrentTenant, runner: Runner, body: RunQueryRequest) -> Response:
    """The rows that one SELECT finds, at most 10,000. 429 while another query of the company runs."""
    result = await runner.run(tenant.id, QueryRequest(sql=body.sql), "json")
    return Response(result.body, media_type=result.media_type)


@router.post(
    "/export",
    dependencies=needs("analytics"),
    response_class=Response,
    responses={200: {"content": {"text/csv": {}, "application/vnd.apache.parquet": {}}}},
)
async def export_query(tenant: CurrentTenant, runner: Runner, body: ExportQueryRequest) -> Response:
    """The same rows as a file. CSV: UTF-8, no formulas; Parquet: typed. Times are local."""
    result = await runner.run(tenant.id, QueryRequest(sql=body.sql), body.format)
    headers = {"Content-Disposition": f'attachment; filename="query.{body.format}"'}
    return Response(result.body, headers=headers, media_type=result.media_type)


@router.get("", dependencies=needs("analytics"))
async def list_saved_queries(uow: Uow) -> SavedQueriesResponse:
    """The company's saved queries, by name."""
    return await service.list_queries(uow)


@router.post("", status_code=201)
async def save_query(
    actor: AnalyticsActor, body: SaveQueryRequest, uow: Uow, clock: AppClock
) -> SavedQueryResponse:
    """Keep a query under a name, for all colleagues who see figures."""
    return SavedQueryResponse(id=await service.save_query(uow, actor, body, clock.now()))


@router.put("/{query_id}")
async def change_saved_query(
    query_id: UUID, actor: AnalyticsActor, body: SaveQueryRequest, uow: Uow, clock: AppClock
) -> SavedQueryResponse:
    """Rename it, or change its SQL or chart."""
    await service.change_query(uow, actor, query_id, body, clock.now())
    return SavedQueryResponse(id=query_id)


@router.delete("/{query_id}", status_code=204)
async def delete_saved_query(query_id: UUID, actor: AnalyticsActor, uow: Uow, clock: AppClock) -> Response:
    """Delete it."""
    await service.remove_query(uow, actor, query_id, clock.now())
    return Response(status_code=204)
