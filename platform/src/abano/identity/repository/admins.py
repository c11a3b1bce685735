"""SQL of admins."""

from collections.abc import Sequence
from uuid import UUID

from sqlalchemy import select

from abano.database.unit_of_work import UnitOfWork
from abano.models.admins import AdminRow


class AdminRepository:
    """Admins of one tenant, within the caller's transaction."""

    def __init__(self, uow: UnitOfWork) -> None:
        self._session = uow.session
        self._tenant = uow.tenant_id

    async def by_email(self, email: str) -> AdminRow | None:
        query = select(AdminRow).where(AdminRow.tenant_id == self._tenant, AdminRow.email == email.lower())
        return await self._session.scalar(query)

    async def by_id(self, admin_id: UUID) -> AdminRow | None:
        query = select(AdminRow).where(AdminRow.tenant_id == self._tenant, AdminRow.id == admin_id)
        return await self._session.scalar(query)

    async def lock(self, admin_id: UUID) -> AdminRow | None:
        """Lock the admin (FOR UPDATE) and read the current row."""
        query = select(AdminRow).where(AdminRow.tenant_id == self._tenant, AdminRow.id == admin_id)
        return await self._session.scalar(query.with_for_update().execution_options(populate_existing=True))

    async def hold_by_email(self, email: str) -> AdminRow | None:
        """Like ``hold``, by e-mail address."""
        query = select(AdminRow).where(AdminRow.tenant_id == self._tenant, AdminRow.email == email.lower())
        return await self._session.scalar(query.with_for_update(read=True))

    async def hold(self, admin_id: UUID) -> AdminRow | None:
        """Lock the admin in share mode (FOR SHARE) and read the current row."""
        query = select(AdminRow).where(AdminRow.tenant_id == self._tenant, AdminRow.id == admin_id)
        return await self._session.scalar(
            query.with_for_update(read=True).execution_options(populate_existing=True)
        )

    async def lock_owners(self) -> set[UUID]:
        """Lock the enabled owners in a fixed order, which serialises concurrent changes of owners."""
        query = (
            select(AdminRow)
            .where(
                AdminRow.tenant_id == self._tenant,
                AdminRow.role == "owner",
                AdminRow.disabled_at.is_(None),
            )
            .order_by(AdminRow.id)
            .with_for_update()
            .execution_options(populate_existing=True)
        )
        return {row.id for row in await self._session.scalars(query)}

    async def all(self) -> Sequence[AdminRow]:
        """All admins, including disabled ones, by e-mail address."""
        query = select(AdminRow).where(AdminRow.tenant_id == self._tenant).order_by(AdminRow.email)
        return (await self._session.scalars(query)).all()

    async def add(self, admin: AdminRow) -> None:
        self._session.add(admin)
        await self._session.flush()
