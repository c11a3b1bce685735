"""Quotes for a rental: the current price, rule warnings, and the vehicle it would get."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from abano.accounts.access.principals import Actor
from abano.booking_record.models import BookingRow
from abano.booking_record.service import needs_vehicle_of
from abano.bookings.desk import editing_schemas
from abano.bookings.desk import history as messages
from abano.bookings.desk.rules import (
    BASIS_POINTS,
    MAX_DESK_DISCOUNT,
    Amounts,
    ByHand,
    ManualLine,
    WarningCode,
    agreed_promo_basis_points,
    by_hand,
    with_extras,
)
from abano.catalog.pricing.days import MAX_RENTAL_DAYS, RentalTimes
from abano.catalog.pricing.handover import BOTH_SIDES, choose_handover, closed_errors
from abano.catalog.pricing.rules import (
    CAR_MISSING,
    RENTAL_TOO_LONG,
    RETURN_NOT_AFTER_PICKUP,
    Price,
    chosen_services,
    line_params,
    price,
    rental_days,
    service_codes,
)
from abano.catalog.pricing.service import booked_on, check_codes
from abano.catalog.published.handover import NOT_AGREED, Handover, Side, agreed_place
from abano.catalog.published.snapshot import Car, Catalog, Place
from abano.catalog.published.terms import agreed_terms, young_driver_fee
from abano.core.clock import local_moment
from abano.core.errors import FieldError, InvalidInput, NotAllowed
from abano.core.money import to_json, to_minor
from abano.core.text import fold
from abano.db.unit_of_work import UnitOfWork
from abano.fleet.availability.rules import AvailabilityStatus
from abano.fleet.availability.service import find_alternatives
from abano.fleet.reservations import service as reservations
from abano.fleet.reservations.rules import Period
from abano.fleet.reservations.service import OTHER_DAY, Assignment
from abano.fleet.reservations.service import Rental as Asked
from abano.marketing.affiliates.rules import PROMO_CODE_INVALID, Promo
from abano.tenancy.directory.tenant import Tenant

MAX_CHOICES = 10
# Reservations are counted in minutes since 1970, and a rental may last a year.
FIRST_YEAR, LAST_YEAR = 1970, 9990


@dataclass(frozen=True, slots=True)
class Trip:
    """A rental resolved against the catalogue, with its current price."""

    car: Car
    pickup_place: Place
    dropoff_place: Place
    period: Period
    insurance_code: str
    service_codes: tuple[str, ...]
    amounts: Amounts
    handover: Handover
    warnings: tuple[WarningCode, ...]


def read_trip(
    tenant: Tenant,
    catalog: Catalog,
    request: editing_schemas.Rental,
    actor: Actor | None,
    now: datetime,
    booking: BookingRow | None = None,
    promo: Promo | None = None,
) -> Trip:
    """Validate and price a rental, with the promo code of a new one. ``actor`` is None for the customer.

    ``booking``: the booking to change. It keeps its promo discount.

    Raises InvalidInput with every bad field, NotAllowed.
    """
    places = {"pickupLocation": request.pickup_location, "dropoffLocation": request.dropoff_location}
    errors = check_codes(
        catalog,
        locations=places,
        insurance=request.insurance_type,
        services=request.services,
        car_name=request.car,
    )
    handover, unknown = choose_handover(
        catalog,
        pickup=(request.pickup_location, _place_code(request.pickup_place, actor)),
        dropoff=(request.dropoff_location, _place_code(request.dropoff_place, actor)),
        agreed=agreed_handover(booking),
        with_default=_moved(request, booking) if actor is None else (),
    )
    errors += unknown
    car = catalog.car(request.car)
    if car is None:
        errors.append(FieldError("car", CAR_MISSING()))
    pickup = datetime.combine(request.pickup_date, request.pickup_time.replace(tzinfo=None))
    dropoff = datetime.combine(request.return_date, request.return_time.replace(tzinfo=None))
    days = rental_days(pickup, dropoff)
    starts_at, ends_at = local_moment(pickup, tenant.zone), local_moment(dropoff, tenant.zone)
    if not FIRST_YEAR < request.pickup_date.year < LAST_YEAR:
        errors.append(FieldError("pickupDate", OTHER_DAY()))
    elif days < 1 or ends_at <= starts_at:
        errors.append(FieldError("returnDate", RETURN_NOT_AFTER_PICKUP()))
    elif days > MAX_RENTAL_DAYS:
        errors.append(FieldError("returnDate", RENTAL_TOO_LONG(days=MAX_RENTAL_DAYS)))
    errors += _price_errors(request, actor, booking)
    if (
        booking is None
        and promo is None
        and isinstance(request, editing_schemas.NewRental)
        and request.promo_code
    ):
        errors.append(FieldError("promoCode", PROMO_CODE_INVALID()))
    pickup_place, dropoff_place = (
        catalog.location(request.pickup_location),
        catalog.location(request.dropoff_location),
    )
    option = catalog.insurance_option(request.insurance_type)
    if errors or car is None or pickup_place is None or dropoff_place is None or option is None:
        raise InvalidInput(fields=tuple(errors))
    computed = price(
        catalog,
        car_name=car.name,
        days=days,
        pickup=pickup_place.code,
        dropoff=dropoff_place.code,
        insurance=option.code,
        services=request.services,
        promo_basis_points=_promo_basis_points(booking, promo),
        # A change has early-booking prices if the booking was made early enough.
        times=RentalTimes(pickup, dropoff, booked_on(catalog, booking.created_at if booking else now)),
        handover=handover,
        young_driver=young_driver_fee(
            booking.agreed_terms if booking else agreed_terms(catalog.rules, car), request.driver_age
        ),
    )
    return Trip(
        car=car,
        pickup_place=pickup_place,
        dropoff_place=dropoff_place,
        period=Period.of(starts_at, ends_at, catalog.rules.turn_round_minutes),
        insurance_code=option.code,
        service_codes=service_codes(chosen_services(catalog, request.services)),
        amounts=_amounts(computed, request),
        handover=handover,
        warnings=(
            *_warnings(catalog, request, days, starts_at, now),
            *_closed_places(handover, pickup, dropoff),
        ),
    )


def _place_code(code: str | None, actor: Actor | None) -> str | None:
    """Only the desk may agree on no place: for others, its fee would be missing."""
    return code if actor is not None else code or None


def _moved(request: editing_schemas.Rental, booking: BookingRow | None) -> frozenset[Side]:
    """The sides at another location than agreed."""
    if booking is None:
        return BOTH_SIDES
    stays: dict[Side, bool] = {
        "pickup": fold(request.pickup_location) == booking.pickup_location,
        "dropoff": fold(request.dropoff_location) == booking.dropoff_location,
    }
    return frozenset(side for side, does in stays.items() if not does)


def agreed_handover(booking: BookingRow | None) -> Handover:
    """The handover places as the booking has them."""
    if booking is None:
        return NOT_AGREED
    return Handover(agreed_place(booking.pickup_place), agreed_place(booking.dropoff_place))


def _closed_places(handover: Handover, pickup: datetime, dropoff: datetime) -> Iterator[WarningCode]:
    codes: dict[str, WarningCode] = {"pickupTime": "pickup_place_closed", "returnTime": "return_place_closed"}
    return (codes[error.field] for error in closed_errors(handover, pickup, dropoff))


def price_out(days: int, total: int, lines: list[dict[str, object]]) -> editing_schemas.PriceOut:
    """A stored price for the console."""
    return editing_schemas.PriceOut.model_validate(
        {
            "days": days,
            "total_price": to_json(total),
            "lines": [
                {
                    "code": line["code"],
                    "label": line["label"],
                    "params": line_params(str(line["code"]), str(line["label"]), int(str(line["quantity"]))),
                    "quantity": line["quantity"],
                    "unit_price": to_json(int(str(line["unitPrice"]))),
                    "amount": to_json(int(str(line["amount"]))),
                }
                for line in lines
            ],
        }
    )


async def preview(
    uow: UnitOfWork, catalog: Catalog, asked: Asked, car_name: str, statuses: dict[UUID, AvailabilityStatus]
) -> editing_schemas.AssignmentOut:
    """Which vehicle the rental would get, or what else there is."""
    fitting = await reservations.find_fitting(uow, asked)
    choices = [choice_of(each, asked.period) for each in fitting[:MAX_CHOICES]]
    held = await reservations.reservation_of(uow, asked.booking_id)
    other_places = sorted({each.transfer_from for each in fitting if each.transfer_from})
    if not await needs_vehicle_of(uow, asked.car_id):
        state = "not_tracked"
    elif not fitting:
        state = "none_free"
    else:
        state = "assigned" if held is not None and held.is_firm else "free"
    vehicle = next((each for each in choices if held is not None and each.id == held.vehicle_id), None)
    if state != "assigned":
        vehicle = choices[0] if choices else None
    alternatives = None
    if state == "none_free":
        alternatives = find_alternatives(catalog, car_name, asked.period, statuses)
    return editing_schemas.AssignmentOut.model_validate(
        {
            "state": state,
            "vehicle": vehicle,
            "choices": choices,
            "other_place": other_places,
            "alternatives": alternatives,
        }
    )


def choice_of(assignment: Assignment, period: Period) -> editing_schemas.VehicleChoice:
    vehicle = assignment.vehicle
    return editing_schemas.VehicleChoice(
        id=vehicle.id,
        plate=vehicle.plate,
        transfer_from=assignment.transfer_from,
        gap_hours=int(vehicle.gap(period) / timedelta(hours=1)),
    )


def typed_by_hand(request: editing_schemas.Rental) -> ByHand:
    lines = frozenset(ManualLine(line.label, to_minor(line.amount)) for line in request.manual_lines)
    return ByHand(lines, int(request.discount_percent * 100))


def _promo_basis_points(booking: BookingRow | None, promo: Promo | None) -> int:
    if booking is not None:
        return agreed_promo_basis_points(booking.price_lines)
    return promo.discount_basis_points if promo else 0


def _amounts(computed: Price, request: editing_schemas.Rental) -> Amounts:
    """Raises InvalidInput for a total below zero."""
    manual = [ManualLine(line.label, to_minor(line.amount)) for line in request.manual_lines]
    amounts = with_extras(computed, manual, int(request.discount_percent * 100))
    if amounts.total < 0:
        raise InvalidInput.of("manualLines", messages.TOTAL_BELOW_ZERO())
    return amounts


def _price_errors(
    request: editing_schemas.Rental, actor: Actor | None, booking: BookingRow | None
) -> list[FieldError]:
    """Field errors for changes that need a manager. Raises NotAllowed without an admin.

    The desk may keep what a manager set on the booking before. Customers and API keys cannot set prices.
    """
    if (actor is None or actor.admin is None) and not request.manual_lines and not request.discount_percent:
        return []
    if actor is None or actor.admin is None:
        raise NotAllowed
    if actor.may("discounts"):
        return []
    errors = []
    typed, had = typed_by_hand(request), by_hand(booking.price_lines if booking else [])
    if typed.lines - had.lines:
        errors.append(FieldError("manualLines", messages.MANUAL_NEEDS_MANAGER()))
    if typed.discount > max(MAX_DESK_DISCOUNT, had.discount):
        percent = MAX_DESK_DISCOUNT * 100 // BASIS_POINTS
        errors.append(FieldError("discountPercent", messages.DISCOUNT_TOO_HIGH(percent=percent)))
    return errors


def _warnings(
    catalog: Catalog, request: editing_schemas.Rental, days: int, starts_at: datetime, now: datetime
) -> list[WarningCode]:
    """Conditions the site rejects but the desk may override."""
    rules = catalog.rules
    found: list[WarningCode] = []
    if days < rules.minimum_days:
        found.append("rental_too_short")
    if not rules.driver_minimum_age <= request.driver_age <= rules.driver_maximum_age:
        found.append("age_out_of_range")
    if starts_at < now:
        found.append("pickup_in_the_past")
    if request.group_size > rules.group_maximum:
        found.append("group_too_large")
    return found
