"""HTTP endpoints of visits, for owners and managers."""

from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Depends, Query, Response

from abano.auth.principals import Actor
from abano.http.dependencies import AppClock, ClientAddress, Uow, acting
from abano.traffic.visits import service
from abano.traffic.visits.schemas import (
    ExcludedAddresses,
    ExcludedAddressesResponse,
    VisitOut,
    VisitsDeleted,
    VisitsResponse,
)

router = APIRouter(prefix="/api/ip", tags=["visits"])
Manager = Annotated[Actor, Depends(acting("owner", "manager"))]


@router.get("/visits")
async def list_visits(
    _manager: Manager,
    uow: Uow,
    response: Response,
    cursor: Annotated[str | None, Query(max_length=200)] = None,
    limit: Annotated[int, Query(ge=1, le=200)] = 100,
    paid: Annotated[bool | None, Query(description="Only visits by paid search, or only others")] = None,
    address: Annotated[
        str | None, Query(max_length=60, description="How addresses begin, or a network")
    ] = None,
) -> VisitsResponse:
    """Visits, newest first."""
    response.headers["Cache-Control"] = "no-store"
    page = await service.list_visits(uow, limit=limit, cursor=cursor, paid=paid, address=address)
    return VisitsResponse(visits=[VisitOut.of(row) for row in page.visits], next_cursor=page.next_cursor)


@router.delete("/visits")
async def delete_all_visits(manager: Manager, uow: Uow, clock: AppClock) -> VisitsDeleted:
    """Delete every visit. This cannot be undone."""
    return VisitsDeleted(deleted=await service.delete_all(uow, manager, clock.now()))


@router.delete("/visits/{visit_id}")
async def delete_visit(visit_id: UUID, manager: Manager, uow: Uow, clock: AppClock) -> VisitsDeleted:
    """Delete one visit."""
    await service.delete_one(uow, manager, visit_id, clock.now())
    return VisitsDeleted(deleted=1)


@router.get("/excluded-addresses")
async def list_excluded_addresses(
    _manager: Manager,
    uow: Uow,
    address: ClientAddress,
    response: Response,
) -> ExcludedAddressesResponse:
    """The company's excluded addresses, whose visits, clicks and answers are not stored."""
    response.headers["Cache-Control"] = "no-store"
    addresses = await service.excluded_addresses(uow)
    return ExcludedAddressesResponse(addresses=addresses, own_address=address)


@router.put("/excluded-addresses")
async def set_excluded_addresses(
    body: ExcludedAddresses,
    manager: Manager,
    uow: Uow,
    clock: AppClock,
    address: ClientAddress,
) -> ExcludedAddressesResponse:
    """Replace the list. Earlier records are not deleted."""
    addresses = await service.exclude_addresses(uow, manager, body.addresses, clock.now())
    return ExcludedAddressesResponse(addresses=addresses, own_address=address)
