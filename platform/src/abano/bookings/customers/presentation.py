"""Customers as the console's schemas."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from uuid import UUID

from pydantic_core import to_jsonable_python

from abano.accounts.access.principals import Actor
from abano.bookings.customers import schemas
from abano.bookings.customers.models import CustomerEvent, CustomerRow
from abano.bookings.customers.repository import Booked, CustomerRepository, Figures, Happened
from abano.bookings.customers.rules import EventKind
from abano.catalog.published.snapshot import Catalog
from abano.core.ids import new_id
from abano.core.money import to_json
from abano.core.phone import dialled, spaced
from abano.db.unit_of_work import UnitOfWork
from abano.payments.journal.service import balances


def summary(row: CustomerRow, figures: Figures) -> schemas.CustomerSummary:
    return schemas.CustomerSummary(
        id=row.id,
        name=row.name,
        email=row.email,
        phone=spaced(row.phone),
        language=row.language,
        bookings=figures.bookings,
        spent=to_json(figures.spent),
        last_booked_at=row.last_booked_at,
        is_blacklisted=row.is_blacklisted,
    )


async def summaries(
    uow: UnitOfWork, rows: Sequence[CustomerRow], currency: str
) -> list[schemas.CustomerSummary]:
    """Roots with the figures of all that were merged into them."""
    if not rows:
        return []
    repository = CustomerRepository(uow)
    figures = await repository.figures(await repository.members([row.id for row in rows]), currency)
    return [summary(row, figures.get(row.id, Figures())) for row in rows]


async def detail(uow: UnitOfWork, row: CustomerRow, catalog: Catalog) -> schemas.CustomerDetail:
    """All that the page of a root shows."""
    repository = CustomerRepository(uow)
    members = await repository.members([row.id])
    figures = (await repository.figures(members, catalog.rules.currency)).get(row.id, Figures())
    bookings = await repository.bookings(list(members))
    balance, held = await _balance_of(uow, bookings, catalog.rules.currency)
    events = await repository.events(list(members))
    names = await repository.names([each.event.other_id for each in events if each.event.other_id])
    return schemas.CustomerDetail(
        **summary(row, figures).model_dump(),
        emails=distinct([row.email, *(each.email for each in bookings)]),
        phones=[spaced(phone) for phone in distinct([row.phone, *(each.phone for each in bookings)])],
        balance=to_json(balance),
        held=to_json(held),
        cancelled=figures.cancelled,
        no_shows=figures.no_shows,
        licence_number=row.licence_number,
        licence_expires_on=row.licence_expires_on,
        blacklisting=_blacklisting(row, events),
        booking_list=[_booking(each) for each in bookings],
        notes=[
            schemas.CustomerNoteOut(text=note.body, admin_name=name, created_at=note.created_at)
            for note, name in await repository.notes(list(members))
        ],
        history=[_event(each, names, members) for each in events],
        chat_url=_chat_url(row, catalog),
        created_at=row.created_at,
        updated_at=row.updated_at,
    )


async def _balance_of(uow: UnitOfWork, bookings: Sequence[Booked], currency: str) -> tuple[int, int]:
    """Open balances and held deposits over all bookings, in minor units of the company's currency.

    Completed bookings without any payment are left out: they predate the journal or were paid outside of it.
    """
    rows = await CustomerRepository(uow).booking_rows([each.id for each in bookings])
    per_booking = await balances(uow, rows)
    counted = [
        per_booking[row.id]
        for row in rows
        if row.currency == currency
        and (row.status in {"confirmed", "active"} or per_booking[row.id].paid or per_booking[row.id].held)
    ]
    return sum(each.due for each in counted), sum(each.held for each in counted)


def distinct(texts: Sequence[str]) -> list[str]:
    """Each text once, without regard to case, in their order; no empty ones."""
    first: dict[str, str] = {}
    for text in filter(None, texts):
        first.setdefault(text.lower(), text)
    return list(first.values())


def _blacklisting(row: CustomerRow, events: Sequence[Happened]) -> schemas.Blacklisting | None:
    if not row.is_blacklisted:
        return None
    listed = next((each for each in events if each.event.kind == "blacklisted"), None)
    return schemas.Blacklisting(
        reason=row.blacklist_reason,
        since=listed.event.created_at if listed else None,
        admin_name=listed.admin_name if listed else None,
    )


def _booking(booked: Booked) -> schemas.CustomerBookingOut:
    return schemas.CustomerBookingOut.model_validate(
        {
            "booking_id": booked.id,
            "reference": booked.reference,
            "status": booked.status,
            "no_show": booked.no_show,
            "car": booked.car,
            "pickup_at": booked.pickup_at,
            "return_at": booked.return_at,
            "total_price": to_json(booked.total),
            "currency": booked.currency,
            "created_at": booked.created_at,
            "documents": booked.documents,
        }
    )


def _event(happened: Happened, names: dict[UUID, str], members: dict[UUID, UUID]) -> schemas.CustomerEventOut:
    event, admin_name = happened
    is_merge = event.kind == "merged" and event.undone_at is None
    return schemas.CustomerEventOut.model_validate(
        {
            "id": event.id,
            "kind": event.kind,
            "fields": sorted(event.after.get("fields", event.after)) if event.kind != "unmerged" else [],
            "other": names.get(event.other_id) if event.other_id else None,
            "reason": event.reason,
            "can_undo": is_merge and event.other_id in members,
            "admin_name": admin_name,
            "created_at": event.created_at,
        }
    )


def _chat_url(row: CustomerRow, catalog: Catalog) -> str | None:
    base, number = catalog.rules.contacts.get("chatUrlBase"), dialled(row.phone)
    return f"{base}{number}" if base and number else None


# The history of a customer, and the lock under which it is written.


async def locked_root(uow: UnitOfWork, customer_id: UUID) -> CustomerRow:
    """Lock the customer, or the one they were merged into. Raises NotFound."""
    repository = CustomerRepository(uow)
    row = (await repository.get_locked(customer_id))[0]
    return (await repository.get_locked(row.merged_into))[0] if row.merged_into else row


async def record_change(
    uow: UnitOfWork,
    actor: Actor,
    customer_id: UUID,
    kind: EventKind,
    *,
    now: datetime,
    before: Mapping[str, object] | None = None,
    after: Mapping[str, object] | None = None,
    other_id: UUID | None = None,
    reason: str = "",
) -> None:
    """Add an event to the history, in the caller's transaction."""
    event = CustomerEvent(
        tenant_id=uow.tenant_id,
        id=new_id(),
        customer_id=customer_id,
        kind=kind,
        other_id=other_id,
        before=to_jsonable_python(dict(before or {})),
        after=to_jsonable_python(dict(after or {})),
        reason=reason,
        admin_id=actor.admin_id,
        created_at=now,
    )
    await CustomerRepository(uow).add(event)
