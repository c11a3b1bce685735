"""Stores costs once for each campaign and day: those of a file, what was typed, and what an account reports."""

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from uuid import UUID

from abano.accounts.access.principals import Actor
from abano.analytics.ad_costs.ads_report import CostLine
from abano.analytics.ad_costs.repository import CampaignCostRepository
from abano.analytics.ad_costs.rules import Batch, Days, PricedLine
from abano.core.ids import new_id
from abano.db.unit_of_work import UnitOfWork
from abano.tenancy.directory.tenant import Tenant

StoredDays = Mapping[str, Sequence[Days]]


async def find_stored_days(
    uow: UnitOfWork, source: str, lines: Sequence[CostLine], but: UUID | None = None
) -> StoredDays:
    """Which days of the lines have costs already, by campaign. ``but``: an upload that is left out."""
    first, last = min(line.first_day for line in lines), max(line.last_day for line in lines)
    return await CampaignCostRepository(uow).stored_days(source, first, last, but)


async def store_batch(uow: UnitOfWork, source: str, batch: Batch, rows: str) -> None:
    """``rows``: of ``rows_json``."""
    repository = CampaignCostRepository(uow)
    await repository.delete_days(source, batch.replaced)
    await repository.add(rows)


def columns_of(
    tenant: Tenant, actor: Actor | None, upload_id: UUID, source: str, file_name: str, now: datetime
) -> dict[str, str | None]:
    """What all rows of an upload have in common. ``actor``: None for the worker."""
    return {
        "upload_id": str(upload_id),
        "file_name": file_name,
        "source": source,
        "base_currency": tenant.currency,
        "created_at": now.isoformat(),
        "created_by": str(actor.admin_id) if actor and actor.admin_id else None,
    }


def rows_json(lines: Sequence[PricedLine], common: dict[str, str | None]) -> str:
    """The rows as JSON, for one statement."""
    return json.dumps(
        [
            {
                **common,
                "id": str(new_id()),
                "campaign": priced.line.campaign.strip(),
                "campaign_key": priced.line.key,
                "first_day": priced.line.first_day.isoformat(),
                "last_day": priced.line.last_day.isoformat(),
                "currency": priced.currency,
                "amount_minor": priced.line.amount_minor,
                "base_minor": priced.base_minor,
                "clicks": priced.line.clicks,
                "impressions": priced.line.impressions,
                "conversions": None if priced.line.conversions is None else str(priced.line.conversions),
            }
            for priced in lines
        ]
    )
