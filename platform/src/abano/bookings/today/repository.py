"""SQL of the desk's day, of leads and of the search."""

from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from sqlalchemy import select, text, update

from abano.database.unit_of_work import UnitOfWork
from abano.kit.phone import phone_digits
from abano.models.admins import AdminRow
from abano.models.bookings import BookingRow, PersonalInfoDraft
from abano.models.fleet import VehicleReservation, VehicleRow
from abano.models.quiz import QuizSession

# Names are not indexed: row-level security keeps Postgres from using an index for parts of texts. So the newest
# bookings are looked through, which is years of a company's.
SEARCHED = 20_000
MOST_ITEMS = 200
_SEARCH = text("""
select b.id from (
  select id, created_at, reference, customer_name, customer_email, customer_phone, promo_code, attributed_session_id
  from bookings where tenant_id = :tenant order by created_at desc limit :searched
) b
where b.customer_name ilike :pattern or b.customer_email ilike :pattern or b.reference ilike :pattern
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


class WithVehicle(NamedTuple):
    booking: BookingRow
    plate: str | None


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
        return await self._list(BookingRow.status == "pending", order=BookingRow.created_at)

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
        values |= {"digits": phone_digits(typed) or "", "sessions": sessions, "limit": limit}
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
            .limit(MOST_ITEMS)
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
