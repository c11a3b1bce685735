"""SQL of the media library."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple, cast
from uuid import UUID

from sqlalchemy import delete, exists, func, or_, select, text, update
from sqlalchemy.orm import aliased

from abano.core.paging import Page, PageRequest
from abano.db.paging import SortKeys
from abano.db.repositories import Repository
from abano.jobs.registry import tenants_by
from abano.site.media_library.films import WEBM, FilmSite
from abano.site.media_library.models import MediaItem, MediaVariant
from abano.site.media_library.pictures import Item
from abano.site.media_library.rules import PublicFile
from abano.storage.models import MediaFile

# Tables whose rows store their media references in the generated column ``media_references``, and the column
# with the row's label. ``test_uses.py`` checks that every JSON column is listed here or exempted.
REFERRING: Mapping[str, str | None] = {
    "cars": "name",
    "catalog_drafts": None,
    "catalog_versions": None,
    "handover_places": "name",
    "quiz_definitions": None,
    "quiz_drafts": None,
    "reviews": "author",
    "site_documents": "kind",
    "site_document_drafts": "kind",
    "site_document_versions": "kind",
    "tenant_settings": None,
    "vehicles": "plate",
}


def _references_of(table: str, name: str | None) -> str:
    called = f"t.{name}" if name else "''"
    # Both are constants of this module.
    return (
        f"select distinct '{table}', {called}, named"  # noqa: S608
        f" from {table} t, unnest(t.media_references) as named where t.tenant_id = :tenant"
    )


_REFERENCES = " union all ".join(_references_of(*each) for each in REFERRING.items())

_SORT_KEYS = SortKeys({"createdAt": MediaItem.created_at}, MediaItem.id)


class Named(NamedTuple):
    """A row that names an item: its table, what it is called, and the reference."""

    table: str
    name: str
    reference: str


# Tenants with media to prepare.
tenants_to_prepare = tenants_by(
    "select distinct tenant_id from reporting.media_to_prepare where prepare_at <= %(now)s"
)


class MediaLibraryRepository(Repository):
    """The library of one tenant, within the caller's transaction."""

    async def find(self, item_id: UUID, *, lock: bool = False) -> MediaItem | None:
        return await self._session.get(MediaItem, (self._tenant, item_id), with_for_update=lock or None)

    async def find_by_digest(self, digest: str) -> MediaItem | None:
        """The item whose original has this content."""
        query = (
            select(MediaItem)
            .join(
                MediaFile,
                (MediaFile.tenant_id == MediaItem.tenant_id) & (MediaFile.id == MediaItem.original_id),
            )
            .where(MediaItem.tenant_id == self._tenant, MediaFile.digest == digest)
        )
        return cast(MediaItem | None, await self._session.scalar(query.limit(1)))

    async def find_film(self, site: str, film_id: str) -> MediaItem | None:
        query = select(MediaItem).where(
            MediaItem.tenant_id == self._tenant, MediaItem.film_site == site, MediaItem.film_id == film_id
        )
        return cast(MediaItem | None, await self._session.scalar(query.limit(1)))

    async def list_page(self, kinds: Sequence[str], search: str, request: PageRequest) -> Page[MediaItem]:
        """Raises InvalidInput for the cursor."""
        query = select(MediaItem).where(MediaItem.tenant_id == self._tenant)
        if kinds:
            query = query.where(MediaItem.kind.in_(kinds))
        if search:
            query = query.where(MediaItem.title.icontains(search, autoescape=True))
        return await _SORT_KEYS.fetch(self._session, query, lambda row: row, request)

    async def bytes_of(self, items: Collection[UUID]) -> dict[UUID, int]:
        """The bytes that each item takes, with its original."""
        variants = select(MediaVariant.item_id, MediaVariant.file_id).where(
            MediaVariant.tenant_id == self._tenant, MediaVariant.item_id.in_(items)
        )
        originals = select(MediaItem.id, MediaItem.original_id).where(
            MediaItem.tenant_id == self._tenant, MediaItem.id.in_(items)
        )
        files = variants.union(originals).subquery()
        item, file = files.c
        query = (
            select(item, func.sum(MediaFile.bytes))
            .join(MediaFile, (MediaFile.tenant_id == self._tenant) & (MediaFile.id == file))
            .group_by(item)
        )
        return {row[0]: int(row[1]) for row in await self._session.execute(query)}

    async def next_to_prepare(self, now: datetime) -> MediaItem | None:
        """One that no one else works on, locked."""
        query = (
            select(MediaItem)
            .where(MediaItem.tenant_id == self._tenant, MediaItem.prepare_at <= now)
            .order_by(MediaItem.prepare_at)
            .limit(1)
            .with_for_update(skip_locked=True)
        )
        return cast(MediaItem | None, await self._session.scalar(query))

    async def add(self, *rows: MediaItem | MediaVariant) -> None:
        self._session.add_all(rows)
        await self._session.flush()

    async def replace_variants(self, item_id: UUID, now: datetime) -> None:
        """Those of before are kept for pages that are open."""
        await self._session.execute(
            update(MediaVariant)
            .where(
                MediaVariant.tenant_id == self._tenant,
                MediaVariant.item_id == item_id,
                MediaVariant.replaced_at.is_(None),
            )
            .values(replaced_at=now)
        )

    async def forget_variants(self, stem: str) -> None:
        """Those of an earlier time, which come again as they were."""
        query = (
            delete(MediaVariant)
            .where(MediaVariant.tenant_id == self._tenant, MediaVariant.name.startswith(stem))
            .returning(MediaVariant.file_id)
        )
        await self._delete_files(list(await self._session.scalars(query)))

    async def delete_replaced(self, before: datetime) -> None:
        query = (
            delete(MediaVariant)
            .where(MediaVariant.tenant_id == self._tenant, MediaVariant.replaced_at < before)
            .returning(MediaVariant.file_id)
        )
        await self._delete_files(list(await self._session.scalars(query)))

    async def delete_items(self, items: Collection[UUID]) -> None:
        """With their files; the worker deletes the contents."""
        variants = delete(MediaVariant).where(
            MediaVariant.tenant_id == self._tenant, MediaVariant.item_id.in_(items)
        )
        files = list(await self._session.scalars(variants.returning(MediaVariant.file_id)))
        rows = delete(MediaItem).where(MediaItem.tenant_id == self._tenant, MediaItem.id.in_(items))
        originals = await self._session.scalars(rows.returning(MediaItem.original_id))
        await self._delete_files([*files, *(each for each in originals if each is not None)])

    async def _delete_files(self, files: Collection[UUID]) -> None:
        of_item = exists().where(
            MediaItem.tenant_id == MediaFile.tenant_id, MediaItem.original_id == MediaFile.id
        )
        await self._session.execute(
            delete(MediaFile).where(MediaFile.tenant_id == self._tenant, MediaFile.id.in_(files), ~of_item)
        )

    async def find_public(self, name: str) -> PublicFile | None:
        query = (
            select(MediaFile.digest, MediaFile.content_type, MediaFile.bytes)
            .join(
                MediaVariant,
                (MediaVariant.tenant_id == MediaFile.tenant_id) & (MediaVariant.file_id == MediaFile.id),
            )
            .where(MediaVariant.tenant_id == self._tenant, MediaVariant.name == name)
        )
        row = (await self._session.execute(query)).one_or_none()
        return PublicFile(*row) if row else None

    async def find_original(self, item_id: UUID) -> MediaFile | None:
        query = (
            select(MediaFile)
            .join(
                MediaItem,
                (MediaItem.tenant_id == MediaFile.tenant_id) & (MediaItem.original_id == MediaFile.id),
            )
            .where(MediaItem.tenant_id == self._tenant, MediaItem.id == item_id)
        )
        return cast(MediaFile | None, await self._session.scalar(query))

    async def shown(self, items: Collection[UUID]) -> dict[UUID, Item]:
        """These items' data for pages, including the posters of films among them."""
        if not items:
            return {}
        film = aliased(MediaItem)
        posters = select(film.poster_id).where(film.tenant_id == self._tenant, film.id.in_(items))
        query = (
            select(MediaItem, MediaFile.content_type)
            .outerjoin(
                MediaFile,
                (MediaFile.tenant_id == MediaItem.tenant_id) & (MediaFile.id == MediaItem.original_id),
            )
            .where(
                MediaItem.tenant_id == self._tenant, or_(MediaItem.id.in_(items), MediaItem.id.in_(posters))
            )
        )
        return {row.id: _item(row, content_type) for row, content_type in await self._session.execute(query)}

    async def list_references(self) -> list[Named]:
        """Everything that the company's rows name of the library."""
        rows = await self._session.execute(text(_REFERENCES), {"tenant": self._tenant})
        return [Named(*row) for row in rows]

    async def posters(self) -> list[tuple[UUID, str]]:
        """Items that are shown before a film, and the film's title."""
        query = select(MediaItem.poster_id, MediaItem.title).where(
            MediaItem.tenant_id == self._tenant, MediaItem.poster_id.is_not(None)
        )
        return [(poster, title) for poster, title in await self._session.execute(query) if poster]

    async def note_use(self, used: Iterable[UUID], now: datetime, keep: timedelta) -> list[UUID]:
        """Remember since when each item is not used. Returns those that were not for ``keep``."""
        used = list(used)
        mine = MediaItem.tenant_id == self._tenant
        await self._session.execute(
            update(MediaItem)
            .where(mine, MediaItem.id.in_(used), MediaItem.unused_since.is_not(None))
            .values(unused_since=None)
        )
        await self._session.execute(
            update(MediaItem)
            .where(mine, MediaItem.id.not_in(used), MediaItem.unused_since.is_(None))
            .values(unused_since=now)
        )
        old = select(MediaItem.id).where(mine, MediaItem.unused_since <= now - keep)
        return list(await self._session.scalars(old))


def _item(row: MediaItem, content_type: str | None) -> Item:
    return Item(
        kind=row.kind,
        stem=row.stem,
        title=row.title,
        width=row.width,
        height=row.height,
        widths=tuple(row.widths),
        focus=(row.focus_x, row.focus_y),
        alt_texts=row.alt_texts,
        film_site=cast(FilmSite | None, row.film_site),
        film_id=row.film_id,
        film_ending="webm" if content_type == WEBM else "mp4",
        poster_id=row.poster_id,
    )
