"""Use cases: flight, address and second driver, photographs of licences, messages to the team."""

from datetime import datetime
from uuid import UUID

from abano.bookings.intake import messages as intake_messages
from abano.bookings.visitor.service import count_actions, find_details, keep_details, note_action
from abano.catalog.snapshot import Catalog
from abano.database.unit_of_work import UnitOfWork
from abano.errors import FieldError, InvalidInput
from abano.kit.ids import new_id
from abano.media.pictures import Picture
from abano.media.service import Media
from abano.models.bookings import BookingRow
from abano.models.by_customers import BookingDetails
from abano.my_booking import errors, messages, schemas
from abano.my_booking.showing import allowed_now
from abano.tenants.tenant import Tenant

MOST_LICENCES = 8
MOST_MESSAGES = 50
MOST_DETAILS = 50


async def keep_told(
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
    await _require_telling(uow, catalog, booking, now)
    _check_driver(tenant, catalog, booking, request.second_driver, now)
    place = catalog.location(booking.pickup_location)
    if place is not None and place.needs_address and request.pickup_address == "":
        raise InvalidInput.of("pickupAddress", intake_messages.ADDRESS_MISSING())
    details = await find_details(uow, booking.id)
    if details is None:
        details = BookingDetails(tenant_id=uow.tenant_id, booking_id=booking.id, updated_at=now)
        await keep_details(uow, details)
    driver = request.second_driver
    values: dict[str, object] = {
        "flight_number": request.flight_number.upper(),
        "second_driver_name": driver.name if driver else "",
        "second_driver_born": driver.born if driver else None,
        "second_driver_licence": driver.licence if driver else "",
    }
    if request.pickup_address is not None:
        values["pickup_address"] = request.pickup_address
    if all((getattr(details, name) or "") == (value or "") for name, value in values.items()):
        return
    if await count_actions(uow, booking.id, "details") >= MOST_DETAILS:
        raise errors.TooManyOfThem
    for name, value in values.items():
        setattr(details, name, value)
    details.updated_at = now
    await uow.session.flush()
    await note_action(uow, booking, "details", now)


async def require_licence_room(uow: UnitOfWork, catalog: Catalog, booking: BookingRow, now: datetime) -> None:
    """Whether one more photograph is taken. Raises NotByCustomer, TooManyOfThem."""
    await _require_telling(uow, catalog, booking, now)
    if await count_actions(uow, booking.id, "licence") >= MOST_LICENCES:
        raise errors.TooManyOfThem


async def keep_licence(
    uow: UnitOfWork,
    media: Media,
    catalog: Catalog,
    booking: BookingRow,
    picture: Picture,
    now: datetime,
    *,
    is_second_driver: bool,
) -> None:
    """Keep the photograph of a licence, for the team alone.

    Raises NotByCustomer, TooManyOfThem, CustomerFilesFull.
    """
    await require_licence_room(uow, catalog, booking, now)
    file_id: UUID = new_id()
    await media.add_customer_picture(uow, file_id, picture, booking.id, now)
    await note_action(uow, booking, "licence", now, file_id=file_id, is_second_driver=is_second_driver)


async def write(uow: UnitOfWork, catalog: Catalog, booking: BookingRow, text: str, now: datetime) -> None:
    """A message to the team. Raises NotByCustomer, TooManyOfThem."""
    may, _ = await allowed_now(uow, catalog, booking, now)
    if not may.write:
        raise errors.NotByCustomer
    if await count_actions(uow, booking.id, "message") >= MOST_MESSAGES:
        raise errors.TooManyOfThem
    await note_action(uow, booking, "message", now, text=text)


async def _require_telling(uow: UnitOfWork, catalog: Catalog, booking: BookingRow, now: datetime) -> None:
    may, _ = await allowed_now(uow, catalog, booking, now)
    if not may.tell:
        raise errors.NotByCustomer


def _check_driver(
    tenant: Tenant,
    catalog: Catalog,
    booking: BookingRow,
    driver: schemas.SecondDriverIn | None,
    now: datetime,
) -> None:
    """Raises InvalidInput with every bad field."""
    if driver is None:
        return
    problems = []
    if len(driver.name) < 2:
        problems.append(FieldError("secondDriver.name", messages.NAME_MISSING()))
    if not driver.licence:
        problems.append(FieldError("secondDriver.licence", messages.LICENCE_MISSING()))
    day = booking.pickup_at.astimezone(tenant.zone).date()
    born = driver.born
    age = day.year - born.year - ((day.month, day.day) < (born.month, born.day))
    youngest = catalog.rules.driver_minimum_age
    if born >= now.astimezone(tenant.zone).date() or age > 120:
        problems.append(FieldError("secondDriver.born", messages.BORN_IN_THE_FUTURE()))
    elif age < youngest:
        problems.append(FieldError("secondDriver.born", messages.TOO_YOUNG(min=youngest)))
    if problems:
        raise InvalidInput(fields=tuple(problems))
