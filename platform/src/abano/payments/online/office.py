"""What the use cases of online payments share: what they work with, and where a problem is noted."""

from dataclasses import dataclass

from abano.catalog.snapshot import Catalog
from abano.config import Settings
from abano.database.engine import Database
from abano.errors.messages import Sentence
from abano.payments.online.repository import OnlineRepository
from abano.tenants.tenant import Tenant


@dataclass(frozen=True, slots=True)
class Office:
    """What a use case that leaves the database needs, too. ``origin``: of the company's site."""

    db: Database
    settings: Settings
    tenant: Tenant
    catalog: Catalog
    origin: str = ""


async def note_problem(office: Office, sentence: Sentence) -> None:
    """Keep for the company what is wrong with its account at Stripe."""
    async with office.db.uow(office.tenant.id) as uow:
        problem = {"code": sentence.code, "params": dict(sentence.params)}
        await OnlineRepository(uow).change_settings(problem=problem)
