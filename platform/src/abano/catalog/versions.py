"""Use cases of catalogue versions: what is offered now as a document, and publishing another."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from abano.catalog.document import CatalogDocument, Json
from abano.catalog.document_rows import catalog_of, document_of, rows_of
from abano.catalog.published import PublishedVersion, StoredVersion
from abano.catalog.repository import CatalogRepository
from abano.catalog.snapshot import Catalog
from abano.catalog.version_repository import VersionRepository
from abano.database.unit_of_work import UnitOfWork
from abano.models.catalog_versions import CatalogVersionRow

# A visitor who was told a price gets it for so long.
QUOTE_LIFETIME = timedelta(hours=1)
# Other copies may quote the version before for some seconds after a publishing.
SLACK = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class Quoted:
    """What a visitor is told prices of. ``until``: when the last of its quotes ends; None while it is offered."""

    catalog: Catalog
    until: datetime | None = None


async def load_document(uow: UnitOfWork) -> tuple[int, Json]:
    """The number and the document of what is offered now."""
    repository = CatalogRepository(uow)
    return await repository.version(), document_of(await repository.rows())


async def load_version(uow: UnitOfWork, number: int) -> Json | None:
    """The document of a version; None when it is not stored."""
    stored = await VersionRepository(uow).find(number)
    return stored.document if stored else None


async def list_versions(uow: UnitOfWork, limit: int, below: int | None = None) -> list[PublishedVersion]:
    """The newest first; none before a company publishes for the first time."""
    return await VersionRepository(uow).newest(limit, below)


async def publish(
    uow: UnitOfWork, document: CatalogDocument, *, admin_id: UUID | None, note: str, now: datetime
) -> int:
    """Make ``document`` what the company offers, and answer its number. The caller holds the lock of its draft."""
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
    # As the rows say it, so that the next publishing sees whether they were changed.
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
    """The version, as long as a quote of it may hold: until an hour after the next one was published."""
    stored = await VersionRepository(uow).find(number)
    if stored is None or not is_held(stored, now):
        return None
    until = stored.superseded_at + QUOTE_LIFETIME if stored.superseded_at else None
    return Quoted(await snapshot_of(uow, stored.document, number), until)


def is_held(stored: StoredVersion, now: datetime) -> bool:
    return stored.superseded_at is None or now <= stored.superseded_at + QUOTE_LIFETIME + SLACK
