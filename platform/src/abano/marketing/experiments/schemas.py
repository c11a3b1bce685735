"""Schemas of experiments."""

from collections.abc import Mapping
from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from pydantic import Field

from abano.core.api_model import ApiModel, SuccessResponse
from abano.core.text import NO_NUL
from abano.marketing.experiments.models import ExperimentRow
from abano.marketing.quiz.rules import Arm, Verdict, arms_of

MIN_SHARE = 5
MAX_ARMS = 4
MAX_DAYS = 90
Share = Annotated[int, Field(ge=MIN_SHARE, le=100 - MIN_SHARE)]
Subject = Literal["quiz", "bookingForm"]
Outcome = Literal["running", "decided", "stopped", "expired"]


class ArmIn(ApiModel):
    """``version``: of the quiz, or an order of the booking form; ``share``: in percent of who begins."""

    version: Annotated[str, Field(min_length=1, max_length=40, pattern=NO_NUL)]
    share: Share


class StartExperimentRequest(ApiModel):
    """``arms``: the first is what visitors see now; the shares add up to 100."""

    subject: Subject
    name: Annotated[str, Field(min_length=1, max_length=80, pattern=r"^[^\x00]*\S[^\x00]*$")]
    arms: list[ArmIn] = Field(min_length=2, max_length=MAX_ARMS)
    days: Annotated[int, Field(ge=1, le=MAX_DAYS)]
    promote_winner: bool = False

    def arms_in_order(self) -> list[Arm]:
        return [Arm(arm.version, arm.share) for arm in self.arms]


class ArmOut(ApiModel):
    """``sessions``: those that the experiment drew to this version; of the booking form, visits.

    Null where it ended without a count.
    """

    version: str
    share: int
    sessions: int | None
    bookings: int | None = Field(description="Sessions with at least one booking that is not cancelled")


class ComparisonOut(ApiModel):
    """A version beside the first. ``low`` and ``high`` hold at every look; ``high`` null: no upper bound yet."""

    version: str
    lift: float | None
    low: float
    high: float | None
    is_decided: bool


class ExperimentOut(ApiModel):
    id: UUID
    subject: Subject
    name: str
    outcome: Outcome
    promote_winner: bool
    started_at: datetime
    started_by: str | None
    ends_at: datetime
    ended_at: datetime | None
    arms: list[ArmOut]
    comparisons: list[ComparisonOut] | None = Field(description="Null where it ended without a count")
    is_draw_broken: bool = Field(description="Visitors are not spread as the shares say")
    winner: str | None

    @classmethod
    def of(cls, row: ExperimentRow, verdict: Verdict | None, names: Mapping[str, str]) -> "ExperimentOut":
        arms = arms_of(row.arms)
        counts = verdict.counts if verdict else (None,) * len(arms)
        return cls(
            id=row.id,
            subject=row.subject,
            name=row.name,
            outcome=row.outcome,
            promote_winner=row.promote_winner,
            started_at=row.started_at,
            started_by=names.get(str(row.started_by)),
            ends_at=row.ends_at,
            ended_at=row.ended_at,
            arms=[
                ArmOut(
                    version=arm.version,
                    share=arm.share,
                    sessions=count.sessions if count else None,
                    bookings=count.conversions if count else None,
                )
                for arm, count in zip(arms, counts, strict=True)
            ],
            comparisons=None
            if verdict is None
            else [
                ComparisonOut(
                    version=each.version,
                    lift=each.lift,
                    low=each.low,
                    high=each.high,
                    is_decided=each.is_decided,
                )
                for each in verdict.comparisons
            ],
            is_draw_broken=verdict.is_draw_broken if verdict else False,
            winner=verdict.winner if verdict else None,
        )


class ExperimentsResponse(SuccessResponse):
    """``past``: the newest first."""

    running: ExperimentOut | None
    past: list[ExperimentOut]


class ExperimentResponse(SuccessResponse):
    experiment: ExperimentOut
