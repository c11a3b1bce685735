"""Whose a booking is, and whether the desk should be warned of them: for other domains."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Literal, NamedTuple
from uuid import UUID

from abano.auth.principals import Actor
from abano.customers import schemas
from abano.customers.history import locked_root, remember
from abano.customers.identity import IdentityRepository, Warned
from abano.customers.repository import CustomerRepository, Figures
from abano.database.unit_of_work import UnitOfWork

BEGINNING = (datetime(1970, 1, 1, tzinfo=UTC), UUID(int=0))


class Batch(NamedTuple):
    """How many bookings there were; ``last`` is None where there are no more.

    ``snapshot``: what later transactions write is for the next round.
    """

    bookings: int
    last: tuple[datetime, UUID] | None
    snapshot: int


async def assign_booking(uow: UnitOfWork, booking_id: UUID) -> None:
    """Give a booking that staff took or changed to its customer, in the caller's transaction."""
    await IdentityRepository(uow).assign([booking_id])


async def assign_batch(uow: UnitOfWork, since: int, after: tuple[datetime, UUID], limit: int) -> Batch:
    """Give the next ``limit`` bookings without a customer to theirs, in the order of time."""
    identities = IdentityRepository(uow)
    # Before the bookings: what is written in between is looked at again.
    snapshot = await identities.snapshot()
    found = await identities.list_unassigned(since, after, limit)
    if found:
        await identities.assign([booking_id for _, booking_id in found])
    return Batch(len(found), found[-1] if len(found) == limit else None, snapshot)


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


async def licence_of(uow: UnitOfWork, booking_id: UUID) -> str:
    """The number of the customer's driving licence; empty where it is not known."""
    root = await CustomerRepository(uow).customer_of(booking_id)
    return (await CustomerRepository(uow).get_root(root)).licence_number if root else ""


async def keep_licence(uow: UnitOfWork, actor: Actor, booking_id: UUID, number: str, now: datetime) -> None:
    """Note the number of the licence of a booking's customer, who becomes known by it."""
    root = await CustomerRepository(uow).customer_of(booking_id)
    if root is None:
        await assign_booking(uow, booking_id)
        root = await CustomerRepository(uow).customer_of(booking_id)
    if root is None:
        return
    row = await locked_root(uow, root)
    if row.licence_number == number:
        return
    before, after = {"licence_number": row.licence_number}, {"licence_number": number}
    row.licence_number, row.updated_at = number, now
    await CustomerRepository(uow).flush()
    await remember(uow, actor, row.id, "changed", before=before, after=after, now=now)


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
