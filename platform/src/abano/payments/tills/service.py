"""Use cases of tills: open, count, close."""

from datetime import datetime, timedelta
from uuid import UUID

from abano.accounts.access.principals import Actor
from abano.accounts.audit.service import record
from abano.core.errors import Conflict, InvalidInput, Message, NotAllowed, NotFound
from abano.core.ids import new_id
from abano.core.money import to_json
from abano.db.unit_of_work import UnitOfWork
from abano.payments.journal.models import JournalEntry, Till
from abano.payments.journal.service import is_repeated
from abano.payments.tills.repository import ListedTill, TillIsClosed, TillLine, TillRepository
from abano.tenancy.directory.tenant import Tenant

SHOWN = timedelta(days=60)
MOST_TILLS = 300
REASON_OF_DIFFERENCE = Message("till_reason_missing", "Say why the cash differs from what is expected")


class TillNotOpen(Conflict):
    """Open your till before you take or give cash."""


class TillIsOpen(Conflict):
    """This till is not counted yet."""


async def find_open_till(uow: UnitOfWork, actor: Actor) -> Till | None:
    """The open till of whoever acts."""
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
    """Open a till with what lies in it. Raises TillAlreadyOpen."""
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
    """Count a till. It is closed at once when nothing differs, or when a manager counts.

    Somebody else's is counted by managers only. Raises NotFound, NotAllowed, TillIsClosed, InvalidInput.
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
    if counted == expected or _is_manager(actor):
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
    """Tills of the last 60 days with what is expected in each: all for managers, else one's own."""
    repository = TillRepository(uow)
    whose = None if _is_manager(actor) else _admin(actor)
    rows = await repository.newest(whose, now - SHOWN, MOST_TILLS)
    expected = await repository.expected([row.till.id for row in rows])
    return [(row, expected[row.till.id]) for row in rows]


async def list_lines(uow: UnitOfWork, actor: Actor, till_id: UUID) -> list[TillLine]:
    """What came and went. Raises NotFound, NotAllowed."""
    repository = TillRepository(uow)
    _check_whose(await repository.find(till_id), actor)
    return await repository.lines(till_id)


async def _hold(repository: TillRepository, actor: Actor, till_id: UUID) -> Till:
    return _check_whose(await repository.hold(till_id), actor)


def _check_whose(till: Till | None, actor: Actor) -> Till:
    if till is None:
        raise NotFound
    if till.admin_id != actor.admin_id and not _is_manager(actor):
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


def _is_manager(actor: Actor) -> bool:
    return actor.admin is not None and actor.admin.role in {"owner", "manager"}


def _admin(actor: Actor) -> UUID:
    if actor.admin is None:
        raise NotAllowed
    return actor.admin.id
