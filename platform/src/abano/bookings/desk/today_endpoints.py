"""HTTP endpoints of the desk's day."""

from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Depends, Query

from abano.booking_record import assignees
from abano.bookings.desk import today
from abano.bookings.desk.today_schemas import (
    AssigneeRequest,
    AssigneesResponse,
    LeadRequest,
    LeadResponse,
    LeadsResponse,
    LeadState,
    SearchResponse,
    StaffOut,
    TodayCountResponse,
    TodayResponse,
)
from abano.catalog.published.dependencies import CatalogNow
from abano.web.dependencies import AppClock, BookingsActor, CurrentTenant, Uow, no_store

router = APIRouter(prefix="/api/admin", tags=["desk"], dependencies=[Depends(no_store)])


@router.get("/today")
async def show_today(
    actor: BookingsActor, tenant: CurrentTenant, catalog: CatalogNow, clock: AppClock, uow: Uow
) -> TodayResponse:
    """Pickups and returns, what is overdue, expires or is due, and leads to follow up."""
    sees_commissions = actor.may("affiliates")
    return await today.show_today(uow, tenant, catalog, actor, clock.now(), with_commissions=sees_commissions)


@router.get("/today/count")
async def count_today(
    _: BookingsActor, tenant: CurrentTenant, catalog: CatalogNow, clock: AppClock, uow: Uow
) -> TodayCountResponse:
    """How many decisions are due today, for the navigation."""
    return await today.count_today(uow, tenant, catalog, clock.now())


@router.get("/leads")
async def list_leads(
    _: BookingsActor, catalog: CatalogNow, uow: Uow, state: LeadState | None = None
) -> LeadsResponse:
    """Begun bookings, newest first."""
    return await today.list_leads(uow, catalog, state)


@router.patch("/leads/{lead_id}")
async def change_lead(
    lead_id: UUID, body: LeadRequest, actor: BookingsActor, catalog: CatalogNow, clock: AppClock, uow: Uow
) -> LeadResponse:
    """Set how far someone is with a lead; a booking of the same customer wins it automatically."""
    return await today.change_lead(uow, actor, catalog, lead_id, body.state, clock.now())


@router.get("/search")
async def search_everything(
    _: BookingsActor,
    catalog: CatalogNow,
    uow: Uow,
    q: Annotated[str, Query(max_length=100, description="At least two characters")] = "",
) -> SearchResponse:
    """Bookings by name, phone, email, reference, promo code and campaign; customers; vehicles; leads."""
    return await today.search(uow, catalog, q)


@router.get("/bookings/{booking_id}/assignees")
async def show_assignees(booking_id: UUID, _: BookingsActor, uow: Uow) -> AssigneesResponse:
    """Who brings the vehicle and who takes it back, and who may be chosen."""
    assigned = await assignees.get_assigned(uow, booking_id)
    brings, takes_back = (assigned.get((booking_id, kind)) for kind in ("handover", "return"))
    return AssigneesResponse.model_validate(
        {
            "handover": StaffOut.of(brings) if brings else None,
            "return": StaffOut.of(takes_back) if takes_back else None,
            "staff": [StaffOut.of(each) for each in await assignees.list_staff(uow)],
        }
    )


@router.put("/bookings/{booking_id}/assignees", status_code=204)
async def assign_staff(
    booking_id: UUID, body: AssigneeRequest, actor: BookingsActor, uow: Uow, clock: AppClock
) -> None:
    """Choose who brings the vehicle (handover) or takes it back (return)."""
    await assignees.assign(uow, actor, booking_id, body.kind, body.admin_id, clock.now())
