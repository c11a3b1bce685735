"""All SQL of the costs of campaigns."""

import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import date
from uuid import UUID

from sqlalchemy import Text, cast, delete, func, select, text

from abano.accounts.access.models import AdminRow
from abano.analytics.ad_costs.models import AdAccount, CampaignCost
from abano.analytics.ad_costs.rules import CostTotal, DayCost, Days, StoredUpload
from abano.db.repositories import AddingRepository, Repository
from abano.jobs.registry import tenants_by

# Uploads of one company come one after the other: each looks at what is there.
LOCK = text("select pg_advisory_xact_lock(hashtextextended('campaign_costs:' || :tenant, 0))")
LISTED = 200
_ADD = text("""
insert into campaign_costs (
  tenant_id, id, upload_id, file_name, source, campaign, campaign_key, first_day, last_day, currency, amount_minor,
  base_currency, base_minor, clicks, impressions, conversions, created_at, created_by
)
select :tenant, r.id, r.upload_id, r.file_name, r.source, r.campaign, r.campaign_key, r.first_day, r.last_day,
  r.currency, r.amount_minor, r.base_currency, r.base_minor, r.clicks, r.impressions, r.conversions, r.created_at,
  r.created_by
from jsonb_populate_recordset(null::campaign_costs, cast(:rows as jsonb)) r
""")
_DELETE = text("""
delete from campaign_costs c
using jsonb_to_recordset(cast(:rows as jsonb)) as r (campaign_key text, first_day date, last_day date)
where c.tenant_id = :tenant and c.source = :source and c.campaign_key = r.campaign_key
  and c.first_day = r.first_day and c.last_day = r.last_day
""")
# The part of a longer time within the period: differences of parts rounded down, so that the parts of adjoining
# periods add up to the cent.
_WITHIN = text("""
with met as (
  select source, campaign_key, campaign, base_minor, clicks, impressions, conversions,
    last_day - first_day + 1 as days,
    greatest(first_day, :first) - first_day as since, least(last_day, :last) - first_day + 1 as until
  from campaign_costs
  where tenant_id = :tenant and base_currency = :currency and first_day <= :last and last_day >= :first
)
select source, campaign_key, min(campaign) as campaign,
  sum(base_minor * until / days - base_minor * since / days)::bigint as base_minor,
  sum(clicks * until / days - clicks * since / days)::bigint as clicks,
  sum(impressions * until / days - impressions * since / days)::bigint as impressions,
  -- Numeric: not rounded.
  sum(conversions * (until - since) / days) as conversions
from met group by source, campaign_key order by 4 desc, 1, 2
""")
# The same day by day: each has the difference of the parts until its end and until its start.
_BY_DAY = text("""
select source, campaign_key, first_day + number as day,
  sum(base_minor * (number + 1) / days - base_minor * number / days)::bigint as minor
from (
  select source, campaign_key, first_day, base_minor, last_day - first_day + 1 as days
  from campaign_costs
  where tenant_id = :tenant and base_currency = :currency and first_day <= :last and last_day >= :first
    and (:all or (source, campaign_key) in (
      select * from unnest(cast(:sources as text[]), cast(:keys as text[]))
    ))
) met, generate_series(greatest(:first - first_day, 0), least(:last - first_day, days - 1)) as number
group by 1, 2, 3
""")


# Of now: the account that is read. Other programs have a source of their own.
GOOGLE = "google"
tenants_with_due_accounts = tenants_by("select tenant_id from ad_accounts where due_at <= %(now)s")


class AdAccountRepository(AddingRepository):
    """The advertising account of one tenant, within the caller's transaction."""

    async def find(self, *, locked: bool = False) -> AdAccount | None:
        query = select(AdAccount).where(AdAccount.tenant_id == self._tenant, AdAccount.source == GOOGLE)
        return await self._session.scalar(query.with_for_update() if locked else query)

    async def delete(self) -> None:
        await self._session.execute(
            delete(AdAccount).where(AdAccount.tenant_id == self._tenant, AdAccount.source == GOOGLE)
        )


class CampaignCostRepository(Repository):
    """Costs of one tenant, within the caller's transaction."""

    async def lock(self) -> None:
        """Until the end of the transaction no one else changes this company's costs."""
        await self._session.execute(LOCK, {"tenant": str(self._tenant)})

    async def stored_days(
        self, source: str, first: date, last: date, but: UUID | None = None
    ) -> dict[str, list[Days]]:
        """By campaign, of which days within ``first`` and ``last`` costs are there, in order.

        ``but``: an upload whose costs are left out.
        """
        row = CampaignCost
        query = (
            select(row.campaign_key, row.first_day, row.last_day)
            .where(
                row.tenant_id == self._tenant,
                row.source == source,
                row.first_day <= last,
                row.last_day >= first,
            )
            .order_by(row.first_day)
        )
        if but is not None:
            query = query.where(row.upload_id != but)
        found: dict[str, list[Days]] = defaultdict(list)
        for key, first_day, last_day in await self._session.execute(query):
            found[key].append((first_day, last_day))
        return dict(found)

    async def add(self, rows: str) -> None:
        """``rows``: JSON, as many objects as there are rows: in one statement, as there may be 50,000."""
        await self._session.execute(_ADD, {"tenant": self._tenant, "rows": rows})

    async def delete_days(self, source: str, days: Sequence[tuple[str, Days]]) -> None:
        rows = [
            {"campaign_key": key, "first_day": first.isoformat(), "last_day": last.isoformat()}
            for key, (first, last) in days
        ]
        values = {"tenant": self._tenant, "source": source, "rows": json.dumps(rows)}
        await self._session.execute(_DELETE, values)

    async def delete_upload(self, upload_id: UUID, since: date | None = None) -> None:
        """``since``: only its costs of that day and later."""
        row = CampaignCost
        query = delete(row).where(row.tenant_id == self._tenant, row.upload_id == upload_id)
        await self._session.execute(query if since is None else query.where(row.first_day >= since))

    async def list_uploads(self, upload_id: UUID | None = None) -> list[StoredUpload]:
        """The newest first; only ``upload_id`` where one is given."""
        row = CampaignCost
        query = (
            select(
                row.upload_id,
                func.min(row.file_name),
                func.min(row.source),
                func.min(row.campaign),
                func.count(row.campaign_key.distinct()),
                func.count(),
                func.min(row.first_day),
                func.max(row.last_day),
                func.min(row.base_currency),
                func.sum(row.base_minor),
                func.max(row.created_at).label("newest"),
                # A person has one name for all rows of an upload.
                func.min(cast(row.created_by, Text)),
            )
            .where(row.tenant_id == self._tenant)
            .group_by(row.upload_id)
            .order_by(text("newest desc"), row.upload_id.desc())
            .limit(LISTED)
        )
        if upload_id is not None:
            query = query.where(row.upload_id == upload_id)
        return [
            StoredUpload(*rest[:9], int(rest[9]), rest[10], UUID(rest[11]) if rest[11] else None)
            for rest in await self._session.execute(query)
        ]

    async def admin_names(self) -> Mapping[UUID, str]:
        query = select(AdminRow.id, AdminRow.name).where(AdminRow.tenant_id == self._tenant)
        return {row.id: row.name for row in await self._session.execute(query)}

    async def within(self, currency: str, first: date, last: date) -> list[CostTotal]:
        """What each campaign cost from ``first`` to ``last``, the most expensive first."""
        values = {"tenant": self._tenant, "currency": currency, "first": first, "last": last}
        return [CostTotal(*row) for row in await self._session.execute(_WITHIN, values)]

    async def by_day(
        self, currency: str, first: date, last: date, campaigns: Sequence[tuple[str, str]] | None
    ) -> list[DayCost]:
        """The costs of each campaign's days that have any. ``campaigns``: source and key; None for all."""
        values = {
            "tenant": self._tenant,
            "currency": currency,
            "first": first,
            "last": last,
            "all": campaigns is None,
            "sources": [source for source, _ in campaigns or ()],
            "keys": [key for _, key in campaigns or ()],
        }
        return [DayCost(*row) for row in await self._session.execute(_BY_DAY, values)]
