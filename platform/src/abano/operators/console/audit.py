"""The operators' own audit log: what they did, append-only."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from psycopg.types.json import Jsonb

from abano.core.ids import new_id
from abano.db.unit_of_work import Connection
from abano.operators.console.database import QUERIES, fetch_all

PAGE = 50


@dataclass(frozen=True, slots=True)
class Author:
    """Who acts, and from where; without an id at the command line."""

    id: UUID | None = None
    ip: str | None = None


COMMAND_LINE = Author()


@dataclass(frozen=True, slots=True)
class Entry:
    """``operator``: the email address; empty at the command line."""

    id: UUID
    happened_at: datetime
    operator: str
    ip: str | None
    action: str
    subject: str
    details: dict[str, Any]


async def record(
    conn: Connection,
    author: Author,
    action: str,
    subject: str,
    now: datetime,
    details: Mapping[str, object] | None = None,
) -> None:
    """Add an entry in the transaction of what it tells of."""
    values = {
        "id": new_id(),
        "now": now,
        "operator": author.id,
        "ip": author.ip,
        "action": action,
        "subject": subject,
        "details": Jsonb(dict(details or {})),
    }
    await conn.execute(QUERIES["add_entry"].encode(), values)


async def list_entries(
    conn: Connection, *, subject: str | None = None, before: tuple[datetime, UUID] | None = None
) -> list[Entry]:
    """Up to ``PAGE`` entries, the newest first; ``before``: time and id of the last one shown."""
    values = {
        "subject": subject,
        "before": before[0] if before else None,
        "before_id": before[1] if before else None,
        "limit": PAGE,
    }
    return [Entry(*row) for row in await fetch_all(conn, "list_entries", values)]
