"""Import and export of vehicles as a CSV file, in the same format."""

from collections.abc import Iterable, Sequence
from datetime import datetime

from pydantic import ValidationError

from abano.accounts.access.principals import Actor
from abano.catalog.published.snapshot import Catalog
from abano.core.errors import AbanoError, FieldError, InvalidInput
from abano.core.expensive_work import expensive
from abano.core.files import BYTE_ORDER_MARK, UnreadableTable, csv_rows, read_table
from abano.db.unit_of_work import UnitOfWork
from abano.fleet.reservations import service as messages
from abano.fleet.vehicles import service
from abano.fleet.vehicles.repository import Listed, VehicleRepository
from abano.fleet.vehicles.rules import plate_key
from abano.fleet.vehicles.schemas import ImportResponse, VehicleRequest
from abano.web.messages import sentence_of

COLUMNS = ("Plate", "Car", "Year", "Colour", "Mileage (km)", "Home location", "State")
FIELDS = ("plate", "car", "year", "color", "mileageKm", "homeLocation", "state")
MAX_LINES = 1_000
REASON = "Imported from a file"


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
    known = await VehicleRepository(uow).by_plate([plate_key(request.plate) for _, request in requests])
    counts = {"added": 0, "changed": 0, "unchanged": 0}
    errors: list[FieldError] = []
    for line, request in requests:
        vehicle = known.get(plate_key(request.plate))
        try:
            if vehicle is None:
                await service.add(uow, actor, catalog, request, now)
                counts["added"] += 1
            else:
                is_changed = await service.change_locked(uow, actor, catalog, vehicle, request, now)
                counts["changed" if is_changed else "unchanged"] += 1
        except InvalidInput as error:
            errors += [FieldError(f"line {line}: {each.field}", each.sentence) for each in error.fields]
        except AbanoError as error:
            errors.append(FieldError(f"line {line}: plate", error.sentence))
    if errors:
        raise BadLines(fields=tuple(errors))
    return ImportResponse(**counts)


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
