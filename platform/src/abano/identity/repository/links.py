"""SQL of email links: invitations and password resets."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from sqlalchemy import delete, select

from abano.database.driver_errors import stands_for
from abano.database.unit_of_work import UnitOfWork
from abano.errors import Conflict
from abano.models.admins import AdminInvitation, AdminPasswordReset


@stands_for("admin_invitations_email")
class AlreadyBeingInvited(Conflict):
    """Somebody else is inviting this person right now."""


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

    async def add(self, row: AdminInvitation | AdminPasswordReset) -> None:
        self._session.add(row)
        await self._session.flush()

    async def remove(self, invitation: AdminInvitation) -> None:
        await self._session.delete(invitation)
        await self._session.flush()

    async def reset_of(self, token_hash: bytes, now: datetime) -> UUID | None:
        """The admin of an unexpired link."""
        query = select(AdminPasswordReset.admin_id).where(
            AdminPasswordReset.tenant_id == self._tenant,
            AdminPasswordReset.token_hash == token_hash,
            AdminPasswordReset.expires_at > now,
        )
        return await self._session.scalar(query)

    async def use_reset(self, token_hash: bytes, now: datetime) -> UUID | None:
        """Delete an unexpired link and return its admin; of two concurrent calls one gets None."""
        statement = (
            delete(AdminPasswordReset)
            .where(
                AdminPasswordReset.tenant_id == self._tenant,
                AdminPasswordReset.token_hash == token_hash,
                AdminPasswordReset.expires_at > now,
            )
            .returning(AdminPasswordReset.admin_id)
        )
        return await self._session.scalar(statement)

    async def forget_resets(self, admin_id: UUID) -> None:
        await self._session.execute(
            delete(AdminPasswordReset).where(
                AdminPasswordReset.tenant_id == self._tenant, AdminPasswordReset.admin_id == admin_id
            )
        )
