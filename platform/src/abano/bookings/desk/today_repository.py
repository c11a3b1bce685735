"""SQL of the desk's day, of leads and of the search."""

from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from sqlalchemy import Integer, func, select, text, update

from abano.accounts.access.models import AdminRow
from abano.bookings.lifecycle.models import BookingRow, PersonalInfoDraft
from abano.core.ids import code_key
from abano.core.phone import phone_digits
from abano.db.unit_of_work import UnitOfWork
from abano.fleet.handover.models import ProposedLine
from abano.fleet.reservations.models import VehicleReservation, VehicleRow
from abano.marketing.quiz.models import QuizSession

# Names are not indexed: row-level security keeps Postgres from using an index for parts of texts. So the newest
# bookings are looked through, which is years of a company's.
SEARCHED = 20_000
MAX_ITEMS = 200
_SEARCH = text("""
select b.id from (
  select id, created_at, reference, customer_name, customer_email, customer_phone, promo_code, attributed_session_id
  from bookings where tenant_id = :tenant order by created_at desc limit :searched
) b
where b.customer_name ilike :pattern or b.customer_email ilike :pattern or b.reference ilike :pattern
  or (length(:code) >= 3 and strpos(replace(b.reference, '-', ''), :code) > 0)
  or b.promo_code ilike :pattern
  or (:digits <> '' and regexp_replace(b.customer_phone, '[^0-9]', '', 'g') like '%' || :digits || '%')
  or b.attributed_session_id = any(:sessions)
order by b.created_at desc limit :limit
""")
_CAMPAIGNS = text("""
select s.session_id from (
  select session_id, utm_campaign from quiz_sessions where tenant_id = :tenant
  order by started_at desc limit :searched
) s
where s.utm_campaign ilike :pattern limit 1000
""")


_TO_BRING = text("""
select b.id, v.plate, coalesce(before.to_location, v.home_location)
from bookings b
join vehicle_reservations r on r.tenant_id = b.tenant_id and r.booking_id = b.id and r.is_firm
join vehicles v on v.tenant_id = r.tenant_id and v.id = r.vehicle_id
left join lateral (
  select e.to_location from vehicle_reservations e
  where e.tenant_id = r.tenant_id and e.vehicle_id = r.vehicle_id and e.starts_at < r.starts_at
    and e.to_location is not null
  order by e.starts_at desc limit 1
) before on true
where b.tenant_id = :tenant and b.status = 'confirmed' and b.pickup_at >= :since and b.pickup_at < :until
  and coalesce(before.to_location, v.home_location) <> b.pickup_location
order by b.pickup_at limit :limit
""")


class WithVehicle(NamedTuple):
    """``stands_at``: where the vehicle is before a pickup elsewhere."""

    booking: BookingRow
    plate: str | None
    stands_at: str | None = None


class Undecided(NamedTuple):
    """Proposed costs of a booking; ``amount`` in minor units."""

    booking_id: UUID
    reference: str
    customer_name: str
    car_name: str
    lines: int
    amount: int


class Found(NamedTuple):
    booking: BookingRow
    plate: str | None
    campaign: str | None


class LeadRow(NamedTuple):
    draft: PersonalInfoDraft
    admin_name: str | None


class TodayRepository:
    """What one tenant's day holds, within the caller's transaction."""

    def __init__(self, uow: UnitOfWork) -> None:
        self._session = uow.session
        self._tenant = uow.tenant_id

    async def pickups(self, since: datetime, until: datetime) -> list[WithVehicle]:
        """Confirmed bookings with their pickup in that time."""
        return await self._list(
            BookingRow.status == "confirmed",
            BookingRow.pickup_at >= since,
            BookingRow.pickup_at < until,
            order=BookingRow.pickup_at,
        )

    async def returns(self, since: datetime, until: datetime) -> list[WithVehicle]:
        """Handed-over bookings that are due back in that time."""
        return await self._list(
            BookingRow.status == "active",
            BookingRow.return_at >= since,
            BookingRow.return_at < until,
            order=BookingRow.return_at,
        )

    async def pending(self) -> list[WithVehicle]:
        """Bookings that wait to be confirmed, those that wait longest first."""
        since = func.coalesce(BookingRow.waiting_since, BookingRow.created_at)
        return await self._list(BookingRow.status == "pending", order=since)

    async def to_bring(self, since: datetime, until: datetime) -> list[WithVehicle]:
        """Confirmed bookings whose vehicle will not stand where it is picked up."""
        values = {"tenant": self._tenant, "since": since, "until": until, "limit": MAX_ITEMS}
        found = {row[0]: row[1:] for row in await self._session.execute(_TO_BRING, values)}
        query = (
            select(BookingRow)
            .where(BookingRow.tenant_id == self._tenant, BookingRow.id.in_(found))
            .order_by(BookingRow.pickup_at)
        )
        return [WithVehicle(row, *found[row.id]) for row in await self._session.scalars(query)]

    async def undecided(self) -> list[Undecided]:
        """Bookings with proposed costs, the oldest first."""
        query = (
            select(
                BookingRow.id,
                BookingRow.reference,
                BookingRow.customer_name,
                BookingRow.car_name,
                func.count(),
                func.sum(ProposedLine.amount_minor).cast(Integer),
            )
            .join(
                ProposedLine,
                (ProposedLine.tenant_id == BookingRow.tenant_id) & (ProposedLine.booking_id == BookingRow.id),
            )
            .where(BookingRow.tenant_id == self._tenant, ProposedLine.state == "proposed")
            .group_by(BookingRow.tenant_id, BookingRow.id)
            .order_by(func.min(ProposedLine.created_at))
            .limit(MAX_ITEMS)
        )
        return [Undecided(*row) for row in await self._session.execute(query)]

    async def leads(self, state: str | None, limit: int) -> list[LeadRow]:
        """Newest first."""
        query = (
            select(PersonalInfoDraft, AdminRow.name)
            .outerjoin(
                AdminRow,
                (AdminRow.tenant_id == PersonalInfoDraft.tenant_id)
                & (AdminRow.id == PersonalInfoDraft.state_by),
            )
            .where(PersonalInfoDraft.tenant_id == self._tenant)
            .order_by(PersonalInfoDraft.created_at.desc())
            .limit(limit)
        )
        if state == "open":
            query = query.where(PersonalInfoDraft.state.in_(("new", "contacted")))
        elif state is not None:
            query = query.where(PersonalInfoDraft.state == state)
        return [LeadRow(*row) for row in await self._session.execute(query)]

    async def find_lead(self, lead_id: UUID) -> PersonalInfoDraft | None:
        """Lock the lead."""
        query = (
            select(PersonalInfoDraft)
            .where(PersonalInfoDraft.tenant_id == self._tenant, PersonalInfoDraft.id == lead_id)
            .with_for_update()
        )
        return await self._session.scalar(query)

    async def win_leads(self, email: str, phone: str, now: datetime) -> None:
        """The customer has booked."""
        keys = [PersonalInfoDraft.email_key == email.lower()] if email else []
        if phone:
            keys.append(PersonalInfoDraft.phone_key == phone.partition(" ext. ")[0])
        for key in keys:
            await self._session.execute(
                update(PersonalInfoDraft)
                .where(PersonalInfoDraft.tenant_id == self._tenant, key, PersonalInfoDraft.state != "won")
                .values(state="won", state_at=now, state_by=None)
            )

    async def search(self, typed: str, limit: int) -> list[Found]:
        """Bookings by name, email, phone, reference, promo code or campaign, newest first."""
        pattern = "%" + typed.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_") + "%"
        values: dict[str, Any] = {"tenant": self._tenant, "searched": SEARCHED, "pattern": pattern}
        sessions = [row[0] for row in await self._session.execute(_CAMPAIGNS, values)]
        values |= {
            "digits": phone_digits(typed) or "",
            "code": code_key(typed),
            "sessions": sessions,
            "limit": limit,
        }
        ids = [row[0] for row in await self._session.execute(_SEARCH, values)]
        if not ids:
            return []
        query = (
            select(BookingRow, VehicleRow.plate, QuizSession.utm_campaign)
            .outerjoin(*_reservation())
            .outerjoin(*_vehicle())
            .outerjoin(
                QuizSession,
                (QuizSession.tenant_id == BookingRow.tenant_id)
                & (QuizSession.session_id == BookingRow.attributed_session_id),
            )
            .where(BookingRow.tenant_id == self._tenant, BookingRow.id.in_(ids))
            .order_by(BookingRow.created_at.desc())
        )
        return [Found(*row) for row in await self._session.execute(query)]

    async def _list(self, *conditions: Any, order: Any) -> list[WithVehicle]:
        query = (
            select(BookingRow, VehicleRow.plate)
            .outerjoin(*_reservation())
            .outerjoin(*_vehicle())
            .where(BookingRow.tenant_id == self._tenant, *conditions)
            .order_by(order)
            .limit(MAX_ITEMS)
        )
        return [WithVehicle(*row) for row in await self._session.execute(query)]


def _reservation() -> tuple[Any, Any]:
    return VehicleReservation, (VehicleReservation.tenant_id == BookingRow.tenant_id) & (
        VehicleReservation.booking_id == BookingRow.id
    ) & VehicleReservation.is_firm


def _vehicle() -> tuple[Any, Any]:
    return VehicleRow, (VehicleRow.tenant_id == VehicleReservation.tenant_id) & (
        VehicleRow.id == VehicleReservation.vehicle_id
    )
