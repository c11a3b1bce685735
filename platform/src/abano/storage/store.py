"""Storage of media content: a folder, or a bucket of an S3-compatible store. Names contain a digest.

All calls block, so run them in threads.
"""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple, Protocol
from urllib.parse import urlsplit
from uuid import UUID, uuid4

import boto3
from botocore.config import Config
from botocore.exceptions import BotoCoreError, ClientError

from abano.core.config import Settings
from abano.core.errors import Retryable


class MediaUnavailable(Retryable):
    """Image storage is unavailable right now. Nothing was lost. Try again in a moment."""


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

    def remove_all(self, tenant: UUID) -> int:
        """Remove everything of a tenant; returns the number of contents."""
        ...

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
                # Its age shows how long it may have been unused.
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

    def remove_all(self, tenant: UUID) -> int:
        count = sum(1 for _ in self.all(tenant))
        try:
            shutil.rmtree(self._folder / str(tenant))
        except FileNotFoundError:
            return count
        except OSError as error:
            raise MediaUnavailable from error
        return count

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
        return BucketStore(settings)
    return DiskStore(settings.media_folder)


CONNECT_SECONDS, READ_SECONDS = 3, 10


class BucketStore:
    """A bucket, under a prefix: ``<prefix><tenant>/<digest>``."""

    def __init__(self, settings: Settings) -> None:
        place = urlsplit(settings.media)
        self._bucket = place.netloc
        folder = place.path.strip("/")
        self._prefix = f"{folder}/" if folder else ""
        self._client = _client(settings)

    def put(self, tenant: UUID, digest: str, content: bytes) -> None:
        with _reached():
            self._client.put_object(Bucket=self._bucket, Key=self._key(tenant, digest), Body=content)

    def get(self, tenant: UUID, digest: str) -> bytes | None:
        with _reached():
            try:
                answer = self._client.get_object(Bucket=self._bucket, Key=self._key(tenant, digest))
            except self._client.exceptions.NoSuchKey:
                return None
            content: bytes = answer["Body"].read()
            return content

    def read(self, tenant: UUID, digest: str, start: int, length: int) -> bytes | None:
        with _reached():
            try:
                answer = self._client.get_object(
                    Bucket=self._bucket,
                    Key=self._key(tenant, digest),
                    Range=f"bytes={start}-{start + length - 1}",
                )
            except self._client.exceptions.NoSuchKey:
                return None
            content: bytes = answer["Body"].read()
            return content

    def remove(self, tenant: UUID, digest: str) -> None:
        with _reached():
            self._client.delete_object(Bucket=self._bucket, Key=self._key(tenant, digest))

    def remove_all(self, tenant: UUID) -> int:
        count = 0
        for stored in self.all(tenant):
            self.remove(tenant, stored.digest)
            count += 1
        return count

    def all(self, tenant: UUID | None = None) -> Iterator[Stored]:
        prefix = self._key(tenant, "") if tenant else self._prefix
        with _reached():
            pages = self._client.get_paginator("list_objects_v2").paginate(Bucket=self._bucket, Prefix=prefix)
            for page in pages:
                for item in page.get("Contents", []):
                    owner, _, digest = item["Key"].removeprefix(self._prefix).partition("/")
                    yield Stored(UUID(owner), digest, item["LastModified"])

    def _key(self, tenant: UUID, digest: str) -> str:
        return f"{self._prefix}{tenant}/{digest}"


@contextmanager
def _reached() -> Iterator[None]:
    """Translates the client's errors."""
    try:
        yield
    except (BotoCoreError, ClientError) as error:
        raise MediaUnavailable from error


def _client(settings: Settings) -> Any:
    return boto3.client(
        "s3",
        endpoint_url=settings.s3_endpoint or None,
        region_name=settings.s3_region,
        aws_access_key_id=settings.s3_access_key or None,
        aws_secret_access_key=settings.s3_secret_key.get_secret_value() or None,
        config=Config(
            connect_timeout=CONNECT_SECONDS,
            read_timeout=READ_SECONDS,
            retries={"max_attempts": 2},
            s3={"addressing_style": "path" if settings.s3_endpoint else "auto"},
        ),
    )
