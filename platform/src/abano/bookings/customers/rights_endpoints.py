"""HTTP endpoints of export and erasure, for owners."""

from typing import Annotated
from uuid import UUID

import orjson
from fastapi import APIRouter, Response
from pydantic import Field

from abano.bookings.customers.rights import Asked, CustomerService, zipped
from abano.core.api_model import ApiModel, SuccessResponse
from abano.storage.service import Media
from abano.web.dependencies import AppClock, CurrentTenant, Db, PersonalDataActor, Uow, of_app

# Schemas of export and erasure.


class CustomerRequest(ApiModel):
    """A customer of the list, or someone by their email address, who need not have booked.

    The address is in the body, so that no log and no browser history has it.
    """

    email: Annotated[str, Field(min_length=1, max_length=254)] | None = None
    customer_id: UUID | None = None


class CopyRequest(CustomerRequest):
    """``with_files``: a ZIP with the photographs and documents beside the JSON."""

    with_files: bool = False


class CustomerRecords(SuccessResponse):
    """Records by kind, such as bookings, messages, clicks. ``open_bookings`` are not completed or cancelled.

    ``emails``: all emails of the subject; ``kept``: the kinds that must be retained by law.
    """

    emails: list[str]
    open_bookings: int
    counts: dict[str, int]
    kept: list[str]


class CustomerErased(SuccessResponse):
    counts: dict[str, int]


router = APIRouter(prefix="/api/admin/customers", tags=["customers"])


Customers = Annotated[CustomerService, of_app("customers")]


@router.post("/look")
async def look_up_customer(
    body: CustomerRequest, _owner: PersonalDataActor, uow: Uow, customers: Customers, response: Response
) -> CustomerRecords:
    """The number of records of each kind about a person."""
    response.headers["Cache-Control"] = "no-store"
    data = await customers.look_up(uow, Asked(body.email, body.customer_id))
    return CustomerRecords(
        emails=list(data.emails), open_bookings=data.open_bookings, counts=data.counts, kept=customers.kept
    )


@router.post(
    "/export",
    response_class=Response,
    responses={200: {"content": {"application/json": {}, "application/zip": {}}}},
)
async def export_customer(
    body: CopyRequest,
    owner: PersonalDataActor,
    uow: Uow,
    customers: Customers,
    clock: AppClock,
    media: Annotated[Media, of_app("media")],
) -> Response:
    """Everything stored about a person, as a JSON file, or with photographs and documents as a ZIP file."""
    data = await customers.export(uow, owner, Asked(body.email, body.customer_id), clock.now())
    kind = "zip" if body.with_files else "json"
    content = (
        await zipped(uow, media, data) if body.with_files else orjson.dumps(data, option=orjson.OPT_INDENT_2)
    )
    headers = {
        "Cache-Control": "no-store",
        "Content-Disposition": f'attachment; filename="customer-{clock.now():%Y-%m-%d}.{kind}"',
    }
    return Response(content, media_type=f"application/{kind}", headers=headers)


@router.post("/erase")
async def erase_customer(
    body: CustomerRequest,
    owner: PersonalDataActor,
    tenant: CurrentTenant,
    db: Db,
    clock: AppClock,
    customers: Customers,
) -> CustomerErased:
    """Erase a person's data. Figures are kept. This cannot be undone."""
    async with db.uow(tenant.id) as uow:
        erased = await customers.erase(uow, owner, Asked(body.email, body.customer_id), clock.now())
    customers.clean_up(erased)
    return CustomerErased(counts=erased.counts)
