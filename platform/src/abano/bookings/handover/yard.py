"""The yard's list for today, data for its form, and access rules for its bookings."""

from collections import Counter
from datetime import date, datetime, time, timedelta
from typing import cast
from uuid import UUID

from abano.accounts.access.principals import Actor
from abano.booking_record.assignees import list_assigned
from abano.booking_record.models import BookingDetails, BookingRow
from abano.booking_record.rules import Status
from abano.bookings.agreements.facts import booked_name
from abano.bookings.agreements.service import find_agreement
from abano.bookings.customers.merging import licence_of
from abano.bookings.handover import schemas
from abano.bookings.handover.presentation import body_of_car, present_damages, present_records
from abano.bookings.handover.repository import HandoverRepository
from abano.bookings.handover.rules import RecordKind
from abano.bookings.handover.terms import may_change_costs
from abano.catalog.pricing.schemas import AgreedPlace
from abano.catalog.published.snapshot import Catalog
from abano.core.clock import local_moment
from abano.core.errors import NotFound
from abano.core.money import to_json
from abano.core.phone import spaced
from abano.db.unit_of_work import UnitOfWork
from abano.fleet.reservations.service import reservation_of
from abano.payments.journal.service import balance_of
from abano.payments.journal.tills import find_open_till
from abano.payments.online.holds import held
from abano.payments.online.schemas import HeldOut
from abano.tenancy.directory.tenant import Tenant

# Missed pickups are shown for this long, returns until they are recorded.
MISSED = timedelta(days=3)
# Tolerance before a pickup or return is shown as overdue.
GRACE = timedelta(minutes=15)
LONG_AGO = timedelta(days=365)


async def show_yard(
    uow: UnitOfWork, tenant: Tenant, catalog: Catalog, actor: Actor, now: datetime
) -> schemas.YardResponse:
    """Today's handovers and returns by their time, what is overdue first, what is done last."""
    today, starts, ends = _day(tenant, now)
    repository = HandoverRepository(uow)
    pickups = await repository.pickups(starts - MISSED, ends)
    returns = await repository.returns(now - LONG_AGO, ends)
    details = await repository.details_of([booking.id for booking, _ in (*pickups, *returns)])
    items = [
        _item(catalog, booking, plate, "handover", now, None, details.get(booking.id))
        for booking, plate in pickups
    ]
    items += [
        _item(catalog, booking, plate, "return", now, None, details.get(booking.id))
        for booking, plate in returns
    ]
    items += [
        _item(catalog, booking, plate, cast(RecordKind, record.kind), now, record.recorded_at)
        for record, booking, plate in await repository.done(starts)
    ]
    assigned = await list_assigned(uow, {each.booking_id for each in items})
    items = [
        each.model_copy(update={"assignee": member.name, "is_mine": member.admin_id == actor.admin_id})
        if (member := assigned.get((each.booking_id, each.kind)))
        else each
        for each in items
    ]
    items.sort(key=lambda each: (each.done_at is not None, each.at))
    return schemas.YardResponse(day=today, timezone=tenant.timezone, items=items)


async def show_booking(
    uow: UnitOfWork, tenant: Tenant, catalog: Catalog, actor: Actor, booking_id: UUID, now: datetime
) -> schemas.YardBookingResponse:
    """Raises NotFound, also for a driver whose day the booking is not of."""
    booking = await get_visible(uow, tenant, actor, booking_id, now)
    repository = HandoverRepository(uow)
    reservation = await reservation_of(uow, booking.id)
    vehicle = await repository.find_vehicle(reservation.vehicle_id) if reservation else None
    last = await repository.last_of_vehicle(vehicle.id) if vehicle else None
    current = [each for each in await repository.records(booking.id) if each.record.withdrawn_at is None]
    records = {each.kind: each for each in await present_records(uow, current)}
    details = (await repository.details_of([booking.id])).get(booking.id)
    option = catalog.insurance_option(booking.insurance_code)
    shown = schemas.YardBooking(
        booking_id=booking.id,
        reference=booking.reference,
        status=cast(Status, booking.status),
        customer_name=booking.customer_name,
        customer_phone=spaced(booking.customer_phone),
        language=booking.language or catalog.rules.languages[0],
        car=booking.car_name,
        body=await body_of_car(uow, vehicle.id if vehicle else None, booking.car_id),
        plate=vehicle.plate if vehicle else None,
        pickup_at=booking.pickup_at,
        return_at=booking.return_at,
        pickup_place=place_name(catalog, booking.pickup_location),
        dropoff_place=place_name(catalog, booking.dropoff_location),
        pickup_handover_place=AgreedPlace.of(booking.pickup_place, catalog.rules.language_of_team),
        dropoff_handover_place=AgreedPlace.of(booking.dropoff_place, catalog.rules.language_of_team),
        flight_number=details.flight_number if details else "",
        second_driver=details.second_driver_name if details else "",
        pickup_address=_address(details, is_back=False),
        dropoff_address=_address(details, is_back=True),
        insurance=option.label if option else booked_name(booking, f"insurance:{booking.insurance_code}"),
        total_price=to_json(booking.total_minor),
        currency=booking.currency,
        extras=[
            schemas.Accessory(
                code=code, label=service.label if service else booked_name(booking, code), count=count
            )
            for code, count in Counter(booking.service_codes).items()
            for service in [catalog.service(code)]
        ],
        last_mileage_km=vehicle.mileage_km if vehicle else None,
        last_fuel_eighths=last.fuel_eighths if last else None,
        damages=await present_damages(uow, vehicle.id if vehicle else None),
        licence_number=await licence_of(uow, booking.id),
        agreement=await _agreement(uow, catalog, booking),
        handed_over=records.get("handover"),
        returned=records.get("return"),
        may_change_costs=await may_change_costs(uow, actor),
    )
    return schemas.YardBookingResponse(booking=shown, timezone=tenant.timezone)


async def _agreement(uow: UnitOfWork, catalog: Catalog, booking: BookingRow) -> schemas.YardAgreement | None:
    found = await find_agreement(uow, catalog, booking)
    if found is None or found.row.signed_at is None:
        return None
    return schemas.YardAgreement(
        signed_at=found.row.signed_at, signer_name=found.row.signer_name, is_outdated=found.is_outdated
    )


async def get_visible(
    uow: UnitOfWork, tenant: Tenant, actor: Actor, booking_id: UUID, now: datetime
) -> BookingRow:
    """A booking that the actor may work on in the yard. Raises NotFound.

    Without the right to bookings it is one of the day.
    """
    repository = HandoverRepository(uow)
    booking = await repository.find_booking(booking_id)
    if booking is None:
        raise NotFound
    if actor.admin is not None and not actor.may("bookings"):
        _, starts, ends = _day(tenant, now)
        is_of_day = (booking.status == "confirmed" and starts - MISSED <= booking.pickup_at < ends) or (
            booking.status == "active" and booking.return_at < ends
        )
        if not is_of_day and not any(
            record.record.created_at >= starts for record in await repository.records(booking_id)
        ):
            raise NotFound
    return booking


async def show_money(uow: UnitOfWork, actor: Actor, booking: BookingRow) -> schemas.YardMoney:
    """What is due of a booking that the actor may work on."""
    balance = await balance_of(uow, booking)
    return schemas.YardMoney(
        currency=booking.currency,
        agreed=to_json(balance.agreed),
        paid=to_json(balance.paid),
        due=to_json(balance.due),
        held=to_json(balance.held),
        card_holds=[HeldOut.of(each) for each in await held(uow, booking.id)],
        has_till=await find_open_till(uow, actor) is not None,
        has_email="@" in booking.customer_email,
    )


def place_name(catalog: Catalog, code: str) -> str:
    place = catalog.location(code)
    return place.name if place else code


def _item(
    catalog: Catalog,
    booking: BookingRow,
    plate: str | None,
    kind: RecordKind,
    now: datetime,
    done_at: datetime | None,
    details: BookingDetails | None = None,
) -> schemas.YardItem:
    is_back = kind == "return"
    at = booking.return_at if is_back else booking.pickup_at
    return schemas.YardItem(
        booking_id=booking.id,
        kind=kind,
        reference=booking.reference,
        at=at,
        place=place_name(catalog, booking.dropoff_location if is_back else booking.pickup_location),
        handover_place=AgreedPlace.of(
            booking.dropoff_place if is_back else booking.pickup_place, catalog.rules.language_of_team
        ),
        flight_number=details.flight_number if details and not is_back else "",
        address=_address(details, is_back=is_back),
        customer_name=booking.customer_name,
        customer_phone=spaced(booking.customer_phone),
        car=booking.car_name,
        plate=plate,
        is_late=done_at is None and at + GRACE < now,
        done_at=done_at,
    )


def _address(details: BookingDetails | None, *, is_back: bool) -> str:
    if details is None:
        return ""
    return details.dropoff_address if is_back else details.pickup_address


def _day(tenant: Tenant, now: datetime) -> tuple[date, datetime, datetime]:
    """Today in the company's zone, with its first moment and the first after it."""
    today = now.astimezone(tenant.zone).date()
    first = local_moment(datetime.combine(today, time()), tenant.zone)
    return today, first, local_moment(datetime.combine(today + timedelta(days=1), time()), tenant.zone)
