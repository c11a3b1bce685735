"""SQL of second factors and recovery codes."""

from collections.abc import Iterable
from datetime import datetime
from uuid import UUID

from sqlalchemy import delete, func, select, update

from abano.database.driver_errors import stands_for
from abano.database.unit_of_work import UnitOfWork
from abano.errors import Conflict
from abano.models.admins import AdminRecoveryCode, AdminSecondFactor


@stands_for("admin_second_factors_pkey")
class SecondFactorBeingSetUp(Conflict):
    """Your second factor is being set up in another window."""


class SecondFactorRepository:
    """Second factors of one tenant, within the caller's transaction."""

    def __init__(self, uow: UnitOfWork) -> None:
        self._session = uow.session
        self._tenant = uow.tenant_id

    async def is_asked_for(self, admin_id: UUID) -> bool:
        """Whether this admin has a confirmed second factor."""
        query = select(AdminSecondFactor.confirmed_at).where(
            AdminSecondFactor.tenant_id == self._tenant, AdminSecondFactor.admin_id == admin_id
        )
        return await self._session.scalar(query) is not None

    async def admins_with_one(self) -> set[UUID]:
        query = select(AdminSecondFactor.admin_id).where(
            AdminSecondFactor.tenant_id == self._tenant, AdminSecondFactor.confirmed_at.is_not(None)
        )
        return set(await self._session.scalars(query))

    async def lock(self, admin_id: UUID) -> AdminSecondFactor | None:
        """Lock the factor and read the current row, so that of two concurrent uses of a code the second fails."""
        query = select(AdminSecondFactor).where(
            AdminSecondFactor.tenant_id == self._tenant, AdminSecondFactor.admin_id == admin_id
        )
        return await self._session.scalar(query.with_for_update().execution_options(populate_existing=True))

    async def add(self, factor: AdminSecondFactor) -> None:
        self._session.add(factor)
        await self._session.flush()

    async def remove(self, admin_id: UUID) -> bool:
        """Remove an admin's factor with its codes; False when there is none."""
        result = await self._session.execute(
            delete(AdminSecondFactor)
            .where(AdminSecondFactor.tenant_id == self._tenant, AdminSecondFactor.admin_id == admin_id)
            .returning(AdminSecondFactor.confirmed_at)
        )
        removed = result.all()
        return any(confirmed_at is not None for (confirmed_at,) in removed)

    async def replace_codes(self, admin_id: UUID, hashes: Iterable[bytes]) -> None:
        await self._session.execute(
            delete(AdminRecoveryCode).where(
                AdminRecoveryCode.tenant_id == self._tenant, AdminRecoveryCode.admin_id == admin_id
            )
        )
        self._session.add_all(
            AdminRecoveryCode(tenant_id=self._tenant, admin_id=admin_id, code_hash=code_hash)
            for code_hash in hashes
        )
        await self._session.flush()

    async def use_code(self, admin_id: UUID, code_hash: bytes, now: datetime) -> bool:
        """Mark a recovery code as used; False when it is unknown or already used."""
        statement = (
            update(AdminRecoveryCode)
            .where(
                AdminRecoveryCode.tenant_id == self._tenant,
                AdminRecoveryCode.admin_id == admin_id,
                AdminRecoveryCode.code_hash == code_hash,
                AdminRecoveryCode.used_at.is_(None),
            )
            .values(used_at=now)
            .returning(AdminRecoveryCode.code_hash)
        )
        return await self._session.scalar(statement) is not None

    async def codes_left(self, admin_id: UUID) -> int:
        query = select(func.count()).where(
            AdminRecoveryCode.tenant_id == self._tenant,
            AdminRecoveryCode.admin_id == admin_id,
            AdminRecoveryCode.used_at.is_(None),
        )
        return await self._session.scalar(query) or 0
