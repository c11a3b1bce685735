"""HTTP endpoints of customers: the desk reads and writes notes, managers and owners decide who is who."""

from collections.abc import Awaitable, Callable
from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Depends, Query, Request, Response
from fastapi.responses import StreamingResponse

from abano.accounts.access.principals import Actor
from abano.bookings.customers import merging, service
from abano.bookings.customers.rules import Filters
from abano.bookings.customers.schemas import (
    BlacklistRequest,
    ChangeCustomerRequest,
    Code,
    CustomerNoteRequest,
    CustomerResponse,
    CustomerSort,
    CustomersResponse,
    MergeRequest,
    MergeResponse,
    ProposalsResponse,
    TellApartRequest,
    UnmergeRequest,
)
from abano.bookings.customers.service import csv_lines
from abano.catalog.published.dependencies import CatalogNow, Catalogs, ReaderTexts
from abano.core.paging import PageRequest
from abano.web.dependencies import (
    AppClock,
    CurrentTenant,
    CustomerManager,
    CustomersActor,
    Db,
    ExportsActor,
    PageCursor,
    Uow,
    no_store,
)
from abano_shared.fair_turns import in_turns

router = APIRouter(prefix="/api/admin/customers", tags=["customers"], dependencies=[Depends(no_store)])
Show = Callable[[UUID, Actor], Awaitable[CustomerResponse]]


async def get_show(tenant: CurrentTenant, db: Db, catalogs: Catalogs) -> Show:
    """Shows a customer as it is after the caller's change was committed."""

    async def show(customer_id: UUID, actor: Actor) -> CustomerResponse:
        catalog = await catalogs.get(tenant.id)
        decides = actor.may("manage_customers")
        async with db.uow(tenant.id) as uow:
            return await service.show(uow, catalog, customer_id, with_proposals=decides)

    return show


async def get_filters(
    search: Annotated[str, Query(max_length=100)] = "",
    language: Annotated[Code | None, Query()] = None,
    blacklisted: bool | None = None,
) -> Filters:
    return Filters(search, language, blacklisted)


Shown = Annotated[Show, Depends(get_show)]
Chosen = Annotated[Filters, Depends(get_filters)]


@router.get("")
async def list_customers(
    _: CustomersActor,
    catalog: CatalogNow,
    filters: Chosen,
    uow: Uow,
    sort: CustomerSort = "-lastBookedAt",
    cursor: PageCursor = None,
) -> CustomersResponse:
    """Customers, fifty a page; by name, email, phone or a booking's reference."""
    request = PageRequest(sort, service.PAGE, cursor)
    return await service.list_customers(uow, catalog, filters, request)


@router.get("/export.csv", response_class=Response, responses={200: {"content": {"text/csv": {}}}})
async def export_customers(
    actor: ExportsActor,
    request: Request,
    tenant: CurrentTenant,
    db: Db,
    catalogs: Catalogs,
    filters: Chosen,
    clock: AppClock,
    texts: ReaderTexts,
    sort: CustomerSort = "-lastBookedAt",
) -> StreamingResponse:
    """The filtered customers as a CSV file. The export is recorded in the audit log."""
    currency = (await catalogs.get(tenant.id)).rules.currency
    async with db.uow(tenant.id) as uow:
        filtered = sorted(request.query_params.keys() - {"sort"})
        await service.record_list_export(uow, actor, filtered, clock.now())
    today = clock.now().astimezone(tenant.zone)
    return StreamingResponse(
        in_turns(csv_lines(service.batches(db, tenant.id, currency, filters, sort), tenant, currency, texts)),
        media_type="text/csv",
        headers={
            "Content-Disposition": f'attachment; filename="customers-{today:%Y-%m-%d}.csv"',
            "Cache-Control": "no-store",
        },
    )


@router.get("/proposals")
async def list_proposals(_: CustomerManager, catalog: CatalogNow, uow: Uow) -> ProposalsResponse:
    """Pairs of customers who may be one person."""
    return await merging.list_proposals(uow, catalog.rules.currency)


@router.get("/{customer_id}")
async def show_customer(customer_id: UUID, actor: CustomersActor, show: Shown) -> CustomerResponse:
    """One customer: bookings, spend, notes, licence, blacklist, history."""
    return await show(customer_id, actor)


@router.put("/{customer_id}")
async def change_customer(
    customer_id: UUID,
    body: ChangeCustomerRequest,
    actor: CustomersActor,
    tenant: CurrentTenant,
    db: Db,
    clock: AppClock,
    show: Shown,
) -> CustomerResponse:
    """Change name, language and licence; 409 when someone else changed the customer."""
    async with db.uow(tenant.id) as uow:
        await service.change(uow, actor, customer_id, body, clock.now())
    return await show(customer_id, actor)


@router.post("/{customer_id}/notes")
async def add_customer_note(
    customer_id: UUID,
    body: CustomerNoteRequest,
    actor: CustomersActor,
    tenant: CurrentTenant,
    db: Db,
    clock: AppClock,
    show: Shown,
) -> CustomerResponse:
    """Add a note for the team."""
    async with db.uow(tenant.id) as uow:
        await service.add_note(uow, actor, customer_id, body.text, clock.now())
    return await show(customer_id, actor)


@router.put("/{customer_id}/blacklist")
async def blacklist_customer(
    customer_id: UUID,
    body: BlacklistRequest,
    actor: CustomerManager,
    tenant: CurrentTenant,
    db: Db,
    clock: AppClock,
    show: Shown,
) -> CustomerResponse:
    """Put a customer on the blacklist, with a reason, or take them off. It warns the desk and refuses no one."""
    async with db.uow(tenant.id) as uow:
        await service.set_blacklisted(uow, actor, customer_id, body, clock.now())
    return await show(customer_id, actor)


@router.post("/{customer_id}/merge")
async def merge_customer(
    customer_id: UUID,
    body: MergeRequest,
    actor: CustomerManager,
    tenant: CurrentTenant,
    db: Db,
    catalogs: Catalogs,
    clock: AppClock,
) -> MergeResponse:
    """Make another customer part of this one, or say what that would do (``onlyPlan``). It can be taken back."""
    currency = (await catalogs.get(tenant.id)).rules.currency
    async with db.uow(tenant.id) as uow:
        return await merging.merge(uow, actor, customer_id, body, currency, clock.now())


@router.post("/{customer_id}/unmerge")
async def unmerge_customer(
    customer_id: UUID,
    body: UnmergeRequest,
    actor: CustomerManager,
    tenant: CurrentTenant,
    db: Db,
    clock: AppClock,
    show: Shown,
) -> CustomerResponse:
    """Take a merge of the customer's history back."""
    async with db.uow(tenant.id) as uow:
        await merging.unmerge(uow, actor, customer_id, body.event_id, clock.now())
    return await show(customer_id, actor)


@router.post("/{customer_id}/tell-apart")
async def mark_distinct(
    customer_id: UUID,
    body: TellApartRequest,
    actor: CustomerManager,
    tenant: CurrentTenant,
    db: Db,
    clock: AppClock,
    show: Shown,
) -> CustomerResponse:
    """The two are different people, and are not proposed again."""
    async with db.uow(tenant.id) as uow:
        await merging.mark_distinct(uow, actor, customer_id, body.other_id, clock.now())
    return await show(customer_id, actor)
