"""Look-up of promo codes, and their uses."""

from datetime import datetime

from abano.affiliates.promo_codes.repository import PromoCodeRepository, PromoUseRepository
from abano.affiliates.promo_codes.rules import Promo, could_be_code, normal_code
from abano.database.engine import Database
from abano.database.unit_of_work import TenantId, UnitOfWork
from abano.kit.clock import Clock


async def find_promo(db: Database, tenant_id: TenantId, typed: str | None, clock: Clock) -> Promo | None:
    """The code that a visitor typed, if it is usable now, else None. Raises DatabaseUnavailable."""
    code = normal_code(typed)
    if code is None or not could_be_code(code):
        return None
    async with db.pipeline_transaction(tenant_id) as transaction:
        return await PromoCodeRepository(transaction).find_usable(code, clock.now())


async def use_promo(uow: UnitOfWork, promo: Promo, now: datetime) -> bool:
    """Count a use of the code by a booking that is stored already; False when it is not usable any more."""
    return await PromoUseRepository(uow).use(promo.code, now)
