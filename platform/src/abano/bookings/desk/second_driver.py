"""The second driver of a booking: who may be one, and how the desk enters them."""

from datetime import date, datetime
from typing import Annotated
from uuid import UUID

from pydantic import AfterValidator, Field, StringConstraints

from abano.accounts.access.principals import Actor
from abano.accounts.audit.service import record
from abano.booking_record.models import BookingDetails, BookingRow
from abano.bookings.desk.editing import CHANGEABLE, BookingIsOver
from abano.bookings.desk.repository import BookingAdminRepository
from abano.bookings.desk.service import find_details, keep_details
from abano.catalog.published.snapshot import Catalog
from abano.core.api_model import ApiModel
from abano.core.clock import age_on
from abano.core.errors import Conflict, FieldError, InvalidInput, Message
from abano.core.text import clean, name_without_link
from abano.db.unit_of_work import UnitOfWork
from abano.tenancy.directory.tenant import Tenant

MAX_AGE = 120
BORN_IN_THE_FUTURE = Message("second_driver_born", "Please enter the second driver's date of birth")
TOO_YOUNG = Message(
    "second_driver_age", "A driver must be at least {min, number} years old on the day of the pickup"
)
NAME_MISSING = Message("second_driver_name", "Please enter the second driver's name")
LICENCE_MISSING = Message("second_driver_licence", "Please enter the number of the second driver's licence")

Typed = Annotated[str, StringConstraints(strip_whitespace=True), AfterValidator(clean)]


class SecondDriverIn(ApiModel):
    name: Annotated[Typed, Field(max_length=160), AfterValidator(name_without_link)]
    born: date
    licence: Annotated[Typed, Field(max_length=60)]


class SecondDriverOfDesk(SecondDriverIn):
    licence_expires_on: date | None = None


class SecondDriverRequest(ApiModel):
    """``second_driver`` None: there is none (any more). ``seen_at``: ``detailsUpdatedAt`` as the desk saw it."""

    second_driver: SecondDriverOfDesk | None
    seen_at: datetime | None


class DetailsChanged(Conflict):
    """The customer or a colleague changed the booking's details meanwhile. Check them and save again."""


def check_driver(
    tenant: Tenant, catalog: Catalog, booking: BookingRow, driver: SecondDriverIn | None, now: datetime
) -> None:
    """Raises InvalidInput with every bad field."""
    if driver is None:
        return
    problems = []
    if len(driver.name) < 2:
        problems.append(FieldError("secondDriver.name", NAME_MISSING()))
    if not driver.licence:
        problems.append(FieldError("secondDriver.licence", LICENCE_MISSING()))
    age = age_on(booking.pickup_at.astimezone(tenant.zone).date(), driver.born)
    youngest = catalog.rules.driver_minimum_age
    if driver.born >= now.astimezone(tenant.zone).date() or age > MAX_AGE:
        problems.append(FieldError("secondDriver.born", BORN_IN_THE_FUTURE()))
    elif age < youngest:
        problems.append(FieldError("secondDriver.born", TOO_YOUNG(min=youngest)))
    if problems:
        raise InvalidInput(fields=tuple(problems))


def driver_columns(driver: SecondDriverIn | None, before: BookingDetails | None) -> dict[str, object]:
    """The columns of ``booking_details`` for this driver, empty for none.

    Customers do not enter the expiry: what the desk entered stays while it is the same licence.
    """
    expires_on = None
    if isinstance(driver, SecondDriverOfDesk):
        expires_on = driver.licence_expires_on
    elif driver and before and before.second_driver_licence == driver.licence:
        expires_on = before.second_driver_licence_expires_on
    return {
        "second_driver_licence_expires_on": expires_on,
        "second_driver_name": driver.name if driver else "",
        "second_driver_born": driver.born if driver else None,
        "second_driver_licence": driver.licence if driver else "",
    }


async def update_second_driver(
    uow: UnitOfWork,
    tenant: Tenant,
    catalog: Catalog,
    actor: Actor,
    booking_id: UUID,
    request: SecondDriverRequest,
    now: datetime,
) -> None:
    """Set or remove the second driver for the desk. Their fee is proposed at the handover.

    Raises NotFound, BookingIsOver, InvalidInput, DetailsChanged.
    """
    booking = await BookingAdminRepository(uow).get_locked(booking_id)
    if booking.status not in CHANGEABLE:
        raise BookingIsOver
    driver = request.second_driver
    check_driver(tenant, catalog, booking, driver, now)
    details = await find_details(uow, booking.id)
    values = driver_columns(driver, details)
    had = bool(details and details.second_driver_name)
    if all((getattr(details, name, "") or "") == (value or "") for name, value in values.items()):
        return
    if request.seen_at != (details.updated_at if details else None):
        raise DetailsChanged
    if details is None:
        details = BookingDetails(tenant_id=uow.tenant_id, booking_id=booking.id, updated_at=now)
        await keep_details(uow, details)
    for name, value in values.items():
        setattr(details, name, value)
    details.updated_at = now
    await uow.session.flush()
    # Who it is stays with the booking, where it can be erased.
    await record(
        uow,
        actor,
        "booking.second_driver_changed",
        subject=("booking", booking.reference),
        before={"has_second_driver": had},
        after={"has_second_driver": driver is not None},
        now=now,
    )
