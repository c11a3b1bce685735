"""The use case of taking a booking by phone, chat or at the counter."""

from datetime import datetime
from uuid import UUID

from abano.affiliates.promo_codes.rules import PROMO_CODE_INVALID, Promo
from abano.affiliates.promo_codes.service import use_promo
from abano.audit.service import record
from abano.auth.principals import Actor
from abano.bookings.repository import BookingRepository
from abano.bookings.staff.columns import customer_columns, rental_columns
from abano.bookings.staff.history import check_address, check_reason, remember, told
from abano.bookings.staff.quoting import Trip
from abano.bookings.staff.repository import StaffRepository
from abano.bookings.staff.schemas import TakeBookingRequest
from abano.bookings.status import change_status
from abano.bookings.today.repository import TodayRepository
from abano.bookings.vehicles import assign_vehicle
from abano.catalog.snapshot import Catalog
from abano.customers.assigning import assign_booking
from abano.database.unit_of_work import UnitOfWork
from abano.errors import InvalidInput
from abano.kit.ids import new_booking_reference, new_id
from abano.kit.money import to_json
from abano.languages.choice import spoken
from abano.models.bookings import BookingEvent, BookingNote, BookingRow
from abano.pricing.rules import as_stored


async def take(
    uow: UnitOfWork,
    actor: Actor,
    catalog: Catalog,
    request: TakeBookingRequest,
    trip: Trip,
    promo: Promo | None,
    now: datetime,
) -> UUID:
    """Take a booking for a customer. ``promo`` is the code by which ``trip`` was priced.

    Raises InvalidInput, CarNoLongerAvailable, NoVehicleFree, VehicleAlreadyBooked.
    """
    check_reason(request.reason, needed=bool(request.manual_lines or request.discount_percent))
    check_address(request.customer_email, needed=request.tell or request.message is not None)
    booking = BookingRow(
        tenant_id=uow.tenant_id,
        id=new_id(),
        reference=new_booking_reference(),
        status="pending",
        source=request.source,
        taken_by=actor.admin_id,
        currency=catalog.rules.currency,
        consent_state="unknown" if catalog.rules.consent_required else "not_required",
        language=spoken(request.language, catalog.rules.languages),
        catalog_version=catalog.version,
        promo_code=promo.code if promo else None,
        created_at=now,
        updated_at=now,
        days=trip.amounts.days,
        daily_rate_minor=trip.amounts.daily_rate,
        total_minor=trip.amounts.total,
        price_lines=as_stored(trip.amounts.lines),
        **customer_columns(catalog, request),
        **rental_columns(trip, request),
    )
    repository = StaffRepository(uow)
    await repository.add(booking)
    await assign_booking(uow, booking.id)
    if promo and not await use_promo(uow, promo, now):
        raise InvalidInput.of("promoCode", PROMO_CODE_INVALID())
    event = BookingEvent(
        tenant_id=uow.tenant_id,
        id=new_id(),
        booking_id=booking.id,
        to_status="pending",
        actor="admin",
        admin_id=actor.admin_id,
        created_at=now,
    )
    await BookingRepository(uow).add_event(event)
    if request.note and actor.admin_id:
        note = BookingNote(
            tenant_id=uow.tenant_id,
            id=new_id(),
            booking_id=booking.id,
            admin_id=actor.admin_id,
            kind="note",
            body=request.note,
            created_at=now,
        )
        await repository.add(note)
    await TodayRepository(uow).win_leads(booking.customer_email, booking.customer_phone, now)
    if request.confirm:
        await change_status(
            uow,
            booking,
            "confirmed",
            actor="admin",
            admin_id=actor.admin_id,
            reason="",
            now=now,
            tells_customer=False,
        )
    if request.confirm or request.vehicle_id:
        await assign_vehicle(uow, booking, now=now, actor=actor, vehicle_id=request.vehicle_id)
    occasion = ("confirmed" if request.confirm else "received") if request.tell else None
    await remember(
        uow,
        actor,
        booking,
        "taken",
        {},
        told(booking),
        request.reason,
        request.message,
        now,
        occasion=occasion,
    )
    after = {"source": request.source, "car": booking.car_name, "total": to_json(booking.total_minor)}
    subject = ("booking", booking.reference)
    await record(uow, actor, "booking.taken", subject=subject, after=after, now=now)
    return booking.id
