"""Schemas of the quiz's editor and of experiments."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Annotated, Any

from pydantic import Field

from abano.core.api_model import ApiModel, SuccessResponse
from abano.core.errors import FieldError
from abano.core.text import NO_NUL
from abano.marketing.quiz.definition import MAX_QUESTIONS, QuizDefinition, QuizTexts
from abano.marketing.quiz.models import QuizDefinitionRow
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


class QuizEditorResponse(SuccessResponse):
    """``versions``: the newest first. ``languages``: of the site; the quiz is written in the first."""

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


class QuizDraftResponse(SuccessResponse):
    draft: QuizDraftOut


class QuizVersionResponse(SuccessResponse):
    """One version, whole."""

    definition: QuizDefinition
    translations: dict[str, QuizTexts]

    @classmethod
    def of(cls, row: QuizDefinitionRow) -> "QuizVersionResponse":
        stored: dict[str, Any] = row.translations
        return cls(
            definition=QuizDefinition.model_validate(row.definition),
            translations={name: QuizTexts.model_validate(texts) for name, texts in stored.items()},
        )


class PublishedResponse(SuccessResponse):
    version: str
