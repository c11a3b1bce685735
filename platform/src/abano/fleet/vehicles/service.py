"""Use cases of vehicles: list, add, change, documents and service."""

from datetime import date, datetime
from typing import cast
from uuid import UUID

from abano.audit.service import record
from abano.auth.principals import Actor
from abano.catalog.snapshot import Catalog
from abano.database.unit_of_work import UnitOfWork
from abano.errors import Conflict, FieldError, InvalidInput, NotFound
from abano.fleet import messages
from abano.fleet.history import EventKind, remember
from abano.fleet.reservations.service import has_rentals_ahead
from abano.fleet.vehicles import schemas
from abano.fleet.vehicles.repository import Listed, VehicleRepository
from abano.fleet.vehicles.rules import State, document_state, plate_key, work_state
from abano.kit.ids import new_id
from abano.models.fleet import VehicleDocument, VehicleRow, VehicleService

MOST_VEHICLES = 5_000


class VehicleHasBookings(Conflict):
    """This vehicle has bookings ahead. Please move them to another one first."""


class TooManyVehicles(Conflict):
    """This company has as many vehicles as can be kept here."""


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
        _service(each, listed.vehicle.mileage_km, today) for each in await repository.services(vehicle_id)
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
        work = _service(row, mileage_km, today)
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
    """Raises InvalidInput, PlateTaken, TooManyVehicles."""
    repository = VehicleRepository(uow)
    if await repository.count() >= MOST_VEHICLES:
        raise TooManyVehicles
    vehicle = VehicleRow(
        tenant_id=uow.tenant_id, id=new_id(), created_at=now, updated_at=now, **values_of(catalog, request)
    )
    await repository.add(vehicle)
    after = public(vehicle)
    await remember(uow, vehicle.id, "created", now=now, actor=actor, after=after, reason=request.reason)
    await record(uow, actor, "vehicle.added", subject=("vehicle", vehicle.id), after=after, now=now)
    return vehicle.id


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
    await change_locked(uow, actor, catalog, vehicle, request, now)


async def change_locked(
    uow: UnitOfWork,
    actor: Actor,
    catalog: Catalog,
    vehicle: VehicleRow,
    request: schemas.VehicleRequest,
    now: datetime,
) -> bool:
    """Whether anything changed. Raises like ``change``."""
    before, values = public(vehicle), values_of(catalog, request)
    if all(getattr(vehicle, field) == value for field, value in values.items()):
        return False
    leaves = values["state"] == "sold" and vehicle.state != "sold"
    if (leaves or values["car_id"] != vehicle.car_id) and await has_rentals_ahead(uow, vehicle.id, now):
        raise VehicleHasBookings
    for field, value in values.items():
        setattr(vehicle, field, value)
    vehicle.updated_at = now
    await VehicleRepository(uow).flush()
    after = public(vehicle)
    changed = [field for field in after if after[field] != before[field]]
    old, new = ({field: side[field] for field in changed} for side in (before, after))
    await remember(
        uow, vehicle.id, "changed", now=now, actor=actor, before=old, after=new, reason=request.reason
    )
    await record(
        uow, actor, "vehicle.changed", subject=("vehicle", vehicle.id), before=old, after=new, now=now
    )
    return True


async def add_document(
    uow: UnitOfWork, actor: Actor, vehicle_id: UUID, request: schemas.DocumentRequest, now: datetime
) -> None:
    """Raises NotFound."""
    repository = VehicleRepository(uow)
    await repository.get_locked(vehicle_id)
    document = VehicleDocument(
        tenant_id=uow.tenant_id, id=new_id(), vehicle_id=vehicle_id, created_at=now, **request.model_dump()
    )
    await repository.add(document)
    await _note(uow, actor, vehicle_id, "document_added", "vehicle.document_added", request, now)


async def remove_document(
    uow: UnitOfWork, actor: Actor, vehicle_id: UUID, document_id: UUID, now: datetime
) -> None:
    """Raises NotFound."""
    repository = VehicleRepository(uow)
    document = await repository.find_document(vehicle_id, document_id)
    if document is None:
        raise NotFound
    gone = schemas.DocumentRequest.model_validate(
        {"kind": document.kind, "title": document.title, "expires_on": document.expires_on}
    )
    await repository.remove(document)
    await _note(uow, actor, vehicle_id, "document_removed", "vehicle.document_removed", gone, now)


async def plan_service(
    uow: UnitOfWork, actor: Actor, vehicle_id: UUID, request: schemas.ServiceRequest, now: datetime
) -> None:
    """Raises NotFound, and InvalidInput for work without a day or mileage."""
    if request.due_on is None and request.due_mileage_km is None:
        raise InvalidInput.of("dueOn", messages.SERVICE_WITHOUT_TIME())
    repository = VehicleRepository(uow)
    await repository.get_locked(vehicle_id)
    service = VehicleService(
        tenant_id=uow.tenant_id, id=new_id(), vehicle_id=vehicle_id, created_at=now, **request.model_dump()
    )
    await repository.add(service)
    await _note(uow, actor, vehicle_id, "service_planned", "vehicle.service_planned", request, now)


async def finish_service(
    uow: UnitOfWork,
    actor: Actor,
    vehicle_id: UUID,
    service_id: UUID,
    request: schemas.ServiceDoneRequest,
    now: datetime,
) -> None:
    """The work was done; the vehicle's mileage follows when it is higher. Raises NotFound."""
    repository = VehicleRepository(uow)
    vehicle = await repository.get_locked(vehicle_id)
    service = await repository.find_service(vehicle_id, service_id)
    if service is None:
        raise NotFound
    service.done_on, service.done_mileage_km = request.done_on, request.done_mileage_km
    if request.done_mileage_km > vehicle.mileage_km:
        vehicle.mileage_km, vehicle.updated_at = request.done_mileage_km, now
    await repository.flush()
    await _note(uow, actor, vehicle_id, "service_done", "vehicle.service_done", request, now)


async def remove_service(
    uow: UnitOfWork, actor: Actor, vehicle_id: UUID, service_id: UUID, now: datetime
) -> None:
    """Raises NotFound."""
    repository = VehicleRepository(uow)
    service = await repository.find_service(vehicle_id, service_id)
    if service is None:
        raise NotFound
    gone = schemas.ServiceRequest.model_validate(
        {"title": service.title, "due_on": service.due_on, "due_mileage_km": service.due_mileage_km}
    )
    await repository.remove(service)
    await _note(uow, actor, vehicle_id, "service_removed", "vehicle.service_removed", gone, now)


async def change_settings(
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


async def show_settings(uow: UnitOfWork) -> schemas.FleetSettingsResponse:
    availability, minutes = await VehicleRepository(uow).settings()
    return schemas.FleetSettingsResponse(availability=availability, turn_round_minutes=minutes)


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
        state=cast(State, vehicle.state),
        warnings=listed.warnings if vehicle.state != "sold" else 0,
        updated_at=vehicle.updated_at,
    )


def values_of(catalog: Catalog, request: schemas.VehicleRequest) -> dict[str, object]:
    """The columns of a request. Raises InvalidInput for a car or location that the company does not have."""
    car, place = catalog.car(request.car), catalog.location(request.home_location)
    errors = []
    if car is None:
        errors.append(FieldError("car", messages.CAR_UNKNOWN()))
    if place is None:
        errors.append(FieldError("homeLocation", messages.LOCATION_UNKNOWN()))
    if car is None or place is None or errors:
        raise InvalidInput(fields=tuple(errors))
    return {
        "plate": request.plate,
        "plate_key": plate_key(request.plate),
        "car_id": car.id,
        "year": request.year,
        "color": request.color,
        "mileage_km": request.mileage_km,
        "home_location": place.code,
        "state": request.state,
    }


def public(vehicle: VehicleRow) -> dict[str, object]:
    """What the history says of a vehicle."""
    return {
        "plate": vehicle.plate,
        "carId": str(vehicle.car_id),
        "year": vehicle.year,
        "color": vehicle.color,
        "mileageKm": vehicle.mileage_km,
        "homeLocation": vehicle.home_location,
        "state": vehicle.state,
    }


def _service(row: VehicleService, mileage_km: int, today: date) -> schemas.ServiceOut:
    state = work_state(
        due_on=row.due_on,
        due_mileage_km=row.due_mileage_km,
        done_on=row.done_on,
        mileage_km=mileage_km,
        today=today,
    )
    return schemas.ServiceOut(
        id=row.id,
        title=row.title,
        due_on=row.due_on,
        due_mileage_km=row.due_mileage_km,
        done_on=row.done_on,
        done_mileage_km=row.done_mileage_km,
        state=state,
    )


async def _note(
    uow: UnitOfWork,
    actor: Actor,
    vehicle_id: UUID,
    kind: EventKind,
    action: str,
    request: schemas.DocumentRequest | schemas.ServiceRequest | schemas.ServiceDoneRequest,
    now: datetime,
) -> None:
    after = request.model_dump(mode="json", by_alias=True)
    await remember(uow, vehicle_id, kind, now=now, actor=actor, after=after)
    await record(uow, actor, action, subject=("vehicle", vehicle_id), after=after, now=now)
