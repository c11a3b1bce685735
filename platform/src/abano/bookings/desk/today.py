"""Use cases of the desk's day: what there is to do, leads, and the search over everything."""

from datetime import date, datetime, time, timedelta
from typing import cast
from uuid import UUID

from abano.accounts.access.principals import Actor
from abano.accounts.audit.service import record
from abano.bookings.customers.merging import blacklist_warnings
from abano.bookings.customers.service import find_customers
from abano.bookings.desk import today_schemas
from abano.bookings.desk.presentation import chat_url
from abano.bookings.desk.service import list_unseen
from abano.bookings.desk.today_repository import LeadRow, TodayRepository, WithVehicle
from abano.bookings.lifecycle.rules import Status, cancels_at
from abano.catalog.published.snapshot import Catalog
from abano.core.clock import local_moment
from abano.core.errors import NotFound
from abano.core.money import to_json
from abano.core.phone import dialled, spaced
from abano.core.text import clean
from abano.db.unit_of_work import UnitOfWork
from abano.fleet.vehicles.service import find_vehicles, list_due
from abano.marketing.commissions.service import list_affiliates
from abano.messaging.outbox.service import refused_since
from abano.payments.invoices.schemas import InvoiceOut
from abano.payments.invoices.service import find_by_number
from abano.payments.journal.rules import Balance
from abano.payments.journal.service import balances
from abano.tenancy.directory.tenant import Tenant

# Late pickups are shown for so long, and promised ones without a vehicle so far ahead.
MISSED = timedelta(days=3)
AHEAD = timedelta(days=14)
# So far ahead it is said which cars have to be brought from elsewhere.
BRING_AHEAD = timedelta(days=2)
LONG_AGO = timedelta(days=365)
SHOWN_LEADS = 20
MAX_LEADS = 200
MAX_RESULTS = 10


async def show_today(
    uow: UnitOfWork, tenant: Tenant, catalog: Catalog, now: datetime, *, with_commissions: bool
) -> today_schemas.TodayResponse:
    """The day of the company's zone."""
    today = now.astimezone(tenant.zone).date()
    starts, ends = _start(today, tenant), _start(today + timedelta(days=1), tenant)
    repository = TodayRepository(uow)
    pending = await repository.pending()
    ahead = await repository.pickups(starts, starts + AHEAD)
    late = await repository.pickups(starts - MISSED, now)
    pickups = await repository.pickups(now, ends)
    returns = await repository.returns(now, ends)
    overdue = await repository.returns(now - LONG_AGO, now)
    to_bring = await repository.to_bring(now, ends + BRING_AHEAD)
    everything = [*late, *pickups, *returns, *overdue, *pending, *ahead, *to_bring]
    money = await balances(uow, {row.booking.id: row.booking for row in everything}.values())
    held = await list_affiliates(uow, tenant) if with_commissions else []
    waiting = [each.held for each in held if each.held]
    commissions = today_schemas.HeldCommissions(affiliates=len(waiting), amount=to_json(sum(waiting)))

    without_vehicle = [row for row in ahead if row.plate is None] if catalog.rules.availability else []
    warned = await _blacklisted(uow, everything)

    def items(rows: list[WithVehicle], *, back: bool = False) -> list[today_schemas.DayItem]:
        return [
            _item(
                row,
                tenant,
                catalog,
                money[row.booking.id],
                back=back,
                blacklisted=row.booking.id in warned,
            )
            for row in rows
        ]

    return today_schemas.TodayResponse(
        day=today,
        timezone=tenant.timezone,
        currency=tenant.currency,
        pickups=items(pickups),
        returns=items(returns, back=True),
        overdue=items(overdue, back=True),
        late_pickups=items(late),
        pending=items(pending),
        to_bring=items(to_bring),
        undecided=[
            today_schemas.UndecidedCosts(
                booking_id=row.booking_id,
                reference=row.reference,
                customer_name=row.customer_name,
                car=row.car_name,
                costs=row.lines,
                amount=to_json(row.amount),
            )
            for row in await repository.undecided()
        ],
        without_vehicle=items(without_vehicle),
        due=await list_due(uow, today),
        held_commissions=commissions if waiting else None,
        leads=[_lead(row, catalog) for row in await repository.leads("open", SHOWN_LEADS)],
        bookings_refused_at=await refused_since(uow, now - timedelta(days=1)),
        by_customers=await list_unseen(uow),
    )


async def list_leads(
    uow: UnitOfWork, catalog: Catalog, state: today_schemas.LeadState | None
) -> today_schemas.LeadsResponse:
    """Begun bookings, newest first, at most 200."""
    rows = await TodayRepository(uow).leads(state, MAX_LEADS)
    return today_schemas.LeadsResponse(leads=[_lead(row, catalog) for row in rows])


async def change_lead(
    uow: UnitOfWork,
    actor: Actor,
    catalog: Catalog,
    lead_id: UUID,
    state: today_schemas.LeadState,
    now: datetime,
) -> today_schemas.LeadResponse:
    """Set the state of a lead. Raises NotFound."""
    draft = await TodayRepository(uow).find_lead(lead_id)
    if draft is None:
        raise NotFound
    before = draft.state
    draft.state, draft.state_at, draft.state_by = state, now, actor.admin_id
    await uow.session.flush()
    await record(
        uow,
        actor,
        "lead.changed",
        subject=("lead", lead_id),
        before={"state": before},
        after={"state": state},
        now=now,
    )
    name = actor.admin.name if actor.admin else None
    return today_schemas.LeadResponse(lead=_lead(LeadRow(draft, name), catalog))


async def search(uow: UnitOfWork, catalog: Catalog, typed: str) -> today_schemas.SearchResponse:
    """Bookings, customers, vehicles, models, invoices and leads that contain the text."""
    wanted = clean(typed)
    if len(wanted) < 2:
        return today_schemas.SearchResponse(
            bookings=[], vehicles=[], leads=[], customers=[], cars=[], invoices=[]
        )
    repository = TodayRepository(uow)
    bookings = [
        today_schemas.FoundBooking(
            booking_id=booking.id,
            reference=booking.reference,
            status=cast(Status, booking.status),
            customer_name=booking.customer_name,
            customer_phone=spaced(booking.customer_phone),
            car=booking.car_name,
            plate=plate,
            pickup_at=booking.pickup_at,
            campaign=campaign,
        )
        for booking, plate, campaign in await repository.search(wanted, MAX_RESULTS)
    ]
    vehicles = [
        today_schemas.FoundVehicle.model_validate(
            {"vehicle_id": vehicle.id, "plate": vehicle.plate, "car": car, "state": vehicle.state}
        )
        for vehicle, car in await find_vehicles(uow, wanted, MAX_RESULTS)
    ]
    leads = [_lead(row, catalog) for row in await repository.leads("open", MAX_LEADS)]
    low = wanted.lower()
    found = [lead for lead in leads if low in f"{lead.name} {lead.email} {lead.phone}".lower()]
    return today_schemas.SearchResponse(
        bookings=bookings,
        vehicles=vehicles,
        leads=found[:MAX_RESULTS],
        customers=await find_customers(uow, wanted, MAX_RESULTS),
        cars=[
            today_schemas.FoundCar(slug=car.slug, name=car.name)
            for car in catalog.cars
            if low in car.name.lower()
        ][:MAX_RESULTS],
        invoices=[InvoiceOut.of(each) for each in await find_by_number(uow, wanted, MAX_RESULTS)],
    )


async def _blacklisted(uow: UnitOfWork, rows: list[WithVehicle]) -> set[UUID]:
    """The ids of those bookings whose customers the desk is warned of."""
    bookings = [row.booking for row in rows]
    contacts = [(each.customer_email, each.customer_phone) for each in bookings]
    warnings = await blacklist_warnings(uow, contacts)
    return {booking.id for booking, warning in zip(bookings, warnings, strict=True) if warning}


def _item(
    row: WithVehicle,
    tenant: Tenant,
    catalog: Catalog,
    money: Balance,
    *,
    back: bool,
    blacklisted: bool,
) -> today_schemas.DayItem:
    booking = row.booking
    return today_schemas.DayItem(
        booking_id=booking.id,
        reference=booking.reference,
        status=cast(Status, booking.status),
        at=booking.return_at if back else booking.pickup_at,
        place=booking.dropoff_location if back else booking.pickup_location,
        customer_name=booking.customer_name,
        customer_phone=spaced(booking.customer_phone),
        chat_url=chat_url(booking, tenant, catalog),
        car=booking.car_name,
        plate=row.plate,
        bring_from=row.stands_at,
        cancels_at=cancels_at(
            booking.status, booking.waiting_since or booking.created_at, catalog.rules.unconfirmed_hours
        ),
        balance=to_json(money.due),
        deposit=to_json(money.held),
        blacklisted=blacklisted,
    )


def _lead(row: LeadRow, catalog: Catalog) -> today_schemas.LeadOut:
    draft, payload = row.draft, row.draft.payload
    details = payload.get("bookingDetails") or {}
    phone = str(payload.get("customerPhone") or "")
    base, number = catalog.rules.contacts.get("chatUrlBase"), dialled(phone)
    return today_schemas.LeadOut(
        id=draft.id,
        name=" ".join(filter(None, (str(payload.get(part) or "") for part in ("firstName", "lastName")))),
        email=str(payload.get("customerEmail") or ""),
        phone=spaced(phone),
        chat_url=f"{base}{number}" if base and number else None,
        car=str(details.get("selectedCar") or ""),
        pickup_date=str(details.get("pickupDate") or ""),
        return_date=str(details.get("returnDate") or ""),
        state=cast(today_schemas.LeadState, draft.state),
        state_by=row.admin_name,
        state_at=draft.state_at,
        created_at=draft.created_at,
        updated_at=draft.updated_at or draft.created_at,
    )


def _start(day: date, tenant: Tenant) -> datetime:
    return local_moment(datetime.combine(day, time()), tenant.zone)
