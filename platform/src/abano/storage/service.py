"""Use cases of media: add a picture or document, read one, and what a company uses."""

import asyncio
from collections.abc import Callable, Collection
from dataclasses import dataclass
from datetime import datetime
from typing import TypeVar
from uuid import UUID

from abano.core.config import Settings
from abano.core.errors import AbanoError, Conflict, InvalidInput, Message, NotFound, TooManyRequests
from abano.core.expensive_work import BoundedWork, LimitExceeded
from abano.db.personal_data import records_of
from abano.db.unit_of_work import TenantId, UnitOfWork
from abano.storage.images import (
    FILE_TOO_COMPLEX,
    JPEG,
    LIMITS,
    NOT_A_PICTURE,
    Picture,
    digest_of,
    prepare,
)
from abano.storage.models import MediaFile
from abano.storage.repository import MediaRepository
from abano.storage.store import MediaStore, media_store

PDF = "application/pdf"
PDF_START, PDF_END = b"%PDF-", b"%%EOF"
# A PDF ends within so many bytes of its file's end.
PDF_TAIL = 2_048
NOT_A_DOCUMENT = Message("not_a_document", "We can't read this file. Use PDF, JPEG, PNG or WebP")
MEGABYTE = 1024 * 1024
WAITING, WAITING_EACH = 24, 8
# Of the space of a company, what its customers may fill; and of one booking.
CUSTOMERS_SHARE, MAX_BOOKING_BYTES = 0.1, 10 * MEGABYTE
# Parts of files that are not put together yet: three of the largest.
MAX_PART_BYTES = 120 * MEGABYTE
RETRY_SECONDS = 60
Read = TypeVar("Read")


class MediaFull(Conflict):
    """Your company's photo storage is full, so nothing was saved. Contact your platform operator."""


class TooManyParts(TooManyRequests):
    """Other files are still being sent. Please wait until they are done, and try again."""

    def __init__(self) -> None:
        super().__init__(retry_after=RETRY_SECONDS)


class CustomerFilesFull(Conflict):
    """There is no space for more photos here. Please send them to us by email."""


class ContentLost(AbanoError):
    """This file is missing. Contact your platform operator."""

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
    """The files of all tenants. What comes from outside is read in a process with limits, one at a time."""

    def __init__(self, settings: Settings) -> None:
        self._store: MediaStore = media_store(settings)
        self._most = settings.media_company_mb * MEGABYTE
        self._work = BoundedWork(at_once=1, waiting=WAITING, limits=LIMITS, max_each=WAITING_EACH)

    @property
    def store(self) -> MediaStore:
        return self._store

    async def prepare(self, tenant_id: TenantId, content: bytes) -> Picture:
        """A picture from outside, as it is kept. Before any transaction. Raises InvalidInput, TooBusy."""
        return await self.read_outside_file(tenant_id, prepare, content)

    async def prepare_document(self, tenant_id: TenantId, content: bytes) -> Picture | bytes:
        """A photo from outside, as it is kept, or a PDF unchanged. Before any transaction.

        Raises InvalidInput, TooBusy.
        """
        if not content.startswith(PDF_START):
            try:
                return await self.prepare(tenant_id, content)
            except InvalidInput as error:
                if error.sentence.code != NOT_A_PICTURE.code:
                    raise
                raise InvalidInput.of("content", NOT_A_DOCUMENT()) from None
        if PDF_END not in content[-PDF_TAIL:]:
            raise InvalidInput.of("content", NOT_A_DOCUMENT())
        return content

    async def read_outside_file(
        self, tenant_id: TenantId, read: Callable[[bytes], Read], content: bytes
    ) -> Read:
        """What ``read`` makes of a file from outside. Raises InvalidInput, TooBusy."""
        try:
            return await self._work.run(read, content, owner=tenant_id)
        except LimitExceeded:
            raise InvalidInput.of("content", FILE_TOO_COMPLEX()) from None

    async def add_picture(
        self, uow: UnitOfWork, file_id: UUID, picture: Picture, booking_id: UUID | None, now: datetime
    ) -> MediaFile:
        """Raises MediaFull, MediaUnavailable."""
        await self._require_room(uow, len(picture.content))
        size = (picture.width, picture.height)
        return await self._add(uow, file_id, picture.content, picture.digest, JPEG, size, booking_id, now)

    async def add_customer_picture(
        self, uow: UnitOfWork, file_id: UUID, picture: Picture, booking_id: UUID, now: datetime
    ) -> MediaFile:
        """One that a customer sent: of a small share of the booking's and the company's own.

        Raises CustomerFilesFull, MediaUnavailable.
        """
        repository, size = MediaRepository(uow), len(picture.content)
        if (
            await repository.bytes_of_customers(booking_id) + size > MAX_BOOKING_BYTES
            or await repository.bytes_of_customers() + size > self._most * CUSTOMERS_SHARE
        ):
            raise CustomerFilesFull
        sides = (picture.width, picture.height)
        file = await self._add(uow, file_id, picture.content, picture.digest, JPEG, sides, booking_id, now)
        file.by_customer = True
        return file

    async def reserve_part(self, uow: UnitOfWork, digest: str, size: int, now: datetime) -> None:
        """Before a part of a file is stored. Raises MediaFull, TooManyParts."""
        repository = MediaRepository(uow)
        await repository.lock("parts")
        # A removal of the same content is over before it is stored again.
        await repository.lock(digest)
        if await repository.add_part(digest, size, now):
            await self._require_room(uow, 0)
            if await repository.bytes_of_parts() > MAX_PART_BYTES:
                raise TooManyParts

    async def add_document(
        self, uow: UnitOfWork, file_id: UUID, content: bytes, booking_id: UUID | None, now: datetime
    ) -> MediaFile:
        """A PDF of ours. Raises MediaFull, MediaUnavailable."""
        await self._require_room(uow, len(content))
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
        """Store a file without personal data, such as a site picture. Raises MediaFull, MediaUnavailable."""
        await self._require_room(uow, len(content))
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

    async def _require_room(self, uow: UnitOfWork, size: int) -> None:
        if await MediaRepository(uow).used_bytes() + size > self._most:
            raise MediaFull

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
        # Locked until the row is committed, so that the content is not removed in between.
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


async def forget_parts(uow: UnitOfWork, digests: Collection[str]) -> None:
    """A file was made of them."""
    if digests:
        await MediaRepository(uow).delete_parts(digests)


async def delete_files(uow: UnitOfWork, file_ids: Collection[UUID]) -> None:
    """Rows first: the worker deletes the contents."""
    await MediaRepository(uow).delete_files(file_ids)


PERSONAL_RECORDS = (records_of("photographsAndDocuments", "media_files"),)
