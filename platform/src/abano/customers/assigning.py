"""Whose a booking is, for other domains and for the worker; and whether the desk should be warned of them."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Literal
from uuid import UUID

from abano.customers import schemas
from abano.customers.identity import IdentityRepository, Warned
from abano.customers.repository import CustomerRepository, Figures
from abano.database.engine import Database
from abano.database.unit_of_work import TenantId, UnitOfWork

SPAN = 1000
# A booking is stored some moments after the time that it bears, and workers take turns.
LOOK_BACK = timedelta(minutes=10)
# How often everything is looked through, for bookings that bear an earlier time: imported ones, and the past.
WHOLE = timedelta(hours=1)
BEGINNING = datetime(1970, 1, 1, tzinfo=UTC)


async def assign_booking(uow: UnitOfWork, booking_id: UUID) -> None:
    """Give a booking that staff took or changed to its customer, in the caller's transaction."""
    await IdentityRepository(uow).assign([booking_id])


class CustomerAssigner:
    """Gives the bookings of visitors to their customers, soon after they were taken.

    Not while they are taken, because that would make every booking slower. The first round goes through all bookings
    of the company, and so does one an hour.
    """

    def __init__(self) -> None:
        self._whole_at: dict[TenantId, datetime] = {}

    async def assign_new(self, db: Database, tenant_id: TenantId, now: datetime) -> int:
        """One round; answers how many bookings were without a customer."""
        last = self._whole_at.get(tenant_id)
        is_whole = last is None or now - last >= WHOLE
        moment, last_id, assigned = BEGINNING if is_whole else now - LOOK_BACK, UUID(int=0), 0
        while True:
            async with db.uow(tenant_id) as uow:
                identities = IdentityRepository(uow)
                span = await identities.span(moment, last_id, SPAN)
                new = [each.id for each in span if each.is_new]
                if new:
                    await identities.assign(new)
            assigned += len(new)
            if len(span) < SPAN:
                break
            moment, last_id = span[-1].created_at, span[-1].id
        if is_whole:
            self._whole_at[tenant_id] = now
        return assigned


async def customer_of_booking(
    uow: UnitOfWork, booking_id: UUID, currency: str
) -> schemas.CustomerOfBooking | None:
    """Whose a booking is; None until it is known, and for one who left neither address nor number."""
    root = await CustomerRepository(uow).customer_of(booking_id)
    return None if root is None else await _shown(uow, root, currency)


async def known_customer(
    uow: UnitOfWork, email: str, phone: str, currency: str
) -> schemas.CustomerOfBooking | None:
    """Who has this address, or else this number."""
    root = await IdentityRepository(uow).matching(email, phone)
    return None if root is None else await _shown(uow, root, currency)


async def blacklist_warnings(
    uow: UnitOfWork, contacts: Sequence[tuple[str, str]]
) -> list[schemas.BlacklistWarning | None]:
    """For each pair of address and number, as they are stored: who on the blacklist has one of the two.

    Asked by address and number and not by customer, so that it answers before the booking has one, and finds who
    came back with another address.
    """
    if not contacts:
        return []
    warned = await IdentityRepository(uow).blacklisted(*zip(*contacts, strict=True))
    first: dict[int, Warned] = {}
    for each in warned:
        first.setdefault(each.place, each)
    return [_warning(first.get(place)) for place in range(1, len(contacts) + 1)]


def _warning(warned: Warned | None) -> schemas.BlacklistWarning | None:
    if warned is None:
        return None
    by: Literal["email", "phone", "both"] = "email" if warned.by_email else "phone"
    return schemas.BlacklistWarning(
        customer_id=warned.root,
        name=warned.name,
        reason=warned.reason,
        by="both" if warned.by_email and warned.by_phone else by,
    )


async def _shown(uow: UnitOfWork, root: UUID, currency: str) -> schemas.CustomerOfBooking:
    repository = CustomerRepository(uow)
    row = await repository.get_root(root)
    figures = await repository.figures(await repository.members([root]), currency)
    return schemas.CustomerOfBooking(
        customer_id=root, name=row.name, bookings=figures.get(root, Figures()).bookings
    )
