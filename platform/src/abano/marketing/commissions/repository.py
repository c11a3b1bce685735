"""All SQL of commissions: decisions and payouts."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal, cast
from uuid import UUID

from sqlalchemy import CursorResult, TextClause, text
from sqlalchemy.ext.asyncio import AsyncSession

from abano.catalog.published.snapshot import PayableOn
from abano.core.errors import Conflict
from abano.db.driver_errors import map_db_error
from abano.db.repositories import Repository

# SQL of payouts. Each call belongs to a transaction that has locked the affiliate's row.

# A payout pays what is payable and not held, less what was paid for bookings cancelled since.
_PAYABLE_TOTAL = text(
    """
select
  coalesce(sum(
    case when is_void then -amount_minor when is_payable and not is_held then amount_minor end
  ), 0)::bigint,
  count(*) filter (where not is_void and is_held),
  count(*) filter (where not is_void and not is_held and not is_payable)
from commission_balances(:tenant_id, :affiliate_id)
where currency = :currency and amount_minor > 0 and is_void = is_paid
"""
)
_PAY = text(
    """
with payable as (
  select l.*, case when l.is_void then 'recovered' else 'paid' end as kind,
    case when l.is_void then -l.amount_minor else l.amount_minor end as given
  from commission_balances(:tenant_id, :affiliate_id) l
  where l.currency = :currency and l.amount_minor > 0 and l.is_void = l.is_paid
    and (l.is_void or (l.is_payable and not l.is_held))
), payout as (
  insert into commission_payouts (
    tenant_id, id, affiliate_id, paypal_email, currency, total_minor, paid_by, created_at
  )
  select :tenant_id, :payout_id, :affiliate_id,
    (select a.paypal_email from affiliates a where a.tenant_id = :tenant_id and a.id = :affiliate_id),
    :currency, sum(given), :paid_by, :now
  from payable having sum(given) > 0
  returning total_minor
), entries as (
  insert into commission_entries (
    tenant_id, booking_id, step, previous_step, affiliate_id, kind, amount_minor, was_void, was_paid, is_void,
    is_paid, payout_id, created_at
  )
  select :tenant_id, p.booking_id, p.step + 1, p.step, :affiliate_id, p.kind, p.amount_minor, p.is_void, p.is_paid,
    p.is_void, not p.is_paid, :payout_id, :now
  from payable p where exists (select from payout)
  returning 1
)
select total_minor, (select count(*) from entries) as entries from payout
"""
)
_TAKEN_BACK_SINCE = text(
    """
select exists (
  select from commission_entries e join commission_states(:tenant_id, :affiliate_id) l on l.booking_id = e.booking_id
  where e.tenant_id = :tenant_id and e.payout_id = :payout_id and e.is_paid <> l.is_paid
)
"""
)
_REVERSE = text(
    """
insert into commission_entries (
  tenant_id, booking_id, step, previous_step, affiliate_id, kind, amount_minor, was_void, was_paid, is_void,
  is_paid, payout_id, created_at
)
select :tenant_id, l.booking_id, l.step + 1, l.step, :affiliate_id, 'reversed', l.amount_minor, l.is_void, l.is_paid,
  l.is_void, not l.is_paid, :payout_id, :now
from commission_entries e join commission_states(:tenant_id, :affiliate_id) l on l.booking_id = e.booking_id
where e.tenant_id = :tenant_id and e.payout_id = :payout_id
"""
)
_MARK_REVERSED = text(
    "insert into commission_reversals (tenant_id, payout_id, reason, reversed_by, created_at)"
    " values (:tenant_id, :payout_id, :reason, :reversed_by, :now) on conflict do nothing"
)


@map_db_error(
    "AB004",
    "commission_entries_pkey",
    "commission_entries_tenant_id_booking_id_previous_step_was__fkey",
)
class LedgerChanged(Conflict):
    """These commissions just changed, so nothing was recorded. Review them and try again."""


@dataclass(frozen=True, slots=True)
class Payee:
    """The recipient; ``paypal_email`` is None when it is unknown."""

    name: str
    paypal_email: str | None


@dataclass(frozen=True, slots=True)
class PayableTotal:
    """The total of a payout now (minor units), and the numbers of held and pending commissions left out."""

    total: int
    held: int
    pending: int


@dataclass(frozen=True, slots=True)
class RecordedPayout:
    """``total`` in minor units, of ``entries`` commissions."""

    id: UUID
    total: int
    entries: int


class PayoutRepository(Repository):
    """Payouts of one tenant, within the caller's transaction."""

    async def hold_affiliate(self, affiliate_id: UUID) -> Payee | None:
        """Lock the affiliate against concurrent payouts, reversals, decisions and booking transitions."""
        query = text(
            "select name, paypal_email from affiliates where tenant_id = :tenant_id and id = :id for no key update"
        )
        values = {"tenant_id": self._tenant, "id": affiliate_id}
        row = (await self._session.execute(query, values)).one_or_none()
        return Payee(row[0], row[1] or None) if row else None

    async def payable(self, affiliate_id: UUID, currency: str) -> PayableTotal:
        """The payout that ``pay`` would record now."""
        values = {"tenant_id": self._tenant, "affiliate_id": affiliate_id, "currency": currency}
        total, held, pending = (await self._session.execute(_PAYABLE_TOTAL, values)).one()
        return PayableTotal(total, held, pending)

    async def pay(
        self, affiliate_id: UUID, payout_id: UUID, *, currency: str, paid_by: UUID, now: datetime
    ) -> RecordedPayout | None:
        """Record a payout of everything payable. None if nothing is payable. Raises LedgerChanged."""
        values = {
            "tenant_id": self._tenant,
            "affiliate_id": affiliate_id,
            "payout_id": payout_id,
            "currency": currency,
            "paid_by": paid_by,
            "now": now,
        }
        row = (await write(self._session, _PAY, values)).one_or_none()
        return RecordedPayout(payout_id, int(row.total_minor), row.entries) if row else None

    async def affiliate_of_payout(self, payout_id: UUID) -> tuple[UUID, int] | None:
        """The affiliate and the total of a payout."""
        query = text(
            "select affiliate_id, total_minor from commission_payouts where tenant_id = :tenant_id and id = :id"
        )
        row = (await self._session.execute(query, {"tenant_id": self._tenant, "id": payout_id})).one_or_none()
        return (row[0], row[1]) if row else None

    async def mark_reversed(self, payout_id: UUID, reason: str, *, by: UUID, now: datetime) -> bool:
        """Record the reversal; False when the payout was reversed before."""
        values = {
            "tenant_id": self._tenant,
            "payout_id": payout_id,
            "reason": reason,
            "reversed_by": by,
            "now": now,
        }
        result = cast("CursorResult[tuple[()]]", await self._session.execute(_MARK_REVERSED, values))
        return result.rowcount == 1

    async def was_taken_back_since(self, affiliate_id: UUID, payout_id: UUID) -> bool:
        """Whether a later payout recovered a part of this one, because its booking was cancelled."""
        values = {"tenant_id": self._tenant, "affiliate_id": affiliate_id, "payout_id": payout_id}
        return bool(await self._session.scalar(_TAKEN_BACK_SINCE, values))

    async def undo_entries(self, affiliate_id: UUID, payout_id: UUID, now: datetime) -> None:
        values = {"tenant_id": self._tenant, "affiliate_id": affiliate_id, "payout_id": payout_id, "now": now}
        await self._session.execute(_REVERSE, values)


async def write(
    session: AsyncSession, statement: TextClause, values: Mapping[str, object]
) -> CursorResult[Any]:
    """Raises LedgerChanged if the database rejects the step for the commission's state."""
    return cast("CursorResult[Any]", await session.execute(statement, values))


_HOLD_AFFILIATE = text(
    """
select a.id from commissions c join affiliates a on a.tenant_id = c.tenant_id and a.id = c.affiliate_id
where c.tenant_id = :tenant_id and c.booking_id = :booking_id
for no key update of a
"""
)
_STATE = text(
    """
select e.kind, b.status = 'cancelled', e.is_void, e.is_paid, exists (
  select from commission_holds h
  where h.tenant_id = e.tenant_id and h.booking_id = e.booking_id and h.released_at is null
)
from commission_entries e join bookings b on b.tenant_id = e.tenant_id and b.id = e.booking_id
where e.tenant_id = :tenant_id and e.booking_id = :booking_id order by e.step desc limit 1
"""
)
_DECIDE = text(
    """
insert into commission_entries (
  tenant_id, booking_id, step, previous_step, affiliate_id, kind, amount_minor, was_void, was_paid, is_void,
  is_paid, reason, decided_by, created_at
)
select e.tenant_id, e.booking_id, e.step + 1, e.step, e.affiliate_id, cast(:kind as text), e.amount_minor, e.is_void,
  e.is_paid, not e.is_void, e.is_paid, cast(:reason as text), :decided_by, :now
from commission_entries e
where e.tenant_id = :tenant_id and e.booking_id = :booking_id order by e.step desc limit 1
"""
)
_RELEASE = text(
    "update commission_holds set released_at = :now, released_by = :released_by"
    " where tenant_id = :tenant_id and booking_id = :booking_id and released_at is null"
)


@dataclass(frozen=True, slots=True)
class CommissionState:
    """The state of one commission. ``kind``: of its last entry."""

    kind: str
    is_cancelled: bool
    is_void: bool
    is_paid: bool
    is_held: bool


class DecisionRepository(Repository):
    """DecisionRepository about the commissions of one tenant, within the caller's transaction."""

    async def lock_commission(self, booking_id: UUID) -> CommissionState | None:
        """Lock the commission's affiliate, as ``PayoutRepository.hold_affiliate`` does, and read the state."""
        values = {"tenant_id": self._tenant, "booking_id": booking_id}
        if (await self._session.execute(_HOLD_AFFILIATE, values)).one_or_none() is None:
            return None
        return CommissionState(*(await self._session.execute(_STATE, values)).one())

    async def decide(
        self,
        booking_id: UUID,
        kind: Literal["refused", "restored"],
        *,
        reason: str | None,
        by: UUID,
        now: datetime,
    ) -> None:
        """Refuse a held commission, or undo the refusal. Raises LedgerChanged."""
        values = {
            "tenant_id": self._tenant,
            "booking_id": booking_id,
            "kind": kind,
            "reason": reason,
            "decided_by": by,
            "now": now,
        }
        await write(self._session, _DECIDE, values)

    async def release(self, booking_id: UUID, *, by: UUID, now: datetime) -> int:
        """Release a held commission. Returns the number of its holds."""
        values = {"tenant_id": self._tenant, "booking_id": booking_id, "released_by": by, "now": now}
        result = cast("CursorResult[tuple[()]]", await self._session.execute(_RELEASE, values))
        return result.rowcount

    async def set_payable_on(self, value: PayableOn, now: datetime) -> PayableOn:
        """Set when commissions become payable. Returns the previous value."""
        scope = {"tenant_id": self._tenant}
        read = text(
            "select commission_payable_on from tenant_settings where tenant_id = :tenant_id for no key update"
        )
        before = (await self._session.execute(read, scope)).scalar_one()
        change = text(
            "update tenant_settings set commission_payable_on = :value, updated_at = :now"
            " where tenant_id = :tenant_id"
        )
        await self._session.execute(change, {**scope, "value": value, "now": now})
        return cast(PayableOn, before)
