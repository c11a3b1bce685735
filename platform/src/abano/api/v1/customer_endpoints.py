"""Customers in the public API, to be read."""

from datetime import datetime
from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Query, Request, Response

from abano.api.v1.answers import DEFAULT_LIMIT, Cursor, Fields, Limit, Money, Page, Resource, money, one, page
from abano.api.v1.calls import CustomerReader
from abano.bookings.customers import service as customers
from abano.bookings.customers.endpoints import get_filters
from abano.catalog.published.dependencies import Catalogs
from abano.core.paging import PageRequest
from abano.web.dependencies import Db

router = APIRouter(tags=["Customers"])


class Customer(Resource):
    """``bookings``: those not cancelled; ``spent``: the totals of those confirmed or later."""

    id: UUID
    name: str
    email: str
    phone: str
    language: str | None
    bookings: int
    spent: Money
    currency: str
    last_booked_at: datetime


class CustomerWithDetails(Customer):
    """``emails`` and ``phones``: all that they booked with. ``balance``: what they owe, below 0
    what the company owes them.
    """

    emails: list[str]
    phones: list[str]
    balance: Money
    created_at: datetime
    updated_at: datetime


@router.get("/customers", response_model=Page[Customer])
async def list_customers(
    caller: CustomerReader,
    db: Db,
    catalogs: Catalogs,
    fields: Fields,
    search: Annotated[
        str, Query(max_length=100, description="Part of a name, an email or a phone number.")
    ] = "",
    limit: Limit = DEFAULT_LIMIT,
    cursor: Cursor = None,
) -> Response:
    """Customers, who booked last first."""
    catalog = await catalogs.get(caller.tenant.id)
    async with db.uow(caller.tenant.id) as uow:
        found = await customers.list_customers(
            uow, catalog, await get_filters(search), PageRequest("-lastBookedAt", limit, cursor)
        )
    listed = [
        Customer.model_validate(each.model_dump() | {"spent": money(each.spent), "currency": found.currency})
        for each in found.customers
    ]
    return page(listed, found.next_cursor, Customer, fields)


@router.get("/customers/{customer_id}", response_model=CustomerWithDetails)
async def get_customer(
    customer_id: UUID, request: Request, caller: CustomerReader, db: Db, catalogs: Catalogs, fields: Fields
) -> Response:
    """One customer, or the one they were merged into."""
    catalog = await catalogs.get(caller.tenant.id)
    async with db.uow(caller.tenant.id) as uow:
        found = await customers.show(uow, catalog, customer_id, with_proposals=False)
    row = found.customer
    customer = CustomerWithDetails.model_validate(
        row.model_dump()
        | {"spent": money(row.spent), "balance": money(row.balance), "currency": found.currency}
    )
    return one(request, customer, fields)
