"""HTTP endpoints of files: the catalogue as YAML, its tables as CSV, and both back into the draft."""

from typing import Annotated, Any, Literal

from anyio.to_thread import run_sync
from fastapi import APIRouter, Depends, Query, Response

from abano.auth.principals import Actor
from abano.catalog.service import load_rules
from abano.catalog_editing.csv_tables import table_text
from abano.catalog_editing.drafts import load_state
from abano.catalog_editing.importing import import_file
from abano.catalog_editing.schemas import (
    CatalogFieldProblem,
    CatalogImportProblem,
    CatalogImportRequest,
    CatalogImportResponse,
    CatalogItemChangeOut,
)
from abano.catalog_editing.yaml_file import yaml_text
from abano.http.dependencies import AppClock, CurrentTenant, Db, acting, no_store, require_role

router = APIRouter(prefix="/api/admin/catalog", tags=["catalog"], dependencies=[Depends(no_store)])
Acting = Annotated[Actor, Depends(acting("owner", "manager"))]
READER = [Depends(require_role("owner", "manager"))]
Table = Literal["cars", "rates", "seasons", "places", "delivery", "insurance", "services"]
Source = Annotated[Literal["live", "draft"], Query()]
YAML: dict[int | str, dict[str, Any]] = {200: {"content": {"application/yaml": {}}}}
CSV: dict[int | str, dict[str, Any]] = {200: {"content": {"text/csv": {}}}}


@router.get("/export.yaml", dependencies=READER, response_class=Response, responses=YAML)
async def export_catalog(tenant: CurrentTenant, db: Db, source: Source = "live") -> Response:
    """The whole catalogue as a YAML file, which the import takes back."""
    async with db.uow(tenant.id) as uow:
        state = await load_state(uow)
    text = await run_sync(yaml_text, state.document if source == "draft" else state.live)
    return _file(text, "application/yaml", f"catalogue-{source}.yaml")


@router.get("/export/{table}", dependencies=READER, response_class=Response, responses=CSV)
async def export_table(table: Table, tenant: CurrentTenant, db: Db, source: Source = "live") -> Response:
    """One table as a CSV file, which the import takes back."""
    async with db.uow(tenant.id) as uow:
        state, rules = await load_state(uow), await load_rules(uow)
    document = state.document if source == "draft" else state.live
    text = await run_sync(table_text, document, table, rules.languages)
    return _file(text, "text/csv", f"{table}-{source}.csv")


@router.post("/import")
async def import_catalog(
    actor: Acting, body: CatalogImportRequest, tenant: CurrentTenant, db: Db, clock: AppClock
) -> CatalogImportResponse:
    """Read a file into the draft: with errors, each at its line, nothing is changed."""
    read, changes = await import_file(
        db,
        tenant.id,
        actor,
        file_format=body.format,
        table=body.table,
        text=body.text,
        remove_missing=body.remove_missing,
        only_check=body.only_check,
        now=clock.now(),
    )
    return CatalogImportResponse(
        applied=bool(changes) and not body.only_check,
        errors=[
            CatalogImportProblem(
                line=line, **CatalogFieldProblem.of(error.field, error.sentence).model_dump()
            )
            for line, error in read.errors
        ],
        changes=[CatalogItemChangeOut.of(change) for change in changes],
    )


def _file(text: str, media_type: str, name: str) -> Response:
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return Response(text, media_type=f"{media_type}; charset=utf-8", headers=headers)
