"""SQL of reports: affiliates, statements and payouts of one tenant."""

from datetime import datetime
from typing import cast
from uuid import UUID

from sqlalchemy import text

from abano.catalog.published.snapshot import PayableOn
from abano.db.unit_of_work import UnitOfWork
from abano.marketing.commissions.rules import Payout, ReferredBooking, StatementLine, Summary

# A commission that is neither void nor paid has earned more than was paid, so "unpaid" follows from the sums.
_SUMMARIES = text(
    """
with states as (
  select e.booking_id, sum(e.earned_minor - e.voided_minor) as earned, sum(e.paid_minor) as paid
  from commission_entries e
  where e.tenant_id = :tenant_id and (cast(:affiliate_id as uuid) is null or e.affiliate_id = :affiliate_id)
  group by e.booking_id
), state as (
  select c.affiliate_id, c.base_minor, b.status <> 'cancelled' as is_valid, l.earned, l.paid,
    greatest(l.earned - l.paid, 0) as unpaid,
    b.status = any ((select payable_booking_statuses(:tenant_id))::text[]) as is_payable,
    c.booking_id in (
      select h.booking_id from commission_holds h where h.tenant_id = :tenant_id and h.released_at is null
    ) as is_held
  from states l
  join commissions c on c.tenant_id = :tenant_id and c.booking_id = l.booking_id
  join bookings b on b.tenant_id = :tenant_id and b.id = l.booking_id
  where c.currency = :currency
), sums as (
  select affiliate_id, count(*) filter (where is_valid) as bookings,
    sum(base_minor) filter (where is_valid) as revenue,
    sum(earned) as earned, sum(paid) as paid, sum(unpaid) filter (where is_held) as held,
    sum(unpaid) filter (where not is_held and not is_payable) as pending
  from state group by affiliate_id
)
select a.id, a.name, a.email, a.status, a.paypal_email, a.created_at, coalesce(code.code, '') as promo_code,
  coalesce(s.bookings, 0) as bookings, coalesce(s.revenue, 0)::bigint as revenue,
  coalesce(s.earned, 0)::bigint as earned, coalesce(s.paid, 0)::bigint as paid, coalesce(s.held, 0)::bigint as held,
  coalesce(s.pending, 0)::bigint as pending, a.payout_email_changed_at
from affiliates a
left join sums s on s.affiliate_id = a.id
left join lateral (
  select p.code from promo_codes p where p.tenant_id = a.tenant_id and p.affiliate_id = a.id
  order by p.created_at, p.code limit 1
) as code on true
where a.tenant_id = :tenant_id and (cast(:affiliate_id as uuid) is null or a.id = :affiliate_id)
"""
)
_BOOKINGS = text(
    """
select c.booking_id, b.reference, b.car_name, b.pickup_location, b.dropoff_location, c.earned_at, b.return_at,
  c.base_minor, c.amount_minor, c.is_self_referral, b.status = 'cancelled',
  b.status = any ((select payable_booking_statuses(:tenant_id))::text[]), l.is_void, l.is_paid, l.reason, h.reasons
from commissions c
join bookings b on b.tenant_id = c.tenant_id and b.id = c.booking_id
cross join lateral (
  select e.is_void, e.is_paid, e.reason from commission_entries e
  where e.tenant_id = c.tenant_id and e.booking_id = c.booking_id order by e.step desc limit 1
) as l
cross join lateral (
  select array(
    select h.reason from commission_holds h
    where h.tenant_id = c.tenant_id and h.booking_id = c.booking_id and h.released_at is null order by h.reason
  ) as reasons
) as h
where c.tenant_id = :tenant_id and c.affiliate_id = :affiliate_id
  and (not :only_held or (not l.is_void and not l.is_paid and c.booking_id in (
    select o.booking_id from commission_holds o where o.tenant_id = :tenant_id and o.released_at is null
  )))
order by c.earned_at desc, c.booking_id limit cast(:limit as bigint)
"""
)
_PAYABLE_ON = text("select commission_payable_on from tenant_settings where tenant_id = :tenant_id")
_COUNT = text(
    "select count(*) from commissions where tenant_id = :tenant_id and affiliate_id = :affiliate_id"
)
_PAYOUTS = text(
    """
select p.id, p.affiliate_id, a.name, coalesce(p.paypal_email, a.paypal_email), p.total_minor, p.currency,
  (select count(*) from commission_entries e
   where e.tenant_id = p.tenant_id and e.payout_id = p.id and e.kind <> 'reversed'),
  coalesce(nullif(m.name, ''), m.email), p.created_at, r.created_at, r.reason
from commission_payouts p
join affiliates a on a.tenant_id = p.tenant_id and a.id = p.affiliate_id
join admins m on m.tenant_id = p.tenant_id and m.id = p.paid_by
left join commission_reversals r on r.tenant_id = p.tenant_id and r.payout_id = p.id
where p.tenant_id = :tenant_id and (cast(:affiliate_id as uuid) is null or p.affiliate_id = :affiliate_id)
  and (cast(:since as timestamptz) is null or p.created_at >= :since)
  and (cast(:until as timestamptz) is null or p.created_at < :until)
order by p.created_at desc, p.id
"""
)
_STATEMENT = text(
    """
select happened_at, kind, reference, change,
  (sum(change) over (order by happened_at, rank, id, step))::bigint as balance
from (
  select e.created_at as happened_at, e.kind, b.reference, e.earned_minor - e.voided_minor as change,
    1 as rank, e.booking_id as id, e.step
  from commission_entries e join bookings b on b.tenant_id = e.tenant_id and b.id = e.booking_id
  where e.tenant_id = :tenant_id and e.affiliate_id = :affiliate_id and e.payout_id is null and e.amount_minor > 0
  union all
  select p.created_at, 'payout', '', -p.total_minor, 2, p.id, 1 from commission_payouts p
  where p.tenant_id = :tenant_id and p.affiliate_id = :affiliate_id
  union all
  select r.created_at, 'reversal', '', p.total_minor, 3, p.id, 1
  from commission_reversals r join commission_payouts p on p.tenant_id = r.tenant_id and p.id = r.payout_id
  where p.tenant_id = :tenant_id and p.affiliate_id = :affiliate_id
) as lines
order by happened_at, rank, id, step
"""
)


class ReportRepository:
    """Reads the ledger of one tenant, within the caller's transaction. ``currency``: the company's."""

    def __init__(self, uow: UnitOfWork, currency: str) -> None:
        self._session = uow.session
        self._scope = {"tenant_id": uow.tenant_id, "currency": currency}

    async def summaries(self) -> list[Summary]:
        values = {**self._scope, "affiliate_id": None}
        return [Summary(*row) for row in await self._session.execute(_SUMMARIES, values)]

    async def summary(self, affiliate_id: UUID) -> Summary | None:
        row = (
            await self._session.execute(_SUMMARIES, {**self._scope, "affiliate_id": affiliate_id})
        ).one_or_none()
        return Summary(*row) if row else None

    async def bookings(self, affiliate_id: UUID, limit: int | None) -> list[ReferredBooking]:
        """Newest first, including cancelled ones; all without a limit."""
        values = {**self._scope, "affiliate_id": affiliate_id, "limit": limit, "only_held": False}
        rows = await self._session.execute(_BOOKINGS, values)
        return [ReferredBooking(*row) for row in rows]

    async def held(self, affiliate_id: UUID) -> list[ReferredBooking]:
        """All bookings whose commission is on hold, newest first."""
        values = {**self._scope, "affiliate_id": affiliate_id, "limit": None, "only_held": True}
        rows = await self._session.execute(_BOOKINGS, values)
        return [ReferredBooking(*row) for row in rows]

    async def payable_on(self) -> PayableOn:
        """When a booking's commission becomes payable."""
        return cast(PayableOn, (await self._session.execute(_PAYABLE_ON, self._scope)).scalar_one())

    async def count_bookings(self, affiliate_id: UUID) -> int:
        """The number of all bookings, including cancelled ones."""
        rows = await self._session.execute(_COUNT, {**self._scope, "affiliate_id": affiliate_id})
        return int(rows.scalar_one())

    async def payouts(
        self,
        *,
        affiliate_id: UUID | None = None,
        since: datetime | None = None,
        until: datetime | None = None,
    ) -> list[Payout]:
        """Newest first, including reversed ones."""
        values = {**self._scope, "affiliate_id": affiliate_id, "since": since, "until": until}
        return [Payout(*row) for row in await self._session.execute(_PAYOUTS, values)]

    async def statement(self, affiliate_id: UUID) -> list[StatementLine]:
        """All lines, oldest first."""
        values = {**self._scope, "affiliate_id": affiliate_id}
        return [StatementLine(*row) for row in await self._session.execute(_STATEMENT, values)]
