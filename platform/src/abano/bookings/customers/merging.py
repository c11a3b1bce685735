"""Duplicate customers: proposals, merging with a preview, and undoing a merge."""

from collections.abc import Sequence
from datetime import UTC, date, datetime
from typing import Literal, NamedTuple
from uuid import UUID

from abano.accounts.access.principals import Actor
from abano.accounts.audit.service import record
from abano.bookings.customers import schemas
from abano.bookings.customers.identity import IdentityRepository, Pair, Warned
from abano.bookings.customers.models import CustomerDistinction, CustomerRow
from abano.bookings.customers.presentation import distinct, locked_root, record_change, summaries
from abano.bookings.customers.records import NO_SUCH_MERGE, SAME_CUSTOMER
from abano.bookings.customers.repository import CustomerRepository, Figures
from abano.bookings.customers.rules import Known, distinction, filled, restored
from abano.core.errors import InvalidInput
from abano.core.money import to_json
from abano.core.phone import spaced
from abano.db.unit_of_work import UnitOfWork

MAX_PROPOSALS = 50


async def list_proposals(uow: UnitOfWork, currency: str) -> schemas.ProposalsResponse:
    """Who may be one person, those who booked last first, at most fifty pairs."""
    pairs = await IdentityRepository(uow).proposals(MAX_PROPOSALS)
    return schemas.ProposalsResponse(currency=currency, proposals=await _proposals(uow, pairs, currency))


async def propose_for(uow: UnitOfWork, row: CustomerRow, currency: str) -> list[schemas.Proposal]:
    """Who may be the same person as this root."""
    members = await CustomerRepository(uow).members([row.id])
    pairs = await IdentityRepository(uow).proposals_of(row.id, list(members), MAX_PROPOSALS)
    return await _proposals(uow, pairs, currency)


async def merge(
    uow: UnitOfWork,
    actor: Actor,
    customer_id: UUID,
    request: schemas.MergeRequest,
    currency: str,
    now: datetime,
) -> schemas.MergeResponse:
    """Merge the other customer into this one, or return a preview. Raises NotFound, InvalidInput."""
    repository = CustomerRepository(uow)
    kept, other = await _two(uow, customer_id, request.other_id)
    members = await repository.members([kept.id, other.id])
    figures = await repository.figures(members, currency)
    bookings = await repository.bookings(list(members))
    changes = filled(_known(kept), _known(other))
    shown_kept, shown_other = await summaries(uow, [kept, other], currency)
    both = [figures.get(each.id, Figures()) for each in (kept, other)]
    planned = schemas.MergeResponse(
        kept=shown_kept,
        other=shown_other,
        bookings=sum(each.bookings for each in both),
        spent=to_json(sum(each.spent for each in both)),
        emails=distinct([kept.email, other.email, *(each.email for each in bookings)]),
        phones=[
            spaced(phone) for phone in distinct([kept.phone, other.phone, *(each.phone for each in bookings)])
        ],
        fields=sorted(changes),
    )
    if request.only_plan:
        return planned
    moved = [member for member, root in members.items() if root == other.id]
    before = {"fields": {field: getattr(kept, field) for field in changes}, "members": moved}
    for row in await repository.get_locked(*moved):
        row.merged_into = kept.id
    for field, value in changes.items():
        setattr(kept, field, value)
    kept.last_booked_at = max(kept.last_booked_at, other.last_booked_at)
    kept.updated_at = other.updated_at = now
    await record_change(
        uow, actor, kept.id, "merged", before=before, after={"fields": changes}, other_id=other.id, now=now
    )
    after = {"other": other.id, "fields": sorted(changes)}
    await record(uow, actor, "customer.merged", subject=("customer", kept.id), after=after, now=now)
    return planned


async def unmerge(uow: UnitOfWork, actor: Actor, customer_id: UUID, event_id: UUID, now: datetime) -> None:
    """Undo a merge: the other customer becomes separate again, including customers merged into them earlier.

    Fields the merge filled are restored unless changed since. Raises NotFound, InvalidInput.
    """
    repository = CustomerRepository(uow)
    root = await locked_root(uow, customer_id)
    event = await repository.find_event(event_id)
    members = await repository.members([root.id])
    is_here = event is not None and event.kind == "merged" and event.undone_at is None
    if event is None or not is_here or event.customer_id not in members or event.other_id not in members:
        raise InvalidInput.of("eventId", NO_SUCH_MERGE())
    moved = [UUID(each) for each in event.before["members"]]
    for row in await repository.get_locked(*(each for each in moved if each in members)):
        row.merged_into = None if row.id == event.other_id else event.other_id
        row.updated_at = now
    into = (await repository.get_locked(event.customer_id))[0]
    given_back = restored(_stored(_known(into)), event.before["fields"], event.after["fields"])
    for field, value in given_back.items():
        is_day = field == "licence_expires_on" and isinstance(value, str)
        setattr(into, field, date.fromisoformat(str(value)) if is_day else value)
    event.undone_at = root.updated_at = into.updated_at = now
    await repository.flush()
    await IdentityRepository(uow).recount_last_booked([root.id, event.other_id])
    await record_change(uow, actor, root.id, "unmerged", other_id=event.other_id, now=now)
    after = {"other": event.other_id}
    await record(uow, actor, "customer.unmerged", subject=("customer", root.id), after=after, now=now)


async def mark_distinct(
    uow: UnitOfWork, actor: Actor, customer_id: UUID, other_id: UUID, now: datetime
) -> None:
    """The two are different people: they are not proposed again. Idempotent. Raises NotFound, InvalidInput."""
    one, other = await _two(uow, customer_id, other_id)
    first, second = distinction(one.id, other.id)
    if await uow.session.get(CustomerDistinction, (uow.tenant_id, first, second)) is not None:
        return
    uow.session.add(
        CustomerDistinction(
            tenant_id=uow.tenant_id,
            one_id=first,
            other_id=second,
            admin_id=actor.admin_id,
            created_at=now,
        )
    )
    await record(
        uow,
        actor,
        "customer.marked_distinct",
        subject=("customer", one.id),
        after={"other": other.id},
        now=now,
    )


async def _two(uow: UnitOfWork, one_id: UUID, other_id: UUID) -> tuple[CustomerRow, CustomerRow]:
    """Two different roots, locked in one order. Raises NotFound, InvalidInput."""
    repository = CustomerRepository(uow)
    one, other = await repository.get_root(one_id), await repository.get_root(other_id)
    if one.id == other.id:
        raise InvalidInput.of("otherId", SAME_CUSTOMER())
    locked = await repository.get_locked(one.id, other.id)
    if any(each.merged_into for each in locked):
        raise InvalidInput.of("otherId", SAME_CUSTOMER())
    return locked[0], locked[1]


async def _proposals(uow: UnitOfWork, pairs: Sequence[Pair], currency: str) -> list[schemas.Proposal]:
    """The pairs with both customers. The one with more bookings is kept; on a tie, the older one."""
    repository = CustomerRepository(uow)
    rows = await repository.roots({each for pair in pairs for each in (pair.one, pair.other)})
    shown = {each.id: each for each in await summaries(uow, list(rows.values()), currency)}

    def rank(customer_id: UUID) -> tuple[int, datetime]:
        return -shown[customer_id].bookings, rows[customer_id].created_at

    found = []
    for pair in pairs:
        kept, other = sorted((pair.one, pair.other), key=rank)
        found.append(schemas.Proposal(by=pair.by, kept=shown[kept], other=shown[other]))
    return found


def _known(row: CustomerRow) -> Known:
    return Known(
        row.language,
        row.licence_number,
        row.licence_expires_on,
        row.is_blacklisted,
        row.blacklist_reason,
    )


def _stored(known: Known) -> dict[str, object]:
    """The fields in the format of an event."""
    day = known.licence_expires_on
    return {**known.as_dict(), "licence_expires_on": day.isoformat() if day else None}


# Used by other domains: a booking's customer, and blacklist warnings.

BEGINNING = (datetime(1970, 1, 1, tzinfo=UTC), UUID(int=0))


class Batch(NamedTuple):
    """``bookings``: the number processed. ``last``: the position for the next batch, or None after the last.

    ``snapshot``: later transactions are left to the next round.
    """

    bookings: int
    last: tuple[datetime, UUID] | None
    snapshot: int


async def assign_booking(uow: UnitOfWork, booking_id: UUID) -> None:
    """Assign a booking created or changed by staff to its customer. Uses the caller's transaction."""
    await IdentityRepository(uow).assign([booking_id])


async def assign_batch(uow: UnitOfWork, since: int, after: tuple[datetime, UUID], limit: int) -> Batch:
    """Assign the next ``limit`` bookings without a customer, in order of time."""
    identities = IdentityRepository(uow)
    # Taken before the query, so that the next round includes bookings written in between.
    snapshot = await identities.snapshot()
    found = await identities.list_unassigned(since, after, limit)
    if found:
        await identities.assign([booking_id for _, booking_id in found])
    return Batch(len(found), found[-1] if len(found) == limit else None, snapshot)


async def customer_of_booking(
    uow: UnitOfWork, booking_id: UUID, currency: str
) -> schemas.CustomerOfBooking | None:
    """The booking's customer. None until assigned, and for a booking without email and phone number."""
    root = await CustomerRepository(uow).customer_of(booking_id)
    return None if root is None else await _shown(uow, root, currency)


async def known_customer(
    uow: UnitOfWork, email: str, phone: str, currency: str
) -> schemas.CustomerOfBooking | None:
    """The customer with this email, or otherwise this phone number."""
    root = await IdentityRepository(uow).matching(email, phone)
    return None if root is None else await _shown(uow, root, currency)


async def licence_of(uow: UnitOfWork, booking_id: UUID) -> str:
    """The customer's driving licence number. Empty if unknown."""
    root = await CustomerRepository(uow).customer_of(booking_id)
    return (await CustomerRepository(uow).get_root(root)).licence_number if root else ""


async def keep_licence(uow: UnitOfWork, actor: Actor, booking_id: UUID, number: str, now: datetime) -> None:
    """Store the licence number of a booking's customer, assigning the booking first if needed."""
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
    await record_change(uow, actor, row.id, "changed", before=before, after=after, now=now)


async def blacklist_warnings(
    uow: UnitOfWork, contacts: Sequence[tuple[str, str]]
) -> list[schemas.BlacklistWarning | None]:
    """For each pair of stored email and phone number: the blacklisted customer that matches either.

    Matches by contact data instead of the customer id. This works before the booking has a customer, and
    finds people who return with another email.
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
