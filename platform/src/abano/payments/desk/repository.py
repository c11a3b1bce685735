"""SQL of what is owed."""

from datetime import datetime, timedelta
from typing import NamedTuple
from uuid import UUID

from sqlalchemy import select, text

from abano.booking_record.models import BookingRow
from abano.db.repositories import Repository

# A rental that ended before the company recorded payments counts as paid. It is listed for this long, or once
# it has an entry.
FRESH = timedelta(days=14)
_STANDING = """
left join lateral (
  select e.paid_is, e.held_is from journal_entries e
  where e.tenant_id = b.tenant_id and e.booking_id = b.id order by e.step desc limit 1
) last on true
"""
_AGREED = "case b.status when 'cancelled' then coalesce(b.cancellation_fee_minor, 0) else b.total_minor end"
_DUE = text(f"""
select b.id, coalesce(last.paid_is, 0), coalesce(last.held_is, 0), b.status, b.pickup_at, {_AGREED}
from bookings b {_STANDING}
where b.tenant_id = :tenant_id
  and (
    (b.status in ('confirmed', 'active') and b.pickup_at < :until)
    or (b.status in ('pending', 'confirmed', 'active') and last.paid_is > b.total_minor)
    or (b.status = 'completed' and (last.paid_is is not null or b.return_at >= :fresh))
    or (b.status = 'cancelled' and (last.paid_is is not null or b.cancellation_fee_minor > 0))
  )
  and (
    {_AGREED} <> coalesce(last.paid_is, 0)
    or (b.status in ('completed', 'cancelled') and coalesce(last.held_is, 0) > 0)
  )
order by b.pickup_at limit :limit
""")  # noqa: S608 - a constant
_OF_CUSTOMER = text(f"""
select count(*), coalesce(sum({_AGREED}), 0)::bigint,
  coalesce(sum(last.paid_is), 0)::bigint, coalesce(sum(last.held_is), 0)::bigint
from bookings b {_STANDING}
where b.tenant_id = :tenant_id and b.currency = :currency
  and (b.id = :booking_id or b.id in (
    select cb.booking_id from customer_bookings cb
    join customers c on c.tenant_id = cb.tenant_id and c.id = cb.customer_id
    where cb.tenant_id = :tenant_id and coalesce(c.merged_into, c.id) = (
      select coalesce(own.merged_into, own.id) from customer_bookings ob
      join customers own on own.tenant_id = ob.tenant_id and own.id = ob.customer_id
      where ob.tenant_id = :tenant_id and ob.booking_id = :booking_id
    )
  ))
  and (
    b.status in ('confirmed', 'active') or last.paid_is is not null or b.cancellation_fee_minor > 0
    or (b.status = 'completed' and b.return_at >= :fresh) or b.id = :booking_id
  )
""")  # noqa: S608 - a constant


class DueRow(NamedTuple):
    booking: BookingRow
    paid: int
    held: int


class Unsettled(NamedTuple):
    """A booking with an open balance, in minor units. ``due`` below 0: the company owes."""

    booking_id: UUID
    status: str
    pickup_at: datetime
    due: int
    held: int


class OfCustomer(NamedTuple):
    """Over all bookings of one customer; minor units."""

    bookings: int
    agreed: int
    paid: int
    held: int


class DeskRepository(Repository):
    """What one tenant's customers owe, within the caller's transaction."""

    async def due(self, now: datetime, until: datetime, limit: int) -> list[DueRow]:
        """Bookings up to then with an open balance, and later ones that are overpaid, by pickup."""
        values = {"tenant_id": self._tenant, "until": until, "fresh": now - FRESH, "limit": limit}
        found: dict[UUID, tuple[int, int]] = {
            row[0]: (row[1], row[2]) for row in await self._session.execute(_DUE, values)
        }
        query = (
            select(BookingRow)
            .where(BookingRow.tenant_id == self._tenant, BookingRow.id.in_(found))
            .order_by(BookingRow.pickup_at)
        )
        return [DueRow(booking, *found[booking.id]) for booking in await self._session.scalars(query)]

    async def unsettled(self, now: datetime, until: datetime, limit: int) -> list[Unsettled]:
        """The same bookings in one statement, without all that they hold."""
        values = {"tenant_id": self._tenant, "until": until, "fresh": now - FRESH, "limit": limit}
        return [
            Unsettled(id_, status, pickup_at, agreed - paid, held)
            for id_, paid, held, status, pickup_at, agreed in await self._session.execute(_DUE, values)
        ]

    async def of_customer(self, booking: BookingRow, now: datetime) -> OfCustomer:
        values = {
            "tenant_id": self._tenant,
            "booking_id": booking.id,
            "currency": booking.currency,
            "fresh": now - FRESH,
        }
        return OfCustomer(*(await self._session.execute(_OF_CUSTOMER, values)).one())
