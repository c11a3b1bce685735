"""SQL of the desk's day, of leads and of the search."""

from collections.abc import Collection
from datetime import date, datetime, timedelta
from typing import Any, NamedTuple, cast
from uuid import UUID

from sqlalchemy import ColumnElement, or_, select, text, update

from abano.accounts.access.models import AdminRow
from abano.accounts.access.rights import has_right
from abano.booking_record.models import BookingRow, PersonalInfoDraft
from abano.bookings.desk.today_rules import Day, Task
from abano.core.ids import code_key
from abano.core.phone import phone_digits
from abano.db.repositories import Repository
from abano.fleet.reservations.models import CarHold, VehicleReservation, VehicleRow
from abano.marketing.quiz.models import QuizSession

# Who works with bookings.
# Names have no index: with row-level security, Postgres cannot use one for substring search. The search scans
# this many of the newest bookings, several years' worth.
SEARCHED = 20_000
MAX_ITEMS = 200
# Late pickups are shown for this long, late returns until the vehicle is back.
MISSED = timedelta(days=3)
LONG_AGO = timedelta(days=365)
# How far ahead tasks are created for transfers, missing vehicles and missing documents.
BRING_AHEAD = timedelta(days=2)
ASSIGN_AHEAD = timedelta(days=14)
DOCUMENTS_AHEAD = timedelta(days=2)
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


# Each kind has its own limit, so that one kind cannot crowd out another.
_TASKS = text("""
(
  select 'confirm', b.id,
    least(coalesce(b.waiting_since, b.created_at) + make_interval(hours => :unconfirmed_hours), b.pickup_at),
    null, 0, 0
  from bookings b where b.tenant_id = :tenant and b.status = 'pending'
  order by 3 limit :limit
) union all (
  select case when b.pickup_at < :now then 'late_pickup' else 'pickup' end, b.id, b.pickup_at, null, 0, 0
  from bookings b
  where b.tenant_id = :tenant and b.status = 'confirmed' and b.pickup_at >= :missed and b.pickup_at < :tomorrow_ends
  order by 3 limit :limit
) union all (
  select case when b.return_at < :now then 'late_return' else 'return' end, b.id, b.return_at, null, 0, 0
  from bookings b
  where b.tenant_id = :tenant and b.status = 'active' and b.return_at >= :long_ago and b.return_at < :tomorrow_ends
  order by 3 limit :limit
) union all (
  select 'transfer', b.id, b.pickup_at, coalesce(before.to_location, v.home_location), 0, 0
  from bookings b
  join vehicle_reservations r on r.tenant_id = b.tenant_id and r.booking_id = b.id and r.is_firm
  join vehicles v on v.tenant_id = r.tenant_id and v.id = r.vehicle_id
  left join lateral (
    select e.to_location from vehicle_reservations e
    where e.tenant_id = r.tenant_id and e.vehicle_id = r.vehicle_id and e.starts_at < r.starts_at
      and e.to_location is not null
    order by e.starts_at desc limit 1
  ) before on true
  where b.tenant_id = :tenant and b.status = 'confirmed' and b.pickup_at >= :now and b.pickup_at < :brought
    and coalesce(before.to_location, v.home_location) <> b.pickup_location
  order by 3 limit :limit
) union all (
  select 'costs', p.booking_id, min(p.created_at), null, count(*), sum(p.amount_minor)
  from proposed_lines p where p.tenant_id = :tenant and p.state = 'proposed'
  group by p.booking_id order by 3 limit :limit
) union all (
  select 'no_vehicle', b.id, b.pickup_at, null, 0, 0
  from bookings b
  where :availability and b.tenant_id = :tenant and b.status = 'confirmed'
    and b.pickup_at >= :now and b.pickup_at < :assigned
    and not exists (
      select 1 from vehicle_reservations r
      where r.tenant_id = b.tenant_id and r.booking_id = b.id and r.is_firm
    )
  order by 3 limit :limit
) union all (
  select 'documents', b.id, b.pickup_at, null, 0, 0
  from bookings b
  where b.tenant_id = :tenant and b.status = 'confirmed' and b.pickup_at >= :now and b.pickup_at < :documented
    and not exists (
      select 1 from customer_actions a
      where a.tenant_id = b.tenant_id and a.booking_id = b.id and a.file_id is not null
        and coalesce(a.document, 'licence') = 'licence' and not a.is_second_driver
    )
    and not exists (
      select 1 from customer_bookings own
      join customers c on c.tenant_id = own.tenant_id and c.id = own.customer_id
      join customers root on root.tenant_id = c.tenant_id and root.id = coalesce(c.merged_into, c.id)
      where own.tenant_id = b.tenant_id and own.booking_id = b.id
        and (root.licence_number <> '' or exists (
          select 1 from customer_bookings other
          join handover_records h on h.tenant_id = other.tenant_id and h.booking_id = other.booking_id
          where other.tenant_id = own.tenant_id and other.customer_id = own.customer_id
            and h.licence_seen and h.withdrawn_at is null
        ))
    )
  order by 3 limit :limit
)
""")


# Cancelled bookings of the last weeks without a decision on what they cost.
_UNDECIDED = text("""
select b.id, b.no_show, coalesce(cancelled.from_status = 'confirmed', false),
  coalesce(cancelled.created_at, b.updated_at), b.pickup_at, b.agreed_terms, b.daily_rate_minor, b.total_minor
from bookings b
left join lateral (
  select e.from_status, e.created_at from booking_events e
  where e.tenant_id = b.tenant_id and e.booking_id = b.id and e.to_status = 'cancelled'
  order by e.created_at desc limit 1
) cancelled on true
where b.tenant_id = :tenant and b.status = 'cancelled' and b.cancellation_fee_minor is null
  and b.pickup_at >= :since and b.agreed_terms <> '{}'
order by b.pickup_at limit :limit
""")


class Undecided(NamedTuple):
    """``at``: when it was cancelled."""

    booking_id: UUID
    no_show: bool
    was_confirmed: bool
    at: datetime
    pickup_at: datetime
    agreed_terms: dict[str, int]
    daily_rate: int
    total: int


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


class TodayRepository(Repository):
    """What one tenant's day holds, within the caller's transaction."""

    async def tasks(self, day: Day, *, unconfirmed_hours: int, availability: bool) -> list[Task]:
        """Booking tasks without payments, at most ``MAX_ITEMS`` of each kind."""
        values = {
            "tenant": self._tenant,
            "now": day.now,
            "tomorrow_ends": day.tomorrow_ends,
            "missed": day.now - MISSED,
            "long_ago": day.now - LONG_AGO,
            "brought": day.ends + BRING_AHEAD,
            "assigned": day.now + ASSIGN_AHEAD,
            "documented": day.now + DOCUMENTS_AHEAD,
            "unconfirmed_hours": unconfirmed_hours,
            "availability": availability,
            "limit": MAX_ITEMS,
        }
        return [Task(*row) for row in await self._session.execute(_TASKS, values)]

    async def undecided_fees(self, since: datetime) -> list[Undecided]:
        """Cancelled bookings with a pickup from then on that no one has decided on; at most ``MAX_ITEMS``."""
        values = {"tenant": self._tenant, "since": since, "limit": MAX_ITEMS}
        return [Undecided(*row) for row in await self._session.execute(_UNDECIDED, values)]

    async def holds(self, now: datetime, limit: int) -> list[tuple[UUID, datetime, datetime]]:
        """Car, pickup and end of what visitors hold, the first to expire first."""
        query = (
            select(CarHold.car_id, CarHold.starts_at, CarHold.expires_at)
            .where(CarHold.tenant_id == self._tenant, CarHold.expires_at > now)
            .order_by(CarHold.expires_at)
            .limit(limit)
        )
        return [(car_id, starts, ends) for car_id, starts, ends in await self._session.execute(query)]

    async def with_vehicles(self, booking_ids: Collection[UUID]) -> dict[UUID, WithVehicle]:
        """These bookings and the plates of their vehicles."""
        query = (
            select(BookingRow, VehicleRow.plate)
            .outerjoin(*_reservation())
            .outerjoin(*_vehicle())
            .where(BookingRow.tenant_id == self._tenant, BookingRow.id.in_(booking_ids))
        )
        return {row[0].id: WithVehicle(*row) for row in await self._session.execute(query)}

    async def newest_booking_at(self) -> datetime | None:
        """When the newest booking was made on the site."""
        query = (
            select(BookingRow.created_at)
            .where(BookingRow.tenant_id == self._tenant, BookingRow.source == "site")
            .order_by(BookingRow.created_at.desc())
            .limit(1)
        )
        return cast("datetime | None", await self._session.scalar(query))

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

    async def find_colleague(self, admin_id: UUID) -> AdminRow | None:
        """Someone who works with bookings."""
        query = select(AdminRow).where(*self._colleagues(), AdminRow.id == admin_id)
        found: AdminRow | None = await self._session.scalar(query)
        return found

    async def mark_daily_email(self, today: date) -> list[UUID]:
        """Of everyone who wants the day's tasks by email and has not had them today: from now on they have."""
        before = or_(AdminRow.daily_email_on.is_(None), AdminRow.daily_email_on < today)
        change = update(AdminRow).where(*self._colleagues(), AdminRow.has_daily_email, before)
        return list(await self._session.scalars(change.values(daily_email_on=today).returning(AdminRow.id)))

    def _colleagues(self) -> tuple[ColumnElement[bool], ...]:
        return (
            AdminRow.tenant_id == self._tenant,
            AdminRow.disabled_at.is_(None),
            has_right("bookings"),
        )


def _reservation() -> tuple[Any, Any]:
    return VehicleReservation, (VehicleReservation.tenant_id == BookingRow.tenant_id) & (
        VehicleReservation.booking_id == BookingRow.id
    ) & VehicleReservation.is_firm


def _vehicle() -> tuple[Any, Any]:
    return VehicleRow, (VehicleRow.tenant_id == VehicleReservation.tenant_id) & (
        VehicleRow.id == VehicleReservation.vehicle_id
    )
