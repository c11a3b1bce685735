"""The internal API of queries: SQL of one's own. What is asked and answered is in abano_shared.contract.queries."""

from typing import Annotated, cast
from uuid import UUID

from anyio import to_thread
from fastapi import APIRouter, Depends, Query, Request, Response
from pydantic import ValidationError

from abano_analytics.api import require_platform
from abano_analytics.errors import FieldError, InvalidInput
from abano_analytics.queries.service import Queries
from abano_shared.contract.queries import MAX_SQL_LENGTH, QueryFormat, QueryRequest

router = APIRouter(prefix="/internal/tenants/{tenant_id}", dependencies=[Depends(require_platform)])
MEDIA_TYPES: dict[QueryFormat, str] = {
    "json": "application/json",
    "csv": "text/csv; charset=utf-8",
    "parquet": "application/vnd.apache.parquet",
}
UNREADABLE = f"Send the SQL of one query, of at most {MAX_SQL_LENGTH} characters."


@router.post("/queries")
async def run_query(
    request: Request, tenant_id: UUID, form: Annotated[QueryFormat, Query(alias="format")] = "json"
) -> Response:
    """The rows that a query finds, as JSON or as a file.

    Raises InvalidInput, QueryBusy, QueryFailed, WarehouseNotReady, UnknownTenant.
    """
    # Read here: a body declared as a parameter is read before the caller has shown the secret.
    try:
        asked = QueryRequest.model_validate_json(await request.body())
    except ValidationError:
        raise InvalidInput(UNREADABLE, fields=(FieldError("sql", UNREADABLE),)) from None
    queries = cast(Queries, request.app.state.queries)
    with queries.turn(tenant_id):
        answer = await to_thread.run_sync(queries.run, tenant_id, asked, form)
    body = answer.as_json() if form == "json" else answer.result.body
    headers = {"Cache-Control": "no-store", "Truncated": str(answer.result.head["truncated"]).lower()}
    return Response(body, headers=headers, media_type=MEDIA_TYPES[form])
