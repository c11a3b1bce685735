"""Sign-in, in one step or two, sign-out, and the retention of sessions."""

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from abano.accounts.access import throttle
from abano.accounts.access.limits import CODE
from abano.accounts.access.models import AdminChallenge, AdminRow, AdminSession
from abano.accounts.access.passwords import password_matches
from abano.accounts.access.principals import Actor, Admin
from abano.accounts.access.repository import FailureRepository
from abano.accounts.audit.service import record
from abano.core.clock import Clock
from abano.core.errors import AbanoError, Message, NotFound, TooManyRequests
from abano.core.ids import new_id, new_token, token_hash
from abano.db.engine import Database
from abano.db.unit_of_work import TenantId, UnitOfWork
from abano.jobs.registry import TaskContext, TaskRegistry
from abano.team.users.repository import AdminRepository
from abano.team.users.roles import load_admin
from abano.team.users.schemas import CHALLENGE_LIFETIME, SESSION_LIFETIME
from abano.team.users.second_factor import SecondFactorKey, accept_code, is_recovery_code
from abano.team.users.session_repository import SecondFactorRepository, SessionRepository

log = logging.getLogger(__name__)

USER_AGENT_LENGTH = 400
TOO_MANY_SIGN_INS = Message(
    "too_many_sign_ins", "Too many failed sign-ins. Please wait a moment and try again."
)


class SignInFailed(AbanoError):
    """Invalid email or password"""

    status = 401


class SignInExpired(AbanoError):
    """That took too long. Please sign in again."""

    status = 401


class CodeRefused(AbanoError):
    """That code is not valid, or was used already. Please wait for the next one."""

    status = 401


@dataclass(frozen=True, slots=True)
class Caller:
    """The client of a sign-in. ``key`` is the key of the hashes under which attempts are counted."""

    ip: str | None
    user_agent: str
    key: str


@dataclass(frozen=True, slots=True)
class SignedIn:
    """The admin and the token of their new session."""

    admin: Admin
    token: str


@dataclass(frozen=True, slots=True)
class CodeRequired:
    """The password was correct; ``challenge`` is sent with the code of the second step."""

    challenge: str


async def sign_in(
    db: Database, tenant_id: TenantId, *, email: str, password: str, caller: Caller, clock: Clock
) -> SignedIn | CodeRequired:
    """The first step. It takes the same time with and without an account.

    Hashing takes a while: a session begins only if the password and the account are unchanged under a lock, because
    changes lock the row and then end all sessions. Raises SignInFailed, TooManyRequests, TooBusy.
    """
    now = clock.now()
    counted = throttle.subject(caller.key, email.lower(), throttle.place(caller.ip))
    async with db.uow(tenant_id) as uow:
        wait = await throttle.wait_after_sign_in(uow, counted, caller.key, caller.ip, now)
        row = await AdminRepository(uow).by_email(email)
    if wait:
        raise TooManyRequests(TOO_MANY_SIGN_INS(), retry_after=wait)
    enabled = row is not None and row.disabled_at is None
    if not await password_matches(row.password_hash if row and enabled else None, password) or row is None:
        throttle.log_refusal("admin password", tenant_id, counted)
        raise SignInFailed
    async with db.uow(tenant_id) as uow:
        locked = await AdminRepository(uow).hold(row.id)
        if locked is None or locked.disabled_at is not None or locked.password_hash != row.password_hash:
            raise SignInFailed
        await throttle.clear(uow, counted)
        if await SecondFactorRepository(uow).is_asked_for(locked.id):
            return await _challenge(uow, locked, now)
        return await _begin_session(uow, locked, caller, now)


async def sign_in_with_code(
    db: Database,
    tenant_id: TenantId,
    *,
    challenge: str,
    code: str,
    caller: Caller,
    key: SecondFactorKey,
    clock: Clock,
) -> SignedIn:
    """The second step: a code of the app, or a recovery code. Raises SignInExpired, CodeRefused, TooManyRequests.

    The two kinds are counted separately: attempts with the app's codes by account, with recovery codes also by
    address.
    """
    now = clock.now()
    async with db.uow(tenant_id) as uow:
        row = await SessionRepository(uow).challenge(token_hash(challenge), now)
        if row is None:
            raise SignInExpired
        if is_recovery_code(code):
            counted = throttle.subject(caller.key, "recovery code", row.id, throttle.place(caller.ip))
        else:
            counted = throttle.subject(caller.key, "code", row.id)
        wait = await throttle.wait_after_attempt(uow, counted, CODE, now)
    throttle.require_no_wait(wait)
    async with db.uow(tenant_id) as uow:
        # Locked before the challenge is checked: changing the password or disabling the admin also ends challenges,
        # so a valid challenge proves that the verified password is still current.
        locked = await AdminRepository(uow).hold(row.id)
        if locked is None or locked.disabled_at is not None:
            raise SignInExpired
        if not await accept_code(uow, locked.id, code, key=key, now=now):
            throttle.log_refusal("admin code", tenant_id, counted)
            raise CodeRefused
        if not await SessionRepository(uow).end_challenge(token_hash(challenge)):
            raise SignInExpired
        await throttle.clear(uow, counted)
        return await _begin_session(uow, locked, caller, now)


async def sign_out(uow: UnitOfWork, token: str) -> None:
    """End the session of this token, if there is one."""
    await SessionRepository(uow).end(token_hash(token))


async def _challenge(uow: UnitOfWork, row: AdminRow, now: datetime) -> CodeRequired:
    challenge = new_token()
    challenge_row = AdminChallenge(
        tenant_id=uow.tenant_id,
        token_hash=token_hash(challenge),
        admin_id=row.id,
        created_at=now,
        expires_at=now + CHALLENGE_LIFETIME,
    )
    await SessionRepository(uow).add(challenge_row)
    return CodeRequired(challenge)


async def _begin_session(uow: UnitOfWork, row: AdminRow, caller: Caller, now: datetime) -> SignedIn:
    token = new_token()
    started = AdminSession(
        tenant_id=uow.tenant_id,
        token_hash=token_hash(token),
        id=new_id(),
        admin_id=row.id,
        ip_address=caller.ip,
        user_agent=caller.user_agent[:USER_AGENT_LENGTH],
        created_at=now,
        expires_at=now + SESSION_LIFETIME,
    )
    await SessionRepository(uow).add(started)
    log.info(
        "admin signed in",
        extra={"company": str(uow.tenant_id), "admin": str(row.id), "session": str(started.id)},
    )
    return SignedIn(await load_admin(uow, row), token)


# An admin's sessions: list and end them.


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


def register_tasks(registry: TaskRegistry) -> None:
    registry.every(seconds=3600, name="identity.delete_expired", run=delete_expired)


async def delete_expired(context: TaskContext, tenant_id: TenantId) -> None:
    """Delete expired sessions, challenges, resets and counts of attempts."""
    now = context.clock.now()
    async with context.db.uow(tenant_id) as uow:
        await SessionRepository(uow).delete_expired(now)
        await FailureRepository(uow).delete_old(now)
