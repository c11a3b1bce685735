"""What a demo company's campaigns cost: so much for each visitor, day by day, the same for the same seed."""

from collections import Counter
from collections.abc import Sequence
from datetime import date, datetime
from random import Random
from typing import Any

from abano.database.unit_of_work import UnitOfWork
from abano.kit.ids import new_id
from abano.models.campaign_costs import CampaignCost
from abano.seeds.bulk import add_rows
from abano.tenants.tenant import Tenant

# Of one session, in minor units; what is not advertised costs nothing.
PRICES = {"summer-mountains": 420, "autumn-4x4": 310, "airport-pickup": 1650, "family-suv": 780}
CLICKS_A_SESSION = 2
IMPRESSIONS_A_CLICK = 24


async def load_costs(
    uow: UnitOfWork, tenant: Tenant, sessions: Sequence[dict[str, Any]], now: datetime
) -> None:
    """Add the costs of the campaigns by which ``sessions`` came: one upload for each source."""
    random = Random(f"{tenant.slug} costs")  # noqa: S311 - believable, not secret
    days: Counter[tuple[str, str, date]] = Counter(
        (one["utm_source"], one["utm_campaign"], one["started_at"].astimezone(tenant.zone).date())
        for one in sessions
        if one["utm_campaign"] in PRICES
    )
    uploads = {source: new_id() for source in sorted({source for source, _, _ in days})}
    rows = []
    for (source, campaign, day), visitors in sorted(days.items()):
        minor = round(visitors * PRICES[campaign] * random.uniform(0.8, 1.2))
        clicks = visitors * CLICKS_A_SESSION + random.randint(0, 3)
        rows.append(
            {
                "tenant_id": tenant.id,
                "id": new_id(),
                "upload_id": uploads[source],
                "file_name": f"{source}-campaigns.csv",
                "source": source,
                "campaign": campaign,
                "campaign_key": campaign,
                "first_day": day,
                "last_day": day,
                "currency": tenant.currency,
                "amount_minor": minor,
                "base_currency": tenant.currency,
                "base_minor": minor,
                "clicks": clicks,
                "impressions": clicks * IMPRESSIONS_A_CLICK + random.randint(0, 40),
                "created_at": now,
                "created_by": None,
            }
        )
    await add_rows(uow, CampaignCost, rows)
