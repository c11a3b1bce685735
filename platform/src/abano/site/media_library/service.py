"""Use cases of the media library: upload a file or link, edit and delete an item, list its uses."""

import asyncio
from collections.abc import AsyncIterator, Collection, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from abano.accounts.access.principals import Actor
from abano.accounts.audit.service import record
from abano.core.config import Settings
from abano.core.errors import Conflict, InvalidInput, Message, NotFound
from abano.core.expensive_work import TooBusy, expensive
from abano.core.fair_turns import MeasuredTurns
from abano.core.ids import new_id
from abano.core.public_ip import fetch_public
from abano.db.engine import Database
from abano.db.unit_of_work import TenantId, UnitOfWork
from abano.site.media_library import drawings, films, photographs
from abano.site.media_library.models import MediaItem, MediaVariant
from abano.site.media_library.pictures import (
    DRAWING,
    FILM_FILE,
    FILM_LINK,
    FILMS,
    PHOTOGRAPH,
    Item,
    Kind,
    as_id,
)
from abano.site.media_library.presentation import Fetch, fetch_file
from abano.site.media_library.repository import MediaLibraryRepository
from abano.site.media_library.rules import Place, PublicFile, stem_of, title_of, uses_of
from abano.site.media_library.schemas import PART_BYTES, MediaItemRequest
from abano.storage.images import digest_of
from abano.storage.service import ContentLost, Media, Usage, forget_parts
from abano.tenancy.plans.service import check_limit
from abano_shared.fair_turns import TurnRefused, end_turn

# Files of one company that wait to be put together, and for how long.
MAX_WAITING_FILES, FILE_WAIT_SECONDS = 20, 60.0

# What comes from outside: recognised by its content, checked, and made ready to be kept.

SVG = "image/svg+xml"
FILE_TOO_LARGE = Message("file_too_large", "This file is too large: at most {megabytes, number} MB")

NO_VIDEO = Message("no_video", "This file is damaged or has no video. Export it again as MP4 or WebM.")


@dataclass(frozen=True, slots=True)
class Upload:
    """Content to store. ``ending``: of a file served unmodified. None if derived files are generated."""

    kind: Kind
    content: bytes
    content_type: str
    digest: str
    width: int | None
    height: int | None
    ending: str | None


@expensive
def read_upload(content: bytes) -> Upload:
    """Takes processor time and memory. Raises InvalidInput."""
    film = films.film_type(content)
    if film is not None:
        _check_bytes(content, films.MAX_BYTES)
        if not films.has_video(content, film):
            raise InvalidInput.of("content", NO_VIDEO())
        kept = films.without_place(content) if film == films.MP4 else content
        return Upload(FILM_FILE, kept, film, digest_of(kept), None, None, film.removeprefix("video/"))
    if drawings.is_drawing(content):
        _check_bytes(content, drawings.MAX_BYTES)
        drawing = drawings.read_drawing(content)
        return Upload(DRAWING, content, SVG, digest_of(content), drawing.width, drawing.height, "svg")
    _check_bytes(content, photographs.MAX_BYTES)
    original = photographs.read_original(content)
    return Upload(
        PHOTOGRAPH,
        original.content,
        original.content_type,
        digest_of(original.content),
        original.width,
        original.height,
        None,
    )


def _check_bytes(content: bytes, most: int) -> None:
    if len(content) > most:
        raise InvalidInput.of("content", FILE_TOO_LARGE(megabytes=most // 1_000_000))


# Versions that were published; the catalogue shows an item that is gone without a picture.
HISTORY = "catalog_versions"
Uses = Mapping[UUID, list[tuple[Place, str]]]

PART_MISSING = Message("part_missing", "Part of this file didn't arrive. Upload it again")
PART_DIFFERS = Message("part_differs", "This part of the file arrived damaged. Please send it again")
NO_SUCH_POSTER = Message("no_such_poster", "Choose a photo from your library as the video's cover")


class MediaInUse(Conflict):
    """This is still shown on your site. Take it out there first, then delete it."""


class MediaLibrary:
    """What the libraries of all companies share."""

    def __init__(self, settings: Settings, media: Media, fetch: Fetch = fetch_public) -> None:
        self.media = media
        self._fetch = fetch
        self._max_bytes = settings.media_company_mb * 1024 * 1024
        # Each may hold forty megabytes.
        self._uploads = MeasuredTurns(
            "files", 3, max_waiting=MAX_WAITING_FILES, wait_seconds=FILE_WAIT_SECONDS
        )

    async def add_part(
        self, db: Database, tenant_id: TenantId, digest: str, content: bytes, now: datetime
    ) -> None:
        """Keep a part of a file for an hour, or until a file is made of it.

        Raises MediaFull, TooManyParts, PlanLimitReached.
        """
        if len(content) > PART_BYTES:
            raise InvalidInput.of("content", FILE_TOO_LARGE(megabytes=PART_BYTES // 1_000_000))
        if digest_of(content) != digest:
            raise InvalidInput.of("content", PART_DIFFERS())
        async with db.uow(tenant_id) as uow:
            await check_limit(uow, "storage_bytes", added=len(content))
            await self.media.reserve_part(uow, digest, len(content), now)
        await asyncio.to_thread(self.media.store.put, tenant_id, digest, content)

    async def read_parts(self, tenant_id: TenantId, parts: Sequence[str]) -> Upload:
        """Put a file together and check it. Before any transaction. Raises InvalidInput, TooBusy."""
        async with self._turn(tenant_id):
            content = bytearray()
            for digest in parts:
                part = await asyncio.to_thread(self.media.store.read, tenant_id, digest, 0, PART_BYTES)
                if part is None:
                    raise InvalidInput.of("parts", PART_MISSING())
                content += part
            return await self.media.read_outside_file(tenant_id, read_upload, bytes(content))

    async def read_link(self, tenant_id: TenantId, url: str) -> Upload:
        """Fetch and check a file. Before any transaction. Raises InvalidInput, TooBusy."""
        async with self._turn(tenant_id):
            content = await fetch_file(url, films.MAX_BYTES, self._fetch)
            return await self.media.read_outside_file(tenant_id, read_upload, content)

    @asynccontextmanager
    async def _turn(self, tenant_id: TenantId) -> AsyncIterator[None]:
        """To hold a whole file. Raises TooBusy."""
        end_turn()
        try:
            turn = await self._uploads.take(tenant_id)
        except TurnRefused as refused:
            raise TooBusy from refused
        try:
            yield
        finally:
            turn.end()

    async def add_file(
        self,
        uow: UnitOfWork,
        actor: Actor,
        upload: Upload,
        name: str,
        now: datetime,
        *,
        parts: Collection[str] = (),
    ) -> MediaItem:
        """The new item, or the one that has this very content. Raises MediaFull, MediaUnavailable, PlanLimitReached.

        ``parts``: what the file was sent in, which is not needed any more.
        """
        await forget_parts(uow, parts)
        repository = MediaLibraryRepository(uow)
        existing = await repository.find_by_digest(upload.digest)
        if existing is not None:
            return existing
        await check_limit(uow, "storage_bytes", added=len(upload.content))
        item = await add_item(uow, self.media, new_id(), upload, title_of(name), now)
        item.created_by = actor.admin_id
        await repository.flush()
        await _record(uow, actor, "media.added", item, now)
        return item

    async def usage(self, uow: UnitOfWork) -> Usage:
        return await self.media.usage(uow)

    async def read_original(self, uow: UnitOfWork, item_id: UUID) -> tuple[bytes, str]:
        """Content and its type. Raises NotFound, ContentLost, MediaUnavailable."""
        file = await MediaLibraryRepository(uow).find_original(item_id)
        if file is None:
            raise NotFound
        content = await asyncio.to_thread(self.media.store.get, uow.tenant_id, file.digest)
        if content is None:
            raise ContentLost
        return content, file.content_type


async def add_item(
    uow: UnitOfWork, media: Media, item_id: UUID, upload: Upload, title: str, now: datetime
) -> MediaItem:
    """Store an upload. Photos are processed by the worker; other files can be shown immediately."""
    repository = MediaLibraryRepository(uow)
    size = (upload.width, upload.height)
    file = await media.add_file(uow, new_id(), upload.content, upload.content_type, size, now)
    is_ready = upload.ending is not None
    stem = stem_of(item_id, upload.digest, None)
    item = MediaItem(
        tenant_id=uow.tenant_id,
        id=item_id,
        kind=upload.kind,
        state="ready" if is_ready else "processing",
        title=title,
        original_id=file.id,
        stem=stem if is_ready else None,
        width=upload.width,
        height=upload.height,
        original_width=upload.width,
        original_height=upload.height,
        widths=[],
        alt_texts={},
        prepare_at=None if is_ready else now,
        unused_since=now,
        created_at=now,
        updated_at=now,
    )
    await repository.add(item)
    if is_ready:
        name = f"{stem}.{upload.ending}"
        await repository.add(
            MediaVariant(tenant_id=uow.tenant_id, name=name, item_id=item_id, file_id=file.id)
        )
    return item


async def add_film(
    uow: UnitOfWork, actor: Actor, link: films.FilmLink, title: str, now: datetime
) -> MediaItem:
    """A film of another site; the one that is there already, where it is."""
    repository = MediaLibraryRepository(uow)
    existing = await repository.find_film(link.site, link.id)
    if existing is not None:
        return existing
    item = MediaItem(
        tenant_id=uow.tenant_id,
        id=new_id(),
        kind=FILM_LINK,
        state="ready",
        title=title,
        widths=[],
        alt_texts={},
        film_site=link.site,
        film_id=link.id,
        unused_since=now,
        created_by=actor.admin_id,
        created_at=now,
        updated_at=now,
    )
    await repository.add(item)
    await _record(uow, actor, "media.added", item, now)
    return item


async def get_item(uow: UnitOfWork, item_id: UUID) -> MediaItem:
    """Raises NotFound."""
    item = await MediaLibraryRepository(uow).find(item_id)
    if item is None:
        raise NotFound
    return item


async def change_item(
    uow: UnitOfWork, actor: Actor, item_id: UUID, request: MediaItemRequest, now: datetime
) -> MediaItem:
    """Raises NotFound, InvalidInput."""
    repository = MediaLibraryRepository(uow)
    item = await repository.find(item_id, lock=True)
    if item is None:
        raise NotFound
    before = _audited(item)
    if request.poster_id is not None:
        poster = await repository.find(request.poster_id)
        if item.kind not in FILMS or poster is None or poster.kind in FILMS:
            raise InvalidInput.of("posterId", NO_SUCH_POSTER())
    crop = request.crop.model_dump() if request.crop and item.kind == PHOTOGRAPH else None
    if crop != item.crop:
        # The current files are kept until the new ones are generated.
        item.crop, item.prepare_at, item.prepare_attempts, item.state = crop, now, 0, "processing"
    item.title = request.title
    item.alt_texts = {
        language: description for language, description in request.alt_texts.items() if description
    }
    item.focus_x, item.focus_y = request.focus_x, request.focus_y
    item.poster_id = request.poster_id
    item.updated_at = now
    await repository.flush()
    await record(
        uow,
        actor,
        "media.changed",
        subject=("media", item.id),
        before=before,
        after=_audited(item),
        now=now,
    )
    return item


async def delete_item(uow: UnitOfWork, actor: Actor, item_id: UUID, now: datetime) -> None:
    """Raises NotFound, MediaInUse."""
    repository = MediaLibraryRepository(uow)
    item = await repository.find(item_id, lock=True)
    if item is None:
        raise NotFound
    if item.id in await find_uses(uow):
        raise MediaInUse
    await _record(uow, actor, "media.deleted", item, now)
    await repository.delete_items([item.id])


async def delete_unchanged(uow: UnitOfWork, items: Collection[UUID]) -> None:
    """Delete those of ``items`` that no one changed since they were added and that only earlier catalogues use."""
    repository = MediaLibraryRepository(uow)
    used = {
        *(as_id(each.reference) for each in await repository.list_references() if each.table != HISTORY),
        *(poster for poster, _ in await repository.posters()),
    }
    found = [await repository.find(item_id, lock=True) for item_id in items if item_id not in used]
    await repository.delete_items([item.id for item in found if item and item.updated_at == item.created_at])


async def find_uses(uow: UnitOfWork) -> Uses:
    """Where each item of the company is used."""
    repository = MediaLibraryRepository(uow)
    found = [
        (each.table, each.name, identity)
        for each in await repository.list_references()
        if (identity := as_id(each.reference))
    ]
    uses = uses_of(found)
    for poster, title in await repository.posters():
        uses.setdefault(poster, []).append(("film", title))
    return uses


async def load_shown(uow: UnitOfWork, items: Collection[UUID]) -> dict[UUID, Item]:
    """These items' data for pages, including the posters of films among them."""
    return await MediaLibraryRepository(uow).shown(items)


async def find_public_file(uow: UnitOfWork, name: str) -> PublicFile | None:
    """The file that anyone may read under this name."""
    return await MediaLibraryRepository(uow).find_public(name)


def _audited(item: MediaItem) -> dict[str, object]:
    return {
        "title": item.title,
        "alt_texts": dict(item.alt_texts),
        "focus": [item.focus_x, item.focus_y],
        "crop": item.crop,
        "poster": str(item.poster_id) if item.poster_id else None,
    }


async def _record(uow: UnitOfWork, actor: Actor, action: str, item: MediaItem, now: datetime) -> None:
    after = {"title": item.title, "kind": item.kind}
    await record(uow, actor, action, subject=("media", item.id), after=after, now=now)
