"""Use cases of commissions: decisions, payouts and reports."""

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Literal, cast
from uuid import UUID

from abano.accounts.access.principals import Actor, Admin
from abano.accounts.audit.service import record
from abano.catalog.published.snapshot import PayableOn
from abano.core.clock import local_moment
from abano.core.errors import LAST_DAY_BEFORE_FIRST, Conflict, InvalidInput, Message, NotFound
from abano.core.ids import new_id
from abano.core.money import to_json
from abano.db.unit_of_work import UnitOfWork
from abano.marketing.commissions.report_repository import ReportRepository
from abano.marketing.commissions.repository import (
    CommissionState,
    DecisionRepository,
    PayoutRepository,
    RecordedPayout,
)
from abano.marketing.commissions.rules import (
    Payout,
    ReferredBooking,
    StatementLine,
    Summary,
    UnknownAffiliate,
)
from abano.tenancy.directory.tenant import Tenant

ADMIN_DECIDES = Message("admin_decides", "Sign in as an admin to review commissions.")


class UnknownCommission(NotFound):
    """There is no commission for this booking."""


class NotHeld(Conflict):
    """This commission is not on hold."""


class NotRefused(Conflict):
    """This commission was not refused, or its booking was cancelled since."""


async def release_commission(uow: UnitOfWork, actor: Actor, booking_id: UUID, now: datetime) -> None:
    """Release a held commission. Raises UnknownCommission, NotHeld."""
    decisions = DecisionRepository(uow)
    state = await _lock_commission(decisions, booking_id)
    if state.is_void or not await decisions.release(booking_id, by=_admin(actor).id, now=now):
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
    state = await _lock_commission(decisions, booking_id)
    if state.is_void or state.is_paid or not state.is_held:
        raise NotHeld
    await _decide(uow, actor, booking_id, "refused", reason, now)


async def restore_commission(uow: UnitOfWork, actor: Actor, booking_id: UUID, now: datetime) -> None:
    """Undo a refusal: the commission is on hold again. Raises UnknownCommission, NotRefused, LedgerChanged."""
    decisions = DecisionRepository(uow)
    state = await _lock_commission(decisions, booking_id)
    if state.kind != "refused" or state.is_cancelled:
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


async def _lock_commission(decisions: DecisionRepository, booking_id: UUID) -> CommissionState:
    """Lock the commission's affiliate and read its state. Raises UnknownCommission."""
    state = await decisions.lock_commission(booking_id)
    if state is None:
        raise UnknownCommission
    return state


def _admin(actor: Actor) -> Admin:
    if actor.admin is None:
        raise InvalidInput.of("admin", ADMIN_DECIDES())
    return actor.admin


# Pay commissions and reverse payouts.

NO_ADDRESS = Message(
    "no_payout_email",
    "There is no payout email for this affiliate, so nothing was recorded. Ask them to enter one on their"
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
    """All unpaid commissions of this affiliate are in review"""


class NotPayableYet(NothingOwed):
    """What this affiliate earned is not payable yet"""

    def __init__(self, payable_on: PayableOn, held: int) -> None:
        super().__init__(NOT_PAYABLE_YET(payableOn=payable_on, held="yes" if held else "no"))


class UnknownPayout(NotFound):
    """There is no such payout."""


class AlreadyReversed(Conflict):
    """This payout was reversed already."""


class TakenBackSince(Conflict):
    """A later payout already deducted part of this one. Reverse that payout first."""


async def pay_commissions(
    uow: UnitOfWork, tenant: Tenant, actor: Actor, affiliate_id: UUID, now: datetime
) -> tuple[RecordedPayout, str]:
    """Record a payout of everything that is payable to an affiliate. Returns it and the affiliate's name.

    Of concurrent calls one pays; the others raise NothingOwed (AllHeld, NotPayableYet). Raises UnknownAffiliate,
    LedgerChanged, and InvalidInput for an affiliate without a payout email.
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


# Reports of the ledger: affiliates, statements and payouts.

LISTED_BOOKINGS = 1000


@dataclass(frozen=True, slots=True)
class Period:
    """Days in the company's time zone, both included; None is open."""

    first: date | None = None
    last: date | None = None

    def moments(self, tenant: Tenant) -> tuple[datetime | None, datetime | None]:
        """Start and exclusive end of the period. Raises InvalidInput when it ends before it begins."""
        if self.first and self.last and self.last < self.first:
            raise InvalidInput.of("to", LAST_DAY_BEFORE_FIRST())
        start = local_moment(datetime.combine(self.first, time()), tenant.zone) if self.first else None
        if self.last is None or self.last == date.max:
            return start, None
        return start, local_moment(datetime.combine(self.last + timedelta(days=1), time()), tenant.zone)


@dataclass(frozen=True, slots=True)
class Referred:
    """An affiliate's bookings, newest first; ``count`` is their total number, including cancelled ones."""

    count: int
    listed: list[ReferredBooking]


@dataclass(frozen=True, slots=True)
class Statement:
    """Balances in minor units."""

    affiliate: Summary
    opening: int
    lines: list[StatementLine]

    @property
    def closing(self) -> int:
        return self.lines[-1].balance if self.lines else self.opening


async def list_affiliates(uow: UnitOfWork, tenant: Tenant) -> list[Summary]:
    """All affiliates of the company."""
    return await ReportRepository(uow, tenant.currency).summaries()


async def get_affiliate(uow: UnitOfWork, tenant: Tenant, affiliate_id: UUID) -> Summary:
    """Raises UnknownAffiliate."""
    summary = await ReportRepository(uow, tenant.currency).summary(affiliate_id)
    if summary is None:
        raise UnknownAffiliate
    return summary


async def referred_bookings(
    uow: UnitOfWork, tenant: Tenant, affiliate_id: UUID, *, every: bool = False
) -> Referred:
    """An affiliate's newest bookings, at most ``LISTED_BOOKINGS``, or all."""
    reports = ReportRepository(uow, tenant.currency)
    listed = await reports.bookings(affiliate_id, None if every else LISTED_BOOKINGS)
    return Referred(await reports.count_bookings(affiliate_id), listed)


async def held_bookings(uow: UnitOfWork, tenant: Tenant, affiliate_id: UUID) -> list[ReferredBooking]:
    """All bookings of an affiliate whose commission is on hold."""
    return await ReportRepository(uow, tenant.currency).held(affiliate_id)


async def list_payouts(
    uow: UnitOfWork, tenant: Tenant, *, affiliate_id: UUID | None = None, period: Period | None = None
) -> list[Payout]:
    """All payouts of a period, newest first. Raises InvalidInput."""
    since, until = (period or Period()).moments(tenant)
    reports = ReportRepository(uow, tenant.currency)
    return await reports.payouts(affiliate_id=affiliate_id, since=since, until=until)


async def load_statement(uow: UnitOfWork, tenant: Tenant, affiliate_id: UUID, period: Period) -> Statement:
    """The opening balance and the changes of a period. Raises UnknownAffiliate, InvalidInput."""
    since, until = period.moments(tenant)
    affiliate = await get_affiliate(uow, tenant, affiliate_id)
    lines = await ReportRepository(uow, tenant.currency).statement(affiliate_id)
    before = [line for line in lines if since and line.happened_at < since]
    within = [line for line in lines[len(before) :] if until is None or line.happened_at < until]
    return Statement(affiliate, before[-1].balance if before else 0, within)
