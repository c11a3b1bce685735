"""The columns of a booking as the desk typed it."""

from abano.bookings.staff import schemas
from abano.bookings.staff.quoting import Trip
from abano.catalog.snapshot import Catalog
from abano.kit.phone import read_phone


def customer_columns(
    catalog: Catalog, request: schemas.TakeBookingRequest | schemas.ChangeBookingRequest
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
        "pickup_at": trip.period.starts_at,
        "return_at": trip.period.ends_at,
        "insurance_code": trip.insurance_code,
        "service_codes": list(trip.service_codes),
    }
