"""SQL of people: accounts, roles, invitations and resets."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from sqlalchemy import ColumnElement, delete, func, insert, inspect, select, text, union_all
from sqlalchemy.orm import InstrumentedAttribute

from abano.accounts.access.models import (
    AdminInvitation,
    AdminPasswordReset,
    AdminRow,
    CustomRole,
)
from abano.core.errors import Conflict, NotFound
from abano.db.driver_errors import map_db_error
from abano.db.repositories import AddingRepository
from abano.db.unit_of_work import UnitOfWork


class AdminRepository(AddingRepository):
    """Admins of one tenant, within the caller's transaction."""

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
        """Like ``hold``, by email address."""
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
        """All admins, including disabled ones, by email address."""
        query = select(AdminRow).where(AdminRow.tenant_id == self._tenant).order_by(AdminRow.email)
        return (await self._session.scalars(query)).all()


# SQL of roles.

LOCK_ROLES = text("select pg_advisory_xact_lock(hashtextextended('custom_roles:' || :tenant, 0))")


class RoleRepository(AddingRepository):
    """One tenant's own roles, within the caller's transaction."""

    async def lock_all(self) -> None:
        """One role is created at a time, so that the limit holds."""
        await self._session.execute(LOCK_ROLES, {"tenant": str(self._tenant)})

    async def list_all(self) -> Sequence[CustomRole]:
        """By name."""
        query = select(CustomRole).where(CustomRole.tenant_id == self._tenant)
        return (await self._session.scalars(query.order_by(func.lower(CustomRole.name), CustomRole.id))).all()

    async def count(self) -> int:
        query = select(func.count()).select_from(CustomRole).where(CustomRole.tenant_id == self._tenant)
        return await self._session.scalar(query) or 0

    async def find(self, role_id: UUID) -> CustomRole | None:
        return await self._session.get(CustomRole, (self._tenant, role_id))

    async def find_shared(self, role_id: UUID) -> CustomRole | None:
        """The role, locked against deletion."""
        lock = {"read": True, "key_share": True}
        return await self._session.get(CustomRole, (self._tenant, role_id), with_for_update=lock)

    async def get_locked(self, role_id: UUID) -> CustomRole:
        """Raises NotFound."""
        row = await self._session.get(CustomRole, (self._tenant, role_id), with_for_update=True)
        if row is None:
            raise NotFound
        return row

    async def count_people(self) -> dict[UUID, int]:
        """How many admins and invitations have each role; also admins without access."""
        of_admins = select(AdminRow.role_id).where(AdminRow.tenant_id == self._tenant)
        of_invitations = select(AdminInvitation.role_id).where(AdminInvitation.tenant_id == self._tenant)
        each = union_all(
            of_admins.where(AdminRow.role_id.is_not(None)),
            of_invitations.where(AdminInvitation.role_id.is_not(None)),
        ).subquery()
        query = select(each.c.role_id, func.count()).group_by(each.c.role_id)
        return {row[0]: row[1] for row in await self._session.execute(query)}

    async def delete(self, row: CustomRole) -> None:
        await self._session.delete(row)
        await self._session.flush()


# SQL of email links: invitations and password resets.


@map_db_error("admin_invitations_email")
class AlreadyBeingInvited(Conflict):
    """Someone else is inviting this person right now."""


class LinkRepository(AddingRepository):
    """Invitations and resets of one tenant, within the caller's transaction."""

    async def invitations(self) -> Sequence[AdminInvitation]:
        """All pending invitations, including expired ones, newest first."""
        query = (
            select(AdminInvitation)
            .where(AdminInvitation.tenant_id == self._tenant)
            .order_by(AdminInvitation.created_at.desc(), AdminInvitation.id)
        )
        return (await self._session.scalars(query)).all()

    async def count_open(self, now: datetime) -> int:
        """Invitations that can still be accepted."""
        query = select(func.count()).where(
            AdminInvitation.tenant_id == self._tenant, AdminInvitation.expires_at > now
        )
        return await self._session.scalar(query) or 0

    async def lock_invitation(self, token_hash: bytes, now: datetime) -> AdminInvitation | None:
        """Lock the unexpired invitation of a token, which serialises concurrent acceptance."""
        query = (
            select(AdminInvitation)
            .where(
                AdminInvitation.tenant_id == self._tenant,
                AdminInvitation.token_hash == token_hash,
                AdminInvitation.expires_at > now,
            )
            .with_for_update()
        )
        return await self._session.scalar(query)

    async def invitation(self, invitation_id: UUID) -> AdminInvitation | None:
        """Lock an invitation by its id."""
        return await self._session.get(AdminInvitation, (self._tenant, invitation_id), with_for_update=True)

    async def invitation_of(self, email: str) -> AdminInvitation | None:
        query = select(AdminInvitation).where(
            AdminInvitation.tenant_id == self._tenant, AdminInvitation.email == email
        )
        return await self._session.scalar(query)

    async def remove(self, invitation: AdminInvitation) -> None:
        await self._session.delete(invitation)
        await self._session.flush()

    async def forget_resets(self, admin_id: UUID) -> None:
        await self._session.execute(
            delete(AdminPasswordReset).where(
                AdminPasswordReset.tenant_id == self._tenant, AdminPasswordReset.admin_id == admin_id
            )
        )


class ResetRepository:
    """Links to reset passwords of one tenant, within the caller's transaction.

    ``account``: the column that names the account, in the table of that kind of accounts.
    """

    def __init__(self, uow: UnitOfWork, account: InstrumentedAttribute[UUID | None]) -> None:
        self._session = uow.session
        self._tenant = uow.tenant_id
        self._account = account
        self._table = inspect(account.class_).local_table

    async def add(
        self, token_hash: bytes, account_id: UUID | None, now: datetime, expires_at: datetime
    ) -> None:
        values = {"token_hash": token_hash, "created_at": now, "expires_at": expires_at}
        values |= {"tenant_id": self._tenant, self._account.key: account_id}
        await self._session.execute(insert(self._table).values(values))

    async def find(self, token_hash: bytes, now: datetime) -> UUID | None:
        """The account of an unexpired link."""
        return await self._session.scalar(select(self._account).where(*self._is(token_hash, now)))

    async def use(self, token_hash: bytes, now: datetime) -> UUID | None:
        """Delete an unexpired link and return its account; of two concurrent calls one gets None."""
        statement = delete(self._account.class_).where(*self._is(token_hash, now))
        return await self._session.scalar(statement.returning(self._account))

    def _is(self, token_hash: bytes, now: datetime) -> tuple[ColumnElement[bool], ...]:
        table = self._table.c
        return table.tenant_id == self._tenant, table.token_hash == token_hash, table.expires_at > now


# SQL of second factors and recovery codes.


# SQL of sessions and of sign-ins that wait for the second step.
