"""Paying commissions, taking payouts back, releasing what is held: each with its entry in the audit log."""

from datetime import datetime
from typing import cast
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from abano.audit.service import Actor, record
from abano.commissions.ledger import Ledger, RecordedPayout
from abano.errors import Conflict, NotFound
from abano.kit.ids import new_id
from abano.kit.money import to_json
from abano.tenancy import Tenant


class NothingOwed(Conflict):
    """This affiliate has no unpaid commissions"""


class AllHeld(NothingOwed):
    """All unpaid commissions of this affiliate wait for review"""


class UnknownAffiliate(NotFound):
    """There is no such affiliate."""


class UnknownPayout(NotFound):
    """There is no such payout."""


class AlreadyReversed(Conflict):
    """This payout was reversed already."""


class TakenBackSince(Conflict):
    """A later payout already took back a part of this one. Reverse that one first."""


class UnknownCommission(NotFound):
    """There is no commission for this booking."""


class NotHeld(Conflict):
    """This commission is not on hold."""


async def pay(
    session: AsyncSession, tenant: Tenant, actor: Actor, affiliate_id: UUID, now: datetime
) -> tuple[RecordedPayout, str]:
    """Record that an affiliate was paid all that is due. Answers the payout and the affiliate's name.

    Of many at once one pays; the others raise NothingOwed (or AllHeld). Raises UnknownAffiliate.
    """
    ledger = Ledger(session, tenant.id)
    name = await ledger.hold_affiliate(affiliate_id)
    if name is None:
        raise UnknownAffiliate
    payout = await ledger.pay(
        affiliate_id, new_id(), currency=tenant.currency, paid_by=_admin_id(actor), now=now
    )
    if payout is None:
        raise AllHeld if await ledger.anything_held(affiliate_id) else NothingOwed
    await record(
        session,
        tenant.id,
        actor,
        "commission.paid",
        subject=("affiliate", affiliate_id),
        after={
            "payout": payout.id,
            "total": to_json(payout.total),
            "currency": tenant.currency,
            "commissions": payout.entries,
        },
        now=now,
    )
    return payout, name


async def reverse(
    session: AsyncSession, tenant: Tenant, actor: Actor, payout_id: UUID, reason: str, now: datetime
) -> None:
    """Undo a payout that was recorded by mistake. Raises UnknownPayout, AlreadyReversed, TakenBackSince."""
    ledger = Ledger(session, tenant.id)
    found = await ledger.affiliate_of_payout(payout_id)
    if found is None:
        raise UnknownPayout
    affiliate_id, total = found
    await ledger.hold_affiliate(affiliate_id)
    if not await ledger.mark_reversed(payout_id, reason, by=_admin_id(actor), now=now):
        raise AlreadyReversed
    if await ledger.was_taken_back_since(affiliate_id, payout_id):
        raise TakenBackSince
    await ledger.undo_entries(affiliate_id, payout_id, now)
    await record(
        session,
        tenant.id,
        actor,
        "payout.reversed",
        subject=("affiliate", affiliate_id),
        before={"payout": payout_id, "total": to_json(total)},
        after={"payout": payout_id, "total": 0, "reason": reason},
        now=now,
    )


async def release(
    session: AsyncSession, tenant: Tenant, actor: Actor, booking_id: UUID, now: datetime
) -> None:
    """Let a held commission be paid with the next payout. Raises UnknownCommission, NotHeld."""
    ledger = Ledger(session, tenant.id)
    if not await ledger.release(booking_id, by=_admin_id(actor), now=now):
        raise NotHeld if await ledger.has_commission(booking_id) else UnknownCommission
    await record(
        session,
        tenant.id,
        actor,
        "commission.released",
        subject=("booking", booking_id),
        before={"held": True},
        after={"held": False},
        now=now,
    )


def _admin_id(actor: Actor) -> UUID:
    return cast(UUID, actor.admin_id)
