"""SQL of price suggestions."""

from collections.abc import Sequence
from datetime import date, datetime
from typing import Any

from sqlalchemy import select, text
from sqlalchemy.dialects.postgresql import insert

from abano.db.repositories import Repository
from abano.fleet.price_suggestions.models import PriceSuggestionSettings
from abano.fleet.price_suggestions.rules import Occupancy, Rental
from abano.jobs.registry import tenants_by
from abano_shared.named_sql import load_named_sql

QUERIES = load_named_sql("abano.fleet.price_suggestions", "queries.sql")
_OCCUPANCY, _RENTALS = text(QUERIES["occupancy"]), text(QUERIES["rentals"])

tenants_with_due_rules = tenants_by("select tenant_id from price_suggestion_settings where due_at <= %(now)s")


class PriceSuggestionRepository(Repository):
    """Rules and demand of one tenant, within the caller's transaction."""

    async def find(self) -> PriceSuggestionSettings | None:
        return await self._session.get(PriceSuggestionSettings, self._tenant)

    async def lock(self, now: datetime) -> PriceSuggestionSettings:
        """The settings, created if there are none. The row is locked."""
        await self._session.execute(
            insert(PriceSuggestionSettings)
            .values(tenant_id=self._tenant, rules=[], updated_at=now)
            .on_conflict_do_nothing()
        )
        query = (
            select(PriceSuggestionSettings)
            .where(PriceSuggestionSettings.tenant_id == self._tenant)
            .with_for_update()
        )
        return (await self._session.scalars(query.execution_options(populate_existing=True))).one()

    async def occupancy(self, currency: str, zone: str, first: date, last: date) -> Occupancy:
        """By model and day, both days included."""
        rows = await self._session.execute(_OCCUPANCY, self._values(currency, zone, first, last))
        return {(row.car_id, row.day): (row.rented, row.available) for row in rows}

    async def rentals(
        self, currency: str, zone: str, first: date, last: date, limit: int
    ) -> Sequence[Rental]:
        """Rentals with days in the period, the earliest booked first; one more than ``limit`` if there are more."""
        values = self._values(currency, zone, first, last) | {"most": limit + 1}
        return [Rental(*row) for row in await self._session.execute(_RENTALS, values)]

    def _values(self, currency: str, zone: str, first: date, last: date) -> dict[str, Any]:
        return {"tenant": self._tenant, "currency": currency, "zone": zone, "first": first, "last": last}
