"""Pause an affiliate: the promo codes stop working, earned commissions are still owed."""

from datetime import datetime
from typing import Literal
from uuid import UUID

from abano.affiliates.accounts.repository import AffiliateRepository
from abano.affiliates.errors import UnknownAffiliate
from abano.audit.service import record
from abano.auth.principals import Actor
from abano.database.unit_of_work import UnitOfWork

AffiliateStatus = Literal["active", "paused"]


async def set_status(
    uow: UnitOfWork,
    actor: Actor,
    affiliate_id: UUID,
    status: AffiliateStatus,
    now: datetime,
) -> None:
    """Pause or resume an affiliate. Idempotent. Raises UnknownAffiliate."""
    affiliate = await AffiliateRepository(uow).locked(affiliate_id)
    if affiliate is None:
        raise UnknownAffiliate
    before = affiliate.status
    if before == status:
        return
    affiliate.status = status
    await record(
        uow,
        actor,
        "affiliate.paused" if status == "paused" else "affiliate.resumed",
        subject=("affiliate", affiliate_id),
        before={"status": before},
        after={"status": status},
        now=now,
    )
