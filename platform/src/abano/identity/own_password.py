"""Changing one's own password, and proving that it is oneself before what matters."""

from sqlalchemy.ext.asyncio import AsyncSession

from abano.audit.service import Actor, record
from abano.db import Database
from abano.errors import InvalidInput, NotFound
from abano.identity import throttle
from abano.identity.passwords import check_new_password, hash_password, password_matches
from abano.identity.repository.admins import AdminRepository
from abano.identity.repository.links import LinkRepository
from abano.identity.repository.sessions import SessionRepository
from abano.identity.rules import SIGN_IN
from abano.identity.service import Admin
from abano.kit.clock import Clock
from abano.kit.ids import token_hash


async def prove_password(
    db: Database, admin: Admin, password: str, *, field: str, key: str, clock: Clock
) -> None:
    """Raises InvalidInput (naming ``field``) when this is not the admin's password, TooManyRequests."""
    now = clock.now()
    counted = throttle.subject(key, "password", admin.id)
    async with db.session(admin.tenant_id) as session:
        wait = await throttle.wait_after_try(session, admin.tenant_id, counted, SIGN_IN, now)
        row = await AdminRepository(session, admin.tenant_id).by_id(admin.id)
    throttle.refuse(wait)
    if not await password_matches(row.password_hash if row else None, password):
        raise InvalidInput.of(field, "This is not your present password")
    async with db.session(admin.tenant_id) as session:
        await throttle.forget(session, admin.tenant_id, counted)


async def change_password(
    db: Database, actor: Actor, admin: Admin, *, current: str, new: str, token: str, key: str, clock: Clock
) -> None:
    """Set a new password and end the admin's other sessions. Raises InvalidInput, TooManyRequests."""
    check_new_password(new, "newPassword", admin.email, admin.name)
    await prove_password(db, admin, current, field="currentPassword", key=key, clock=clock)
    new_hash = await hash_password(new)
    async with db.session(admin.tenant_id) as session:
        await set_password(
            session, actor, admin, new_hash, keep=token, action="password_changed", clock=clock
        )


async def set_password(
    session: AsyncSession,
    actor: Actor,
    admin: Admin,
    new_hash: str,
    *,
    keep: str | None,
    action: str,
    clock: Clock,
) -> None:
    """Store the hash; every session but ``keep``'s and every open reset link ends with the old password."""
    tenant_id = admin.tenant_id
    row = await AdminRepository(session, tenant_id).lock(admin.id)
    if row is None:
        raise NotFound
    row.password_hash = new_hash
    kept = token_hash(keep) if keep else None
    ended = await SessionRepository(session, tenant_id).end_all(admin.id, keep=kept)
    await LinkRepository(session, tenant_id).forget_resets(admin.id)
    await record(
        session,
        tenant_id,
        actor,
        f"admin.{action}",
        subject=("admin", admin.id),
        after={"sessionsEnded": ended},
        now=clock.now(),
    )
