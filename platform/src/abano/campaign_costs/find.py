"""Finds what campaigns cost within a period."""

from datetime import date

from abano.campaign_costs.money import Costs
from abano.campaign_costs.repository import CampaignCostRepository
from abano.database.engine import Database
from abano.tenants.tenant import Tenant


class CampaignCosts:
    """For the figure of money."""

    def __init__(self, db: Database) -> None:
        self._db = db

    async def find(
        self, tenant: Tenant, days: tuple[date, date], filters: tuple[tuple[str, str], ...]
    ) -> Costs:
        """The costs of the days, both included, that the filters leave."""
        async with self._db.uow(tenant.id) as uow:
            totals = await CampaignCostRepository(uow).within(tenant.currency, *days)
        return Costs.filtered(totals, filters)
