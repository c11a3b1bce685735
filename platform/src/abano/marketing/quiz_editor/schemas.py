"""Schemas of the quiz's editor and of experiments."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Annotated, Any, Literal
from uuid import UUID

from pydantic import Field

from abano.core.api_model import ApiModel
from abano.core.errors import FieldError
from abano.core.text import NO_NUL
from abano.marketing.quiz.definition import MAX_QUESTIONS, QuizDefinition, QuizTexts
from abano.marketing.quiz.models import QuizDefinitionRow, QuizExperimentRow
from abano.marketing.quiz.rules import Arm, Verdict, arms_of
from abano.marketing.quiz_editor import rules
from abano.marketing.quiz_editor.branches import DraftQuiz, branches
from abano.marketing.quiz_editor.service import Draft, Editor
from abano.web.errors import ErrorField

MAX_REVISIONS = 1_000_000_000
Revision = Annotated[int, Field(ge=0, le=MAX_REVISIONS)]


class SaveQuizRequest(ApiModel):
    """``revision``: of the draft that was changed, 0 for a new one."""

    revision: Revision
    based_on: Annotated[str | None, Field(max_length=40, pattern=NO_NUL)] = None
    quiz: DraftQuiz


class PublishQuizRequest(ApiModel):
    """``isCurrent``: false keeps it for later."""

    revision: Revision
    note: Annotated[str, Field(max_length=300, pattern=NO_NUL)] = ""
    is_current: bool = True


class QuizVersion(ApiModel):
    version: str
    published_at: datetime
    published_by: str | None
    note: str
    is_current: bool
    questions: int

    @classmethod
    def of(cls, row: QuizDefinitionRow, names: Mapping[str, str]) -> "QuizVersion":
        return cls(
            version=row.version,
            published_at=row.created_at,
            published_by=names.get(str(row.published_by)),
            note=row.note,
            is_current=row.is_current,
            questions=len(row.definition["questions"]),
        )


class QuizBranches(ApiModel):
    """The fewest and the most questions that a visitor is asked; null: too many ways to follow each."""

    fewest: int | None
    most: int | None
    never_asked: list[str]


class QuizDraftOut(ApiModel):
    """``problems``: what stops it from being published. ``reworded``: ids of questions whose wording differs."""

    quiz: DraftQuiz
    based_on: str | None
    revision: int
    updated_at: datetime
    updated_by: str | None
    problems: list[ErrorField]
    reworded: list[str] = Field(max_length=MAX_QUESTIONS)
    branches: QuizBranches

    @classmethod
    def of(cls, draft: Draft, editor: Editor, names: Mapping[str, str]) -> "QuizDraftOut":
        found = branches(draft.quiz.questions)
        return cls(
            quiz=draft.quiz,
            based_on=draft.based_on,
            revision=draft.revision,
            updated_at=draft.updated_at,
            updated_by=names.get(draft.by or ""),
            problems=fields_of(rules.problems(draft.quiz, editor.live, editor.cars)),
            reworded=rules.reworded(draft.quiz, editor.live),
            branches=QuizBranches(fewest=found.fewest, most=found.most, never_asked=list(found.never_asked)),
        )


def fields_of(errors: Sequence[FieldError]) -> list[ErrorField]:
    return [ErrorField.model_validate({"field": error.field, **error.sentence.as_json()}) for error in errors]


class QuizEditorResponse(ApiModel):
    """``versions``: the newest first. ``languages``: of the site; the quiz is written in the first."""

    success: Literal[True] = True
    languages: list[str]
    versions: list[QuizVersion]
    draft: QuizDraftOut | None

    @classmethod
    def of(cls, editor: Editor, languages: Sequence[str], names: Mapping[str, str]) -> "QuizEditorResponse":
        return cls(
            languages=list(languages),
            versions=[QuizVersion.of(row, names) for row in editor.versions],
            draft=editor.draft and QuizDraftOut.of(editor.draft, editor, names),
        )


class QuizDraftResponse(ApiModel):
    success: Literal[True] = True
    draft: QuizDraftOut


class QuizVersionResponse(ApiModel):
    """One version, whole."""

    success: Literal[True] = True
    definition: QuizDefinition
    translations: dict[str, QuizTexts]

    @classmethod
    def of(cls, row: QuizDefinitionRow) -> "QuizVersionResponse":
        stored: dict[str, Any] = row.translations
        return cls(
            definition=QuizDefinition.model_validate(row.definition),
            translations={name: QuizTexts.model_validate(texts) for name, texts in stored.items()},
        )


class PublishedResponse(ApiModel):
    success: Literal[True] = True
    version: str


MIN_SHARE = 5
MAX_ARMS = 4
MAX_DAYS = 90
Share = Annotated[int, Field(ge=MIN_SHARE, le=100 - MIN_SHARE)]
Outcome = Literal["running", "decided", "stopped", "expired"]


class ArmIn(ApiModel):
    """``share``: in percent of the visitors who begin."""

    version: Annotated[str, Field(min_length=1, max_length=40, pattern=NO_NUL)]
    share: Share


class StartExperimentRequest(ApiModel):
    """``arms``: the first is what visitors are asked now; the shares add up to 100."""

    name: Annotated[str, Field(min_length=1, max_length=80, pattern=r"^[^\x00]*\S[^\x00]*$")]
    arms: list[ArmIn] = Field(min_length=2, max_length=MAX_ARMS)
    days: Annotated[int, Field(ge=1, le=MAX_DAYS)]
    promote_winner: bool = False

    def arms_in_order(self) -> list[Arm]:
        return [Arm(arm.version, arm.share) for arm in self.arms]


class ArmOut(ApiModel):
    """``sessions``: those that the experiment drew to this version. Null where it ended without a count."""

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
    def of(cls, row: QuizExperimentRow, verdict: Verdict | None, names: Mapping[str, str]) -> "ExperimentOut":
        arms = arms_of(row.arms)
        counts = verdict.counts if verdict else (None,) * len(arms)
        return cls(
            id=row.id,
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


class ExperimentsResponse(ApiModel):
    """``past``: the newest first."""

    success: Literal[True] = True
    running: ExperimentOut | None
    past: list[ExperimentOut]


class ExperimentResponse(ApiModel):
    success: Literal[True] = True
    experiment: ExperimentOut


class ExperimentSizeResponse(ApiModel):
    """How long it takes until a lift is found; null where too little is known, or figures cannot be reached."""

    success: Literal[True] = True
    lift: float = Field(description="What is looked for, as a fraction")
    past_days: int
    sessions: int | None = Field(description="Of all versions, in the days past")
    bookings: int | None
    sessions_needed: int | None
    days_needed: int | None
