"""Use cases of vehicles: list, show, add and change."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime
from typing import Any, Literal, cast
from uuid import UUID

from abano.accounts.access.principals import Actor
from abano.accounts.audit.service import record, record_all
from abano.catalog.published.snapshot import Catalog
from abano.core.errors import Conflict, FieldError, InvalidInput, NotFound
from abano.core.ids import new_id
from abano.db.unit_of_work import UnitOfWork
from abano.fleet.reservations import service as messages
from abano.fleet.reservations.models import VehicleRow
from abano.fleet.reservations.service import EventKind, has_rentals_ahead, record_changes
from abano.fleet.vehicles import schemas
from abano.fleet.vehicles.blocks import work_out
from abano.fleet.vehicles.repository import Listed, VehicleRepository
from abano.fleet.vehicles.rules import State, document_state, plate_key
from abano.tenancy.plans.service import check_limit

MAX_VEHICLES = 5_000


class VehicleHasBookings(Conflict):
    """This vehicle has upcoming bookings. Move them to another vehicle first."""


class TooManyVehicles(Conflict):
    """You have reached the limit of vehicles."""


async def list_vehicles(uow: UnitOfWork, today: date) -> schemas.VehiclesResponse:
    listed = await VehicleRepository(uow).list_all(today)
    return schemas.VehiclesResponse(vehicles=[summary(each) for each in listed])


async def show(uow: UnitOfWork, vehicle_id: UUID, now: datetime, today: date) -> schemas.VehicleResponse:
    """One vehicle with all that belongs to it. Raises NotFound."""
    repository = VehicleRepository(uow)
    listed = next((each for each in await repository.list_all(today) if each.vehicle.id == vehicle_id), None)
    if listed is None:
        raise NotFound
    documents = [
        schemas.DocumentOut.model_validate(
            {
                "id": each.id,
                "kind": each.kind,
                "title": each.title,
                "expires_on": each.expires_on,
                "state": document_state(each.expires_on, today),
            }
        )
        for each in await repository.documents(vehicle_id)
    ]
    services = [
        work_out(each, listed.vehicle.mileage_km, today) for each in await repository.services(vehicle_id)
    ]
    history = [
        schemas.VehicleEventOut(
            kind=cast(EventKind, event.kind),
            before=event.before,
            after=event.after,
            reason=event.reason,
            admin_name=name,
            created_at=event.created_at,
        )
        for event, name in await repository.history(vehicle_id)
    ]
    upcoming = [
        schemas.UpcomingOut.model_validate(each._asdict())
        for each in await repository.upcoming(vehicle_id, now)
    ]
    vehicle = schemas.VehicleDetail(
        **summary(listed).model_dump(),
        documents=documents,
        services=services,
        upcoming=upcoming,
        history=history,
    )
    return schemas.VehicleResponse(vehicle=vehicle)


async def list_due(uow: UnitOfWork, today: date) -> list[schemas.DueOut]:
    """Documents that expire within thirty days or have, and work that is due; the most urgent first."""
    repository = VehicleRepository(uow)
    found = [
        schemas.DueOut.model_validate(
            {
                "vehicle_id": document.vehicle_id,
                "plate": plate,
                "kind": document.kind,
                "title": document.title,
                "on": document.expires_on,
                "mileage_km": None,
                "state": document_state(document.expires_on, today),
            }
        )
        for document, plate in await repository.expiring(today)
    ]
    for row, plate, mileage_km in await repository.open_work(today):
        work = work_out(row, mileage_km, today)
        due = {
            "vehicle_id": row.vehicle_id,
            "plate": plate,
            "kind": "service",
            "title": row.title,
            "on": row.due_on,
            "mileage_km": row.due_mileage_km,
            "state": work.state,
        }
        found.append(schemas.DueOut.model_validate(due))
    return sorted(found, key=lambda each: (each.state not in {"expired", "overdue"}, each.on or today))


async def add(
    uow: UnitOfWork, actor: Actor, catalog: Catalog, request: schemas.VehicleRequest, now: datetime
) -> UUID:
    """Raises InvalidInput, PlateTaken, TooManyVehicles, PlanLimitReached."""
    values = values_of(catalog, request)
    await check_room(uow, 1, in_use=int(values["state"] != "sold"))
    [vehicle] = await add_all(uow, actor, [values], request.reason, now)
    return vehicle.id


async def check_room(uow: UnitOfWork, added: int, *, in_use: int) -> None:
    """Before vehicles are added, ``in_use`` of which are not sold. Raises TooManyVehicles, PlanLimitReached."""
    if await VehicleRepository(uow).count() + added > MAX_VEHICLES:
        raise TooManyVehicles
    if in_use:
        await check_limit(uow, "vehicles", added=in_use)


async def add_all(
    uow: UnitOfWork, actor: Actor, values: Sequence[Mapping[str, Any]], reason: str, now: datetime
) -> list[VehicleRow]:
    """Add vehicles with ``values_of`` requests, for which there is room. Raises PlateTaken."""
    vehicles = [
        VehicleRow(tenant_id=uow.tenant_id, id=new_id(), created_at=now, updated_at=now, **each)
        for each in values
    ]
    await VehicleRepository(uow).add(*vehicles)
    await _record(uow, actor, "added", [(each, {}, public(each)) for each in vehicles], reason, now)
    return vehicles


async def change(
    uow: UnitOfWork,
    actor: Actor,
    catalog: Catalog,
    vehicle_id: UUID,
    request: schemas.VehicleRequest,
    now: datetime,
) -> None:
    """Raises NotFound, InvalidInput, PlateTaken, VehicleHasBookings for a vehicle that is sold or of another car."""
    vehicle = await VehicleRepository(uow).get_locked(vehicle_id)
    values = values_of(catalog, request)
    if differs(vehicle, values):
        await check_change(uow, vehicle, values, now)
        if vehicle.state == "sold" and values["state"] != "sold":
            await check_limit(uow, "vehicles")
        await change_all(uow, actor, [(vehicle, values)], request.reason, now)


def differs(vehicle: VehicleRow, values: Mapping[str, Any]) -> bool:
    return any(getattr(vehicle, field) != value for field, value in values.items())


async def check_change(
    uow: UnitOfWork, vehicle: VehicleRow, values: Mapping[str, Any], now: datetime
) -> None:
    """Raises VehicleHasBookings."""
    leaves = values["state"] == "sold" and vehicle.state != "sold"
    if (leaves or values["car_id"] != vehicle.car_id) and await has_rentals_ahead(uow, vehicle.id, now):
        raise VehicleHasBookings


async def change_all(
    uow: UnitOfWork,
    actor: Actor,
    changes: Iterable[tuple[VehicleRow, Mapping[str, Any]]],
    reason: str,
    now: datetime,
) -> None:
    """Give locked vehicles values that differ and were checked. Raises PlateTaken."""
    recorded = []
    for vehicle, values in changes:
        before = public(vehicle)
        for field, value in values.items():
            setattr(vehicle, field, value)
        vehicle.updated_at = now
        after = public(vehicle)
        changed = [field for field in after if after[field] != before[field]]
        old, new = ({field: side[field] for field in changed} for side in (before, after))
        recorded.append((vehicle, old, new))
    await VehicleRepository(uow).flush()
    await _record(uow, actor, "changed", recorded, reason, now)


async def _record(
    uow: UnitOfWork,
    actor: Actor,
    verb: Literal["added", "changed"],
    changes: Sequence[tuple[VehicleRow, Mapping[str, object], Mapping[str, object]]],
    reason: str,
    now: datetime,
) -> None:
    kind: EventKind = "created" if verb == "added" else "changed"
    events = [(vehicle.id, before, after) for vehicle, before, after in changes]
    await record_changes(uow, kind, events, now=now, actor=actor, reason=reason)
    entries = [(("vehicle", vehicle_id), before, after) for vehicle_id, before, after in events]
    await record_all(uow, actor, f"vehicle.{verb}", entries, now)


def summary(listed: Listed) -> schemas.VehicleSummary:
    vehicle = listed.vehicle
    return schemas.VehicleSummary(
        id=vehicle.id,
        plate=vehicle.plate,
        car_id=vehicle.car_id,
        car=listed.car,
        year=vehicle.year,
        color=vehicle.color,
        mileage_km=vehicle.mileage_km,
        home_location=vehicle.home_location,
        location=vehicle.location,
        state=cast(State, vehicle.state),
        is_shown=vehicle.is_shown,
        picture_id=picture_id(vehicle),
        warnings=listed.warnings if vehicle.state != "sold" else 0,
        updated_at=vehicle.updated_at,
    )


def values_of(catalog: Catalog, request: schemas.VehicleRequest) -> dict[str, Any]:
    """The columns of a request. Raises InvalidInput for a car or location that the company does not have."""
    car, place = catalog.car(request.car), catalog.location(request.home_location)
    errors = []
    if car is None:
        errors.append(FieldError("car", messages.CAR_UNKNOWN()))
    if place is None:
        errors.append(FieldError("homeLocation", messages.LOCATION_UNKNOWN()))
    if car is None or place is None or errors:
        raise InvalidInput(fields=tuple(errors))
    values: dict[str, Any] = {
        "plate": request.plate,
        "plate_key": plate_key(request.plate),
        "car_id": car.id,
        "year": request.year,
        "color": request.color,
        "mileage_km": request.mileage_km,
        "home_location": place.code,
        "state": request.state,
    }
    # Not in imported files, so a missing value keeps the stored one.
    if "is_shown" in request.model_fields_set:
        values["is_shown"] = request.is_shown
    if "picture_id" in request.model_fields_set:
        values["picture"] = {"mediaId": str(request.picture_id)} if request.picture_id else None
    return values


def picture_id(vehicle: VehicleRow) -> UUID | None:
    return UUID(vehicle.picture["mediaId"]) if vehicle.picture else None


def public(vehicle: VehicleRow) -> dict[str, object]:
    """A vehicle's values in the history."""
    return {
        "plate": vehicle.plate,
        "carId": str(vehicle.car_id),
        "year": vehicle.year,
        "color": vehicle.color,
        "mileageKm": vehicle.mileage_km,
        "homeLocation": vehicle.home_location,
        "state": vehicle.state,
        "isShown": vehicle.is_shown,
        "pictureId": vehicle.picture["mediaId"] if vehicle.picture else None,
    }


# Use cases of the fleet's settings.


async def settings_change(
    uow: UnitOfWork, actor: Actor, request: schemas.FleetSettingsRequest, now: datetime
) -> None:
    """Whether the company promises availability, and the time between two rentals."""
    repository = VehicleRepository(uow)
    availability, minutes = await repository.settings()
    await repository.set_settings(
        availability=request.availability, turn_round_minutes=request.turn_round_minutes, now=now
    )
    await record(
        uow,
        actor,
        "fleet.settings_changed",
        subject=("fleet", "settings"),
        before={"availability": availability, "turnRoundMinutes": minutes},
        after={"availability": request.availability, "turnRoundMinutes": request.turn_round_minutes},
        now=now,
    )


async def settings_show(uow: UnitOfWork) -> schemas.FleetSettingsResponse:
    availability, minutes = await VehicleRepository(uow).settings()
    return schemas.FleetSettingsResponse(availability=availability, turn_round_minutes=minutes)


# Search of vehicles, for other domains.


async def find_vehicles(uow: UnitOfWork, typed: str, limit: int) -> list[tuple[VehicleRow, str]]:
    """Vehicles by a part of the plate, in any spelling, or of the car's name. Returns the car names too."""
    return await VehicleRepository(uow).search(plate_key(typed), typed, limit)
