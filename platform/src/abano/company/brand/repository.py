"""All SQL of a company's brand."""

from datetime import datetime
from typing import Any

from sqlalchemy import null, select, update

from abano.database.unit_of_work import UnitOfWork
from abano.models.tenants import TenantSettings


class BrandRepository:
    """The brand of one tenant, within the caller's transaction."""

    def __init__(self, uow: UnitOfWork) -> None:
        self._session = uow.session
        self._tenant = uow.tenant_id

    async def get(self, *, locked: bool = False) -> TenantSettings:
        query = select(TenantSettings).where(TenantSettings.tenant_id == self._tenant)
        if locked:
            query = query.with_for_update()
        query = query.execution_options(populate_existing=True)
        return (await self._session.scalars(query)).one()

    async def change(self, now: datetime, **values: Any) -> None:
        stored = {name: null() if value is None else value for name, value in values.items()}
        await self._session.execute(
            update(TenantSettings)
            .where(TenantSettings.tenant_id == self._tenant)
            .values(**stored, updated_at=now)
        )
