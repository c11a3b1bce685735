"""Use cases of catalogue versions: what is offered now as a document, and publishing another."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, NamedTuple, cast
from uuid import UUID

from sqlalchemy import Text, delete, func, literal, select, update
from sqlalchemy import cast as sql_cast
from sqlalchemy.dialects.postgresql import insert

from abano.accounts.access.models import AdminRow
from abano.catalog.published.document import CatalogDocument, Json
from abano.catalog.published.document_rows import document_of, rows_of
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
from abano.catalog.published.repository import CatalogRepository
from abano.catalog.published.snapshot import Catalog
from abano.catalog.published.snapshot_rows import CatalogRows, catalog_of
from abano.core.ids import new_id
from abano.db.base import Base
from abano.db.repositories import AddingRepository
from abano.db.unit_of_work import UnitOfWork

# What is known of a published version.


class StoredVersion(NamedTuple):
    """``superseded_at``: when the next version was published. None for the newest."""

    document: dict[str, Any]
    superseded_at: datetime | None


class PublishedVersion(NamedTuple):
    """``admin_name`` is None if no console admin published the version."""

    number: int
    published_at: datetime
    published_by: UUID | None
    admin_name: str | None
    note: str


# All SQL of published versions, and of writing one to the rows.


class VersionRepository(AddingRepository):
    """Versions of one tenant, within the caller's transaction."""

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

    async def car_ids(self, slugs: Iterable[str]) -> dict[str, UUID]:
        """The id of each slug, including cars that are no longer offered. A new car gets a new id."""
        query = select(CarRow.slug, CarRow.id).where(CarRow.tenant_id == self._tenant)
        known = {row.slug: row.id for row in await self._session.execute(query)}
        return {slug: known.get(slug) or new_id() for slug in slugs}

    async def write(self, rows: CatalogRows) -> None:
        """Replace the company's rows. Missing cars and places are kept but no longer offered."""
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
        await self._replace(HandoverPlaceRow, rows.handover_places)
        await self._replace(DeliveryFee, rows.delivery_fees)
        await self._replace(DrivingTime, rows.driving_times)
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
        # Names are unique, and two cars may swap theirs. A removed car frees its name.
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


# How long a quoted price is valid.
QUOTE_LIFETIME = timedelta(hours=1)
# Other copies may quote the version before for some seconds after a publishing.
SLACK = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class Quoted:
    """The version quotes use. ``until``: when the last of its quotes expires. None while it is current."""

    catalog: Catalog
    until: datetime | None = None


async def load_document(uow: UnitOfWork) -> tuple[int, Json]:
    """The number and the document of what is offered now."""
    repository = CatalogRepository(uow)
    return await repository.version(), document_of(await repository.rows())


async def load_version(uow: UnitOfWork, number: int) -> Json | None:
    """The document of a version. None if it is not stored."""
    stored = await VersionRepository(uow).find(number)
    return stored.document if stored else None


async def list_versions(uow: UnitOfWork, limit: int, below: int | None = None) -> list[PublishedVersion]:
    """Versions, newest first. Empty until the company publishes."""
    return await VersionRepository(uow).newest(limit, below)


async def publish(
    uow: UnitOfWork, document: CatalogDocument, *, admin_id: UUID | None, note: str, now: datetime
) -> int:
    """Publish ``document`` and return its version number. The caller holds the lock of the draft."""
    number, live = await load_document(uow)
    repository = VersionRepository(uow)
    stored = await repository.find(number)
    if stored is None or stored.document != live:
        # The first, or rows that a template or an operator changed since.
        number = number if stored is None else number + 1
        await repository.add(_version(uow, number, live, None, "", now))
    car_ids = await repository.car_ids(car.slug for car in document.cars)
    await repository.write(rows_of(document, uow.tenant_id, car_ids))
    uow.session.expire_all()
    # Read back from the rows, so that the next publication can detect changes made to them.
    published = document_of(await CatalogRepository(uow).rows())
    await repository.add(_version(uow, number + 1, published, admin_id, note, now))
    return number + 1


def _version(
    uow: UnitOfWork, number: int, document: Json, admin_id: UUID | None, note: str, now: datetime
) -> CatalogVersionRow:
    return CatalogVersionRow(
        tenant_id=uow.tenant_id,
        number=number,
        document=document,
        published_at=now,
        published_by=admin_id,
        note=note,
    )


async def snapshot_of(uow: UnitOfWork, document: Json, number: int) -> Catalog:
    """The catalogue that a document describes, with the company's rules of now."""
    read = CatalogDocument.model_validate(document)
    car_ids = await VersionRepository(uow).car_ids(car.slug for car in read.cars)
    rules = await CatalogRepository(uow).rules()
    return catalog_of(rows_of(read, uow.tenant_id, car_ids), rules, number)


async def load_held(uow: UnitOfWork, number: int, now: datetime) -> Quoted | None:
    """The version, up to an hour after the next one was published, while its quotes are valid."""
    stored = await VersionRepository(uow).find(number)
    if stored is None or not is_held(stored, now):
        return None
    until = stored.superseded_at + QUOTE_LIFETIME if stored.superseded_at else None
    return Quoted(await snapshot_of(uow, stored.document, number), until)


def is_held(stored: StoredVersion, now: datetime) -> bool:
    return stored.superseded_at is None or now <= stored.superseded_at + QUOTE_LIFETIME + SLACK
