"""Release, refuse and restore held commissions, and set when commissions become payable."""

from datetime import datetime
from typing import Literal
from uuid import UUID

from abano.affiliates.ledger.decision_repository import DecisionRepository, Standing
from abano.audit.service import record
from abano.auth.principals import Actor, Admin
from abano.catalog.snapshot import PayableOn
from abano.database.unit_of_work import UnitOfWork
from abano.errors import Conflict, InvalidInput, NotFound
from abano.errors.messages import Message

ADMIN_DECIDES = Message("admin_decides", "Only a signed-in admin decides about commissions.")


class UnknownCommission(NotFound):
    """There is no commission for this booking."""


class NotHeld(Conflict):
    """This commission is not on hold."""


class NotRefused(Conflict):
    """This commission was not refused, or its booking was cancelled since."""


async def release_commission(uow: UnitOfWork, actor: Actor, booking_id: UUID, now: datetime) -> None:
    """Release a held commission. Raises UnknownCommission, NotHeld."""
    decisions = DecisionRepository(uow)
    standing = await _lock_commission(decisions, booking_id)
    if standing.is_void or not await decisions.release(booking_id, by=_admin(actor).id, now=now):
        raise NotHeld
    await record(
        uow,
        actor,
        "commission.released",
        subject=("booking", booking_id),
        before={"held": True},
        after={"held": False},
        now=now,
    )


async def refuse_commission(
    uow: UnitOfWork, actor: Actor, booking_id: UUID, reason: str, now: datetime
) -> None:
    """Refuse a held commission with a reason that is shown to the affiliate.

    Raises UnknownCommission, NotHeld, LedgerChanged.
    """
    decisions = DecisionRepository(uow)
    standing = await _lock_commission(decisions, booking_id)
    if standing.is_void or standing.is_paid or not standing.is_held:
        raise NotHeld
    await _decide(uow, actor, booking_id, "refused", reason, now)


async def restore_commission(uow: UnitOfWork, actor: Actor, booking_id: UUID, now: datetime) -> None:
    """Undo a refusal: the commission is on hold again. Raises UnknownCommission, NotRefused, LedgerChanged."""
    decisions = DecisionRepository(uow)
    standing = await _lock_commission(decisions, booking_id)
    if standing.kind != "refused" or standing.is_cancelled:
        raise NotRefused
    await _decide(uow, actor, booking_id, "restored", None, now)


async def set_payable_on(uow: UnitOfWork, actor: Actor, value: PayableOn, now: datetime) -> None:
    """Set when commissions become payable. Applies immediately to all unpaid commissions."""
    before = await DecisionRepository(uow).set_payable_on(value, now)
    await record(
        uow,
        actor,
        "commission.rule_changed",
        subject=("commissions", "rule"),
        before={"payableOn": before},
        after={"payableOn": value},
        now=now,
    )


async def _decide(
    uow: UnitOfWork,
    actor: Actor,
    booking_id: UUID,
    kind: Literal["refused", "restored"],
    reason: str | None,
    now: datetime,
) -> None:
    decisions = DecisionRepository(uow)
    await decisions.decide(booking_id, kind, reason=reason, by=_admin(actor).id, now=now)
    refused = kind == "refused"
    await record(
        uow,
        actor,
        f"commission.{kind}",
        subject=("booking", booking_id),
        before={"refused": not refused},
        after={"refused": refused} | ({"reason": reason} if reason else {}),
        now=now,
    )


async def _lock_commission(decisions: DecisionRepository, booking_id: UUID) -> Standing:
    """Lock the commission's affiliate and read its state. Raises UnknownCommission."""
    standing = await decisions.hold_commission(booking_id)
    if standing is None:
        raise UnknownCommission
    return standing


def _admin(actor: Actor) -> Admin:
    if actor.admin is None:
        raise InvalidInput.of("admin", ADMIN_DECIDES())
    return actor.admin
