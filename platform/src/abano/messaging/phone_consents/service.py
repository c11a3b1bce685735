"""Which channels are turned on, and whether a number may be written to."""

from abano.db.unit_of_work import UnitOfWork
from abano.messaging.phone_consents.repository import ConsentRepository
from abano.messaging.phone_consents.rules import CHANNELS, Channel


async def enabled_channels(uow: UnitOfWork) -> list[Channel]:
    """On which the company writes to customers who agree."""
    found = await ConsentRepository(uow).enabled()
    return [each for each in CHANNELS if each in found]


async def may_write_by_phone(uow: UnitOfWork, stored: str) -> bool:
    """Whether this number of a booking opted in to a channel."""
    phone = stored.partition(" ext. ")[0]
    return phone.startswith("+") and await ConsentRepository(uow).is_opted_in(phone)
