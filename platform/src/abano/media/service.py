"""Use cases of media: add a picture or document, read one, and what a company uses."""

import asyncio
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from abano.auth.bounded_work import BoundedWork
from abano.config import Settings
from abano.database.unit_of_work import UnitOfWork
from abano.errors import AbanoError, Conflict, NotFound
from abano.media.digests import digest_of
from abano.media.pictures import JPEG, Picture, prepare
from abano.media.repository import MediaRepository
from abano.media.store import MediaStore, media_store
from abano.models.media import MediaFile

PDF = "application/pdf"
MEGABYTE = 1024 * 1024


class MediaFull(Conflict):
    """Your company has used all of its space for photographs. Nothing was stored; please tell your operator."""


class ContentLost(AbanoError):
    """This file is not in the store any more. Please tell your operator."""

    status = 410


@dataclass(frozen=True, slots=True)
class Usage:
    """Bytes."""

    used: int
    most: int


@dataclass(frozen=True, slots=True)
class Content:
    content: bytes
    content_type: str
    digest: str


class Media:
    """The files of all tenants. Pictures are prepared in threads, two at a time."""

    def __init__(self, settings: Settings) -> None:
        self._store: MediaStore = media_store(settings)
        self._most = settings.media_company_mb * MEGABYTE
        self._work = BoundedWork(at_once=2, waiting=24)

    @property
    def store(self) -> MediaStore:
        return self._store

    async def prepare(self, content: bytes) -> Picture:
        """A picture from outside, as it is kept. Before any transaction. Raises InvalidInput, TooBusy."""
        return await self._work.run(prepare, content)

    async def add_picture(
        self, uow: UnitOfWork, file_id: UUID, picture: Picture, booking_id: UUID | None, now: datetime
    ) -> MediaFile:
        """Raises MediaFull, MediaUnavailable."""
        size = (picture.width, picture.height)
        return await self._add(uow, file_id, picture.content, picture.digest, JPEG, size, booking_id, now)

    async def add_document(
        self, uow: UnitOfWork, file_id: UUID, content: bytes, booking_id: UUID | None, now: datetime
    ) -> MediaFile:
        """A PDF of ours. Raises MediaFull, MediaUnavailable."""
        return await self._add(uow, file_id, content, digest_of(content), PDF, (None, None), booking_id, now)

    async def add_file(
        self,
        uow: UnitOfWork,
        file_id: UUID,
        content: bytes,
        content_type: str,
        size: tuple[int | None, int | None],
        now: datetime,
    ) -> MediaFile:
        """Something of nobody's data, such as a picture of the site. Raises MediaFull, MediaUnavailable."""
        return await self._add(uow, file_id, content, digest_of(content), content_type, size, None, now)

    async def usage(self, uow: UnitOfWork) -> Usage:
        return Usage(await MediaRepository(uow).used_bytes(), self._most)

    async def read(self, uow: UnitOfWork, file_id: UUID) -> Content:
        """Raises NotFound, MediaUnavailable, ContentLost."""
        file = await MediaRepository(uow).find(file_id)
        if file is None:
            raise NotFound
        content = await asyncio.to_thread(self._store.get, uow.tenant_id, file.digest)
        if content is None:
            raise ContentLost
        return Content(content, file.content_type, file.digest)

    async def _add(
        self,
        uow: UnitOfWork,
        file_id: UUID,
        content: bytes,
        digest: str,
        content_type: str,
        size: tuple[int | None, int | None],
        booking_id: UUID | None,
        now: datetime,
    ) -> MediaFile:
        repository = MediaRepository(uow)
        if await repository.used_bytes() + len(content) > self._most:
            raise MediaFull
        # Held until the row is committed: the content must not be removed in between.
        await repository.lock(digest)
        await asyncio.to_thread(self._store.put, uow.tenant_id, digest, content)
        file = MediaFile(
            tenant_id=uow.tenant_id,
            id=file_id,
            digest=digest,
            content_type=content_type,
            bytes=len(content),
            width=size[0],
            height=size[1],
            booking_id=booking_id,
            created_at=now,
        )
        await repository.add(file)
        return file
