"""Writing to the outbox: the one way for other domains to send anything."""

import base64
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

import orjson
from psycopg import AsyncConnection
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from abano.kit.ids import new_id
from abano.kit.sealing import Sealer
from abano.tenancy import TenantId

_FOR_SESSION = text(
    "insert into outbox_messages (tenant_id, id, kind, payload, created_at, due_at)"
    " values (:tenant_id, :id, :kind, cast(:payload as jsonb), :now, :now)"
)
_FOR_CONNECTION = (
    "insert into outbox_messages (tenant_id, id, kind, payload, created_at, due_at)"
    " values (%(tenant_id)s, %(id)s, %(kind)s, %(payload)s::jsonb, %(now)s, %(now)s)"
)


@dataclass(frozen=True, slots=True)
class SealedLink:
    """A link that lets its reader in: encrypted while it waits, so that a copy of the database opens nothing."""

    secret: str
    url: str

    def added_to(self, payload: Mapping[str, Any]) -> dict[str, Any]:
        sealed = _sealer(self.secret).seal(self.url, "")
        return {**payload, "sealedLink": base64.b64encode(sealed).decode()}


def opened(payload: Mapping[str, Any], secret: str) -> Mapping[str, Any]:
    """The payload with its link readable as ``link``. Raises CannotUnseal."""
    sealed = payload.get("sealedLink")
    if sealed is None:
        return payload
    return {**payload, "link": _sealer(secret).unseal(base64.b64decode(sealed), "")}


def _sealer(secret: str) -> Sealer:
    return Sealer(secret, "links in messages")


async def enqueue(
    transaction: AsyncSession | AsyncConnection[Any],
    tenant_id: TenantId,
    kind: str,
    payload: Mapping[str, Any],
    now: datetime,
) -> UUID:
    """Note a message in the caller's own transaction: it is sent if, and only if, that commits."""
    message_id = new_id()
    values = {
        "tenant_id": tenant_id,
        "id": message_id,
        "kind": kind,
        "payload": orjson.dumps(payload).decode(),
        "now": now,
    }
    if isinstance(transaction, AsyncSession):
        await transaction.execute(_FOR_SESSION, values)
    else:
        await transaction.execute(_FOR_CONNECTION, values)
    return message_id
