"""All SQL of published versions, and of writing one to the rows."""

from collections.abc import Iterable, Sequence
from typing import Any, cast
from uuid import UUID

from sqlalchemy import Text, delete, func, literal, select, update
from sqlalchemy import cast as sql_cast
from sqlalchemy.dialects.postgresql import insert

from abano.catalog.document_rows import CatalogRows
from abano.catalog.published import PublishedVersion, StoredVersion
from abano.database.unit_of_work import UnitOfWork
from abano.kit.ids import new_id
from abano.models.admins import AdminRow
from abano.models.base import Base
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
from abano.models.catalog_versions import CatalogVersionRow


class VersionRepository:
    """Versions of one tenant, within the caller's transaction."""

    def __init__(self, uow: UnitOfWork) -> None:
        self._session = uow.session
        self._tenant = uow.tenant_id

    async def find(self, number: int) -> StoredVersion | None:
        version = CatalogVersionRow
        query = select(version.number, version.document, version.published_at).where(
            version.tenant_id == self._tenant, version.number.in_((number, number + 1))
        )
        found = {row.number: row for row in await self._session.execute(query)}
        if number not in found:
            return None
        following = found.get(number + 1)
        return StoredVersion(found[number].document, following.published_at if following else None)

    async def newest(self, limit: int, below: int | None = None) -> list[PublishedVersion]:
        """Without their documents, the newest first."""
        version = CatalogVersionRow
        query = (
            select(version.number, version.published_at, version.published_by, AdminRow.name, version.note)
            .outerjoin(
                AdminRow, (AdminRow.tenant_id == version.tenant_id) & (AdminRow.id == version.published_by)
            )
            .where(version.tenant_id == self._tenant)
            .order_by(version.number.desc())
            .limit(limit)
        )
        if below is not None:
            query = query.where(version.number < below)
        return [PublishedVersion(*row) for row in await self._session.execute(query)]

    async def add(self, version: CatalogVersionRow) -> None:
        self._session.add(version)
        await self._session.flush()

    async def car_ids(self, slugs: Iterable[str]) -> dict[str, UUID]:
        """The id of each slug, also of cars that are offered no more; a new one for a new car."""
        query = select(CarRow.slug, CarRow.id).where(CarRow.tenant_id == self._tenant)
        known = {row.slug: row.id for row in await self._session.execute(query)}
        return {slug: known.get(slug) or new_id() for slug in slugs}

    async def write(self, rows: CatalogRows) -> None:
        """Make the company's rows these. Cars and places that are missing stay and are offered no more."""
        await self._cars(rows.cars)
        await self._replace(CarRate, rows.car_rates)
        await self._upsert(Location, rows.locations, ("code",))
        await self._session.execute(
            update(Location)
            .where(
                Location.tenant_id == self._tenant, Location.code.not_in([row.code for row in rows.locations])
            )
            .values(is_active=False)
        )
        await self._replace(DeliveryFee, rows.delivery_fees)
        await self._replace(InsuranceOption, rows.insurance)
        await self._replace(ServiceRow, rows.services)
        await self._replace(SeasonRate, ())
        await self._replace(SeasonRow, rows.seasons)
        await self._replace(SeasonRate, rows.season_rates)
        await self._replace(PriceRulesRow, (rows.price_rules,) if rows.price_rules else ())

    async def _cars(self, cars: Sequence[CarRow]) -> None:
        ids, names = [car.id for car in cars], [car.name.lower() for car in cars]
        of_tenant = CarRow.tenant_id == self._tenant
        await self._session.execute(
            update(CarRow).where(of_tenant, CarRow.id.not_in(ids)).values(is_active=False)
        )
        # Names are unique, and two cars may change theirs for each other's; a car that is gone leaves its name.
        taken = {name: car.id for name, car in zip(names, cars, strict=True)}
        current = await self._session.execute(select(CarRow.id, func.lower(CarRow.name)).where(of_tenant))
        in_the_way = [car for car, name in current if taken.get(name, car) != car]
        await self._session.execute(
            update(CarRow)
            .where(of_tenant, CarRow.id.in_(in_the_way))
            .values(name=CarRow.slug + literal(" ") + func.left(sql_cast(CarRow.id, Text), 13))
        )
        await self._upsert(CarRow, cars, ("id",))

    async def _upsert(self, table: type[Base], rows: Sequence[Base], key: Sequence[str]) -> None:
        if not rows:
            return
        values = [_values(row) for row in rows]
        statement = insert(table)
        changed = {name: statement.excluded[name] for name in values[0] if name not in ("tenant_id", *key)}
        statement = statement.on_conflict_do_update(index_elements=["tenant_id", *key], set_=changed)
        await self._session.execute(statement, values)

    async def _replace(self, table: type[Base], rows: Sequence[Base]) -> None:
        await self._session.execute(delete(table).where(cast(Any, table).tenant_id == self._tenant))
        if rows:
            await self._session.execute(insert(table), [_values(row) for row in rows])


def _values(row: Base) -> dict[str, Any]:
    """The columns that are set."""
    return {
        column.name: getattr(row, column.name)
        for column in row.__table__.columns
        if column.name in row.__dict__
    }
