"""Pay commissions and reverse payouts."""

from datetime import datetime
from typing import cast
from uuid import UUID

from abano.affiliates.errors import UnknownAffiliate
from abano.affiliates.ledger.payout_repository import PayoutRepository, RecordedPayout
from abano.affiliates.ledger.report_repository import ReportRepository
from abano.audit.service import record
from abano.auth.principals import Actor
from abano.catalog.snapshot import PayableOn
from abano.database.unit_of_work import UnitOfWork
from abano.errors import Conflict, InvalidInput, NotFound
from abano.errors.messages import Message
from abano.kit.ids import new_id
from abano.kit.money import to_json
from abano.tenants.tenant import Tenant

NO_ADDRESS = Message(
    "no_payout_address",
    "There is no payout address for this affiliate, so nothing was recorded. Ask them to enter one on their"
    " dashboard; what is owed stays owed.",
)
NOT_PAYABLE_YET = Message(
    "not_payable_yet",
    "What this affiliate earned is not payable yet: a commission becomes payable"
    " {payableOn, select, booking {with the booking} confirmation {when the booking is confirmed}"
    " other {when the rental is completed}}."
    "{held, select, yes { Others wait for review.} other {}}",
)


class NothingOwed(Conflict):
    """This affiliate has no unpaid commissions"""


class AllHeld(NothingOwed):
    """All unpaid commissions of this affiliate wait for review"""


class NotPayableYet(NothingOwed):
    """What this affiliate earned is not payable yet"""

    def __init__(self, payable_on: PayableOn, held: int) -> None:
        super().__init__(NOT_PAYABLE_YET(payableOn=payable_on, held="yes" if held else "no"))


class UnknownPayout(NotFound):
    """There is no such payout."""


class AlreadyReversed(Conflict):
    """This payout was reversed already."""


class TakenBackSince(Conflict):
    """A later payout already took back a part of this one. Reverse that one first."""


async def pay_commissions(
    uow: UnitOfWork, tenant: Tenant, actor: Actor, affiliate_id: UUID, now: datetime
) -> tuple[RecordedPayout, str]:
    """Record a payout of everything that is payable to an affiliate. Returns it and the affiliate's name.

    Of concurrent calls one pays; the others raise NothingOwed (AllHeld, NotPayableYet). Raises UnknownAffiliate,
    LedgerChanged, and InvalidInput for an affiliate without a payout address.
    """
    payouts = PayoutRepository(uow)
    payee = await payouts.hold_affiliate(affiliate_id)
    if payee is None:
        raise UnknownAffiliate
    payable = await payouts.payable(affiliate_id, tenant.currency)
    if payable.total <= 0:
        if payable.pending:
            raise NotPayableYet(await payable_on(uow, tenant), payable.held)
        raise AllHeld if payable.held else NothingOwed
    if payee.paypal_email is None:
        raise InvalidInput.of("paypalEmail", NO_ADDRESS())
    payout = await payouts.pay(
        affiliate_id, new_id(), currency=tenant.currency, paid_by=_admin_id(actor), now=now
    )
    if payout is None:
        raise NothingOwed
    await record(
        uow,
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
    return payout, payee.name


async def reverse_payout(uow: UnitOfWork, actor: Actor, payout_id: UUID, reason: str, now: datetime) -> None:
    """Reverse a payout that was recorded by mistake. Raises UnknownPayout, AlreadyReversed, TakenBackSince."""
    payouts = PayoutRepository(uow)
    payout = await payouts.affiliate_of_payout(payout_id)
    if payout is None:
        raise UnknownPayout
    affiliate_id, total = payout
    await payouts.hold_affiliate(affiliate_id)
    if not await payouts.mark_reversed(payout_id, reason, by=_admin_id(actor), now=now):
        raise AlreadyReversed
    if await payouts.was_taken_back_since(affiliate_id, payout_id):
        raise TakenBackSince
    await payouts.undo_entries(affiliate_id, payout_id, now)
    await record(
        uow,
        actor,
        "payout.reversed",
        subject=("affiliate", affiliate_id),
        before={"payout": payout_id, "total": to_json(total)},
        after={"payout": payout_id, "total": 0, "reason": reason},
        now=now,
    )


async def payable_on(uow: UnitOfWork, tenant: Tenant) -> PayableOn:
    """When a booking's commission becomes payable."""
    return await ReportRepository(uow, tenant.currency).payable_on()


def _admin_id(actor: Actor) -> UUID:
    return cast(UUID, actor.admin_id)
