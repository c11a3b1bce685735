"""Customers' rights over HTTP, for owners."""

from typing import Annotated

import orjson
from fastapi import APIRouter, Depends, Response

from abano.auth.principals import Actor
from abano.customers import service
from abano.customers.schemas import CustomerErased, CustomerRecords, CustomerRequest
from abano.http.dependencies import AppClock, AppSettings, CurrentTenant, Db, acting

router = APIRouter(prefix="/api/admin/customers", tags=["customers"])
Owner = Annotated[Actor, Depends(acting("owner"))]


@router.post("/look")
async def look_up_customer(
    body: CustomerRequest, _owner: Owner, tenant: CurrentTenant, db: Db, response: Response
) -> CustomerRecords:
    """How many records of each kind are kept about a person."""
    response.headers["Cache-Control"] = "no-store"
    kept = await service.look_up(db, tenant.id, body.email)
    return CustomerRecords(email=kept.email, open_bookings=kept.open_bookings, counts=kept.counts)


@router.post("/export", response_class=Response, responses={200: {"content": {"application/json": {}}}})
async def export_customer(
    body: CustomerRequest,
    owner: Owner,
    tenant: CurrentTenant,
    db: Db,
    settings: AppSettings,
    clock: AppClock,
) -> Response:
    """Everything kept about a person, as a JSON file for them."""
    data = await service.export(db, settings, tenant.id, owner, body.email, clock)
    headers = {
        "Cache-Control": "no-store",
        "Content-Disposition": f'attachment; filename="customer-{clock.now():%Y-%m-%d}.json"',
    }
    return Response(
        orjson.dumps(data, option=orjson.OPT_INDENT_2), media_type="application/json", headers=headers
    )


@router.post("/erase")
async def erase_customer(
    body: CustomerRequest,
    owner: Owner,
    tenant: CurrentTenant,
    db: Db,
    settings: AppSettings,
    clock: AppClock,
) -> CustomerErased:
    """Erase a person. Figures stay without them. There is no way back."""
    counts = await service.erase(db, settings, tenant.id, owner, body.email, clock)
    return CustomerErased(counts=counts)
