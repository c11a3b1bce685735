"""Use cases: flight, addresses and second driver, photographs of licences, messages to the team."""

from collections.abc import Mapping
from datetime import datetime
from uuid import UUID

from abano.booking_record.models import BookingDetails, BookingRow
from abano.bookings.desk.quoting import agreed_handover
from abano.bookings.desk.second_driver import check_driver, driver_columns
from abano.bookings.desk.service import count_actions, find_details, keep_details, note_action
from abano.bookings.intake import schemas as intake_messages
from abano.bookings.self_service import access as errors
from abano.bookings.self_service import schemas
from abano.bookings.self_service.showing import allowed_now
from abano.catalog.published.handover import Handover, HandoverPlace, is_address
from abano.catalog.published.snapshot import Catalog
from abano.core.errors import FieldError, InvalidInput
from abano.core.ids import new_id
from abano.db.unit_of_work import UnitOfWork
from abano.storage.images import Picture
from abano.storage.service import Media
from abano.tenancy.directory.tenant import Tenant

MAX_LICENCES = 8
MAX_MESSAGES = 50
MAX_DETAILS = 50


async def update_details(
    uow: UnitOfWork,
    tenant: Tenant,
    catalog: Catalog,
    booking: BookingRow,
    request: schemas.OwnDetailsRequest,
    now: datetime,
) -> None:
    """Keep flight, address and second driver of a locked booking.

    Raises InvalidInput, NotByCustomer, TooManyOfThem.
    """
    await _require_may_update(uow, booking, now)
    check_driver(tenant, catalog, booking, request.second_driver, now)
    _check_meeting(catalog, booking, request)
    details = await find_details(uow, booking.id)
    driver = request.second_driver
    values: dict[str, object] = {
        "flight_number": request.flight_number.upper(),
    } | driver_columns(driver, details)
    if request.pickup_address is not None:
        values["pickup_address"] = request.pickup_address
    if request.dropoff_address is not None:
        values["dropoff_address"] = request.dropoff_address
    if all((getattr(details, name, "") or "") == (value or "") for name, value in values.items()):
        return
    if await count_actions(uow, booking.id, "details") >= MAX_DETAILS:
        raise errors.TooManyOfThem
    await _keep_details(uow, booking, details, values, now)
    await note_action(uow, booking, "details", now)


async def keep_meeting(
    uow: UnitOfWork,
    booking: BookingRow,
    handover: Handover,
    request: schemas.ChangeOwnBookingRequest,
    now: datetime,
) -> bool:
    """Save details the new places require, clear those of unused places. Returns whether any changed.

    Raises InvalidInput with every bad field.
    """
    details = await find_details(uow, booking.id)
    agreed = agreed_handover(booking)
    values = {
        "flight_number": _given(request.flight_number, details.flight_number if details else None).upper()
    }
    problems = []
    for place, before, name, field, missing in (
        (handover.pickup, agreed.pickup, "pickup_address", "pickupAddress", intake_messages.ADDRESS_MISSING),
        (
            handover.dropoff,
            agreed.dropoff,
            "dropoff_address",
            "dropoffAddress",
            intake_messages.DROPOFF_ADDRESS_MISSING,
        ),
    ):
        address = _given(getattr(request, name), getattr(details, name, ""))
        if is_address(place) and not address:
            problems.append(FieldError(field, missing()))
        is_left = is_address(before) and not is_address(place)
        values[name] = "" if is_left else address
    if _code(handover.pickup) != _code(agreed.pickup) and (
        problem := intake_messages.flight_problem(handover.pickup, values["flight_number"])
    ):
        problems.append(FieldError("flightNumber", problem))
    if problems:
        raise InvalidInput(fields=tuple(problems))
    if all(value == (getattr(details, name, "") or "") for name, value in values.items()):
        return False
    await _keep_details(uow, booking, details, values, now)
    return True


def _code(place: HandoverPlace | None) -> str:
    return place.code if place else ""


def _given(said: str | None, stored: str | None) -> str:
    return (stored or "") if said is None else said


async def _keep_details(
    uow: UnitOfWork,
    booking: BookingRow,
    details: BookingDetails | None,
    values: Mapping[str, object],
    now: datetime,
) -> None:
    if details is None:
        details = BookingDetails(tenant_id=uow.tenant_id, booking_id=booking.id, updated_at=now)
        await keep_details(uow, details)
    for name, value in values.items():
        setattr(details, name, value)
    details.updated_at = now
    await uow.session.flush()


async def require_licence_room(uow: UnitOfWork, booking: BookingRow, now: datetime) -> None:
    """Whether one more photograph is taken. Raises NotByCustomer, TooManyOfThem."""
    await _require_may_update(uow, booking, now)
    if await count_actions(uow, booking.id, "licence") >= MAX_LICENCES:
        raise errors.TooManyOfThem


async def keep_licence(
    uow: UnitOfWork,
    media: Media,
    booking: BookingRow,
    picture: Picture,
    now: datetime,
    *,
    is_second_driver: bool,
) -> None:
    """Keep the photograph of a licence, for the team alone.

    Raises NotByCustomer, TooManyOfThem, CustomerFilesFull.
    """
    await require_licence_room(uow, booking, now)
    file_id: UUID = new_id()
    await media.add_customer_picture(uow, file_id, picture, booking.id, now)
    await note_action(uow, booking, "licence", now, file_id=file_id, is_second_driver=is_second_driver)


async def write(uow: UnitOfWork, booking: BookingRow, text: str, now: datetime) -> None:
    """A message to the team. Raises NotByCustomer, TooManyOfThem."""
    may, _ = await allowed_now(uow, booking, now)
    if not may.write:
        raise errors.NotByCustomer
    if await count_actions(uow, booking.id, "message") >= MAX_MESSAGES:
        raise errors.TooManyOfThem
    await note_action(uow, booking, "message", now, text=text)


async def _require_may_update(uow: UnitOfWork, booking: BookingRow, now: datetime) -> None:
    may, _ = await allowed_now(uow, booking, now)
    if not may.tell:
        raise errors.NotByCustomer


def _check_meeting(catalog: Catalog, booking: BookingRow, request: schemas.OwnDetailsRequest) -> None:
    """Details the places require cannot be removed. Raises InvalidInput with every bad field."""
    agreed, location = agreed_handover(booking), catalog.location(booking.pickup_location)
    asks_for_address = (
        is_address(agreed.pickup) if agreed.pickup else location is not None and location.needs_address
    )
    problems = []
    if asks_for_address and request.pickup_address == "":
        problems.append(FieldError("pickupAddress", intake_messages.ADDRESS_MISSING()))
    if is_address(agreed.dropoff) and request.dropoff_address == "":
        problems.append(FieldError("dropoffAddress", intake_messages.DROPOFF_ADDRESS_MISSING()))
    if problem := intake_messages.flight_problem(agreed.pickup, request.flight_number):
        problems.append(FieldError("flightNumber", problem))
    if problems:
        raise InvalidInput(fields=tuple(problems))
