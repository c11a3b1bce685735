"""SQL of sample data: what names its cars and places, and their rows."""

from collections.abc import Collection

from sqlalchemy import text

from abano.db.unit_of_work import UnitOfWork

_NAMED_BY_VEHICLES = text("""
select 'cars', c.slug from vehicles v join cars c on (c.tenant_id, c.id) = (v.tenant_id, v.car_id)
where v.tenant_id = :tenant
union select 'locations', home_location from vehicles where tenant_id = :tenant
union select 'locations', location from vehicles where tenant_id = :tenant and location is not null
""")
_NAMED_BY_BOOKINGS = text("""
select 'cars', c.slug from bookings b join cars c on (c.tenant_id, c.id) = (b.tenant_id, b.car_id)
where b.tenant_id = :tenant
union select 'locations', pickup_location from bookings where tenant_id = :tenant
union select 'locations', dropoff_location from bookings where tenant_id = :tenant
""")
_DELETE_CARS = text("""
delete from cars c where c.tenant_id = :tenant and not c.is_active and c.slug = any(:keys)
  and not exists (select from reviews r where (r.tenant_id, r.car_id) = (c.tenant_id, c.id))
""")
_DELETE_PLACES = text("""
delete from locations where tenant_id = :tenant and not is_active and code = any(:keys)
""")


class SampleRepository:
    """One tenant's cars and places, within the caller's transaction."""

    def __init__(self, uow: UnitOfWork) -> None:
        self._session = uow.session
        self._tenant = uow.tenant_id

    async def named_by_vehicles(self) -> set[tuple[str, str]]:
        rows = await self._session.execute(_NAMED_BY_VEHICLES, {"tenant": self._tenant})
        return {(part, key) for part, key in rows}

    async def named_by_bookings(self) -> set[tuple[str, str]]:
        rows = await self._session.execute(_NAMED_BY_BOOKINGS, {"tenant": self._tenant})
        return {(part, key) for part, key in rows}

    async def delete_rows(self, cars: Collection[str], places: Collection[str]) -> None:
        """Delete rows of cars and places that are not offered any more and that nothing names."""
        await self._session.execute(_DELETE_CARS, {"tenant": self._tenant, "keys": list(cars)})
        await self._session.execute(_DELETE_PLACES, {"tenant": self._tenant, "keys": list(places)})
