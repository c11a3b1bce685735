"""Use case of quotes."""

from collections.abc import Sequence
from datetime import datetime

from abano.catalog.snapshot import Catalog
from abano.errors import FieldError, InvalidInput
from abano.pricing.rules import Price, price, rental_days
from abano.pricing.schemas import LONGEST_RENTAL_DAYS, QuoteRequest


def check_codes(
    catalog: Catalog, *, locations: dict[str, str], insurance: str | None, services: Sequence[str]
) -> list[FieldError]:
    """Errors for unknown codes. ``locations`` maps field names to codes."""
    errors = [
        FieldError(field, f"Please select {'pickup' if field.startswith('pickup') else 'dropoff'} location")
        for field, code in locations.items()
        if catalog.location(code) is None
    ]
    if insurance is not None and catalog.insurance_option(insurance) is None:
        errors.append(FieldError("insuranceType", "Please select an insurance option"))
    unknown = [code for code in services if catalog.service(code) is None]
    if unknown:
        errors.append(FieldError("services", f"We do not offer {', '.join(unknown)[:100]}"))
    return errors


def quote(catalog: Catalog, request: QuoteRequest, promo_basis_points: int) -> Price:
    """The price for a request. Days are computed from the dates when both are given. Raises InvalidInput."""
    places = {"pickupLocation": request.pickup_location, "dropoffLocation": request.dropoff_location}
    given = {field: code for field, code in places.items() if code}
    services = request.service_codes()
    errors = check_codes(catalog, locations=given, insurance=request.insurance_type, services=services)
    days = _days(request)
    if days is None:
        errors.append(FieldError("days", "Please give the days, or pickup and return date"))
    if errors or days is None:
        raise InvalidInput(fields=tuple(errors))
    return price(
        catalog,
        car_name=request.car_type,
        days=days,
        pickup=request.pickup_location,
        dropoff=request.dropoff_location,
        insurance=request.insurance_type,
        services=services,
        promo_basis_points=promo_basis_points,
    )


def _days(request: QuoteRequest) -> int | None:
    if request.pickup_date is None or request.return_date is None:
        return request.days
    try:
        pickup = datetime.fromisoformat(f"{request.pickup_date}T{request.pickup_time or '09:00'}")
        dropoff = datetime.fromisoformat(f"{request.return_date}T{request.return_time or '09:00'}")
    except ValueError:
        raise InvalidInput.of("pickupTime", "Please select pickup time") from None
    if dropoff <= pickup:
        raise InvalidInput.of("returnDate", "The return must be after the pickup")
    days = rental_days(pickup, dropoff)
    if days > LONGEST_RENTAL_DAYS:
        raise InvalidInput.of("returnDate", f"The longest rental is {LONGEST_RENTAL_DAYS} days")
    return days
