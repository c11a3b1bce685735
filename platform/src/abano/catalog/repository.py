"""All SQL of the catalogue."""

from collections import defaultdict
from typing import cast
from uuid import UUID

from sqlalchemy import select

from abano.catalog.rows import car_of, insurance_of, place_of, price_rules_of, season_of, service_of
from abano.catalog.seasons import Band, Season
from abano.catalog.snapshot import Car, Catalog, Discount, PayableOn, RentalRules
from abano.database.unit_of_work import UnitOfWork
from abano.models.catalog import (
    CarRate,
    CarRow,
    DeliveryFee,
    InsuranceOption,
    Location,
    PriceRulesRow,
    SeasonRate,
    SeasonRow,
    ServiceRow,
)
from abano.models.tenants import TenantSettings


class CatalogRepository:
    """The catalogue of one tenant, within the caller's transaction."""

    def __init__(self, uow: UnitOfWork) -> None:
        self._session = uow.session
        self._tenant = uow.tenant_id

    async def load(self) -> Catalog:
        """The whole catalogue, in ten short queries."""
        fees = await self._session.scalars(select(DeliveryFee).where(DeliveryFee.tenant_id == self._tenant))
        places = select(Location).where(Location.tenant_id == self._tenant).order_by(Location.position)
        insurance = (
            select(InsuranceOption)
            .where(InsuranceOption.tenant_id == self._tenant)
            .order_by(InsuranceOption.position)
        )
        services = (
            select(ServiceRow).where(ServiceRow.tenant_id == self._tenant).order_by(ServiceRow.position)
        )
        return Catalog(
            rules=await self.rules(),
            cars=await self._cars(),
            locations=tuple(map(place_of, await self._session.scalars(places))),
            delivery_fees={(row.pickup_location, row.dropoff_location): row.fee_minor for row in fees},
            insurance=tuple(map(insurance_of, await self._session.scalars(insurance))),
            services=tuple(map(service_of, await self._session.scalars(services))),
            seasons=await self._seasons(),
            price_rules=price_rules_of(await self._session.get(PriceRulesRow, self._tenant)),
        )

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
            consent_required=row.consent_required,
            click_id_domains=tuple(row.click_id_domains),
            availability=row.availability,
            turn_round_minutes=row.turn_round_minutes,
            brand=row.brand,
            contacts=row.contacts,
            integrations=row.integrations,
        )

    async def _cars(self) -> tuple[Car, ...]:
        bands: defaultdict[UUID, list[Band]] = defaultdict(list)
        rates = select(CarRate).where(CarRate.tenant_id == self._tenant).order_by(CarRate.min_days)
        for rate in await self._session.scalars(rates):
            bands[rate.car_id].append(Band(rate.min_days, rate.daily_rate_minor))
        query = (
            select(CarRow)
            .where(CarRow.tenant_id == self._tenant, CarRow.is_active)
            .order_by(CarRow.position, CarRow.name)
        )
        return tuple(car_of(row, tuple(bands[row.id])) for row in await self._session.scalars(query))

    async def _seasons(self) -> tuple[Season, ...]:
        bands: defaultdict[str, defaultdict[UUID, list[Band]]] = defaultdict(lambda: defaultdict(list))
        rates = select(SeasonRate).where(SeasonRate.tenant_id == self._tenant).order_by(SeasonRate.min_days)
        for rate in await self._session.scalars(rates):
            bands[rate.season_code][rate.car_id].append(Band(rate.min_days, rate.daily_rate_minor))
        query = (
            select(SeasonRow)
            .where(SeasonRow.tenant_id == self._tenant)
            .order_by(SeasonRow.position, SeasonRow.code)
        )
        return tuple(
            season_of(row, {car: tuple(own) for car, own in bands[row.code].items()})
            for row in await self._session.scalars(query)
        )
