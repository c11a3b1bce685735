"""An admin's sessions: list and end them."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from abano.audit.service import record
from abano.auth.principals import Actor, Admin
from abano.database.unit_of_work import UnitOfWork
from abano.errors import NotFound
from abano.identity.repository.sessions import SessionRepository
from abano.kit.ids import token_hash
from abano.models.admins import AdminSession


async def own_sessions(uow: UnitOfWork, admin: Admin, now: datetime) -> Sequence[AdminSession]:
    """The admin's unexpired sessions, newest first."""
    return await SessionRepository(uow).of_admin(admin.id, now)


async def end_session(
    uow: UnitOfWork, actor: Actor, admin: Admin, session_id: UUID, *, now: datetime
) -> None:
    """End one of the admin's own sessions. Raises NotFound, for another admin's too."""
    if not await SessionRepository(uow).end_by_id(admin.id, session_id):
        raise NotFound
    await record(uow, actor, "admin.session_ended", subject=("admin", admin.id), now=now)


async def end_other_sessions(
    uow: UnitOfWork, actor: Actor, admin: Admin, token: str, *, now: datetime
) -> int:
    """End all of the admin's sessions but that of ``token``. Returns their number."""
    ended = await SessionRepository(uow).end_all(admin.id, keep=token_hash(token))
    if ended:
        await record(
            uow,
            actor,
            "admin.other_sessions_ended",
            subject=("admin", admin.id),
            after={"ended": ended},
            now=now,
        )
    return ended
