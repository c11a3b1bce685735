"""HTTP endpoints of the media library, for owners and managers."""

from collections.abc import Sequence
from typing import Annotated, Any
from uuid import UUID

from fastapi import APIRouter, Depends, Path, Query, Request, Response

from abano.catalog.published.dependencies import Catalogs
from abano.core.paging import PageRequest
from abano.db.unit_of_work import UnitOfWork
from abano.site.media_library import films, service
from abano.site.media_library.models import MediaItem
from abano.site.media_library.pictures import Kind
from abano.site.media_library.presentation import present_item
from abano.site.media_library.repository import MediaLibraryRepository
from abano.site.media_library.rules import title_of
from abano.site.media_library.schemas import (
    PART_BYTES,
    MediaDoneResponse,
    MediaFileRequest,
    MediaItemRequest,
    MediaItemResponse,
    MediaItemView,
    MediaLinkRequest,
    MediaListResponse,
)
from abano.site.media_library.service import MediaLibrary
from abano.web.dependencies import AppClock, CurrentTenant, Db, EditorActor, PageCursor, Uow, no_store, of_app

router = APIRouter(prefix="/api/admin/media", tags=["media"], dependencies=[Depends(no_store)])
PAGE = 60
BINARY = "application/octet-stream"
PART_BODY: dict[str, Any] = {
    "requestBody": {
        "required": True,
        "content": {BINARY: {"schema": {"type": "string", "format": "binary", "maxLength": PART_BYTES}}},
    }
}
PICTURE: dict[int | str, dict[str, Any]] = {200: {"content": {"image/*": {}}}}


Library = Annotated[MediaLibrary, of_app("media_library")]


@router.get("")
async def list_media(
    _: EditorActor,
    tenant: CurrentTenant,
    uow: Uow,
    catalogs: Catalogs,
    library: Library,
    kind: Annotated[list[Kind] | None, Query(max_length=4)] = None,
    search: Annotated[str, Query(max_length=100)] = "",
    cursor: PageCursor = None,
) -> MediaListResponse:
    """Photographs, drawings and films, newest first, with what each is used for and the space that all take."""
    languages = (await catalogs.get(tenant.id)).rules.languages
    request = PageRequest("-createdAt", PAGE, cursor)
    page = await MediaLibraryRepository(uow).list_page(kind or [], search.strip(), request)
    usage = await library.usage(uow)
    return MediaListResponse(
        items=await _present(uow, page.items, languages),
        next_cursor=page.next_cursor,
        languages=list(languages),
        used_bytes=usage.used,
        max_bytes=usage.most,
    )


@router.put("/parts/{digest}", openapi_extra=PART_BODY)
async def add_media_part(
    digest: Annotated[str, Path(pattern="^[0-9a-f]{64}$")],
    request: Request,
    _: EditorActor,
    tenant: CurrentTenant,
    db: Db,
    library: Library,
    clock: AppClock,
) -> MediaDoneResponse:
    """Send a part of a file, at most a million bytes, under its SHA-256. The same part again stores nothing."""
    await library.add_part(db, tenant.id, digest, await request.body(), clock.now())
    return MediaDoneResponse()


@router.post("/files")
async def add_media_file(
    body: MediaFileRequest,
    actor: EditorActor,
    tenant: CurrentTenant,
    db: Db,
    catalogs: Catalogs,
    library: Library,
    clock: AppClock,
) -> MediaItemResponse:
    """Make an item of a file whose parts were sent. The very same file again gives the item that there is."""
    upload = await library.read_parts(tenant.id, body.parts)
    async with db.uow(tenant.id) as uow:
        item = await library.add_file(uow, actor, upload, body.name, clock.now(), parts=body.parts)
        return await _answer(uow, item, (await catalogs.get(tenant.id)).rules.languages)


@router.post("/links")
async def add_media_link(
    body: MediaLinkRequest,
    actor: EditorActor,
    tenant: CurrentTenant,
    db: Db,
    catalogs: Catalogs,
    library: Library,
    clock: AppClock,
) -> MediaItemResponse:
    """Make an item of a film at YouTube or Vimeo, or of the picture or film file at a public URL."""
    languages = (await catalogs.get(tenant.id)).rules.languages
    link = films.parse_link(body.url)
    if link is not None:
        async with db.uow(tenant.id) as uow:
            item = await service.add_film(uow, actor, link, "", clock.now())
            return await _answer(uow, item, languages)
    upload = await library.read_link(tenant.id, body.url)
    async with db.uow(tenant.id) as uow:
        item = await library.add_file(uow, actor, upload, title_of(body.url), clock.now())
        return await _answer(uow, item, languages)


@router.get("/{item_id}")
async def show_media_item(
    item_id: UUID, _: EditorActor, tenant: CurrentTenant, uow: Uow, catalogs: Catalogs
) -> MediaItemResponse:
    """One item; ``state`` says whether its files are made."""
    languages = (await catalogs.get(tenant.id)).rules.languages
    return await _answer(uow, await service.get_item(uow, item_id), languages)


@router.get("/{item_id}/original", response_class=Response, responses=PICTURE)
async def read_media_original(item_id: UUID, _: EditorActor, uow: Uow, library: Library) -> Response:
    """The whole picture, to choose a part of it."""
    content, content_type = await library.read_original(uow, item_id)
    headers = {"Cache-Control": "no-store", "Content-Security-Policy": "default-src 'none'; sandbox"}
    return Response(content, media_type=content_type, headers=headers)


@router.put("/{item_id}")
async def change_media_item(
    item_id: UUID,
    body: MediaItemRequest,
    actor: EditorActor,
    tenant: CurrentTenant,
    uow: Uow,
    catalogs: Catalogs,
    clock: AppClock,
) -> MediaItemResponse:
    """Change an item's texts, its focal point, and its crop."""
    item = await service.change_item(uow, actor, item_id, body, clock.now())
    return await _answer(uow, item, (await catalogs.get(tenant.id)).rules.languages)


@router.delete("/{item_id}")
async def delete_media_item(
    item_id: UUID, actor: EditorActor, uow: Uow, clock: AppClock
) -> MediaDoneResponse:
    """Delete what nothing shows; 409 for anything else."""
    await service.delete_item(uow, actor, item_id, clock.now())
    return MediaDoneResponse()


async def _answer(uow: UnitOfWork, item: MediaItem, languages: tuple[str, ...]) -> MediaItemResponse:
    return MediaItemResponse(item=(await _present(uow, [item], languages))[0])


async def _present(
    uow: UnitOfWork, rows: Sequence[MediaItem], languages: tuple[str, ...]
) -> list[MediaItemView]:
    repository = MediaLibraryRepository(uow)
    ids = [row.id for row in rows]
    shown, taken, uses = (
        await repository.shown(ids),
        await repository.bytes_of(ids),
        await service.find_uses(uow),
    )
    return [present_item(row, shown, languages, taken.get(row.id, 0), uses.get(row.id, [])) for row in rows]
