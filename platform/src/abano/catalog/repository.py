"""All SQL of the catalogue."""

from collections import defaultdict
from typing import Literal, cast
from uuid import UUID

from sqlalchemy import select

from abano.catalog.snapshot import (
    Band,
    Car,
    Catalog,
    Discount,
    Insurance,
    PayableOn,
    Place,
    RentalRules,
    Service,
)
from abano.catalog.translations import CarTexts, InsuranceTexts, PlaceTexts, ServiceTexts, by_language
from abano.database.unit_of_work import UnitOfWork
from abano.models.catalog import CarRate, CarRow, DeliveryFee, InsuranceOption, Location, ServiceRow
from abano.models.tenants import TenantSettings


class CatalogRepository:
    """The catalogue of one tenant, within the caller's transaction."""

    def __init__(self, uow: UnitOfWork) -> None:
        self._session = uow.session
        self._tenant = uow.tenant_id

    async def load(self) -> Catalog:
        """The whole catalogue, in seven short queries."""
        fees = await self._session.scalars(select(DeliveryFee).where(DeliveryFee.tenant_id == self._tenant))
        places = await self._session.scalars(
            select(Location).where(Location.tenant_id == self._tenant).order_by(Location.position)
        )
        return Catalog(
            rules=await self.rules(),
            cars=await self._cars(),
            locations=tuple(
                Place(row.code, row.name, by_language(PlaceTexts, row.translations)) for row in places
            ),
            delivery_fees={(row.pickup_location, row.dropoff_location): row.fee_minor for row in fees},
            insurance=await self._insurance(),
            services=await self._services(),
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
        return tuple(
            Car(
                id=row.id,
                slug=row.slug,
                name=row.name,
                title=row.title,
                description=row.description,
                base_rate=row.base_rate_minor,
                seats=row.seats,
                transmission=row.transmission,
                fuel_type=row.fuel_type,
                drive_wheels=row.drive_wheels,
                fuel_consumption=row.fuel_consumption,
                specs=tuple(row.specs),
                images=tuple(row.images),
                video_url=row.video_url,
                in_fleet=row.in_fleet,
                in_search=row.in_search,
                bands=tuple(bands[row.id]),
                translations=by_language(CarTexts, row.translations),
            )
            for row in await self._session.scalars(query)
        )

    async def _insurance(self) -> tuple[Insurance, ...]:
        query = (
            select(InsuranceOption)
            .where(InsuranceOption.tenant_id == self._tenant)
            .order_by(InsuranceOption.position)
        )
        return tuple(
            Insurance(
                code=row.code,
                label=row.label,
                description=row.description,
                bullets=tuple(row.bullets),
                exclusions=tuple(row.exclusions),
                excess=row.excess_minor,
                daily_rate=row.daily_rate_minor,
                translations=by_language(InsuranceTexts, row.translations),
            )
            for row in await self._session.scalars(query)
        )

    async def _services(self) -> tuple[Service, ...]:
        query = select(ServiceRow).where(ServiceRow.tenant_id == self._tenant).order_by(ServiceRow.position)
        return tuple(
            Service(
                code=row.code,
                group=row.group_label,
                label=row.label,
                description=row.description,
                note=row.note,
                charge=cast(Literal["flat", "per_day"], row.charge),
                price=row.price_minor,
                hidden_for_cars=tuple(row.hidden_for_cars),
                translations=by_language(ServiceTexts, row.translations),
            )
            for row in await self._session.scalars(query)
        )
