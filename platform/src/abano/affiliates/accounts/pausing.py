"""Pause an affiliate: the promo codes stop working, earned commissions are still owed."""

from datetime import datetime
from typing import Literal
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from abano.affiliates.accounts.repository import AffiliateRepository
from abano.affiliates.errors import UnknownAffiliate
from abano.audit.service import record
from abano.auth.principals import Actor
from abano.database.unit_of_work import TenantId

AffiliateStatus = Literal["active", "paused"]


async def set_status(
    session: AsyncSession,
    tenant_id: TenantId,
    actor: Actor,
    affiliate_id: UUID,
    status: AffiliateStatus,
    now: datetime,
) -> None:
    """Pause or resume an affiliate. Idempotent. Raises UnknownAffiliate."""
    affiliate = await AffiliateRepository(session, tenant_id).locked(affiliate_id)
    if affiliate is None:
        raise UnknownAffiliate
    before = affiliate.status
    if before == status:
        return
    affiliate.status = status
    await record(
        session,
        tenant_id,
        actor,
        "affiliate.paused" if status == "paused" else "affiliate.resumed",
        subject=("affiliate", affiliate_id),
        before={"status": before},
        after={"status": status},
        now=now,
    )
