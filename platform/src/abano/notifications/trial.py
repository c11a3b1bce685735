"""Trying out where a company's messages go: a message that is sent once, and what became of it."""

from datetime import datetime, timedelta
from typing import Literal
from uuid import UUID

from abano.database.unit_of_work import UnitOfWork
from abano.errors import NotFound, TooManyRequests
from abano.notifications.kinds import ConnectionTest
from abano.notifications.outbox import enqueue, enqueue_stored
from abano.notifications.repository import OutboxRepository

Channel = Literal["email", "chat"]
MOST_AN_HOUR = 20


async def start_trial(uow: UnitOfWork, channel: Channel, asked_by: str, now: datetime) -> UUID:
    """Raises TooManyRequests."""
    since = now - timedelta(hours=1)
    if await OutboxRepository(uow).count_since(ConnectionTest.kind, since) >= MOST_AN_HOUR:
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
