"""HTTP endpoints of the catalogue's draft, its publishing and its history, for owners and managers."""

from datetime import datetime, time
from typing import Annotated, Any, Literal

from anyio.to_thread import run_sync
from fastapi import APIRouter, Depends, Path, Query, Response

from abano.catalog.editing import publishing, service
from abano.catalog.editing import service as preview
from abano.catalog.editing.csv_tables import table_text
from abano.catalog.editing.drafts import load_state
from abano.catalog.editing.importing import import_file, yaml_text
from abano.catalog.editing.schemas import (
    CatalogAddItemRequest,
    CatalogChangeItemRequest,
    CatalogChangesResponse,
    CatalogDiscardRequest,
    CatalogDocumentResponse,
    CatalogDraftResponse,
    CatalogFieldProblem,
    CatalogImportProblem,
    CatalogImportRequest,
    CatalogImportResponse,
    CatalogItemChangeOut,
    CatalogItemName,
    CatalogPreviewRequest,
    CatalogPreviewResponse,
    CatalogPublishRequest,
    CatalogRestoreRequest,
    CatalogVersionOut,
    CatalogVersionsResponse,
)
from abano.catalog.published.document import CatalogDocument
from abano.catalog.published.service import load_rules
from abano.catalog.published.versions import list_versions
from abano.core.api_model import MAX_VERSION
from abano.core.clock import local_moment
from abano.web.dependencies import AppClock, CatalogActor, CurrentTenant, Db, Uow, needs, no_store

router = APIRouter(prefix="/api/admin/catalog", tags=["catalog"], dependencies=[Depends(no_store)])
VERSIONS_PER_PAGE = 50
Revision = Annotated[str, Query(max_length=40)]
VersionNumber = Annotated[int, Path(ge=1, le=MAX_VERSION)]


@router.get("/draft", dependencies=needs("catalog"))
async def read_catalog_draft(uow: Uow) -> CatalogDraftResponse:
    """Every item of the catalogue as the draft has it, with what is live where it differs."""
    return CatalogDraftResponse.of(await load_state(uow))


@router.get("/draft/changes", dependencies=needs("catalog"))
async def read_catalog_draft_changes(uow: Uow) -> CatalogChangesResponse:
    """What publishing the draft would change, field by field."""
    return CatalogChangesResponse.of_draft(await load_state(uow))


@router.get("/draft/document", dependencies=needs("catalog"))
async def read_catalog_draft_document(uow: Uow) -> CatalogDocumentResponse:
    """The whole catalogue as the draft has it."""
    return CatalogDocumentResponse.model_construct(
        document=CatalogDocument.model_validate((await load_state(uow)).document)
    )


@router.patch("/draft/{part}/{key}")
async def change_catalog_item(
    actor: CatalogActor, part: str, key: str, body: CatalogChangeItemRequest, uow: Uow, clock: AppClock
) -> CatalogDraftResponse:
    """Change fields of one item in the draft. 409 with both sides when someone else changed it in the meantime."""
    state = await service.change_item(uow, actor, (part, key), body.item, body.revision, clock.now())
    return CatalogDraftResponse.of(state)


@router.post("/draft/discard")
async def discard_catalog_draft(
    actor: CatalogActor, body: CatalogDiscardRequest, uow: Uow, clock: AppClock
) -> CatalogDraftResponse:
    """Drop changes that are not published, of these items or of all."""
    return CatalogDraftResponse.of(await service.discard(uow, actor, _names(body.items), clock.now()))


@router.post("/draft/publish")
async def publish_catalog_draft(
    actor: CatalogActor, body: CatalogPublishRequest, tenant: CurrentTenant, uow: Uow, clock: AppClock
) -> CatalogDraftResponse:
    """Publish the draft now, or plan it for a moment."""
    now = clock.now()
    if body.day is not None:
        at = local_moment(datetime.combine(body.day, time.fromisoformat(body.time)), tenant.zone)
        return CatalogDraftResponse.of(await publishing.plan(uow, actor, body.revision, at, body.note, now))
    state = await publishing.publish(uow, actor, body.revision, body.note, now)
    return CatalogDraftResponse.of(state)


@router.post("/draft/unplan")
async def cancel_planned_publishing(actor: CatalogActor, uow: Uow, clock: AppClock) -> CatalogDraftResponse:
    """Do not publish the draft at its planned moment; it stays."""
    return CatalogDraftResponse.of(await publishing.cancel_plan(uow, actor, clock.now()))


@router.post("/draft/{part}", status_code=201)
async def add_catalog_item(
    actor: CatalogActor, part: str, body: CatalogAddItemRequest, uow: Uow, clock: AppClock
) -> CatalogDraftResponse:
    """Add a car, a place, an insurance, a service or a season to the draft."""
    return CatalogDraftResponse.of(await service.add_item(uow, actor, part, body.item, clock.now()))


@router.delete("/draft/{part}/{key}")
async def remove_catalog_item(
    actor: CatalogActor, part: str, key: str, revision: Revision, uow: Uow, clock: AppClock
) -> CatalogDraftResponse:
    """Take an item out with the next publishing. Bookings and vehicles that name it keep it."""
    return CatalogDraftResponse.of(await service.remove_item(uow, actor, (part, key), revision, clock.now()))


@router.get("/versions", dependencies=needs("catalog"))
async def list_catalog_versions(
    uow: Uow, below: Annotated[int | None, Query(ge=1, le=MAX_VERSION)] = None
) -> CatalogVersionsResponse:
    """Published versions, with author and time."""
    found = await list_versions(uow, VERSIONS_PER_PAGE + 1, below)
    page = found[:VERSIONS_PER_PAGE]
    return CatalogVersionsResponse(
        versions=[CatalogVersionOut.of(version) for version in page],
        next_below=page[-1].number if len(found) > VERSIONS_PER_PAGE else None,
    )


@router.get("/versions/{number}", dependencies=needs("catalog"))
async def read_catalog_version(number: VersionNumber, uow: Uow) -> CatalogChangesResponse:
    """What a version changed."""
    return CatalogChangesResponse.of(await publishing.version_changes(uow, number))


@router.post("/versions/{number}/restore")
async def restore_catalog_version(
    actor: CatalogActor, number: VersionNumber, body: CatalogRestoreRequest, uow: Uow, clock: AppClock
) -> CatalogDraftResponse:
    """Publish items as they were in a version or before it, as a new version. The draft stays."""
    names, now = _names(body.items), clock.now()
    if body.to == "before":
        state = await publishing.undo(uow, actor, number, names, now)
    else:
        state = await publishing.restore(uow, actor, number, names, now)
    return CatalogDraftResponse.of(state)


@router.post("/preview", dependencies=needs("catalog"))
async def preview_catalog_price(
    body: CatalogPreviewRequest, uow: Uow, clock: AppClock
) -> CatalogPreviewResponse:
    """The price of a rental by the draft beside that of today."""
    return await preview.compare(uow, body, clock.now())


def _names(items: list[CatalogItemName] | None) -> list[service.ItemName] | None:
    return None if items is None else [(item.part, item.key) for item in items]


# HTTP endpoints of files: the catalogue as YAML, its tables as CSV, and both back into the draft.

file_router = APIRouter(prefix="/api/admin/catalog", tags=["catalog"], dependencies=[Depends(no_store)])


Table = Literal["cars", "rates", "seasons", "places", "handover", "delivery", "insurance", "services"]
Source = Annotated[Literal["live", "draft"], Query()]
YAML: dict[int | str, dict[str, Any]] = {200: {"content": {"application/yaml": {}}}}
CSV: dict[int | str, dict[str, Any]] = {200: {"content": {"text/csv": {}}}}


@file_router.get("/export.yaml", dependencies=needs("catalog"), response_class=Response, responses=YAML)
async def export_catalog(tenant: CurrentTenant, db: Db, source: Source = "live") -> Response:
    """The whole catalogue as a YAML file, which the import takes back."""
    async with db.uow(tenant.id) as uow:
        state = await load_state(uow)
    text = await run_sync(yaml_text, state.document if source == "draft" else state.live)
    return _file(text, "application/yaml", f"catalogue-{source}.yaml")


@file_router.get("/export/{table}", dependencies=needs("catalog"), response_class=Response, responses=CSV)
async def export_table(table: Table, tenant: CurrentTenant, db: Db, source: Source = "live") -> Response:
    """One table as a CSV file, which the import takes back."""
    async with db.uow(tenant.id) as uow:
        state, rules = await load_state(uow), await load_rules(uow)
    document = state.document if source == "draft" else state.live
    text = await run_sync(table_text, document, table, rules.languages)
    return _file(text, "text/csv", f"{table}-{source}.csv")


@file_router.post("/import")
async def import_catalog(
    actor: CatalogActor, body: CatalogImportRequest, tenant: CurrentTenant, db: Db, clock: AppClock
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
