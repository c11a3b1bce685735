"""What changes the ledger. Each function belongs to a transaction that holds its affiliate's row."""

from dataclasses import dataclass
from datetime import datetime
from typing import cast
from uuid import UUID

from sqlalchemy import CursorResult, text
from sqlalchemy.ext.asyncio import AsyncSession

from abano.tenancy import TenantId

# Pays what is earned and neither void nor held, and takes back what was paid for bookings cancelled since.
_PAY = text(
    """
with payable as (
  select l.*, case when l.is_void then 'recovered' else 'paid' end as kind,
    case when l.is_void then -l.amount_minor else l.amount_minor end as given
  from commission_states(:tenant_id, :affiliate_id) l
  join commissions c on c.tenant_id = :tenant_id and c.booking_id = l.booking_id and c.currency = :currency
  where l.amount_minor > 0 and l.is_void = l.is_paid and (l.is_void or not exists (
    select from commission_holds h
    where h.tenant_id = :tenant_id and h.booking_id = l.booking_id and h.released_at is null
  ))
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
select total_minor, (select count(*) from entries) from payout
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
_ANYTHING_HELD = text(
    """
select exists (
  select from commission_states(:tenant_id, :affiliate_id) l
  join commission_holds h on h.tenant_id = :tenant_id and h.booking_id = l.booking_id and h.released_at is null
  where not l.is_void and not l.is_paid
)
"""
)
_MARK_REVERSED = text(
    "insert into commission_reversals (tenant_id, payout_id, reason, reversed_by, created_at)"
    " values (:tenant_id, :payout_id, :reason, :reversed_by, :now) on conflict do nothing"
)
_RELEASE = text(
    "update commission_holds set released_at = :now, released_by = :released_by"
    " where tenant_id = :tenant_id and booking_id = :booking_id and released_at is null"
)


@dataclass(frozen=True, slots=True)
class RecordedPayout:
    """``total`` in minor units, made of ``entries`` commissions."""

    id: UUID
    total: int
    entries: int


class Ledger:
    """The ledger of one tenant, within the caller's transaction."""

    def __init__(self, session: AsyncSession, tenant: TenantId) -> None:
        self._session = session
        self._tenant = tenant

    async def hold_affiliate(self, affiliate_id: UUID) -> str | None:
        """Let nobody else pay, reverse or cancel for this affiliate until the transaction ends. Answers the name."""
        query = text(
            "select name from affiliates where tenant_id = :tenant_id and id = :id for no key update"
        )
        values = {"tenant_id": self._tenant, "id": affiliate_id}
        return cast(str | None, await self._session.scalar(query, values))

    async def pay(
        self, affiliate_id: UUID, payout_id: UUID, *, currency: str, paid_by: UUID, now: datetime
    ) -> RecordedPayout | None:
        """Record a payout of all that is due; None when nothing is."""
        values = {
            "tenant_id": self._tenant,
            "affiliate_id": affiliate_id,
            "payout_id": payout_id,
            "currency": currency,
            "paid_by": paid_by,
            "now": now,
        }
        row = (await self._session.execute(_PAY, values)).one_or_none()
        return RecordedPayout(payout_id, int(row[0]), row[1]) if row else None

    async def anything_held(self, affiliate_id: UUID) -> bool:
        """Whether an unpaid commission of this affiliate waits for a release."""
        values = {"tenant_id": self._tenant, "affiliate_id": affiliate_id}
        return bool(await self._session.scalar(_ANYTHING_HELD, values))

    async def affiliate_of_payout(self, payout_id: UUID) -> tuple[UUID, int] | None:
        """Whom a payout went to, and its total."""
        query = text(
            "select affiliate_id, total_minor from commission_payouts where tenant_id = :tenant_id and id = :id"
        )
        row = (await self._session.execute(query, {"tenant_id": self._tenant, "id": payout_id})).one_or_none()
        return (row[0], row[1]) if row else None

    async def mark_reversed(self, payout_id: UUID, reason: str, *, by: UUID, now: datetime) -> bool:
        """Whether this call is the one that reverses the payout."""
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
        """Whether a later payout already undid a part of this one, because its booking was cancelled."""
        values = {"tenant_id": self._tenant, "affiliate_id": affiliate_id, "payout_id": payout_id}
        return bool(await self._session.scalar(_TAKEN_BACK_SINCE, values))

    async def undo_entries(self, affiliate_id: UUID, payout_id: UUID, now: datetime) -> None:
        values = {"tenant_id": self._tenant, "affiliate_id": affiliate_id, "payout_id": payout_id, "now": now}
        await self._session.execute(_REVERSE, values)

    async def has_commission(self, booking_id: UUID) -> bool:
        query = text(
            "select exists (select from commissions where tenant_id = :tenant_id and booking_id = :booking_id)"
        )
        values = {"tenant_id": self._tenant, "booking_id": booking_id}
        return bool(await self._session.scalar(query, values))

    async def release(self, booking_id: UUID, *, by: UUID, now: datetime) -> int:
        """Let a held commission be paid. Answers how many reasons held it."""
        values = {"tenant_id": self._tenant, "booking_id": booking_id, "released_by": by, "now": now}
        result = cast("CursorResult[tuple[()]]", await self._session.execute(_RELEASE, values))
        return result.rowcount
