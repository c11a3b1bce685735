"""All SQL of people: accounts, sessions, invitations, resets, second factors."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from uuid import UUID

from sqlalchemy import ColumnElement, Delete, delete, func, insert, inspect, select, text, union_all, update
from sqlalchemy.orm import InstrumentedAttribute

from abano.accounts.access.models import (
    AdminChallenge,
    AdminInvitation,
    AdminPasswordReset,
    AdminRecoveryCode,
    AdminRow,
    AdminSecondFactor,
    AdminSession,
    CustomRole,
)
from abano.core.errors import Conflict, NotFound
from abano.db.driver_errors import map_db_error
from abano.db.unit_of_work import UnitOfWork


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

    async def add(self, admin: AdminRow) -> None:
        self._session.add(admin)
        await self._session.flush()


# SQL of roles.

LOCK_ROLES = text("select pg_advisory_xact_lock(hashtextextended('custom_roles:' || :tenant, 0))")


class RoleRepository:
    """One tenant's own roles, within the caller's transaction."""

    def __init__(self, uow: UnitOfWork) -> None:
        self._session = uow.session
        self._tenant = uow.tenant_id

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

    async def add(self, row: CustomRole) -> None:
        self._session.add(row)
        await self._session.flush()

    async def flush(self) -> None:
        await self._session.flush()

    async def delete(self, row: CustomRole) -> None:
        await self._session.delete(row)
        await self._session.flush()


# SQL of email links: invitations and password resets.


@map_db_error("admin_invitations_email")
class AlreadyBeingInvited(Conflict):
    """Someone else is inviting this person right now."""


class LinkRepository:
    """Invitations and resets of one tenant, within the caller's transaction."""

    def __init__(self, uow: UnitOfWork) -> None:
        self._session = uow.session
        self._tenant = uow.tenant_id

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

    async def add(self, row: AdminInvitation) -> None:
        self._session.add(row)
        await self._session.flush()

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


@map_db_error("admin_second_factors_pkey")
class SecondFactorBeingSetUp(Conflict):
    """Two-factor authentication is being set up in another window."""


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


# SQL of sessions and of sign-ins that wait for the second step.


class SessionRepository:
    """Sessions and challenges of one tenant, within the caller's transaction."""

    def __init__(self, uow: UnitOfWork) -> None:
        self._session = uow.session
        self._tenant = uow.tenant_id

    async def add(self, row: AdminSession | AdminChallenge) -> None:
        self._session.add(row)
        await self._session.flush()

    async def of_admin(self, admin_id: UUID, now: datetime) -> Sequence[AdminSession]:
        """An admin's unexpired sessions, newest first."""
        query = (
            select(AdminSession)
            .where(
                AdminSession.tenant_id == self._tenant,
                AdminSession.admin_id == admin_id,
                AdminSession.expires_at > now,
            )
            .order_by(AdminSession.created_at.desc(), AdminSession.id)
        )
        return (await self._session.scalars(query)).all()

    async def end(self, token_hash: bytes) -> None:
        await self._run(delete(AdminSession).where(AdminSession.token_hash == token_hash))

    async def end_by_id(self, admin_id: UUID, session_id: UUID) -> bool:
        """End one session of an admin; False when they have none with this id."""
        statement = delete(AdminSession).where(
            AdminSession.admin_id == admin_id, AdminSession.id == session_id
        )
        return await self._run(statement) == 1

    async def end_all(self, admin_id: UUID, *, keep: bytes | None = None) -> int:
        """End an admin's sessions except that with token hash ``keep``, and delete pending challenges."""
        await self._run(delete(AdminChallenge).where(AdminChallenge.admin_id == admin_id))
        statement = delete(AdminSession).where(AdminSession.admin_id == admin_id)
        if keep is not None:
            statement = statement.where(AdminSession.token_hash != keep)
        return await self._run(statement)

    async def challenge(self, token_hash: bytes, now: datetime) -> AdminRow | None:
        """The enabled admin of an unexpired challenge."""
        query = (
            select(AdminRow)
            .join(
                AdminChallenge,
                (AdminChallenge.tenant_id == AdminRow.tenant_id) & (AdminChallenge.admin_id == AdminRow.id),
            )
            .where(
                AdminChallenge.tenant_id == self._tenant,
                AdminChallenge.token_hash == token_hash,
                AdminChallenge.expires_at > now,
                AdminRow.disabled_at.is_(None),
            )
        )
        return await self._session.scalar(query)

    async def end_challenge(self, token_hash: bytes) -> bool:
        """Delete a challenge; False when it was deleted concurrently."""
        return await self._run(delete(AdminChallenge).where(AdminChallenge.token_hash == token_hash)) == 1

    async def delete_expired(self, now: datetime) -> None:
        """Delete expired sessions, challenges and resets."""
        ends: tuple[tuple[Delete, InstrumentedAttribute[datetime]], ...] = (
            (delete(AdminSession), AdminSession.expires_at),
            (delete(AdminChallenge), AdminChallenge.expires_at),
            (delete(AdminPasswordReset), AdminPasswordReset.expires_at),
        )
        for statement, expires_at in ends:
            await self._run(statement.where(expires_at <= now))

    async def _run(self, statement: Delete) -> int:
        table = statement.table
        result = await self._session.execute(statement.where(table.c.tenant_id == self._tenant))
        return int(getattr(result, "rowcount", 0))
