"""Use cases of plans: refuse what is beyond a hard limit, and count what a company uses.

Nothing of a visitor is refused here: bookings, quiz sessions and emails about bookings are never asked for.
"""

import math
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta

from abano.core.errors import Message, NotAllowed
from abano.db.unit_of_work import UnitOfWork
from abano.tenancy.plans.repository import BY_DAY, NOW, PlanRepository, limit_of
from abano.tenancy.plans.rules import (
    KEPT_DAYS,
    MEASURES,
    PERIODS,
    Measure,
    Plan,
    Usage,
    period_start,
    recount_from,
    utc_day,
)

MEGABYTE = 1_000_000
PLAN_LIMIT_REACHED = Message(
    "plan_limit_reached",
    "Your plan {plan} includes {measure, select,"
    " vehicles {{limit, plural, one {# vehicle} other {# vehicles}}}"
    " staff {{limit, plural, one {# member of staff} other {# members of staff}}}"
    " storage_bytes {{limit, number} MB of storage}"
    " domains {{limit, plural, one {# domain of your own} other {# domains of your own}}}"
    " other {{limit, plural, one {# API call a month} other {# API calls a month}}}}."
    " Remove what you no longer need, or ask your platform operator for a larger plan.",
)


class PlanLimitReached(NotAllowed):
    """Your plan's limit is reached. Ask your platform operator for a larger plan."""

    def __init__(self, plan: str, measure: Measure, limit: int, room: int = 0) -> None:
        """``room``: how many could be added."""
        self.room = room
        shown = math.ceil(limit / MEGABYTE) if measure == "storage_bytes" else limit
        sentence = PLAN_LIMIT_REACHED(plan=plan, measure=measure, limit=shown)
        super().__init__(sentence, details={"measure": measure, "limit": limit})


async def check_limit(
    uow: UnitOfWork,
    measure: Measure,
    *,
    added: int = 1,
    reserved: Callable[[], Awaitable[int]] | None = None,
) -> None:
    """Before the team adds something, in the transaction that adds it. Raises PlanLimitReached.

    Additions of a measure wait for each other where there is a hard limit, so that it holds. ``reserved``: what takes
    up room without being there yet.
    """
    repository = PlanRepository(uow)
    found = await repository.hard_limit(measure)
    if found is None:
        return
    plan, limit = found
    await repository.lock(measure)
    used = await repository.count_now(measure) + (await reserved() if reserved else 0)
    if used + added > limit:
        raise PlanLimitReached(plan, measure, limit, max(limit - used, 0))


async def find_refusal_of_calls(uow: UnitOfWork, now: datetime) -> PlanLimitReached | None:
    """Why calls of the public API are refused, once the month's are used up."""
    found = await PlanRepository(uow).calls_beyond_limit(utc_day(now))
    return PlanLimitReached(found[0], "api_calls", found[1]) if found else None


async def are_emails_used_up(uow: UnitOfWork, now: datetime) -> bool:
    """Whether emails that can wait do so until tomorrow."""
    repository, today = PlanRepository(uow), utc_day(now)
    found = await repository.hard_limit("emails")
    if found is None:
        return False
    return (await repository.count_days("emails", today)).get(today, 0) >= found[1]


async def load_usage(uow: UnitOfWork, now: datetime) -> tuple[Plan, list[Usage]]:
    """The company's plan, and what it uses of it now."""
    repository, today = PlanRepository(uow), utc_day(now)
    plan, month = await repository.plan(), today.replace(day=1)
    days = await repository.stored_days(month)
    for measure in BY_DAY:
        for day, value in (await repository.count_days(measure, month)).items():
            days[measure, day] = max(value, days.get((measure, day), 0))

    async def used(measure: Measure) -> int:
        if measure in NOW:
            return await repository.count_now(measure)
        if PERIODS[measure] == "day":
            return days.get((measure, today), 0)
        return sum(value for (of, day), value in days.items() if of == measure and day <= today)

    return plan, [Usage(each, await used(each), limit_of(plan, each)) for each in MEASURES]


async def count_usage(uow: UnitOfWork, now: datetime) -> tuple[Plan, list[Usage]]:
    """Count this day and those that may have changed. Returns the plan and what owners are to be warned of now.

    Counted again, a day has the same values. Calls of the public API are counted where they arrive.
    """
    repository, today = PlanRepository(uow), utc_day(now)
    first = recount_from(today, await repository.last_day())
    values = {(measure, today): await repository.count_now(measure) for measure in NOW}
    for measure in BY_DAY:
        values[measure, today] = 0
        for day, value in (await repository.count_days(measure, first)).items():
            if day <= today:
                values[measure, day] = value
    await repository.store(values)
    await repository.note_beyond_limits(first)
    await repository.forget_before(today - timedelta(days=KEPT_DAYS), today - timedelta(days=KEPT_DAYS))
    plan, usage = await load_usage(uow, now)
    return plan, [
        each
        for each in usage
        if each.state != "within"
        and await repository.note_warning(each.measure, period_start(each.measure, today), now)
    ]
