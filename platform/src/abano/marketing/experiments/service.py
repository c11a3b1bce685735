"""Use cases of experiments: one is started, stopped, or ended by its rule or its time."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, Literal
from uuid import UUID

from abano.accounts.access.principals import Actor, admin_of
from abano.accounts.audit.service import record
from abano.core.errors import Conflict, InvalidInput, Message, NotFound
from abano.core.ids import new_id
from abano.db.driver_errors import stands_for
from abano.db.unit_of_work import UnitOfWork
from abano.marketing.experiments.repository import ExperimentRepository
from abano.marketing.quiz.experiment_rules import Arm, Comparison, Count, Verdict, arms_of, judge
from abano.marketing.quiz.models import QuizExperimentRow
from abano.marketing.quiz.repository import QuizEditorRepository

# While an experiment runs, what visitors are asked is its matter.


@stands_for("quiz_experiments_one_running")
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
