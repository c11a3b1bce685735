"""What is read of the ledger: lists, statements and payouts of one tenant."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from abano.commissions.rules import Payout, ReferredBooking, StatementLine, Summary
from abano.tenancy import TenantId

_SUMMARIES = """
with sums as (
  select e.affiliate_id,
    count(*) filter (where e.kind = 'earned') - count(*) filter (where e.kind = 'voided') as bookings,
    sum(case e.kind when 'earned' then c.base_minor when 'voided' then -c.base_minor else 0 end) as revenue,
    sum(e.earned_minor - e.voided_minor) as earned, sum(e.paid_minor) as paid
  from commission_entries e join commissions c on c.tenant_id = e.tenant_id and c.booking_id = e.booking_id
  where e.tenant_id = :tenant_id and c.currency = :currency
    and (cast(:affiliate_id as uuid) is null or e.affiliate_id = :affiliate_id)
  group by e.affiliate_id
), held as (
  select c.affiliate_id, sum(c.amount_minor) as held
  from commissions c
  cross join lateral (
    select e.is_void, e.is_paid from commission_entries e
    where e.tenant_id = c.tenant_id and e.booking_id = c.booking_id order by e.step desc limit 1
  ) as l
  where c.tenant_id = :tenant_id and c.currency = :currency and not l.is_void and not l.is_paid
    and c.booking_id in (
      select h.booking_id from commission_holds h where h.tenant_id = :tenant_id and h.released_at is null
    )
  group by c.affiliate_id
)
select a.id, a.name, a.email, a.status, a.paypal_email, a.created_at, coalesce(code.code, '') as promo_code,
  coalesce(s.bookings, 0) as bookings, coalesce(s.revenue, 0)::bigint as revenue,
  coalesce(s.earned, 0)::bigint as earned, coalesce(s.paid, 0)::bigint as paid, coalesce(h.held, 0)::bigint as held,
  a.payout_address_changed_at
from affiliates a
left join sums s on s.affiliate_id = a.id
left join held h on h.affiliate_id = a.id
left join lateral (
  select p.code from promo_codes p where p.tenant_id = a.tenant_id and p.affiliate_id = a.id
  order by p.created_at, p.code limit 1
) as code on true
where a.tenant_id = :tenant_id and (cast(:affiliate_id as uuid) is null or a.id = :affiliate_id)
"""
_BOOKINGS = text(
    """
select c.booking_id, b.reference, b.car_name, b.pickup_location, b.dropoff_location, c.earned_at, c.base_minor,
  c.amount_minor, c.is_self_referral, l.is_void, l.is_paid,
  array(
    select h.reason from commission_holds h
    where h.tenant_id = c.tenant_id and h.booking_id = c.booking_id and h.released_at is null order by h.reason
  )
from commissions c
join bookings b on b.tenant_id = c.tenant_id and b.id = c.booking_id
cross join lateral (
  select e.is_void, e.is_paid from commission_entries e
  where e.tenant_id = c.tenant_id and e.booking_id = c.booking_id order by e.step desc limit 1
) as l
where c.tenant_id = :tenant_id and c.affiliate_id = :affiliate_id
order by c.earned_at desc, c.booking_id limit cast(:limit as bigint)
"""
)
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
select happened_at, kind, reference, change, (sum(change) over (order by happened_at, rank, id))::bigint as balance
from (
  select e.created_at as happened_at, e.kind, b.reference, e.earned_minor - e.voided_minor as change,
    1 as rank, e.booking_id as id
  from commission_entries e join bookings b on b.tenant_id = e.tenant_id and b.id = e.booking_id
  where e.tenant_id = :tenant_id and e.affiliate_id = :affiliate_id and e.payout_id is null and e.amount_minor > 0
  union all
  select p.created_at, 'payout', '', -p.total_minor, 2, p.id from commission_payouts p
  where p.tenant_id = :tenant_id and p.affiliate_id = :affiliate_id
  union all
  select r.created_at, 'reversal', '', p.total_minor, 3, p.id
  from commission_reversals r join commission_payouts p on p.tenant_id = r.tenant_id and p.id = r.payout_id
  where p.tenant_id = :tenant_id and p.affiliate_id = :affiliate_id
) as lines
order by happened_at, rank, id
"""
)


class LedgerReports:
    """Reads the ledger of one tenant, within the caller's transaction. ``currency``: the company's own."""

    def __init__(self, session: AsyncSession, tenant: TenantId, currency: str) -> None:
        self._session = session
        self._scope = {"tenant_id": tenant, "currency": currency}

    async def summaries(self) -> list[Summary]:
        values = {**self._scope, "affiliate_id": None}
        return [Summary(*row) for row in await self._session.execute(text(_SUMMARIES), values)]

    async def summary(self, affiliate_id: UUID) -> Summary | None:
        row = (
            await self._session.execute(text(_SUMMARIES), {**self._scope, "affiliate_id": affiliate_id})
        ).one_or_none()
        return Summary(*row) if row else None

    async def bookings(self, affiliate_id: UUID, limit: int | None) -> list[ReferredBooking]:
        """Newest first, cancelled ones too; all without a limit."""
        values = {**self._scope, "affiliate_id": affiliate_id, "limit": limit}
        rows = await self._session.execute(_BOOKINGS, values)
        return [ReferredBooking(*row) for row in rows]

    async def count_bookings(self, affiliate_id: UUID) -> int:
        """All of them, cancelled ones too."""
        rows = await self._session.execute(_COUNT, {**self._scope, "affiliate_id": affiliate_id})
        return int(rows.scalar_one())

    async def payouts(
        self,
        *,
        affiliate_id: UUID | None = None,
        since: datetime | None = None,
        until: datetime | None = None,
    ) -> list[Payout]:
        """Newest first, reversed ones too."""
        values = {**self._scope, "affiliate_id": affiliate_id, "since": since, "until": until}
        return [Payout(*row) for row in await self._session.execute(_PAYOUTS, values)]

    async def statement(self, affiliate_id: UUID) -> list[StatementLine]:
        """Every line since the beginning, oldest first."""
        values = {**self._scope, "affiliate_id": affiliate_id}
        return [StatementLine(*row) for row in await self._session.execute(_STATEMENT, values)]
