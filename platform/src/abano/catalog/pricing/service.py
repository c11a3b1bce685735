"""Use case of quotes."""

from collections.abc import Sequence
from datetime import date, datetime
from zoneinfo import ZoneInfo

from abano.catalog.pricing import rules as messages
from abano.catalog.pricing.days import (
    LAST_MINUTE,
    MAX_RENTAL_DAYS,
    SEPARATOR,
    WEEKEND,
    RentalTimes,
    is_car_line,
    season_code,
)
from abano.catalog.pricing.handover import BOTH_SIDES, LINES, choose_handover
from abano.catalog.pricing.rules import (
    PICKUP_OUT_OF_HOURS,
    RETURN_OUT_OF_HOURS,
    YOUNG_DRIVER,
    Price,
    chosen_services,
    is_handover_line,
    price,
    rental_days,
)
from abano.catalog.pricing.schemas import QuoteRequest
from abano.catalog.published.snapshot import Catalog
from abano.catalog.published.terms import agreed_terms, young_driver_fee
from abano.core.errors import FieldError, InvalidInput
from abano.core.languages.texts import Texts

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
            f"{service.label} ({count} / {service.max_per_booking})"
            for service, count in chosen_services(catalog, services)
            if count > service.max_per_booking
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
    handover, unknown = choose_handover(
        catalog,
        pickup=(request.pickup_location, request.pickup_place),
        dropoff=(request.dropoff_location, request.dropoff_place),
        with_default=BOTH_SIDES,
    )
    errors += unknown
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
        handover=handover,
        young_driver=young_driver_fee(
            agreed_terms(catalog.rules, catalog.car(request.car_type)), request.driver_age
        ),
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
    if days > MAX_RENTAL_DAYS:
        raise InvalidInput.of("returnDate", messages.RENTAL_TOO_LONG(days=MAX_RENTAL_DAYS))
    return RentalTimes(pickup, dropoff, booked_on(catalog, now))


# What the lines of a price are called in the reader's language, by their codes. Pure.


def in_own_words(texts: Texts, code: str, label: str) -> str:
    """The product's label of a line. Lines without one use ``label``, the company's text."""
    if is_car_line(code):
        return _with_reasons(texts, code, label)
    for side, prefix in LINES.items():
        if code.startswith(prefix):
            if side == "pickup":
                return texts.gettext("Pickup: {place}", place=label)
            return texts.gettext("Return: {place}", place=label)
    ours = {
        "delivery": texts.gettext("Delivery and collection"),
        "promo": texts.gettext("Promo discount"),
        "discount": texts.gettext("Discount"),
        PICKUP_OUT_OF_HOURS: texts.gettext("Pickup out of hours"),
        RETURN_OUT_OF_HOURS: texts.gettext("Return out of hours"),
        YOUNG_DRIVER: texts.gettext("Young driver"),
    }
    return ours.get(code, label)


def in_company_words(catalog: Catalog, code: str, label: str) -> str:
    """The label in the catalogue's language, or the booked one if it is no longer offered."""
    if is_car_line(code):
        name, found = season_code(code), None
        if name:
            found = next((each for each in catalog.seasons if each.code == name), None)
        return f"{label.partition(SEPARATOR)[0]}{SEPARATOR}{found.name}" if found else label
    if code.startswith("insurance:"):
        option = catalog.insurance_option(code.removeprefix("insurance:"))
        return option.label if option else label
    if is_handover_line(code):
        named = code.rpartition(":")[2]
        place = next((each for each in catalog.handover_places if each.code == named), None)
        return place.name if place else label
    service = catalog.service(code)
    return service.label if service else label


def _with_reasons(texts: Texts, code: str, label: str) -> str:
    if WEEKEND in code:
        label = texts.gettext("{what}, weekend", what=label)
    if LAST_MINUTE in code:
        label = texts.gettext("{what}, last minute", what=label)
    return label
