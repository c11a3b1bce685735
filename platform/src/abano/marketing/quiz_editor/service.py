"""Use cases of the quiz's editor: the draft and the versions that it becomes."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from abano.accounts.access.principals import Actor
from abano.accounts.audit.service import record
from abano.catalog.published.service import load_catalog
from abano.core.errors import Conflict, InvalidInput, NotFound
from abano.db.unit_of_work import UnitOfWork
from abano.marketing.experiments.service import refuse_while_running
from abano.marketing.quiz.definition import QuizDefinition
from abano.marketing.quiz.models import QuizDefinitionRow
from abano.marketing.quiz.repository import QuizEditorRepository, new_draft
from abano.marketing.quiz_editor import rules
from abano.marketing.quiz_editor.branches import DraftQuiz


class QuizDraftChanged(Conflict):
    """Someone else saved this quiz. Your changes are still here: compare the two versions."""


class NoQuizDraft(NotFound):
    """There is no draft of the quiz."""


class NoQuizVersion(NotFound):
    """There is no such version of the quiz."""


class QuizUnfinished(InvalidInput):
    """This quiz can't be published yet. Fix the marked fields."""


@dataclass(frozen=True, slots=True)
class Draft:
    """A draft as it is stored; ``revision`` counts its savings, from 1. ``by``: the id of who saved it last."""

    quiz: DraftQuiz
    based_on: str | None
    revision: int
    updated_at: datetime
    by: str | None


@dataclass(frozen=True, slots=True)
class Editor:
    """``versions``: the newest first. ``live``: what visitors are asked now. ``cars``: those of today's catalogue."""

    versions: list[QuizDefinitionRow]
    live: QuizDefinition | None
    draft: Draft | None
    cars: rules.KnownCars


async def load(uow: UnitOfWork) -> Editor:
    """The company's quiz as its editor shows it."""
    repository = QuizEditorRepository(uow)
    versions = await repository.list_versions()
    current = next((row for row in versions if row.is_current), None)
    live = QuizDefinition.model_validate(current.definition) if current else None
    row = await repository.find_draft()
    draft = None
    if row is not None:
        by = str(row.updated_by) if row.updated_by else None
        quiz = DraftQuiz.model_validate(row.definition)
        draft = Draft(quiz, row.based_on, row.revision, row.updated_at, by)
    catalog = await load_catalog(uow)
    cars = rules.KnownCars(
        frozenset(car.slug for car in catalog.cars),
        frozenset(car.category for car in catalog.cars if car.category),
    )
    return Editor(versions, live, draft, cars)


async def admin_names(uow: UnitOfWork) -> dict[str, str]:
    """Names of the company's admins, by their ids."""
    return await QuizEditorRepository(uow).admin_names()


async def version(uow: UnitOfWork, name: str) -> QuizDefinitionRow:
    """Raises NoQuizVersion."""
    rows = await QuizEditorRepository(uow).list_versions()
    row = next((row for row in rows if row.version == name), None)
    if row is None:
        raise NoQuizVersion
    return row


async def save(
    uow: UnitOfWork, actor: Actor, quiz: DraftQuiz, *, revision: int, based_on: str | None, now: datetime
) -> Draft:
    """Save the draft, unfinished as it may be. ``revision``: the one that was changed, 0 for a new draft.

    Raises QuizDraftChanged with the draft of the other.
    """
    repository = QuizEditorRepository(uow)
    await repository.lock()
    row = await repository.find_draft()
    if (row.revision if row else 0) != revision:
        raise QuizDraftChanged
    if row is None:
        row = new_draft(uow.tenant_id, based_on, now)
        await repository.add_draft(row)
    row.definition = quiz.model_dump(by_alias=True, mode="json", exclude_none=True)
    row.revision = revision + 1
    row.updated_at, row.updated_by = now, actor.admin_id
    after = {"draft": row.revision, "questions": len(quiz.questions)}
    await record(
        uow,
        actor,
        "quiz.draft_saved",
        subject=("quiz", "draft"),
        before={"draft": revision},
        after=after,
        now=now,
    )
    return Draft(quiz, row.based_on, row.revision, now, str(actor.admin_id) if actor.admin_id else None)


async def discard(uow: UnitOfWork, actor: Actor, *, revision: int, now: datetime) -> None:
    """Throw the draft away. Raises NoQuizDraft, QuizDraftChanged."""
    repository = QuizEditorRepository(uow)
    await repository.lock()
    row = await repository.find_draft()
    if row is None:
        raise NoQuizDraft
    if row.revision != revision:
        raise QuizDraftChanged
    await repository.delete_draft()
    await record(uow, actor, "quiz.draft_discarded", subject=("quiz", "draft"), now=now)


async def publish(
    uow: UnitOfWork, actor: Actor, *, revision: int, note: str, is_current: bool, now: datetime
) -> str:
    """Make the draft a version; with ``is_current`` visitors who begin are asked it from now on.

    Who is in the middle of a quiz finishes the version they began. Raises NoQuizDraft, QuizDraftChanged,
    QuizUnfinished, ExperimentRunning.
    """
    repository = QuizEditorRepository(uow)
    await repository.lock()
    editor = await load(uow)
    if editor.draft is None:
        raise NoQuizDraft
    if editor.draft.revision != revision:
        raise QuizDraftChanged
    quiz = editor.draft.quiz
    errors = rules.problems(quiz, editor.live, editor.cars)
    if errors:
        raise QuizUnfinished(fields=tuple(errors))
    name = rules.next_version([row.version for row in editor.versions])
    definition: dict[str, Any] = quiz.definition(name)
    QuizDefinition.model_validate(definition)
    await repository.add_version(
        QuizDefinitionRow(
            tenant_id=uow.tenant_id,
            version=name,
            definition=definition,
            translations=quiz.stored_translations(),
            is_current=False,
            created_at=now,
            note=note.strip(),
            published_by=actor.admin_id,
        )
    )
    if is_current:
        await refuse_while_running(uow)
        await repository.make_current(name)
    await repository.delete_draft()
    live = editor.live.version if editor.live else None
    await record(
        uow,
        actor,
        "quiz.published" if is_current else "quiz.version_added",
        subject=("quiz", name),
        before={"current": live},
        after={"current": name if is_current else live, "questions": len(quiz.questions)},
        now=now,
    )
    return name


async def make_current(uow: UnitOfWork, actor: Actor, name: str, now: datetime) -> None:
    """Activate another quiz version, such as the previous one. Raises NoQuizVersion, ExperimentRunning."""
    repository = QuizEditorRepository(uow)
    await repository.lock()
    chosen = await version(uow, name)
    before = next((row.version for row in await repository.list_versions() if row.is_current), None)
    if chosen.version == before:
        return
    await refuse_while_running(uow)
    await repository.make_current(name)
    await record(
        uow,
        actor,
        "quiz.published",
        subject=("quiz", name),
        before={"current": before},
        after={"current": name},
        now=now,
    )
