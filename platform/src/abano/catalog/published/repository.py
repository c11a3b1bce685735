"""All SQL of the catalogue that is offered now."""

from collections.abc import Sequence
from typing import Any, TypeVar, cast

from sqlalchemy import func, select

from abano.catalog.published.models import (
    CarRate,
    CarRow,
    CatalogVersionRow,
    DeliveryFee,
    DrivingTime,
    HandoverPlaceRow,
    InsuranceOption,
    Location,
    PriceRulesRow,
    SeasonRate,
    SeasonRow,
    ServiceRow,
)
from abano.catalog.published.snapshot import Catalog, Discount, PayableOn, RentalRules
from abano.catalog.published.snapshot_rows import CatalogRows, catalog_of
from abano.db.base import Base
from abano.db.repositories import Repository
from abano.tenancy.directory.models import TenantSettings

# The version number of a company that has not published.
FIRST_VERSION = 1
Row = TypeVar("Row", bound=Base)


class CatalogRepository(Repository):
    """The catalogue of one tenant, within the caller's transaction."""

    async def load(self) -> Catalog:
        """The complete catalogue. Use a ``one_view`` transaction if publishing may run concurrently."""
        return catalog_of(await self.rows(), await self.rules(), await self.version())

    async def version(self) -> int:
        """The number of what is offered now."""
        newest = select(func.max(CatalogVersionRow.number)).where(CatalogVersionRow.tenant_id == self._tenant)
        return await self._session.scalar(newest) or FIRST_VERSION

    async def rows(self) -> CatalogRows:
        """The rows on offer, in display order."""
        return CatalogRows(
            cars=await self._all(CarRow, CarRow.is_active, order=(CarRow.position, CarRow.name)),
            car_rates=await self._all(CarRate, order=(CarRate.min_days,)),
            locations=await self._all(Location, Location.is_active, order=(Location.position, Location.code)),
            handover_places=await self._all(
                HandoverPlaceRow, order=(HandoverPlaceRow.position, HandoverPlaceRow.code)
            ),
            delivery_fees=await self._all(DeliveryFee),
            driving_times=await self._all(
                DrivingTime, order=(DrivingTime.start_location, DrivingTime.end_location)
            ),
            insurance=await self._all(
                InsuranceOption, order=(InsuranceOption.position, InsuranceOption.code)
            ),
            services=await self._all(ServiceRow, order=(ServiceRow.position, ServiceRow.code)),
            seasons=await self._all(SeasonRow, order=(SeasonRow.position, SeasonRow.code)),
            season_rates=await self._all(SeasonRate, order=(SeasonRate.min_days,)),
            price_rules=await self._session.get(PriceRulesRow, self._tenant),
        )

    async def _all(self, table: type[Row], *conditions: Any, order: Sequence[Any] = ()) -> Sequence[Row]:
        of_tenant = cast(Any, table).tenant_id == self._tenant
        return (
            await self._session.scalars(select(table).where(of_tenant, *conditions).order_by(*order))
        ).all()

    async def rules(self) -> RentalRules:
        """The company's rental rules."""
        row = await self._session.get_one(TenantSettings, self._tenant)
        return RentalRules(
            timezone=row.timezone,
            currency=row.currency,
            languages=tuple(row.languages),
            team_language=row.team_language,
            minimum_days=row.minimum_days,
            driver_minimum_age=row.driver_minimum_age,
            driver_maximum_age=row.driver_maximum_age,
            group_maximum=row.group_maximum,
            phone_prefix=row.phone_prefix,
            unknown_car_daily_rate=row.unknown_car_daily_rate_minor,
            length_discounts=tuple(
                Discount(item["minDays"], item["percent"])
                for item in sorted(row.length_discounts, key=lambda item: item["minDays"])
            ),
            promo_discount_basis_points=row.promo_discount_basis_points,
            commission_basis_points=row.commission_basis_points,
            commission_payable_on=cast(PayableOn, row.commission_payable_on),
            unconfirmed_hours=row.unconfirmed_hours,
            retention_days=row.retention_days,
            document_days=row.document_days,
            consent_required=row.consent_required,
            click_id_domains=tuple(row.click_id_domains),
            availability=row.availability,
            turn_round_minutes=row.turn_round_minutes,
            brand=row.brand,
            contacts=row.contacts,
            integrations=row.integrations,
        )
