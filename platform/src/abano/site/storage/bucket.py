"""Media in a bucket of an S3-compatible store."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit
from uuid import UUID

import boto3
from botocore.config import Config
from botocore.exceptions import BotoCoreError, ClientError

from abano.core.config import Settings
from abano.site.storage.store import MediaUnavailable, Stored

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
