"""Change one's own password, and verify it before sensitive changes."""

from dataclasses import dataclass

from abano.accounts.access import throttle
from abano.accounts.access.limits import SIGN_IN
from abano.accounts.access.passwords import (
    WRONG_PASSWORD,
    check_new_password,
    hash_password,
    password_matches,
)
from abano.accounts.access.principals import Actor, Admin
from abano.accounts.audit.service import record
from abano.core.clock import Clock
from abano.core.errors import InvalidInput, NotFound, SignInRequired
from abano.core.ids import token_hash
from abano.db.engine import Database
from abano.db.unit_of_work import UnitOfWork
from abano.team.users.repository import AdminRepository, LinkRepository
from abano.team.users.session_repository import SessionRepository


@dataclass(frozen=True, slots=True)
class VerifiedPassword:
    """The admin and the hash against which the password was verified; valid until the password changes."""

    admin: Admin
    password_hash: str


async def verify_password(
    db: Database, admin: Admin, password: str, *, field: str, key: str, clock: Clock
) -> VerifiedPassword:
    """Verify the admin's password. Raises InvalidInput (naming ``field``), TooManyRequests, TooBusy.

    Hashing takes a while: the change that follows locks the account with ``lock_verified``.
    """
    now = clock.now()
    counted = throttle.subject(key, "password", admin.id)
    async with db.uow(admin.tenant_id) as uow:
        wait = await throttle.wait_after_attempt(uow, counted, SIGN_IN, now)
        row = await AdminRepository(uow).by_id(admin.id)
    throttle.require_no_wait(wait)
    if not await password_matches(row.password_hash if row else None, password) or row is None:
        throttle.log_refusal("present password", admin.tenant_id, counted)
        raise InvalidInput.of(field, WRONG_PASSWORD())
    async with db.uow(admin.tenant_id) as uow:
        await throttle.clear(uow, counted)
    return VerifiedPassword(admin, row.password_hash)


async def lock_verified(uow: UnitOfWork, proof: VerifiedPassword) -> None:
    """Lock the account until the transaction ends. Raises SignInRequired when it was changed since."""
    row = await AdminRepository(uow).lock(proof.admin.id)
    if row is None or row.disabled_at is not None or row.password_hash != proof.password_hash:
        raise SignInRequired


async def change_password(
    db: Database, actor: Actor, admin: Admin, *, current: str, new: str, token: str, key: str, clock: Clock
) -> None:
    """Set a new password and end the admin's other sessions.

    Raises InvalidInput, TooManyRequests, TooBusy, and SignInRequired when the password was changed in the meantime.
    """
    proof = await verify_password(db, admin, current, field="currentPassword", key=key, clock=clock)
    await check_new_password(new, "newPassword", admin.email, admin.name)
    new_hash = await hash_password(new)
    async with db.uow(admin.tenant_id) as uow:
        await lock_verified(uow, proof)
        await set_password(uow, actor, admin, new_hash, keep=token, action="password_changed", clock=clock)


async def set_password(
    uow: UnitOfWork,
    actor: Actor,
    admin: Admin,
    new_hash: str,
    *,
    keep: str | None,
    action: str,
    clock: Clock,
) -> None:
    """Store the hash; end every session but that of ``keep``, and every pending reset link."""
    row = await AdminRepository(uow).lock(admin.id)
    if row is None:
        raise NotFound
    row.password_hash = new_hash
    keep_hash = token_hash(keep) if keep else None
    ended = await SessionRepository(uow).end_all(admin.id, keep=keep_hash)
    await LinkRepository(uow).forget_resets(admin.id)
    await record(
        uow,
        actor,
        f"admin.{action}",
        subject=("admin", admin.id),
        after={"sessionsEnded": ended},
        now=clock.now(),
    )


# What an admin chooses for themselves: the language of console and emails, and the email of the day's tasks.


async def set_language(uow: UnitOfWork, admin: Admin, language: str | None) -> None:
    """Set one's language. None: the team's. Not audited: it affects no one else. Raises SignInRequired."""
    row = await AdminRepository(uow).lock(admin.id)
    if row is None:
        raise SignInRequired
    row.language = language


async def set_daily_email(uow: UnitOfWork, admin: Admin, *, is_on: bool) -> None:
    """Not audited, as above. Raises SignInRequired."""
    row = await AdminRepository(uow).lock(admin.id)
    if row is None:
        raise SignInRequired
    row.has_daily_email = is_on
