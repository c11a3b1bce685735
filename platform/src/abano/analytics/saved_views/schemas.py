"""Saved views as the console reads and writes them, and what a link shows."""

from datetime import date, datetime
from typing import Annotated
from uuid import UUID

from pydantic import AfterValidator, Field, StringConstraints

from abano.analytics.saved_views.service import MAX_DAYS, MAX_QUERY_LENGTH, Letter, Marks, SavedViews
from abano.core.api_model import ApiModel
from abano.core.text import NO_NUL, clean
from abano_shared.contract.answers import (
    CampaignFigures,
    FunnelStep,
    OverviewFigures,
    QuestionFigures,
    RealTimeMetadata,
    TimelineBucket,
)
from abano_shared.contract.figures import Unit

Name = Annotated[
    str,
    StringConstraints(strip_whitespace=True),
    AfterValidator(clean),
    Field(min_length=1, max_length=80),
]


class SaveViewRequest(ApiModel):
    name: Name
    parameters: str = Field(
        max_length=MAX_QUERY_LENGTH, pattern=NO_NUL, description="The page's address behind its question mark"
    )
    is_shared: bool = Field(False, description="Colleagues see it, too")


class MakeLinkRequest(ApiModel):
    days: int = Field(30, ge=1, le=MAX_DAYS, description="For how long it opens")


class ViewLinkOut(ApiModel):
    id: UUID
    created_at: datetime
    created_by: str
    expires_at: datetime
    reads: int
    last_read_at: datetime | None


class SavedViewOut(ApiModel):
    id: UUID
    name: str
    parameters: str
    is_shared: bool
    is_own: bool
    created_by: str = Field(description="The author's name")
    updated_at: datetime
    links: list[ViewLinkOut] = Field(description="Those that still open")


class SavedViewsResponse(ApiModel):
    success: bool = True
    views: list[SavedViewOut]

    @classmethod
    def of(cls, saved: SavedViews, admin_id: UUID) -> "SavedViewsResponse":
        return cls(
            views=[
                SavedViewOut(
                    id=view.id,
                    name=view.name,
                    parameters=view.query,
                    is_shared=view.is_shared,
                    is_own=view.created_by == admin_id,
                    created_by=saved.authors.get(view.created_by, ""),
                    updated_at=view.updated_at,
                    links=[
                        ViewLinkOut(
                            id=link.id,
                            created_at=link.created_at,
                            created_by=saved.authors.get(link.created_by, ""),
                            expires_at=link.expires_at,
                            reads=link.reads,
                            last_read_at=link.last_read_at,
                        )
                        for link in saved.links
                        if link.view_id == view.id
                    ],
                )
                for view in saved.views
            ]
        )


class SavedViewResponse(ApiModel):
    success: bool = True
    id: UUID


class ViewLinkResponse(ApiModel):
    success: bool = True
    id: UUID
    url: str = Field(description="The link. Its secret is shown only once")
    expires_at: datetime


class OpenLinkRequest(ApiModel):
    token: str = Field(max_length=100, description="The part after # in the link")
    lang: str | None = Field(None, max_length=20, description="Language of questions and answers, such as ka")


class SharedFilter(ApiModel):
    """By its name among the parameters of figures; ``answer`` may be there several times."""

    name: str
    value: str


class SharedTimeline(ApiModel):
    unit: Unit
    buckets: list[TimelineBucket]


class SharedSegment(ApiModel):
    """One of a comparison beside the view's own sessions, A."""

    letter: Letter
    name: str = Field(description="By the analyst; may be empty")
    first: date
    last: date
    filters: list[SharedFilter]
    overview: OverviewFigures
    answers: list[QuestionFigures]
    funnel: list[FunnelStep]
    timeline: SharedTimeline | None = Field(description="Null for periods too long to draw")


class SharedViewResponse(ApiModel):
    """The figures of one saved view, for someone without sign-in. No sessions, no people."""

    success: bool
    name: str
    company: str
    first: date
    last: date
    timezone: str
    expires_at: datetime
    filters: list[SharedFilter]
    overview: OverviewFigures
    answers: list[QuestionFigures]
    funnel: list[FunnelStep]
    campaigns: list[CampaignFigures]
    timeline: SharedTimeline | None = Field(description="Null for periods too long to draw")
    compared: list[SharedSegment] = Field(
        description="Segments B to E, empty where the view compares nothing"
    )
    name_a: str = Field(description="What the analyst calls the view's own sessions; may be empty")
    timeline_a: SharedTimeline | None = Field(description="By the unit that all segments share")
    currency: str
    real_time_metadata: RealTimeMetadata


Note = Annotated[
    str,
    StringConstraints(strip_whitespace=True),
    AfterValidator(clean),
    Field(min_length=1, max_length=80),
]


class AnnotationRequest(ApiModel):
    day: date = Field(ge=date(2000, 1, 1), le=date(2100, 12, 31), description="By the company's clock")
    text: Note


class AnnotationOut(ApiModel):
    id: UUID
    day: date
    text: str
    created_by: str = Field(description="The author's name")


class PublishedVersion(ApiModel):
    day: date
    version: str


class AnnotationsResponse(ApiModel):
    annotations: list[AnnotationOut]
    prices: list[PublishedVersion] = Field(description="Versions of the catalogue published in the period")
    quizzes: list[PublishedVersion] = Field(description="Versions of the quiz published in the period")

    @classmethod
    def of(cls, marks: Marks) -> "AnnotationsResponse":
        return cls(
            annotations=[
                AnnotationOut(
                    id=row.id, day=row.day, text=row.text, created_by=marks.authors.get(row.created_by, "")
                )
                for row in marks.annotations
            ],
            prices=[PublishedVersion(day=day, version=name) for name, day in marks.prices],
            quizzes=[PublishedVersion(day=day, version=name) for name, day in marks.quizzes],
        )


class AnnotationSaved(ApiModel):
    id: UUID
