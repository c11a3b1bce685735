"""Whose a booking is, and whether the desk should be warned of them: for other domains."""

from collections.abc import Sequence
from datetime import datetime
from typing import Literal, NamedTuple
from uuid import UUID

from abano.customers import schemas
from abano.customers.identity import IdentityRepository, Warned
from abano.customers.repository import CustomerRepository, Figures
from abano.database.unit_of_work import UnitOfWork


class LastSeen(NamedTuple):
    """The booking after which to go on."""

    created_at: datetime
    id: UUID = UUID(int=0)


class Span(NamedTuple):
    """How many bookings got a customer; ``last`` is None where there are no more."""

    assigned: int
    last: LastSeen | None


async def assign_booking(uow: UnitOfWork, booking_id: UUID) -> None:
    """Give a booking that staff took or changed to its customer, in the caller's transaction."""
    await IdentityRepository(uow).assign([booking_id])


async def assign_span(uow: UnitOfWork, after: LastSeen, limit: int) -> Span:
    """Give those of the next ``limit`` bookings that have no customer yet to theirs, in the order of time."""
    identities = IdentityRepository(uow)
    span = await identities.span(after.created_at, after.id, limit)
    new = [each.id for each in span if each.is_new]
    if new:
        await identities.assign(new)
    last = LastSeen(span[-1].created_at, span[-1].id) if len(span) == limit else None
    return Span(len(new), last)


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
