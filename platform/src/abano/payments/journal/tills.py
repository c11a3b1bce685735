"""Use cases of tills: open, count, close, and move cash between them."""

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from uuid import UUID

from abano.accounts.access.principals import Actor
from abano.accounts.audit.service import record
from abano.core.errors import Conflict, InvalidInput, Message, NotAllowed, NotFound
from abano.core.ids import new_id
from abano.core.money import to_decimal, to_json
from abano.db.unit_of_work import UnitOfWork
from abano.payments.journal.models import CashTransfer, JournalEntry, Till
from abano.payments.journal.repository import (
    ListedTill,
    TillIsClosed,
    TillLine,
    TillRepository,
    TransferReversed,
)
from abano.payments.journal.rules import (
    Kind,
)
from abano.payments.journal.service import is_repeated
from abano.tenancy.directory.tenant import Tenant

SHOWN = timedelta(days=60)
MAX_TILLS = 300
REASON_OF_DIFFERENCE = Message("till_reason_missing", "Enter a reason for the cash difference")
MORE_THAN_IN_TILL = Message("more_than_in_till", "Only {amount} {currency} is in this till")
TRANSFER_IN_FUTURE = Message("transfer_in_future", "The date can't be in the future")
TRANSFER_WITHOUT_TILL = Message("transfer_without_till", "Choose a till")
TRANSFER_TO_ITSELF = Message("transfer_to_itself", "Choose another till or the bank")


class ReversalStays(Conflict):
    """A reversal can't be reversed. Enter a new transfer instead."""


class TillNotOpen(Conflict):
    """Open your till before you record cash."""


class TillIsOpen(Conflict):
    """This till is not counted yet."""


async def find_open_till(uow: UnitOfWork, actor: Actor) -> Till | None:
    """The open till of the acting user."""
    return await TillRepository(uow).find_open(_admin(actor))


async def get_open_till(uow: UnitOfWork, actor: Actor) -> UUID:
    """Where cash of this person goes. Raises TillNotOpen."""
    till = await find_open_till(uow, actor)
    if till is None:
        raise TillNotOpen
    return till.id


async def open_till(
    uow: UnitOfWork, tenant: Tenant, actor: Actor, opening: int, key: str | None, now: datetime
) -> UUID:
    """Open a till with its initial cash. Raises TillAlreadyOpen."""
    repository = TillRepository(uow)
    if await is_repeated(uow, key, f"open {actor.admin_id} {opening}", now):
        earlier = await repository.find_open(_admin(actor))
        if earlier is not None:
            return earlier.id
    till = Till(
        tenant_id=uow.tenant_id,
        id=new_id(),
        admin_id=_admin(actor),
        currency=tenant.currency,
        opened_at=now,
        opening_minor=opening,
    )
    await repository.add(till)
    await record(
        uow, actor, "till.opened", subject=("till", till.id), after={"opening": to_json(opening)}, now=now
    )
    return till.id


async def count_till(
    uow: UnitOfWork, actor: Actor, till_id: UUID, counted: int, reason: str, now: datetime
) -> None:
    """Count a till. It is closed immediately if the count matches or a manager counts it.

    Only managers may count another employee's till. Raises NotFound, NotAllowed, TillIsClosed, InvalidInput.
    """
    repository = TillRepository(uow)
    till = await _hold(repository, actor, till_id)
    if till.counted_at is not None:
        raise TillIsClosed
    expected = (await repository.expected([till.id]))[till.id]
    if counted != expected and not reason:
        raise InvalidInput.of("reason", REASON_OF_DIFFERENCE())
    till.counted_at, till.counted_by, till.counted_minor = now, actor.admin_id, counted
    till.reason = reason if counted != expected else ""
    await repository.save(till)
    values = {"expected": to_json(expected), "counted": to_json(counted)}
    if counted == expected or _corrects_tills(actor):
        await _close(repository, till, actor, now)
    await record(
        uow,
        actor,
        "till.closed" if till.closed_at else "till.counted",
        subject=("till", till.id),
        after=values,
        now=now,
    )


async def accept_difference(uow: UnitOfWork, actor: Actor, till_id: UUID, reason: str, now: datetime) -> None:
    """Close a counted till whose cash differs. Raises NotFound, TillIsClosed, TillIsOpen."""
    repository = TillRepository(uow)
    till = await _hold(repository, actor, till_id)
    if till.closed_at is not None:
        raise TillIsClosed
    if till.counted_at is None:
        raise TillIsOpen
    till.reason = reason or till.reason
    await _close(repository, till, actor, now)
    difference = (till.counted_minor or 0) - (till.expected_minor or 0)
    await record(
        uow,
        actor,
        "till.difference_accepted",
        subject=("till", till.id),
        after={"difference": to_json(difference)},
        now=now,
    )


async def list_tills(uow: UnitOfWork, actor: Actor, now: datetime) -> list[tuple[ListedTill, int]]:
    """Tills of the last 60 days with their expected cash. Managers see all tills, others their own."""
    repository = TillRepository(uow)
    whose = None if _corrects_tills(actor) else _admin(actor)
    rows = await repository.newest(whose, now - SHOWN, MAX_TILLS)
    expected = await repository.expected([row.till.id for row in rows])
    return [(row, expected[row.till.id]) for row in rows]


async def list_lines(uow: UnitOfWork, actor: Actor, till_id: UUID) -> list[TillLine]:
    """The till's movements. Raises NotFound, NotAllowed."""
    repository = TillRepository(uow)
    _check_whose(await repository.find(till_id), actor)
    lines = await repository.lines(till_id)
    moved = await repository.transfers({each.entry.transfer_id for each in lines if each.entry.transfer_id})
    return [
        line._replace(transfer=moved[line.entry.transfer_id]) if line.entry.transfer_id else line
        for line in lines
    ]


async def list_open_tills(uow: UnitOfWork) -> list[tuple[UUID, str]]:
    """Open tills that can receive cash, with the names of their holders."""
    return await TillRepository(uow).open_tills()


@dataclass(frozen=True, slots=True)
class Transfer:
    """A cash transfer. None: the bank. ``amount`` in minor units, above 0."""

    from_till: UUID | None
    to_till: UUID | None
    amount: int
    moved_on: date
    note: str = ""
    reverses_id: UUID | None = None


async def transfer_cash(
    uow: UnitOfWork, tenant: Tenant, actor: Actor, transfer: Transfer, key: str | None, now: datetime
) -> None:
    """Transfer cash between tills, or between a till and the bank.

    Desk staff may only transfer from their own till; managers from any. Raises NotFound, NotAllowed,
    TillIsClosed, InvalidInput, KeyUsedOtherwise.
    """
    said = f"transfer {transfer.from_till} {transfer.to_till} {transfer.amount} {transfer.moved_on} {transfer.note}"
    if await is_repeated(uow, key, said, now):
        return
    _check_ends(transfer)
    if transfer.moved_on > now.astimezone(tenant.zone).date():
        raise InvalidInput.of("movedOn", TRANSFER_IN_FUTURE())
    await _move_cash(uow, actor, transfer, "till.cash_moved", now)


async def reverse_transfer(
    uow: UnitOfWork, tenant: Tenant, actor: Actor, transfer_id: UUID, reason: str, now: datetime
) -> None:
    """Reverse a transfer with a separate entry.

    Raises NotFound, TransferReversed, ReversalStays, TillIsClosed, InvalidInput if the till has too little
    cash.
    """
    listed = (await TillRepository(uow).transfers([transfer_id])).get(transfer_id)
    if listed is None:
        raise NotFound
    found = listed.transfer
    if found.reverses_id is not None:
        raise ReversalStays
    if listed.is_reversed:
        raise TransferReversed
    today = now.astimezone(tenant.zone).date()
    back = Transfer(found.to_till, found.from_till, found.amount_minor, today, reason, found.id)
    await _move_cash(uow, actor, back, "till.transfer_reversed", now)


def _check_ends(transfer: Transfer) -> None:
    if transfer.from_till is None and transfer.to_till is None:
        raise InvalidInput.of("fromTill", TRANSFER_WITHOUT_TILL())
    if transfer.from_till == transfer.to_till:
        raise InvalidInput.of("toTill", TRANSFER_TO_ITSELF())


async def _move_cash(uow: UnitOfWork, actor: Actor, transfer: Transfer, action: str, now: datetime) -> None:
    repository = TillRepository(uow)
    # A fixed lock order, so that two transfers cannot deadlock.
    ids = sorted(each for each in (transfer.from_till, transfer.to_till) if each)
    tills = {each: await _hold_open(repository, each) for each in ids}
    source = tills.get(transfer.from_till) if transfer.from_till else None
    if not _corrects_tills(actor) and (source is None or source.admin_id != actor.admin_id):
        raise NotAllowed
    if source is not None:
        held = (await repository.expected([source.id]))[source.id]
        if transfer.amount > held:
            said = MORE_THAN_IN_TILL(amount=str(to_decimal(max(0, held))), currency=source.currency)
            raise InvalidInput.of("amount", said)
    currency = tills[ids[0]].currency
    row = CashTransfer(
        tenant_id=uow.tenant_id,
        id=new_id(),
        from_till=transfer.from_till,
        to_till=transfer.to_till,
        currency=currency,
        amount_minor=transfer.amount,
        moved_on=transfer.moved_on,
        note=transfer.note,
        admin_id=_admin(actor),
        created_at=now,
        reverses_id=transfer.reverses_id,
    )
    await repository.add_transfer(row, _entries_of(row))
    values = {"amount": to_json(transfer.amount), "currency": currency, "movedOn": str(transfer.moved_on)}
    await record(uow, actor, action, subject=("till", ids[0]), after=values, now=now)


def _entries_of(row: CashTransfer) -> list[JournalEntry]:
    """One entry per till: a transfer between two tills goes through the transit account."""
    kinds: list[tuple[UUID, Kind]] = []
    if row.from_till:
        kinds.append((row.from_till, "cash_out" if row.to_till else "cash_to_bank"))
    if row.to_till:
        kinds.append((row.to_till, "cash_in" if row.from_till else "cash_from_bank"))
    return [
        JournalEntry(
            tenant_id=row.tenant_id,
            id=new_id(),
            kind=kind,
            method="cash",
            till_id=till_id,
            transfer_id=row.id,
            admin_id=row.admin_id,
            currency=row.currency,
            amount_minor=row.amount_minor,
            created_at=row.created_at,
        )
        for till_id, kind in kinds
    ]


async def _hold_open(repository: TillRepository, till_id: UUID) -> Till:
    till = await repository.hold(till_id)
    if till is None:
        raise NotFound
    if till.counted_at is not None:
        raise TillIsClosed
    return till


async def _hold(repository: TillRepository, actor: Actor, till_id: UUID) -> Till:
    return _check_whose(await repository.hold(till_id), actor)


def _check_whose(till: Till | None, actor: Actor) -> Till:
    if till is None:
        raise NotFound
    if till.admin_id != actor.admin_id and not _corrects_tills(actor):
        raise NotAllowed
    return till


async def _close(repository: TillRepository, till: Till, actor: Actor, now: datetime) -> None:
    """Note the difference in the journal, then close."""
    difference = (till.counted_minor or 0) - (till.expected_minor or 0)
    if difference:
        await repository.add_difference(
            JournalEntry(
                tenant_id=till.tenant_id,
                id=new_id(),
                kind="till_over" if difference > 0 else "till_short",
                method="cash",
                till_id=till.id,
                admin_id=actor.admin_id,
                currency=till.currency,
                amount_minor=abs(difference),
                created_at=now,
            )
        )
    till.closed_at, till.closed_by = now, actor.admin_id
    await repository.save(till)


def _corrects_tills(actor: Actor) -> bool:
    return actor.may("refunds")


def _admin(actor: Actor) -> UUID:
    if actor.admin is None:
        raise NotAllowed
    return actor.admin.id
