"""HTTP endpoint of an experiment's size: about how many sessions and days it takes."""

from contextlib import suppress
from datetime import datetime, timedelta
from math import ceil
from typing import Annotated

import orjson
from fastapi import APIRouter, Depends, Query
from pydantic import Field

from abano.analytics.figures.query import FigureQuery
from abano.analytics.figures.service import AnalyticsUnavailable, QuizAnalytics
from abano.core.api_model import SuccessResponse
from abano.marketing.experiments.schemas import Subject
from abano.marketing.experiments.service import count_past_form
from abano.marketing.quiz.rules import Arm, Count, sessions_needed
from abano.tenancy.directory.tenant import Tenant
from abano.web.dependencies import AppClock, CurrentTenant, Db, needs, no_store, of_app

router = APIRouter(prefix="/api/admin/experiments", tags=["experiments"], dependencies=[Depends(no_store)])
# What a hint of the size looks for, and from how many days past.
LIFT = 0.3
SHARES = r"^([5-9]|[1-9][0-9])(,([5-9]|[1-9][0-9])){1,3}$"
PAST_DAYS = 28


class ExperimentSizeResponse(SuccessResponse):
    """How long it takes until a lift is found; null where too little is known, or figures cannot be reached."""

    lift: float = Field(description="What is looked for, as a fraction")
    past_days: int
    sessions: int | None = Field(description="Of all versions, in the days past")
    bookings: int | None
    sessions_needed: int | None
    days_needed: int | None


Analytics = Annotated[QuizAnalytics, of_app("quiz_analytics")]


@router.get("/size", dependencies=needs("quiz"))
async def size_experiment(
    tenant: CurrentTenant,
    db: Db,
    subject: Subject,
    clock: AppClock,
    figures: Analytics,
    shares: Annotated[
        str, Query(pattern=SHARES, description="In percent, such as 50,50; the first version's first")
    ],
) -> ExperimentSizeResponse:
    """About how many sessions and days an experiment takes, from how the quiz or the form converted lately.

    Of all versions: one that was just published has no history.
    """
    if subject == "quiz":
        count = await _past_quiz(figures, tenant, clock.now())
    else:
        async with db.uow(tenant.id) as uow:
            count = await count_past_form(uow, clock.now() - timedelta(days=PAST_DAYS))
    needed = None
    if count is not None and count.sessions:
        arms = [Arm(str(place), int(each)) for place, each in enumerate(shares.split(","))]
        needed = sessions_needed(count.conversions / count.sessions, LIFT, arms)
    return ExperimentSizeResponse(
        lift=LIFT,
        past_days=PAST_DAYS,
        sessions=count.sessions if count else None,
        bookings=count.conversions if count else None,
        sessions_needed=needed,
        days_needed=ceil(needed * PAST_DAYS / count.sessions) if needed and count else None,
    )


async def _past_quiz(figures: QuizAnalytics, tenant: Tenant, now: datetime) -> Count | None:
    """None: the figures cannot be reached."""
    today = now.astimezone(tenant.zone).date()
    past = {"from": today - timedelta(days=PAST_DAYS), "to": today - timedelta(days=1)}
    asked = FigureQuery.model_validate(past).resolved(tenant.zone, today)
    with suppress(AnalyticsUnavailable):
        found = await figures.figure(tenant.id, "overview", asked, known_tag="")
        counted = orjson.loads(found.body or b"{}").get("analytics", {})
        return Count(counted.get("totalSessions", 0), counted.get("conversionCount", 0))
    return None
