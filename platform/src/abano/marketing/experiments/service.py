"""Use cases of experiments: start, judge, stop. The quiz and the booking form each have at most one that runs."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, Literal, cast, get_args
from uuid import UUID

from abano.accounts.access.principals import Actor, admin_of
from abano.accounts.audit.service import record
from abano.catalog.published.snapshot import FORM_ORDER, FormOrder, form_order
from abano.core.errors import Conflict, InvalidInput, Message, NotFound
from abano.core.ids import new_id
from abano.db.driver_errors import map_db_error
from abano.db.unit_of_work import UnitOfWork
from abano.marketing.experiments.models import ExperimentRow
from abano.marketing.experiments.repository import ExperimentRepository
from abano.marketing.quiz.repository import QuizEditorRepository
from abano.marketing.quiz.rules import Arm, Comparison, Count, Verdict, arms_of, judge

Subject = Literal["quiz", "bookingForm"]


@map_db_error("experiments_one_running")
class ExperimentRunning(Conflict):
    """An experiment is running. Stop it before you choose what visitors see."""


async def refuse_while_running(uow: UnitOfWork) -> None:
    """The version of the quiz is the experiment's matter while one runs. Raises ExperimentRunning."""
    if await ExperimentRepository(uow).running("quiz") is not None:
        raise ExperimentRunning


Ending = Literal["decided", "stopped", "expired"]

SHARES = Message("quiz_shares", "The shares add up to {sum} %, not to 100 %")
ARM_TWICE = Message("quiz_arm_twice", "Version {version} is chosen twice")
ARM_UNKNOWN = Message("quiz_arm_unknown", "There is no version {version}")
FIRST_IS_CURRENT = Message(
    "quiz_first_is_current", "The first version is the one that visitors are asked now"
)


class NoExperiment(NotFound):
    """This experiment is not running."""


async def start(
    uow: UnitOfWork,
    actor: Actor,
    *,
    subject: Subject,
    name: str,
    arms: Sequence[Arm],
    days: int,
    promote_winner: bool,
    now: datetime,
) -> ExperimentRow:
    """Start an experiment: new visitors are assigned to its arms. Raises ExperimentRunning, InvalidInput."""
    repository = ExperimentRepository(uow)
    await QuizEditorRepository(uow).lock()
    if await repository.running(subject) is not None:
        raise ExperimentRunning
    _check(arms, await _versions(uow, subject))
    row = ExperimentRow(
        tenant_id=uow.tenant_id,
        id=new_id(),
        subject=subject,
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
    await record(uow, actor, "experiment.started", subject=(row.subject, row.name), after=after, now=now)
    return row


async def _versions(uow: UnitOfWork, subject: str) -> dict[str, bool]:
    """What can be tried, and whether visitors see it now."""
    if subject == "quiz":
        return {row.version: row.is_current for row in await QuizEditorRepository(uow).list_versions()}
    current = form_order(await ExperimentRepository(uow).integrations())
    return {order: order == current for order in get_args(FormOrder)}


def _check(arms: Sequence[Arm], versions: Mapping[str, bool]) -> None:
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


async def judge_now(uow: UnitOfWork, row: ExperimentRow) -> Verdict:
    """The current result, from sessions or visits assigned by this experiment, per version."""
    counts = await ExperimentRepository(uow).count(row)
    arms = arms_of(row.arms)
    return judge(arms, [counts.get(arm.version, Count(0, 0)) for arm in arms])


async def stop(uow: UnitOfWork, actor: Actor, experiment_id: UUID, now: datetime) -> ExperimentRow:
    """End it before its time: visitors see the first version. Raises NoExperiment."""
    await QuizEditorRepository(uow).lock()
    repository = ExperimentRepository(uow)
    rows = [await repository.running(subject) for subject in get_args(Subject)]
    row = next((row for row in rows if row is not None and row.id == experiment_id), None)
    if row is None:
        raise NoExperiment
    await _end(uow, actor, row, "stopped", await judge_now(uow, row), now)
    return row


async def end_if_over(uow: UnitOfWork, subject: Subject, now: datetime) -> None:
    """End the running experiment where its rule has decided or its time is over."""
    repository = ExperimentRepository(uow)
    row = await repository.running(subject)
    if row is None:
        return
    verdict = await judge_now(uow, row)
    if not verdict.is_over and now < row.ends_at:
        return
    await QuizEditorRepository(uow).lock()
    experiment_id = row.id
    row = await repository.running(subject)
    if row is None or row.id != experiment_id:
        return
    starter = await repository.admin(row.started_by) if row.started_by else None
    actor = Actor(admin_of(starter, uow.tenant_id) if starter else None)
    await _end(uow, actor, row, "decided" if verdict.is_over else "expired", verdict, now)
    if row.promote_winner and verdict.winner is not None:
        await _promote(uow, actor, row.subject, verdict.winner, now)


async def _end(
    uow: UnitOfWork,
    actor: Actor,
    row: ExperimentRow,
    ending: Ending,
    verdict: Verdict,
    now: datetime,
) -> None:
    row.outcome, row.ended_at = ending, now
    row.verdict = stored(verdict)
    await ExperimentRepository(uow).flush()
    action = "experiment.stopped" if ending == "stopped" else "experiment.ended"
    after = {"outcome": ending, "winner": verdict.winner}
    before = {"outcome": "running", "winner": None}
    await record(uow, actor, action, subject=(row.subject, row.name), before=before, after=after, now=now)


async def _promote(uow: UnitOfWork, actor: Actor, subject: str, version: str, now: datetime) -> None:
    if subject == "bookingForm":
        await _choose_form_order(uow, actor, cast(FormOrder, version), now)
        return
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


async def _choose_form_order(uow: UnitOfWork, actor: Actor, order: FormOrder, now: datetime) -> None:
    """Show visitors the booking form in this order from now on."""
    repository = ExperimentRepository(uow)
    integrations = await repository.integrations(locked=True)
    before = form_order(integrations)
    if order == before:
        return
    await repository.set_integrations({**integrations, FORM_ORDER: order}, now)
    await record(
        uow,
        actor,
        "settings.changed",
        subject=("settings", "rental"),
        before={"form_order": before},
        after={"form_order": order},
        now=now,
    )


async def count_past_form(uow: UnitOfWork, since: datetime) -> Count:
    """Visits that reached the booking form since then, and those with a booking."""
    return await ExperimentRepository(uow).past_form(since)


def stored(verdict: Verdict) -> dict[str, Any]:
    return {
        "counts": [[count.sessions, count.conversions] for count in verdict.counts],
        "comparisons": [
            [each.version, each.lift, each.low, each.high, each.is_decided] for each in verdict.comparisons
        ],
        "isDrawBroken": verdict.is_draw_broken,
        "winner": verdict.winner,
    }


def verdict_of(row: ExperimentRow) -> Verdict | None:
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
