"""Changing one's own password, and proving that it is oneself before what matters."""

from dataclasses import dataclass

from sqlalchemy.ext.asyncio import AsyncSession

from abano.audit.service import record
from abano.auth import throttle
from abano.auth.limits import SIGN_IN
from abano.auth.passwords import check_new_password, hash_password, password_matches
from abano.auth.principals import Actor, Admin
from abano.database.engine import Database
from abano.errors import InvalidInput, NotFound, SignInRequired
from abano.identity.repository.admins import AdminRepository
from abano.identity.repository.links import LinkRepository
from abano.identity.repository.sessions import SessionRepository
from abano.kit.clock import Clock
from abano.kit.ids import token_hash


@dataclass(frozen=True, slots=True)
class Proof:
    """What somebody's password was proved against. It holds until the password is another."""

    admin: Admin
    password_hash: str


async def prove_password(
    db: Database, admin: Admin, password: str, *, field: str, key: str, clock: Clock
) -> Proof:
    """Raises InvalidInput (naming ``field``) when this is not the admin's password, TooManyRequests, TooBusy.

    Checking takes a while: what follows holds the account with ``hold_proven``.
    """
    now = clock.now()
    counted = throttle.subject(key, "password", admin.id)
    async with db.session(admin.tenant_id) as session:
        wait = await throttle.wait_after_try(session, admin.tenant_id, counted, SIGN_IN, now)
        row = await AdminRepository(session, admin.tenant_id).by_id(admin.id)
    throttle.refuse(wait)
    if not await password_matches(row.password_hash if row else None, password) or row is None:
        throttle.note_refusal("present password", admin.tenant_id, counted)
        raise InvalidInput.of(field, "This is not your present password")
    async with db.session(admin.tenant_id) as session:
        await throttle.forget(session, admin.tenant_id, counted)
    return Proof(admin, row.password_hash)


async def hold_proven(session: AsyncSession, proof: Proof) -> None:
    """Nobody changes the account before the transaction ends. Raises SignInRequired when somebody did since."""
    row = await AdminRepository(session, proof.admin.tenant_id).lock(proof.admin.id)
    if row is None or row.disabled_at is not None or row.password_hash != proof.password_hash:
        raise SignInRequired


async def change_password(
    db: Database, actor: Actor, admin: Admin, *, current: str, new: str, token: str, key: str, clock: Clock
) -> None:
    """Set a new password and end the admin's other sessions.

    Raises InvalidInput, TooManyRequests, TooBusy, and SignInRequired when the password became another meanwhile.
    """
    proof = await prove_password(db, admin, current, field="currentPassword", key=key, clock=clock)
    await check_new_password(new, "newPassword", admin.email, admin.name)
    new_hash = await hash_password(new)
    async with db.session(admin.tenant_id) as session:
        await hold_proven(session, proof)
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
