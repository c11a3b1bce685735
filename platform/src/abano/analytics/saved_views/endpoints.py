"""HTTP endpoints of saved views and annotations, for owners, managers and analysts; links open for anyone."""

from typing import Annotated, cast
from uuid import UUID

from fastapi import APIRouter, Depends, Query, Response

from abano.analytics.figures.endpoints import Analytics, QuestionLabels
from abano.analytics.figures.query import PeriodQuery
from abano.analytics.saved_views import service
from abano.analytics.saved_views.schemas import (
    AnnotationRequest,
    AnnotationSaved,
    AnnotationsResponse,
    MakeLinkRequest,
    OpenLinkRequest,
    SavedViewResponse,
    SavedViewsResponse,
    SaveViewRequest,
    SharedViewResponse,
    ViewLinkResponse,
)
from abano.analytics.saved_views.service import SavedViewInput
from abano.analytics.saved_views.shared import SharedViews
from abano.catalog.published.dependencies import PublicOrigin
from abano.web.dependencies import (
    AnalyticsActor,
    AppClock,
    AppSettings,
    CurrentTenant,
    Db,
    Uow,
    needs,
    no_store,
)
from abano.web.public_writes import LimitedWriter

router = APIRouter(
    prefix="/api/quiz/analytics/views", tags=["quiz analytics"], dependencies=[Depends(no_store)]
)
SHARED_PAGE = "/admin/shared-figures"


async def not_passed_on(response: Response) -> None:
    """Nothing of these answers is found by search engines or named to other sites."""
    response.headers["X-Robots-Tag"] = "noindex"
    response.headers["Referrer-Policy"] = "no-referrer"


shared_router = APIRouter(
    prefix="/api/shared-figures",
    tags=["quiz analytics"],
    dependencies=[Depends(no_store), Depends(not_passed_on)],
)


@router.get("")
async def list_saved_views(actor: AnalyticsActor, uow: Uow, clock: AppClock) -> SavedViewsResponse:
    """One's own views and those that colleagues share, with the links to them."""
    admin_id = cast(UUID, actor.admin_id)
    return SavedViewsResponse.of(await service.load_views(uow, admin_id, clock.now()), admin_id)


@router.post("", status_code=201)
async def save_view(
    actor: AnalyticsActor, body: SaveViewRequest, uow: Uow, clock: AppClock
) -> SavedViewResponse:
    """Keep what the page shows now under a name."""
    view = await service.save_view(uow, actor, _input(body), clock.now())
    return SavedViewResponse(id=view.id)


@router.put("/{view_id}")
async def change_saved_view(
    view_id: UUID, actor: AnalyticsActor, body: SaveViewRequest, uow: Uow, clock: AppClock
) -> SavedViewResponse:
    """Rename it, let it show something else, share it with colleagues or not."""
    await service.change_view(uow, actor, view_id, _input(body), clock.now())
    return SavedViewResponse(id=view_id)


@router.delete("/{view_id}", status_code=204)
async def delete_saved_view(view_id: UUID, actor: AnalyticsActor, uow: Uow, clock: AppClock) -> Response:
    """Delete it; links to it open nothing any more."""
    await service.remove_view(uow, actor, view_id, clock.now())
    return Response(status_code=204)


@router.post("/{view_id}/links", status_code=201)
async def make_view_link(
    view_id: UUID,
    actor: AnalyticsActor,
    body: MakeLinkRequest,
    uow: Uow,
    clock: AppClock,
    origin: PublicOrigin,
) -> ViewLinkResponse:
    """A link by which anyone reads these figures until it expires. It is shown once."""
    link, token = await service.make_link(uow, actor, view_id, body.days, clock.now())
    # Behind the # it reaches no server, so no log of one has it.
    url = f"{origin}{SHARED_PAGE}#{token}"
    return ViewLinkResponse(id=link.id, url=url, expires_at=link.expires_at)


@router.delete("/{view_id}/links/{link_id}", status_code=204)
async def withdraw_view_link(
    view_id: UUID, link_id: UUID, actor: AnalyticsActor, uow: Uow, clock: AppClock
) -> Response:
    """End a link at once."""
    await service.withdraw_link(uow, actor, view_id, link_id, clock.now())
    return Response(status_code=204)


async def get_shared_views(
    db: Db,
    tenant: CurrentTenant,
    settings: AppSettings,
    clock: AppClock,
    analytics: Analytics,
    find_labels: QuestionLabels,
) -> SharedViews:
    return SharedViews(db, tenant, settings, clock.now(), analytics, find_labels)


@shared_router.post("", response_model=SharedViewResponse)
async def open_shared_view(
    writer: LimitedWriter, body: OpenLinkRequest, views: Annotated[SharedViews, Depends(get_shared_views)]
) -> Response:
    """The figures that a link opens. 404 for one that expired, was withdrawn or never was."""
    content = await views.open(body.token, writer.ip, body.lang)
    headers = {"Cache-Control": "no-store", "X-Robots-Tag": "noindex", "Referrer-Policy": "no-referrer"}
    return Response(content, headers=headers, media_type="application/json")


def _input(body: SaveViewRequest) -> SavedViewInput:
    return SavedViewInput(body.name, body.parameters, body.is_shared)


annotations_router = APIRouter(
    prefix="/api/quiz/analytics/annotations", tags=["quiz analytics"], dependencies=[Depends(no_store)]
)


@annotations_router.get("", dependencies=needs("analytics"))
async def list_annotations(
    tenant: CurrentTenant, clock: AppClock, uow: Uow, period: Annotated[PeriodQuery, Query()]
) -> AnnotationsResponse:
    """What was noted at days of the period, and which prices and quizzes were published on them."""
    today = clock.now().astimezone(tenant.zone).date()
    return AnnotationsResponse.of(await service.load_annotations(uow, period, tenant.zone, today))


@annotations_router.post("", status_code=201)
async def add_annotation(
    actor: AnalyticsActor, body: AnnotationRequest, uow: Uow, clock: AppClock
) -> AnnotationSaved:
    """Note something at a day."""
    return AnnotationSaved(id=await service.add_annotation(uow, actor, body.day, body.text, clock.now()))


@annotations_router.put("/{annotation_id}")
async def change_annotation(
    annotation_id: UUID, actor: AnalyticsActor, body: AnnotationRequest, uow: Uow, clock: AppClock
) -> AnnotationSaved:
    """Other words, or another day."""
    await service.change_annotation(uow, actor, annotation_id, body.day, body.text, clock.now())
    return AnnotationSaved(id=annotation_id)


@annotations_router.delete("/{annotation_id}", status_code=204)
async def delete_annotation(
    annotation_id: UUID, actor: AnalyticsActor, uow: Uow, clock: AppClock
) -> Response:
    """Take it off the pictures."""
    await service.remove_annotation(uow, actor, annotation_id, clock.now())
    return Response(status_code=204)
