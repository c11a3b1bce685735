"""The operator console's API of plans and usage."""

from datetime import date
from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Depends, Query
from fastapi.responses import StreamingResponse

from abano.company.usage.schemas import UsageOut
from abano.operators.console import plans
from abano.operators.console.endpoints import (
    Acting,
    AllCompanies,
    Operators,
    Slug,
    get_operator,
)
from abano.operators.console.plan_schemas import (
    AssignPlanRequest,
    CompanyPlanResponse,
    NewPlanResponse,
    PlanOut,
    PlanRequest,
    PlansResponse,
    UsageOfDayOut,
    UsageResponse,
)
from abano.operators.console.schemas import DoneResponse
from abano.operators.console.usage import UsageFilter, list_usage, usage_csv
from abano.tenancy.plans.rules import MEASURES, UNLIMITED, Usage
from abano.web.dependencies import AppClock

router = APIRouter(prefix="/api/operator", tags=["operator"])


async def get_usage_filter(
    first: date, last: date, company: Annotated[str | None, Query(max_length=60)] = None
) -> UsageFilter:
    wanted = UsageFilter(first, last, company or None)
    wanted.check()
    return wanted


Wanted = Annotated[UsageFilter, Depends(get_usage_filter)]


@router.get("/plans", dependencies=[Depends(get_operator)])
async def list_operator_plans(db: Operators) -> PlansResponse:
    """All plans, with the number of companies that have each."""
    return PlansResponse(plans=[PlanOut.of(each) for each in await plans.list_plans(db)])


@router.post("/plans", status_code=201)
async def create_operator_plan(
    body: PlanRequest, author: Acting, db: Operators, clock: AppClock
) -> NewPlanResponse:
    return NewPlanResponse(plan_id=await plans.create_plan(db, body.values(), author, clock.now()))


@router.post("/plans/{plan_id}")
async def update_operator_plan(
    plan_id: UUID,
    body: PlanRequest,
    author: Acting,
    db: Operators,
    companies: AllCompanies,
    clock: AppClock,
) -> DoneResponse:
    """Rename a plan, or change its limits and weight, for all companies that have it."""
    await plans.update_plan(db, plan_id, body.values(), author, clock.now())
    companies.forget()
    return DoneResponse()


@router.post("/plans/{plan_id}/delete")
async def delete_operator_plan(plan_id: UUID, author: Acting, db: Operators, clock: AppClock) -> DoneResponse:
    """Delete a plan that no company has."""
    await plans.delete_plan(db, plan_id, author, clock.now())
    return DoneResponse()


@router.get("/companies/{slug}/plan", dependencies=[Depends(get_operator)])
async def get_operator_company_plan(
    slug: Slug, companies: AllCompanies, db: Operators, clock: AppClock
) -> CompanyPlanResponse:
    """What a company uses beside the limits of its plan."""
    company = await companies.get(slug, clock.now())
    limits = next((plan.limits for plan in await plans.list_plans(db) if plan.id == company.plan_id), {})
    used = company.usage.of_plan() if company.usage else {}
    usage = [
        UsageOut.of(Usage(each, used[each], limits.get(each, UNLIMITED))) for each in MEASURES if each in used
    ]
    return CompanyPlanResponse(plan_id=company.plan_id, plan=company.plan, usage=usage)


@router.post("/companies/{slug}/plan")
async def assign_operator_plan(
    slug: Slug,
    body: AssignPlanRequest,
    author: Acting,
    companies: AllCompanies,
    db: Operators,
    clock: AppClock,
) -> CompanyPlanResponse:
    """Give a company another plan."""
    await plans.assign_plan(db, slug, body.plan_id, author, clock.now())
    companies.forget()
    return await get_operator_company_plan(slug, companies, db, clock)


@router.get("/usage", dependencies=[Depends(get_operator)])
async def list_operator_usage(
    wanted: Wanted, db: Operators, after: Annotated[str, Query(max_length=120)] = ""
) -> UsageResponse:
    """Usage by day, company and measure, a page at a time."""
    page = await list_usage(db, wanted, after)
    return UsageResponse(usage=[UsageOfDayOut.of(row) for row in page.rows], after=page.after)


@router.get("/usage.csv", dependencies=[Depends(get_operator)], response_class=StreamingResponse)
async def export_operator_usage(wanted: Wanted, db: Operators) -> StreamingResponse:
    """The same as a file."""
    name = f"usage-{wanted.first.isoformat()}-{wanted.last.isoformat()}.csv"
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return StreamingResponse(usage_csv(db, wanted), media_type="text/csv; charset=utf-8", headers=headers)
