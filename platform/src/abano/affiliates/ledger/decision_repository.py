"""SQL of decisions about commissions: release, refusal, restoration; and of when they become payable."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal, cast
from uuid import UUID

from sqlalchemy import CursorResult, text

from abano.affiliates.ledger.payout_repository import write
from abano.catalog.snapshot import PayableOn
from abano.database.unit_of_work import UnitOfWork

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
class Standing:
    """The state of one commission. ``kind``: of its last entry."""

    kind: str
    is_cancelled: bool
    is_void: bool
    is_paid: bool
    is_held: bool


class DecisionRepository:
    """DecisionRepository about the commissions of one tenant, within the caller's transaction."""

    def __init__(self, uow: UnitOfWork) -> None:
        self._session = uow.session
        self._tenant = uow.tenant_id

    async def hold_commission(self, booking_id: UUID) -> Standing | None:
        """Lock the commission's affiliate, as ``PayoutRepository.hold_affiliate`` does, and read the state."""
        values = {"tenant_id": self._tenant, "booking_id": booking_id}
        if (await self._session.execute(_HOLD_AFFILIATE, values)).one_or_none() is None:
            return None
        return Standing(*(await self._session.execute(_STATE, values)).one())

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
