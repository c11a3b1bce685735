"""Schemas of the page *Plan and usage*."""

from abano.core.api_model import ApiModel, SuccessResponse
from abano.tenancy.plans.rules import LimitState, Measure, Period, Plan, Usage


class UsageOut(ApiModel):
    """``used``: now, today or this month (UTC). A limit is null where there is none. Storage in bytes."""

    measure: Measure
    period: Period
    used: int
    soft_limit: int | None
    hard_limit: int | None
    state: LimitState

    @classmethod
    def of(cls, usage: Usage) -> "UsageOut":
        return cls(
            measure=usage.measure,
            period=usage.period,
            used=usage.used,
            soft_limit=usage.limit.soft,
            hard_limit=usage.limit.hard,
            state=usage.state,
        )


class PlanUsageResponse(SuccessResponse):
    """``plan``: its name."""

    plan: str
    usage: list[UsageOut]

    @classmethod
    def of(cls, plan: Plan, usage: list[Usage]) -> "PlanUsageResponse":
        return cls(plan=plan.name, usage=[UsageOut.of(each) for each in usage])
