"""Use cases of the quiz's editor: the draft, the versions that it becomes, and experiments between versions."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Literal
from uuid import UUID

from abano.accounts.access.principals import Actor, admin_of
from abano.accounts.audit.service import record
from abano.catalog.published.service import load_catalog
from abano.core.errors import Conflict, InvalidInput, Message, NotFound
from abano.core.ids import new_id
from abano.db.driver_errors import map_db_error
from abano.db.unit_of_work import UnitOfWork
from abano.marketing.quiz.definition import QuizDefinition
from abano.marketing.quiz.models import QuizDefinitionRow, QuizExperimentRow
from abano.marketing.quiz.repository import QuizEditorRepository, new_draft
from abano.marketing.quiz.rules import Arm, Comparison, Count, Verdict, arms_of, judge
from abano.marketing.quiz_editor import rules
from abano.marketing.quiz_editor.branches import DraftQuiz
from abano.marketing.quiz_editor.repository import ExperimentRepository

# While an experiment runs, what visitors are asked is its matter.


@map_db_error("quiz_experiments_one_running")
class ExperimentRunning(Conflict):
    """An experiment with the quiz is running. Stop it before you choose what visitors are asked."""


async def refuse_while_running(uow: UnitOfWork) -> None:
    """Raises ExperimentRunning."""
    if await ExperimentRepository(uow).running() is not None:
        raise ExperimentRunning


Ending = Literal["decided", "stopped", "expired"]

SHARES = Message("quiz_shares", "The shares add up to {sum} %, not to 100 %")
ARM_TWICE = Message("quiz_arm_twice", "Version {version} is chosen twice")
ARM_UNKNOWN = Message("quiz_arm_unknown", "There is no version {version}")
FIRST_IS_CURRENT = Message(
    "quiz_first_is_current", "The first version is the one that visitors are asked now"
)


class NoQuizExperiment(NotFound):
    """No experiment with the quiz is running."""


async def start(
    uow: UnitOfWork,
    actor: Actor,
    *,
    name: str,
    arms: Sequence[Arm],
    days: int,
    promote_winner: bool,
    now: datetime,
) -> QuizExperimentRow:
    """Visitors who begin are drawn to the arms from now on. Raises ExperimentRunning, InvalidInput."""
    editor, repository = QuizEditorRepository(uow), ExperimentRepository(uow)
    await editor.lock()
    if await repository.running() is not None:
        raise ExperimentRunning
    versions = {row.version: row.is_current for row in await editor.list_versions()}
    _check(arms, versions)
    row = QuizExperimentRow(
        tenant_id=uow.tenant_id,
        id=new_id(),
        name=name.strip(),
        arms=[{"version": arm.version, "share": arm.share} for arm in arms],
        promote_winner=promote_winner,
        started_at=now,
        ends_at=now + timedelta(days=days),
        ended_at=None,
        outcome="running",
        verdict=None,
        started_by=actor.admin_id,
    )
    await repository.add(row)
    after = {"arms": _text(arms), "endsAt": row.ends_at, "promoteWinner": promote_winner}
    await record(uow, actor, "quiz.experiment_started", subject=("quiz", row.name), after=after, now=now)
    return row


def _check(arms: Sequence[Arm], versions: dict[str, bool]) -> None:
    seen: set[str] = set()
    for place, arm in enumerate(arms):
        if arm.version not in versions:
            raise InvalidInput.of(f"arms.{place}.version", ARM_UNKNOWN(version=arm.version))
        if arm.version in seen:
            raise InvalidInput.of(f"arms.{place}.version", ARM_TWICE(version=arm.version))
        seen.add(arm.version)
    if not versions[arms[0].version]:
        raise InvalidInput.of("arms.0.version", FIRST_IS_CURRENT())
    total = sum(arm.share for arm in arms)
    if total != 100:
        raise InvalidInput.of("arms", SHARES(sum=total))


async def judge_now(uow: UnitOfWork, row: QuizExperimentRow) -> Verdict:
    """What the counts say now: of the sessions that this experiment drew to each version."""
    counts = await ExperimentRepository(uow).count(row)
    arms = arms_of(row.arms)
    return judge(arms, [counts.get(arm.version, Count(0, 0)) for arm in arms])


async def stop(uow: UnitOfWork, actor: Actor, experiment_id: UUID, now: datetime) -> QuizExperimentRow:
    """End it before its time: visitors are asked the first version. Raises NoQuizExperiment."""
    await QuizEditorRepository(uow).lock()
    row = await ExperimentRepository(uow).running()
    if row is None or row.id != experiment_id:
        raise NoQuizExperiment
    await _end(uow, actor, row, "stopped", await judge_now(uow, row), now)
    return row


async def end_if_over(uow: UnitOfWork, now: datetime) -> None:
    """End the running experiment where its rule has decided or its time is over."""
    repository = ExperimentRepository(uow)
    row = await repository.running()
    if row is None:
        return
    verdict = await judge_now(uow, row)
    if not verdict.is_over and now < row.ends_at:
        return
    await QuizEditorRepository(uow).lock()
    experiment_id = row.id
    row = await repository.running()
    if row is None or row.id != experiment_id:
        return
    starter = await repository.admin(row.started_by) if row.started_by else None
    actor = Actor(admin_of(starter, uow.tenant_id) if starter else None)
    await _end(uow, actor, row, "decided" if verdict.is_over else "expired", verdict, now)
    if row.promote_winner and verdict.winner is not None:
        await _promote(uow, actor, verdict.winner, now)


async def _end(
    uow: UnitOfWork,
    actor: Actor,
    row: QuizExperimentRow,
    ending: Ending,
    verdict: Verdict,
    now: datetime,
) -> None:
    row.outcome, row.ended_at = ending, now
    row.verdict = stored(verdict)
    await ExperimentRepository(uow).flush()
    action = "quiz.experiment_stopped" if ending == "stopped" else "quiz.experiment_ended"
    after = {"outcome": ending, "winner": verdict.winner}
    before = {"outcome": "running", "winner": None}
    await record(uow, actor, action, subject=("quiz", row.name), before=before, after=after, now=now)


async def _promote(uow: UnitOfWork, actor: Actor, version: str, now: datetime) -> None:
    editor = QuizEditorRepository(uow)
    current = next((row.version for row in await editor.list_versions() if row.is_current), None)
    if version == current:
        return
    await editor.make_current(version)
    await record(
        uow,
        actor,
        "quiz.published",
        subject=("quiz", version),
        before={"current": current},
        after={"current": version},
        now=now,
    )


def stored(verdict: Verdict) -> dict[str, Any]:
    return {
        "counts": [[count.sessions, count.conversions] for count in verdict.counts],
        "comparisons": [
            [each.version, each.lift, each.low, each.high, each.is_decided] for each in verdict.comparisons
        ],
        "isDrawBroken": verdict.is_draw_broken,
        "winner": verdict.winner,
    }


def verdict_of(row: QuizExperimentRow) -> Verdict | None:
    """The one with which it ended."""
    if row.verdict is None:
        return None
    return Verdict(
        counts=tuple(Count(*each) for each in row.verdict["counts"]),
        comparisons=tuple(Comparison(*each) for each in row.verdict["comparisons"]),
        is_draw_broken=row.verdict["isDrawBroken"],
        is_over=row.outcome == "decided",
        winner=row.verdict["winner"],
    )


def _text(arms: Sequence[Arm]) -> str:
    return ", ".join(f"{arm.version} {arm.share} %" for arm in arms)


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
    """Ask visitors another version from now on, such as the one before. Raises NoQuizVersion, ExperimentRunning."""
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
