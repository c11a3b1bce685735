"""Bookings by staff as the console's schemas."""

from collections.abc import Mapping
from uuid import UUID

from abano.booking_record.models import BookingRow
from abano.bookings.customers.schemas import BlacklistWarning, CustomerOfBooking
from abano.bookings.desk import editing_schemas as schemas
from abano.bookings.desk.quoting import Trip, price_out
from abano.bookings.desk.repository import BookingAdminRepository, Listed, StaffRepository
from abano.catalog.pricing.rules import as_stored
from abano.catalog.published.snapshot import Catalog
from abano.core.errors import NotFound
from abano.core.ids import new_id
from abano.core.money import to_json
from abano.core.phone import read_phone
from abano.db.unit_of_work import UnitOfWork
from abano.fleet.availability.rules import AvailabilityStatus
from abano.fleet.reservations import service as reservations
from abano.fleet.reservations.service import Rental
from abano.fleet.vehicles.documents import load_plates
from abano.integrations.api_keys.service import load_authors
from abano.marketing.affiliates.rules import Promo


async def get_listed(uow: UnitOfWork, booking_id: UUID) -> Listed:
    """Raises NotFound."""
    listed = await BookingAdminRepository(uow).find(booking_id)
    if listed is None:
        raise NotFound
    return listed


def asked_of(trip: Trip, booking: BookingRow | None) -> Rental:
    """The rental for an availability check. A new booking gets an unused id."""
    return Rental(
        booking_id=booking.id if booking else new_id(),
        reference=booking.reference if booking else "",
        car_id=trip.car.id,
        period=trip.period,
        pickup_location=trip.pickup_place.code,
        dropoff_location=trip.dropoff_place.code,
    )


def quote(
    catalog: Catalog,
    trip: Trip,
    listed: Listed | None,
    assignment: schemas.AssignmentOut,
    promo: Promo | None,
    statuses: Mapping[UUID, AvailabilityStatus],
    customer: CustomerOfBooking | None,
    blacklisted: BlacklistWarning | None,
) -> schemas.QuoteForStaffResponse:
    """Both prices side by side."""
    booking = listed.booking if listed else None
    agreed = price_out(booking.days, booking.total_minor, booking.price_lines) if booking else None
    amounts = trip.amounts
    commission = None
    if listed is not None and listed.referrer is not None:
        commission = schemas.CommissionChange(affiliate=listed.referrer.name)
    return schemas.QuoteForStaffResponse(
        currency=catalog.rules.currency,
        agreed=agreed,
        fresh=price_out(amounts.days, amounts.total, as_stored(amounts.lines)),
        difference=to_json(amounts.total - (booking.total_minor if booking else 0)),
        warnings=list(trip.warnings),
        assignment=assignment,
        cars=[
            schemas.CarStatus(car=car.name, state=status.state, left=status.left)
            for car in catalog.cars
            if (status := statuses.get(car.id))
        ],
        promo=_promo(promo),
        commission=commission,
        customer=customer,
        blacklisted=blacklisted,
    )


def _promo(promo: Promo | None) -> schemas.PromoOut | None:
    if promo is None:
        return None
    percent = to_json(promo.discount_basis_points)
    return schemas.PromoOut(code=promo.code, discount_percent=percent, affiliate=promo.affiliate_name or None)


async def changes(uow: UnitOfWork, booking_id: UUID) -> schemas.BookingChangesResponse:
    """Raises NotFound."""
    repository = StaffRepository(uow)
    booking = await repository.find(booking_id)
    if booking is None:
        raise NotFound
    api_keys = await load_authors(uow, "booking", booking.reference)
    reservation = await reservations.reservation_of(uow, booking_id)
    vehicle = None
    if reservation is not None:
        plates = await load_plates(uow, [reservation.vehicle_id])
        vehicle = {
            "id": reservation.vehicle_id,
            "plate": plates.get(reservation.vehicle_id, ""),
            "transfer_from": None,
            "gap_hours": 0,
        }
    return schemas.BookingChangesResponse.model_validate(
        {
            "source": booking.source,
            "status": booking.status,
            "no_show": booking.no_show,
            "vehicle": vehicle,
            "is_firm": reservation is not None and reservation.is_firm,
            "changes": [
                {
                    "kind": change.kind,
                    "before": change.before,
                    "after": change.after,
                    "reason": change.reason,
                    "is_notified": change.is_notified,
                    "admin_name": name,
                    "api_key_name": None if change.admin_id else api_keys.get(change.created_at),
                    "created_at": change.created_at,
                }
                for change, name in await repository.changes(booking_id)
            ],
        }
    )


# The columns of a booking as the desk typed it.


def customer_columns(
    catalog: Catalog, request: schemas.NewBooking | schemas.ChangeBookingRequest
) -> dict[str, object]:
    phone = read_phone(request.customer_phone, catalog.rules.phone_prefix) if request.customer_phone else None
    return {
        "customer_name": request.customer_name,
        "customer_email": request.customer_email,
        "customer_phone": str(phone) if phone else request.customer_phone,
    }


def rental_columns(trip: Trip, request: schemas.Rental) -> dict[str, object]:
    return {
        "driver_age": request.driver_age,
        "group_size": request.group_size,
        "car_id": trip.car.id,
        "car_name": trip.car.name,
        "pickup_location": trip.pickup_place.code,
        "dropoff_location": trip.dropoff_place.code,
        "pickup_place": trip.handover.pickup.as_agreed() if trip.handover.pickup else None,
        "dropoff_place": trip.handover.dropoff.as_agreed() if trip.handover.dropoff else None,
        "pickup_at": trip.period.starts_at,
        "return_at": trip.period.ends_at,
        "insurance_code": trip.insurance_code,
        "service_codes": list(trip.service_codes),
    }
