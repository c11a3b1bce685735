"""Writing to the outbox: how other domains send messages."""

import base64
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Literal
from uuid import UUID

from sqlalchemy import text

from abano.core.crypto import Sealer
from abano.core.errors import NotFound, TooManyRequests
from abano.core.ids import new_id
from abano.db.unit_of_work import PipelineTransaction, Transaction, UnitOfWork
from abano.messaging.outbox.kinds import ConnectionTest
from abano.messaging.outbox.message import Message
from abano.messaging.outbox.repository import OutboxRepository

_FOR_SESSION = text(
    "insert into outbox_messages (tenant_id, id, kind, payload, created_at, due_at, booking_id, once_key)"
    " values (:tenant_id, :id, :kind, cast(:payload as jsonb), :now, :due, :booking, :once)"
    " on conflict (tenant_id, booking_id, once_key) where booking_id is not null do nothing"
)
_FOR_CONNECTION = (
    "insert into outbox_messages (tenant_id, id, kind, payload, created_at, due_at, booking_id, once_key)"
    " values (%(tenant_id)s, %(id)s, %(kind)s, %(payload)s::jsonb, %(now)s, %(due)s, %(booking)s, %(once)s)"
    " on conflict (tenant_id, booking_id, once_key) where booking_id is not null do nothing"
)
_AMEND = """
with amended as (
  update outbox_messages set payload = %(payload)s::jsonb
  where tenant_id = %(tenant_id)s and id = %(id)s and attempts = 0
)
select exists (select from outbox_messages where tenant_id = %(tenant_id)s and id = %(id)s)
"""


@dataclass(frozen=True, slots=True)
class SealedLink:
    """A link with a credential: encrypted while it is stored, so that a copy of the database grants no access."""

    secret: str
    url: str

    def sealed(self) -> str:
        """As a ``LinkMessage`` stores it."""
        return base64.b64encode(_sealer(self.secret).seal(self.url, "")).decode()


def open_link(payload: Mapping[str, Any], secret: str) -> Mapping[str, Any]:
    """The payload with its decrypted link as ``link``. Raises CannotUnseal."""
    sealed = payload.get("sealedLink")
    if sealed is None:
        return payload
    return {**payload, "link": _sealer(secret).unseal(base64.b64decode(sealed), "")}


def _sealer(secret: str) -> Sealer:
    return Sealer(secret, "links in messages")


async def enqueue(
    transaction: Transaction,
    message: Message,
    now: datetime,
    *,
    due: datetime | None = None,
    booking_id: UUID | None = None,
    once_key: str | None = None,
) -> UUID:
    """Add a message in the caller's transaction: it is sent if and only if that commits.

    ``due``: the earliest time to send it; default now. ``booking_id``: of a message to a customer, whose state is
    shown at the booking; nothing is added where the booking has a message of this ``once_key``.
    """
    return await enqueue_stored(
        transaction, message.kind, message.stored(), now, due=due, booking_id=booking_id, once_key=once_key
    )


async def enqueue_stored(
    transaction: Transaction,
    kind: str,
    payload: str,
    now: datetime,
    *,
    due: datetime | None = None,
    booking_id: UUID | None = None,
    once_key: str | None = None,
) -> UUID:
    """Add a message as it is stored (JSON): a copy of one for another way of sending."""
    message_id = new_id()
    values = {
        "tenant_id": transaction.tenant_id,
        "id": message_id,
        "kind": kind,
        "payload": payload,
        "now": now,
        "due": due or now,
        "booking": booking_id,
        "once": once_key,
    }
    if isinstance(transaction, UnitOfWork):
        await transaction.session.execute(_FOR_SESSION, values)
    else:
        await transaction.connection.execute(_FOR_CONNECTION, values)
    return message_id


async def amend(transaction: PipelineTransaction, message_id: UUID, message: Message) -> bool:
    """Replace a message before its first attempt; later it is not changed.

    False when the message no longer exists.
    """
    values = {"tenant_id": transaction.tenant_id, "id": message_id, "payload": message.stored()}
    row = await (await transaction.connection.execute(_AMEND, values)).fetchone()
    return row is not None and bool(row[0])


# Trying out where a company's messages go: a message that is sent once, and what became of it.

Channel = Literal["email", "chat"]
MAX_PER_HOUR = 20


async def start_trial(uow: UnitOfWork, channel: Channel, asked_by: str, now: datetime) -> UUID:
    """Raises TooManyRequests."""
    since = now - timedelta(hours=1)
    if await OutboxRepository(uow).count_since(ConnectionTest.kind, since) >= MAX_PER_HOUR:
        raise TooManyRequests
    message = ConnectionTest(asked_by=asked_by)
    if channel == "email":
        return await enqueue(uow, message, now)
    return await enqueue_stored(uow, f"chat:{message.kind}", message.stored(), now)


async def trial_outcome(uow: UnitOfWork, message_id: UUID) -> tuple[datetime | None, str | None]:
    """When it was over, and what went wrong. Raises NotFound."""
    found = await OutboxRepository(uow).outcome(message_id, ConnectionTest.kind)
    if found is None:
        raise NotFound
    return found
