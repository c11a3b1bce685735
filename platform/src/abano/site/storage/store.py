"""Where the content of media stands: a folder, or a bucket of an S3-compatible store. Names carry a digest.

All calls block: they belong into threads.
"""

import os
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple, Protocol
from uuid import UUID, uuid4

from abano.core.config import Settings
from abano.core.errors import Retryable


class MediaUnavailable(Retryable):
    """We cannot reach our store of pictures right now. Nothing was lost; please try again in a moment."""


class Stored(NamedTuple):
    """A stored content and when it was last written."""

    tenant: UUID
    digest: str
    changed_at: datetime


class MediaStore(Protocol):
    """Contents by tenant and digest (SHA-256 in hex). Writing the same one again changes nothing."""

    def put(self, tenant: UUID, digest: str, content: bytes) -> None: ...

    def get(self, tenant: UUID, digest: str) -> bytes | None: ...

    def read(self, tenant: UUID, digest: str, start: int, length: int) -> bytes | None:
        """A part of a content."""
        ...

    def remove(self, tenant: UUID, digest: str) -> None: ...

    def all(self, tenant: UUID | None = None) -> Iterator[Stored]:
        """What is stored, of one tenant or of all, one by one: it may be too much for a list."""
        ...


class DiskStore:
    """A folder: ``<tenant>/<two digits>/<digest>``. A file appears complete or not at all."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def put(self, tenant: UUID, digest: str, content: bytes) -> None:
        path = self._path(tenant, digest)
        try:
            if path.exists():
                # Its age says since when nothing may refer to it.
                path.touch()
                return
            path.parent.mkdir(parents=True, exist_ok=True)
            unfinished = path.with_name(f".{uuid4().hex}")
            try:
                with unfinished.open("xb") as file:
                    file.write(content)
                    file.flush()
                    os.fsync(file.fileno())
                unfinished.rename(path)
            finally:
                unfinished.unlink(missing_ok=True)
        except OSError as error:
            raise MediaUnavailable from error

    def get(self, tenant: UUID, digest: str) -> bytes | None:
        try:
            return self._path(tenant, digest).read_bytes()
        except FileNotFoundError:
            return None
        except OSError as error:
            raise MediaUnavailable from error

    def read(self, tenant: UUID, digest: str, start: int, length: int) -> bytes | None:
        try:
            with self._path(tenant, digest).open("rb") as file:
                file.seek(start)
                return file.read(length)
        except FileNotFoundError:
            return None
        except OSError as error:
            raise MediaUnavailable from error

    def remove(self, tenant: UUID, digest: str) -> None:
        try:
            self._path(tenant, digest).unlink(missing_ok=True)
        except OSError as error:
            raise MediaUnavailable from error

    def all(self, tenant: UUID | None = None) -> Iterator[Stored]:
        for path in self._folder.glob(f"{tenant or '*'}/??/*"):
            # Another process may have deleted it.
            with suppress(FileNotFoundError):
                changed = datetime.fromtimestamp(path.stat().st_mtime, UTC)
                yield Stored(UUID(path.parent.parent.name), path.name, changed)

    def _path(self, tenant: UUID, digest: str) -> Path:
        return self._folder / str(tenant) / digest[:2] / digest


def media_store(settings: Settings) -> MediaStore:
    """The configured store. Nothing is opened."""
    if settings.media.startswith("s3://"):
        # Half a second of imports that only installations with a bucket need.
        from abano.site.storage.bucket import BucketStore  # noqa: PLC0415

        return BucketStore(settings)
    return DiskStore(settings.media_folder)
