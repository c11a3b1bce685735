"""The internal API of files: of figures, of the rows behind them, and of rows that the platform has."""

from typing import Annotated, Literal, cast
from uuid import UUID

import polars as pl
from anyio import to_thread
from fastapi import APIRouter, Depends, Query, Request
from fastapi.responses import StreamingResponse
from pydantic import BaseModel, Field, ValidationError

from abano_analytics.api import ABar, AFigureQuery, require_platform
from abano_analytics.errors import FieldError, InvalidInput
from abano_analytics.figures.exports import Export, Exports, Table
from abano_analytics.store.export import Format

router = APIRouter()
Kind = Literal["text", "whole", "number"]
KINDS: dict[Kind, type[pl.DataType]] = {"text": pl.String, "whole": pl.Int64, "number": pl.Float64}


class Rows(BaseModel):
    """``columns``: names and kinds; ``rows``: a value for each column."""

    columns: dict[Annotated[str, Field(pattern=r"^[A-Za-z]{1,40}$")], Kind] = Field(
        min_length=1, max_length=60
    )
    rows: list[list[str | int | float | None]] = Field(max_length=20_000)


@router.get("/internal/tenants/{tenant_id}/export/{table}", dependencies=[Depends(require_platform)])
async def export(
    request: Request,
    tenant_id: UUID,
    table: Table,
    query: AFigureQuery,
    form: Annotated[Format, Query(alias="format")],
    bar: ABar,
) -> StreamingResponse:
    """A figure, or the rows behind all of them, as a file."""
    exports = cast(Exports, request.app.state.exports)
    return _download(await to_thread.run_sync(exports.write, tenant_id, table, query, form, bar), form)


def _download(made: Export, form: Format) -> StreamingResponse:
    kind = "text/csv; charset=utf-8" if form == "csv" else "application/vnd.apache.parquet"
    headers = {"Content-Length": str(made.size_bytes), "Cache-Control": "no-store"}
    return StreamingResponse(made.pieces(), headers=headers, media_type=kind)


@router.post("/internal/tenants/{tenant_id}/files", dependencies=[Depends(require_platform)])
async def write_file(
    request: Request, tenant_id: UUID, form: Annotated[Format, Query(alias="format")]
) -> StreamingResponse:
    """The rows as a file: the platform itself writes no Parquet.

    Raises InvalidInput, WarehouseNotReady, UnknownTenant.
    """
    # Read here: a body declared as a parameter is read before the caller has shown the secret.
    try:
        given = Rows.model_validate_json(await request.body())
        frame = pl.DataFrame(
            given.rows, {name: KINDS[kind] for name, kind in given.columns.items()}, orient="row"
        )
    except (ValidationError, pl.exceptions.PolarsError, TypeError, OverflowError):
        message = "Give columns with their kinds, and in each row a value for each."
        raise InvalidInput(message, fields=(FieldError("rows", message),)) from None
    exports = cast(Exports, request.app.state.exports)
    return _download(await to_thread.run_sync(exports.write_rows, tenant_id, frame, form), form)
