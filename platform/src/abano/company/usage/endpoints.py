"""HTTP endpoint of the page *Plan and usage*."""

from fastapi import APIRouter, Depends

from abano.company.usage.schemas import PlanUsageResponse
from abano.tenancy.plans.service import load_usage
from abano.web.dependencies import AppClock, CompanyActor, Uow, no_store

router = APIRouter(prefix="/api/admin/plan-usage", tags=["plan"], dependencies=[Depends(no_store)])


@router.get("")
async def read_plan_usage(_owner: CompanyActor, uow: Uow, clock: AppClock) -> PlanUsageResponse:
    """The company's plan, and what it uses of each limit. Only the platform's operator changes plans."""
    return PlanUsageResponse.of(*await load_usage(uow, clock.now()))
