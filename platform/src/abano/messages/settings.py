"""What a company settled about its messages, or what the product proposes."""

from dataclasses import dataclass

from abano.database.unit_of_work import UnitOfWork
from abano.messages.repository import MessageRepository
from abano.messages.rules import REMINDER_HOUR, THANKS_DAYS


@dataclass(frozen=True, slots=True)
class Settled:
    """``revision`` is 0 while nothing was settled."""

    switched_off: frozenset[str] = frozenset()
    reminder_hour: int = REMINDER_HOUR
    thanks_days: int = THANKS_DAYS
    review_url: str = ""
    events_secret: bytes | None = None
    revision: int = 0


async def load_settings(uow: UnitOfWork) -> Settled:
    row = await MessageRepository(uow).settings()
    if row is None:
        return Settled()
    return Settled(
        frozenset(row.switched_off),
        row.reminder_hour,
        row.thanks_days,
        row.review_url,
        row.events_secret,
        row.revision,
    )
