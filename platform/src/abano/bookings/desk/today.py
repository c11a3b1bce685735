"""Use cases of the desk's day: what there is to do, leads, and the search over everything."""

from collections import Counter
from collections.abc import Sequence
from datetime import datetime, time, timedelta
from typing import cast
from uuid import UUID

from abano.accounts.access.principals import Actor
from abano.accounts.audit.service import record
from abano.booking_record.assignees import Member, TripKind, list_assigned, list_staff
from abano.booking_record.rules import Status, cancellation_fee
from abano.bookings.customers.merging import blacklist_warnings
from abano.bookings.customers.service import find_customers
from abano.bookings.desk import today_schemas
from abano.bookings.desk.presentation import chat_url
from abano.bookings.desk.service import list_unseen
from abano.bookings.desk.today_repository import LeadRow, TodayRepository, WithVehicle
from abano.bookings.desk.today_rules import (
    Day,
    Task,
    TaskKind,
    Urgency,
    conflict_urgency,
    count_due,
    in_order,
)
from abano.catalog.published.snapshot import Catalog
from abano.core.clock import local_moment
from abano.core.errors import NotFound
from abano.core.money import to_json
from abano.core.phone import dialled, spaced
from abano.core.text import clean
from abano.db.unit_of_work import UnitOfWork
from abano.fleet.imported_calendars.service import list_conflicts
from abano.fleet.vehicles.service import find_vehicles, list_due
from abano.marketing.commissions.service import list_affiliates
from abano.messaging.outbox.service import refused_since
from abano.payments.desk.service import unsettled
from abano.payments.invoices.schemas import InvoiceOut
from abano.payments.invoices.service import find_by_number
from abano.payments.journal.rules import Balance
from abano.payments.journal.service import balances
from abano.payments.online.holds import expiring
from abano.tenancy.directory.tenant import Tenant

MAX_TASKS = 300
SHOWN_LEADS = 20
MAX_LEADS = 200
MAX_RESULTS = 10
SHOWN_HOLDS = 20
# Older cancellations no longer create a task for their fee.
FEES_ASKED = timedelta(days=60)
TRIPS: dict[TaskKind, TripKind] = {
    "pickup": "handover",
    "late_pickup": "handover",
    "transfer": "handover",
    "return": "return",
    "late_return": "return",
}


async def show_today(
    uow: UnitOfWork, tenant: Tenant, catalog: Catalog, actor: Actor, now: datetime, *, with_commissions: bool
) -> today_schemas.TodayResponse:
    """The day of the company's zone."""
    today = now.astimezone(tenant.zone).date()
    day = _day(now, tenant)
    repository = TodayRepository(uow)
    tasks = in_order(await _tasks(repository, uow, tenant, catalog, day), day)
    conflicts = await list_conflict_tasks(uow, day)
    held = await list_affiliates(uow, tenant) if with_commissions else []
    waiting = [each.held for each in held if each.held]
    commissions = today_schemas.HeldCommissions(affiliates=len(waiting), amount=to_json(sum(waiting)))
    cars = {car.id: car.name for car in catalog.cars}
    return today_schemas.TodayResponse(
        day=today,
        timezone=tenant.timezone,
        currency=tenant.currency,
        tasks=await _shown(repository, uow, tenant, catalog, tasks[:MAX_TASKS], actor.admin_id),
        counts=_counts(tasks, conflicts),
        due_today=count_due((task for _, task in tasks), day) + len(conflicts),
        due=await list_due(uow, today),
        held_commissions=commissions if waiting else None,
        leads=[_lead(row, catalog) for row in await repository.leads("open", SHOWN_LEADS)],
        holds=[
            today_schemas.HoldOut(car=cars[car_id], pickup_at=pickup_at, expires_at=expires_at)
            for car_id, pickup_at, expires_at in await repository.holds(now, SHOWN_HOLDS)
            if car_id in cars
        ],
        staff=[today_schemas.StaffOut.of(each) for each in await list_staff(uow)],
        bookings_refused_at=await refused_since(uow, now - timedelta(days=1)),
        calendar_conflicts=conflicts,
        by_customers=await list_unseen(uow),
    )


async def list_tasks(
    uow: UnitOfWork, tenant: Tenant, catalog: Catalog, admin_id: UUID, now: datetime
) -> tuple[list[today_schemas.TaskOut], list[today_schemas.ConflictTask]]:
    """What there is to do with bookings, the most urgent first, and calendar conflicts, as ``show_today`` has it."""
    day, repository = _day(now, tenant), TodayRepository(uow)
    tasks = in_order(await _tasks(repository, uow, tenant, catalog, day), day)
    shown = await _shown(repository, uow, tenant, catalog, tasks[:MAX_TASKS], admin_id)
    return shown, await list_conflict_tasks(uow, day)


async def list_conflict_tasks(uow: UnitOfWork, day: Day) -> list[today_schemas.ConflictTask]:
    """Vehicles that an imported calendar and a booking or block take at the same time, the next first."""
    return [
        today_schemas.ConflictTask(
            **each.model_dump(by_alias=False), urgency=conflict_urgency(each.starts_at, day)
        )
        for each in await list_conflicts(uow, day.now)
    ]


def _counts(
    tasks: Sequence[tuple[Urgency, Task]], conflicts: Sequence[today_schemas.ConflictTask]
) -> list[today_schemas.TaskCount]:
    counts = [
        today_schemas.TaskCount(kind=kind, count=count)
        for kind, count in Counter(task.kind for _, task in tasks).items()
    ]
    if conflicts:
        counts.append(today_schemas.TaskCount(kind="calendar_conflict", count=len(conflicts)))
    return counts


async def count_today(
    uow: UnitOfWork, tenant: Tenant, catalog: Catalog, now: datetime
) -> today_schemas.TodayCountResponse:
    """The counts of ``show_today`` without its bookings."""
    day = _day(now, tenant)
    repository = TodayRepository(uow)
    tasks = await _tasks(repository, uow, tenant, catalog, day)
    return today_schemas.TodayCountResponse(
        due_today=count_due(tasks, day) + len(await list_conflict_tasks(uow, day)),
        late_returns=sum(each.kind == "late_return" for each in tasks),
        newest_booking_at=await repository.newest_booking_at(),
    )


async def list_leads(
    uow: UnitOfWork, catalog: Catalog, state: today_schemas.LeadState | None
) -> today_schemas.LeadsResponse:
    """Incomplete bookings, newest first, at most 200."""
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


async def _tasks(
    repository: TodayRepository, uow: UnitOfWork, tenant: Tenant, catalog: Catalog, day: Day
) -> list[Task]:
    """In no order. What is to pay at a pickup or a late return is shown with it."""
    rules = catalog.rules
    tasks = await repository.tasks(
        day, unconfirmed_hours=rules.unconfirmed_hours, availability=rules.availability
    )
    for each in await repository.undecided_fees(day.now - FEES_ASKED):
        fee = cancellation_fee(
            each.agreed_terms,
            was_confirmed=each.was_confirmed,
            is_no_show=each.no_show,
            notice=each.pickup_at - each.at,
            daily_rate=each.daily_rate,
            total=each.total,
        )
        if fee.amount:
            tasks.append(Task("fee", each.booking_id, each.at, amount=fee.amount))
    tasks += [
        Task("card_hold", each.booking_id, each.capture_before, amount=each.amount_minor)
        for each in await expiring(uow, day.now)
        if each.capture_before is not None
    ]
    late = {task.booking_id for task in tasks if task.kind == "late_return"}
    return tasks + [
        Task("payment", each.booking_id, each.pickup_at)
        for each in await unsettled(uow, tenant, day.now)
        if each.due < 0 or (each.status != "confirmed" and each.booking_id not in late)
    ]


async def _shown(
    repository: TodayRepository,
    uow: UnitOfWork,
    tenant: Tenant,
    catalog: Catalog,
    tasks: list[tuple[Urgency, Task]],
    admin_id: UUID | None,
) -> list[today_schemas.TaskOut]:
    rows = await repository.with_vehicles({task.booking_id for _, task in tasks})
    bookings = [row.booking for row in rows.values()]
    money = await balances(uow, bookings)
    assigned = await list_assigned(uow, rows.keys())
    contacts = [(each.customer_email, each.customer_phone) for each in bookings]
    warnings = await blacklist_warnings(uow, contacts)
    warned = {booking.id for booking, warning in zip(bookings, warnings, strict=True) if warning}
    return [
        _task(
            urgency,
            task,
            rows[task.booking_id],
            tenant,
            catalog,
            money[task.booking_id],
            assigned.get((task.booking_id, TRIPS.get(task.kind, ""))),
            admin_id,
            blacklisted=task.booking_id in warned,
        )
        for urgency, task in tasks
        if task.booking_id in rows
    ]


def _task(
    urgency: Urgency,
    task: Task,
    row: WithVehicle,
    tenant: Tenant,
    catalog: Catalog,
    money: Balance,
    assignee: Member | None,
    admin_id: UUID | None,
    *,
    blacklisted: bool,
) -> today_schemas.TaskOut:
    booking = row.booking
    comes_back = booking.status in {"active", "completed"}
    return today_schemas.TaskOut(
        kind=task.kind,
        urgency=urgency,
        due_at=task.due_at,
        booking_id=booking.id,
        reference=booking.reference,
        status=cast(Status, booking.status),
        at=booking.return_at if comes_back else booking.pickup_at,
        place=booking.dropoff_location if comes_back else booking.pickup_location,
        customer_name=booking.customer_name,
        customer_phone=spaced(booking.customer_phone),
        chat_url=chat_url(booking, tenant, catalog),
        car=booking.car_name,
        plate=row.plate,
        bring_from=task.place,
        balance=to_json(money.due),
        deposit=to_json(money.held),
        costs=task.costs,
        costs_amount=to_json(task.amount),
        assignee=today_schemas.StaffOut.of(assignee) if assignee else None,
        is_mine=assignee is not None and assignee.admin_id == admin_id,
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


def _day(now: datetime, tenant: Tenant) -> Day:
    today = now.astimezone(tenant.zone).date()
    ends, tomorrow_ends = (
        local_moment(datetime.combine(today + timedelta(days=days), time()), tenant.zone) for days in (1, 2)
    )
    return Day(now, ends, tomorrow_ends)
