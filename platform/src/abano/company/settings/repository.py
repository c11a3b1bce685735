"""All SQL of a company's settings."""

from datetime import datetime
from typing import Any

from sqlalchemy import exists, or_, select, update

from abano.bookings.lifecycle.models import BookingRow
from abano.db.base import Base
from abano.db.unit_of_work import UnitOfWork
from abano.tenancy.directory.models import TenantSettings

WITHOUT_MONEY = {"tenant_settings", "exchange_rates"}


class SettingsRepository:
    """The settings of one tenant, within the caller's transaction."""

    def __init__(self, uow: UnitOfWork) -> None:
        self._session = uow.session
        self._tenant = uow.tenant_id

    async def get(self, *, locked: bool = False) -> TenantSettings:
        """``locked`` against concurrent changes until the transaction ends."""
        query = select(TenantSettings).where(TenantSettings.tenant_id == self._tenant)
        if locked:
            query = query.with_for_update().execution_options(populate_existing=True)
        return (await self._session.scalars(query)).one()

    async def change(self, values: dict[str, Any], now: datetime) -> None:
        statement = update(TenantSettings).where(TenantSettings.tenant_id == self._tenant)
        await self._session.execute(statement.values(**values, updated_at=now))

    async def has_money(self) -> bool:
        """Whether any row but exchange rates, which say themselves of which currency they are, names a currency."""
        columns = [
            table.c
            for table in Base.metadata.tables.values()
            if table.name not in WITHOUT_MONEY and "currency" in table.c
        ]
        found = (exists().where(each.tenant_id == self._tenant) for each in columns)
        return bool(await self._session.scalar(select(or_(*found))))

    async def has_rentals_ahead(self, now: datetime) -> bool:
        """Whether a booking that is not cancelled has its return ahead."""
        ahead = exists().where(
            BookingRow.tenant_id == self._tenant, BookingRow.return_at > now, BookingRow.status != "cancelled"
        )
        return bool(await self._session.scalar(select(ahead)))
