"""Use cases of a site's opening. Services take the unit of work and never commit."""

from collections.abc import Sequence
from datetime import datetime

from abano.accounts.access.principals import Actor
from abano.accounts.audit.service import record
from abano.company.onboarding.repository import OpeningRepository
from abano.company.onboarding.rules import Step, StepCode, steps_of
from abano.core.errors import Conflict
from abano.db.unit_of_work import UnitOfWork


class NotReadyToOpen(Conflict):
    """Something is still missing. Look at the list, and open the site nonetheless if you want to."""


async def state(uow: UnitOfWork) -> tuple[bool, list[Step]]:
    """Whether visitors see the site, and what is done."""
    repository = OpeningRepository(uow)
    return await repository.is_open(), steps_of(await repository.facts())


async def open_site(uow: UnitOfWork, actor: Actor, despite: Sequence[StepCode], now: datetime) -> None:
    """Let visitors see the site, within seconds. Raises NotReadyToOpen for what the owner was not told of."""
    repository = OpeningRepository(uow)
    if await repository.is_open(locked=True):
        return
    missing = [step.code for step in steps_of(await repository.facts()) if not step.is_done]
    if not set(missing) <= set(despite):
        raise NotReadyToOpen(details={"missing": missing})
    await repository.set_open(True, now)
    await record(uow, actor, "site.opened", subject=("site", "company"), after={"missing": missing}, now=now)


async def close_site(uow: UnitOfWork, actor: Actor, now: datetime) -> None:
    """Show visitors that the site opens soon. Bookings that were made stay."""
    repository = OpeningRepository(uow)
    if await repository.is_open(locked=True):
        await repository.set_open(False, now)
        await record(uow, actor, "site.closed", subject=("site", "company"), now=now)


async def begin_closed(uow: UnitOfWork) -> None:
    """A company that was just made from a starter: its own texts are told apart from the starter's later."""
    repository = OpeningRepository(uow)
    await repository.begin(await repository.current())
