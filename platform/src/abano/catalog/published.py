"""What is known of a published version."""

from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID


class StoredVersion(NamedTuple):
    """``superseded_at``: when the next one was published; None for the newest."""

    document: dict[str, Any]
    superseded_at: datetime | None


class PublishedVersion(NamedTuple):
    """``admin_name`` is None where no admin of the console published it."""

    number: int
    published_at: datetime
    published_by: UUID | None
    admin_name: str | None
    note: str
