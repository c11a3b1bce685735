"""What the operator console's API takes and answers about plans and usage."""

from datetime import date
from typing import Annotated, Literal
from uuid import UUID

from pydantic import AfterValidator, Field

from abano.company.usage.schemas import UsageOut
from abano.core.api_model import ApiModel
from abano.core.errors import Message, RefusedValue
from abano.core.text import clean
from abano.operators.console.plans import MAX_LIMIT, MAX_NAME, PlanValues
from abano.operators.console.usage import UsageOfDay
from abano.tenancy.plans.rules import MEASURES, UNLIMITED, Limit, Measure, Plan
from abano_shared.fair_turns import MAX_WEIGHT

NAME_MISSING = Message("plan_name_missing", "Enter a name.", for_operators=True)


def _some(text: str) -> str:
    if not (cleaned := clean(text)):
        raise RefusedValue(NAME_MISSING())
    return cleaned


Amount = Annotated[int, Field(ge=0, le=MAX_LIMIT)]


class LimitBody(ApiModel):
    """Null: none. Storage in bytes, emails a day, quiz sessions and API calls a month."""

    soft_limit: Amount | None = None
    hard_limit: Amount | None = None


class PlanRequest(ApiModel):
    """``weight``: of the company's share of what all companies use together."""

    name: Annotated[str, Field(max_length=MAX_NAME), AfterValidator(_some)]
    weight: Annotated[int, Field(ge=1, le=MAX_WEIGHT)] = 1
    limits: Annotated[dict[Measure, LimitBody], Field(default_factory=dict, max_length=len(MEASURES))]

    def values(self) -> PlanValues:
        limits = {measure: Limit(each.soft_limit, each.hard_limit) for measure, each in self.limits.items()}
        return PlanValues(self.name, self.weight, limits)


class AssignPlanRequest(ApiModel):
    plan_id: UUID


class PlanOut(ApiModel):
    """``companies``: how many have it."""

    id: UUID
    name: str
    weight: int
    limits: dict[Measure, LimitBody]
    companies: int

    @classmethod
    def of(cls, plan: Plan) -> "PlanOut":
        of = {each: plan.limits.get(each, UNLIMITED) for each in MEASURES}
        limits = {each: LimitBody(soft_limit=limit.soft, hard_limit=limit.hard) for each, limit in of.items()}
        return cls(id=plan.id, name=plan.name, weight=plan.weight, limits=limits, companies=plan.companies)


class PlansResponse(ApiModel):
    success: Literal[True] = True
    plans: list[PlanOut]


class NewPlanResponse(ApiModel):
    success: Literal[True] = True
    plan_id: UUID


class CompanyPlanResponse(ApiModel):
    """``usage``: empty for a company on another cluster."""

    success: Literal[True] = True
    plan_id: UUID
    plan: str
    usage: list[UsageOut]


class UsageOfDayOut(ApiModel):
    """``over_limit``: what of ``value`` was beyond the plan's hard limit that day."""

    company: str
    day: date
    measure: Measure
    value: int
    over_limit: int

    @classmethod
    def of(cls, row: UsageOfDay) -> "UsageOfDayOut":
        return cls.model_validate(row, from_attributes=True)


class UsageResponse(ApiModel):
    """``after``: for the next page; null: this is the last one."""

    success: Literal[True] = True
    usage: list[UsageOfDayOut]
    after: str | None
