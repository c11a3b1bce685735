"""Use case of quotes."""

from collections.abc import Sequence
from datetime import date, datetime
from zoneinfo import ZoneInfo

from abano.catalog.snapshot import Catalog
from abano.errors import FieldError, InvalidInput
from abano.pricing import messages
from abano.pricing.days import RentalTimes
from abano.pricing.lowest import LONGEST_RENTAL_DAYS
from abano.pricing.rules import Price, chosen_services, price, rental_days
from abano.pricing.schemas import QuoteRequest

_LOCATION_MISSING = {
    "pickupLocation": messages.PICKUP_LOCATION_MISSING,
    "dropoffLocation": messages.DROPOFF_LOCATION_MISSING,
}


def check_codes(
    catalog: Catalog,
    *,
    locations: dict[str, str],
    insurance: str | None,
    services: Sequence[str],
    car_name: str,
) -> list[FieldError]:
    """Errors for unknown codes, and services that do not go with the car or are too many.

    ``locations`` maps field names to codes.
    """
    errors = [
        FieldError(field, _LOCATION_MISSING[field]())
        for field, code in locations.items()
        if catalog.location(code) is None
    ]
    if insurance is not None and catalog.insurance_option(insurance) is None:
        errors.append(FieldError("insuranceType", messages.INSURANCE_MISSING()))
    unknown = [code for code in services if catalog.service(code) is None]
    if unknown:
        errors.append(FieldError("services", messages.SERVICES_UNKNOWN(names=", ".join(unknown)[:100])))
    car = catalog.car(car_name)
    others = [
        found.label
        for code in services
        if (found := catalog.service(code))
        and found.only_for_cars
        and (car is None or car.slug not in found.only_for_cars)
    ]
    if others:
        errors.append(FieldError("services", messages.SERVICES_FOR_OTHER_CARS(names=", ".join(others)[:100])))
    if not unknown:
        beyond = [
            f"{service.label} ({count} / {service.most_per_booking})"
            for service, count in chosen_services(catalog, services)
            if count > service.most_per_booking
        ]
        if beyond:
            errors.append(FieldError("services", messages.SERVICES_TOO_MANY(names=", ".join(beyond)[:100])))
    return errors


def quote(catalog: Catalog, request: QuoteRequest, promo_basis_points: int, now: datetime) -> Price:
    """The price for a request made now (UTC). Raises InvalidInput.

    Without an insurance it is the price with the preselected one.

    Days are computed from the dates when both are given; without dates they are ordinary ones.
    """
    preselected = catalog.preselected_insurance
    insurance = request.insurance_type
    if insurance is None and preselected is not None:
        insurance = preselected.code
    places = {"pickupLocation": request.pickup_location, "dropoffLocation": request.dropoff_location}
    given = {field: code for field, code in places.items() if code}
    services = request.service_codes()
    errors = check_codes(
        catalog,
        locations=given,
        insurance=insurance,
        services=services,
        car_name=request.car_type,
    )
    times = _times(catalog, request, now)
    days = request.days if times is None else rental_days(times.pickup, times.dropoff)
    if days is None:
        errors.append(FieldError("days", messages.DAYS_MISSING()))
    if errors or days is None:
        raise InvalidInput(fields=tuple(errors))
    return price(
        catalog,
        car_name=request.car_type,
        days=days,
        pickup=request.pickup_location,
        dropoff=request.dropoff_location,
        insurance=insurance,
        services=services,
        promo_basis_points=promo_basis_points,
        times=times,
    )


def booked_on(catalog: Catalog, moment: datetime) -> date:
    """The date of a moment by the company's clock."""
    return moment.astimezone(ZoneInfo(catalog.rules.timezone)).date()


def _times(catalog: Catalog, request: QuoteRequest, now: datetime) -> RentalTimes | None:
    if request.pickup_date is None or request.return_date is None:
        return None
    try:
        pickup = datetime.fromisoformat(f"{request.pickup_date}T{request.pickup_time or '09:00'}")
        dropoff = datetime.fromisoformat(f"{request.return_date}T{request.return_time or '09:00'}")
    except ValueError:
        raise InvalidInput.of("pickupTime", messages.PICKUP_TIME_MISSING()) from None
    if dropoff <= pickup:
        raise InvalidInput.of("returnDate", messages.RETURN_NOT_AFTER_PICKUP())
    days = rental_days(pickup, dropoff)
    if days > LONGEST_RENTAL_DAYS:
        raise InvalidInput.of("returnDate", messages.RENTAL_TOO_LONG(days=LONGEST_RENTAL_DAYS))
    return RentalTimes(pickup, dropoff, booked_on(catalog, now))
