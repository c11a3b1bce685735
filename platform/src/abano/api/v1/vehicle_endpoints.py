"""Vehicles and their blocks in the public API."""

from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from fastapi import APIRouter, Query, Request, Response
from pydantic import Field

from abano.api.v1.answers import (
    DEFAULT_LIMIT,
    Cursor,
    Fields,
    Limit,
    Page,
    PublicRequest,
    Resource,
    of_console,
    one,
    page,
)
from abano.api.v1.calls import IdempotencyKey, VehicleReader, VehicleWriter, Write
from abano.core.paging import decode_cursor, encode_cursor, read_text
from abano.fleet.reservations.rules import BlockKind
from abano.fleet.vehicles import blocks, service
from abano.fleet.vehicles.endpoints import Today
from abano.fleet.vehicles.rules import State
from abano.fleet.vehicles.schemas import BlockRequest
from abano.web.dependencies import Db

router = APIRouter(tags=["Vehicles"])


class Vehicle(Resource):
    """``location``: where it last came back to; null for one that was not rented yet."""

    id: UUID
    plate: str
    car: str
    year: int | None
    color: str
    mileage_km: int
    home_location: str
    location: str | None
    state: State
    updated_at: datetime


class Occupation(Resource):
    """A booking or a block from now on. The ``id`` of a block deletes it."""

    id: UUID
    kind: Literal["booking", "service", "workshop", "other"]
    booking_id: UUID | None
    title: str
    starts_at: datetime
    ends_at: datetime


class VehicleWithDetails(Vehicle):
    upcoming: list[Occupation]


class BlockIn(PublicRequest):
    """``move_bookings``: bookings in that time get another vehicle, all of them or the block is refused."""

    kind: BlockKind
    title: Annotated[str, Field(min_length=1, max_length=120)]
    starts_at: datetime
    ends_at: datetime
    move_bookings: bool = False


class Block(Resource):
    id: UUID
    vehicle_id: UUID
    kind: BlockKind
    title: str
    starts_at: datetime
    ends_at: datetime


@router.get("/vehicles", response_model=Page[Vehicle])
async def list_vehicles(
    caller: VehicleReader,
    db: Db,
    today: Today,
    fields: Fields,
    car: Annotated[
        str | None, Query(max_length=120, description="The name of a car of the catalogue.")
    ] = None,
    state: State | None = None,
    limit: Limit = DEFAULT_LIMIT,
    cursor: Cursor = None,
) -> Response:
    """Vehicles, in the order in which they were added."""
    after = decode_cursor(cursor, "id", read_text)[1] if cursor else None
    async with db.uow(caller.tenant.id) as uow:
        listed = (await service.list_vehicles(uow, today)).vehicles
    found = sorted(
        (
            each
            for each in listed
            if (car is None or each.car == car)
            and (state is None or each.state == state)
            and (after is None or each.id > after)
        ),
        key=lambda each: each.id,
    )
    shown = found[:limit]
    next_cursor = encode_cursor("id", "", shown[-1].id) if len(found) > limit else None
    return page([Vehicle.model_validate(each.model_dump()) for each in shown], next_cursor, Vehicle, fields)


@router.get("/vehicles/{vehicle_id}", response_model=VehicleWithDetails)
async def get_vehicle(
    vehicle_id: UUID, request: Request, caller: VehicleReader, db: Db, today: Today, fields: Fields
) -> Response:
    """One vehicle, with what it is taken for."""
    async with db.uow(caller.tenant.id) as uow:
        found = (await service.show(uow, vehicle_id, caller.now, today)).vehicle
    return one(request, VehicleWithDetails.model_validate(found.model_dump()), fields)


@router.post("/vehicles/{vehicle_id}/blocks", response_model=Block, status_code=201)
async def create_block(
    vehicle_id: UUID,
    body: BlockIn,
    request: Request,
    caller: VehicleWriter,
    db: Db,
    key: IdempotencyKey = None,
) -> Response:
    """Take the vehicle out of rental for a time; 409 when bookings are in the way. Times need an offset."""
    asked = of_console(BlockRequest, body.model_dump())
    write = Write.of(caller, key, f"block vehicle {vehicle_id}", body)
    async with db.uow(caller.tenant.id) as uow:
        block_id = await write.earlier(uow)
        if block_id is None:
            made = await blocks.block_vehicle(uow, caller.actor, vehicle_id, asked, caller.now)
            if made.block_id is None:
                raise RuntimeError("A block that is no plan has an id.")
            block_id = made.block_id
            await write.keep(uow, block_id)
    block = Block(
        id=block_id,
        vehicle_id=vehicle_id,
        kind=asked.kind,
        title=asked.title,
        starts_at=asked.starts_at,
        ends_at=asked.ends_at,
    )
    return one(request, block, status=201)


@router.delete("/vehicles/{vehicle_id}/blocks/{block_id}", status_code=204)
async def delete_block(
    vehicle_id: UUID, block_id: UUID, caller: VehicleWriter, db: Db, key: IdempotencyKey = None
) -> None:
    """Make the vehicle available again."""
    write = Write.of(caller, key, f"delete block {vehicle_id} {block_id}")
    async with db.uow(caller.tenant.id) as uow:
        if await write.earlier(uow) is None:
            await blocks.unblock(uow, caller.actor, vehicle_id, block_id, caller.now)
            await write.keep(uow, block_id)
