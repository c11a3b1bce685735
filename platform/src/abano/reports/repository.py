"""What the company calls its vehicles, cars, places and affiliates."""

from typing import NamedTuple

from sqlalchemy import select

from abano.database.unit_of_work import UnitOfWork
from abano.models.catalog import CarRow, Location
from abano.models.fleet import VehicleRow
from abano.models.promo_codes import Affiliate


class NamedVehicle(NamedTuple):
    plate: str
    car_id: str


class NameRepository:
    """Names of one tenant by their keys, within the caller's transaction."""

    def __init__(self, uow: UnitOfWork) -> None:
        self._session = uow.session
        self._tenant = uow.tenant_id

    async def vehicles(self) -> dict[str, NamedVehicle]:
        """By plate, sold ones too."""
        query = (
            select(VehicleRow.id, VehicleRow.plate, VehicleRow.car_id)
            .where(VehicleRow.tenant_id == self._tenant)
            .order_by(VehicleRow.plate_key)
        )
        return {
            str(row.id): NamedVehicle(row.plate, str(row.car_id))
            for row in await self._session.execute(query)
        }

    async def cars(self) -> dict[str, str]:
        query = (
            select(CarRow.id, CarRow.name)
            .where(CarRow.tenant_id == self._tenant)
            .order_by(CarRow.position, CarRow.name)
        )
        return {str(row.id): row.name for row in await self._session.execute(query)}

    async def places(self) -> dict[str, str]:
        query = select(Location.code, Location.name).where(Location.tenant_id == self._tenant)
        rows = await self._session.execute(query.order_by(Location.position, Location.name))
        return {row.code: row.name for row in rows}

    async def affiliates(self) -> dict[str, str]:
        query = select(Affiliate.id, Affiliate.name).where(Affiliate.tenant_id == self._tenant)
        return {str(row.id): row.name for row in await self._session.execute(query)}
