"""Import and export of vehicles as a CSV file, in the same format."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from pydantic import ValidationError

from abano.accounts.access.principals import Actor
from abano.catalog.published.snapshot import Catalog
from abano.core.errors import AbanoError, FieldError, InvalidInput
from abano.core.expensive_work import expensive
from abano.core.files import BYTE_ORDER_MARK, UnreadableTable, csv_rows, read_table
from abano.db.unit_of_work import UnitOfWork
from abano.fleet.reservations import service as messages
from abano.fleet.reservations.models import VehicleRow
from abano.fleet.vehicles import service
from abano.fleet.vehicles.repository import Listed, VehicleRepository
from abano.fleet.vehicles.rules import plate_key
from abano.fleet.vehicles.schemas import ImportResponse, VehicleRequest
from abano.tenancy.plans.service import PlanLimitReached
from abano.web.messages import sentence_of

COLUMNS = ("Plate", "Car", "Year", "Colour", "Mileage (km)", "Home location", "State")
FIELDS = ("plate", "car", "year", "color", "mileageKm", "homeLocation", "state")
MAX_LINES = 1_000
REASON = "Imported from a file"
# Written at once: other requests wait while a batch is prepared.
ROWS_AT_ONCE = 50


class BadLines(InvalidInput):
    """Nothing was imported. Fix the lines marked below and try again."""


def csv_file(vehicles: Iterable[Listed]) -> str:
    """The file of all vehicles, safe to open in a spreadsheet."""
    rows = (
        (
            each.vehicle.plate,
            each.car,
            each.vehicle.year,
            each.vehicle.color,
            each.vehicle.mileage_km,
            each.vehicle.home_location,
            each.vehicle.state,
        )
        for each in vehicles
    )
    return BYTE_ORDER_MARK + csv_rows([COLUMNS, *rows])


async def import_file(
    uow: UnitOfWork,
    actor: Actor,
    catalog: Catalog,
    requests: Sequence[tuple[int, VehicleRequest]],
    now: datetime,
) -> ImportResponse:
    """Add vehicles with new plates and update others, all or none. Raises BadLines with the invalid lines."""
    changes = await _check(uow, catalog, requests, now)
    for first in range(0, len(changes.added), ROWS_AT_ONCE):
        await service.add_all(uow, actor, changes.added[first : first + ROWS_AT_ONCE], REASON, now)
    for first in range(0, len(changes.changed), ROWS_AT_ONCE):
        await service.change_all(uow, actor, changes.changed[first : first + ROWS_AT_ONCE], REASON, now)
    added, changed = len(changes.added), len(changes.changed)
    return ImportResponse(added=added, changed=changed, unchanged=len(requests) - added - changed)


class _Changes(NamedTuple):
    added: list[dict[str, Any]]
    changed: list[tuple[VehicleRow, dict[str, Any]]]


async def _check(
    uow: UnitOfWork, catalog: Catalog, requests: Sequence[tuple[int, VehicleRequest]], now: datetime
) -> _Changes:
    """What the lines add and change. Raises BadLines."""
    known = await VehicleRepository(uow).by_plate([plate_key(request.plate) for _, request in requests])
    changes = _Changes([], [])
    # Lines that count for the plan.
    joining: list[int] = []
    errors: list[FieldError] = []
    for line, request in requests:
        vehicle = known.get(plate_key(request.plate))
        try:
            values = service.values_of(catalog, request)
            if vehicle is None:
                changes.added.append(values)
            elif service.differs(vehicle, values):
                await service.check_change(uow, vehicle, values, now)
                changes.changed.append((vehicle, values))
        except InvalidInput as error:
            errors += [FieldError(f"line {line}: {each.field}", each.sentence) for each in error.fields]
        except AbanoError as error:
            errors.append(FieldError(f"line {line}: plate", error.sentence))
        else:
            if values["state"] != "sold" and (vehicle is None or vehicle.state == "sold"):
                joining.append(line)
    try:
        await service.check_room(uow, len(changes.added), in_use=len(joining))
    except PlanLimitReached as error:
        errors += [FieldError(f"line {line}: plate", error.sentence) for line in joining[error.room :]]
    except service.TooManyVehicles as error:
        errors.append(FieldError("csv", error.sentence))
    if errors:
        raise BadLines(fields=tuple(errors))
    return changes


@expensive
def read_lines(text: str) -> list[tuple[int, VehicleRequest]]:
    """The lines of a file with their numbers, by the export's columns in any order. Raises BadLines."""
    columns_missing = FieldError("csv", messages.COLUMNS_MISSING(columns=", ".join(COLUMNS)))
    try:
        columns, lines = read_table(text, MAX_LINES)
    except UnreadableTable:
        raise BadLines(fields=(columns_missing,)) from None
    heading = {name.lower(): name for name in columns}
    places = {field: heading[name.lower()] for field, name in zip(FIELDS, COLUMNS, strict=True)
              if name.lower() in heading}  # fmt: skip
    if not {"plate", "car", "homeLocation"} <= places.keys():
        raise BadLines(fields=(columns_missing,))
    if len(lines) > MAX_LINES:
        raise BadLines(fields=(FieldError("csv", messages.TOO_MANY_LINES(max=MAX_LINES)),))
    found: list[tuple[int, VehicleRequest]] = []
    errors: list[FieldError] = []
    seen: set[str] = set()
    for line in lines:
        given = {field: cell for field, place in places.items() if (cell := line.cells.get(place))}
        if not given:
            continue
        try:
            request = VehicleRequest.model_validate(given | {"reason": REASON})
        except ValidationError as error:
            errors += [
                FieldError(f"line {line.number}: {each['loc'][0]}", sentence_of(each))
                for each in error.errors()
            ]
            continue
        key = plate_key(request.plate)
        if key in seen:
            errors.append(FieldError(f"line {line.number}: plate", messages.PLATE_TWICE()))
        seen.add(key)
        found.append((line.number, request))
    if errors:
        raise BadLines(fields=tuple(errors[:100]))
    return found
