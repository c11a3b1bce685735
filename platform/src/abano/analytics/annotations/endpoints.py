"""HTTP endpoints of annotations, for owners, managers and analysts."""

from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Depends, Query, Response

from abano.accounts.access.principals import Actor
from abano.analytics.annotations import service
from abano.analytics.annotations.schemas import AnnotationRequest, AnnotationSaved, AnnotationsResponse
from abano.analytics.figures.query import PeriodQuery
from abano.web.dependencies import AppClock, CurrentTenant, Uow, acting, no_store, require_role

router = APIRouter(
    prefix="/api/quiz/analytics/annotations", tags=["quiz analytics"], dependencies=[Depends(no_store)]
)
Acting = Annotated[Actor, Depends(acting("owner", "manager", "analyst"))]


@router.get("", dependencies=[Depends(require_role("owner", "manager", "analyst"))])
async def list_annotations(
    tenant: CurrentTenant, clock: AppClock, uow: Uow, period: Annotated[PeriodQuery, Query()]
) -> AnnotationsResponse:
    """What was noted at days of the period, and which prices and quizzes were published on them."""
    today = clock.now().astimezone(tenant.zone).date()
    return AnnotationsResponse.of(await service.load(uow, period, tenant.zone, today))


@router.post("", status_code=201)
async def add_annotation(
    actor: Acting, body: AnnotationRequest, uow: Uow, clock: AppClock
) -> AnnotationSaved:
    """Note something at a day."""
    return AnnotationSaved(id=await service.add(uow, actor, body.day, body.text, clock.now()))


@router.put("/{annotation_id}")
async def change_annotation(
    annotation_id: UUID, actor: Acting, body: AnnotationRequest, uow: Uow, clock: AppClock
) -> AnnotationSaved:
    """Other words, or another day."""
    await service.change(uow, actor, annotation_id, body.day, body.text, clock.now())
    return AnnotationSaved(id=annotation_id)


@router.delete("/{annotation_id}", status_code=204)
async def delete_annotation(annotation_id: UUID, actor: Acting, uow: Uow, clock: AppClock) -> Response:
    """Take it off the pictures."""
    await service.remove(uow, actor, annotation_id, clock.now())
    return Response(status_code=204)
