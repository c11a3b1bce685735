"""Signing in and out of the admin console."""

import hashlib
import hmac
from dataclasses import dataclass
from typing import Literal, cast
from uuid import UUID

from abano.db import Database
from abano.errors import AbanoError, TooManyRequests
from abano.identity.passwords import hash_password, password_matches
from abano.identity.repository import IdentityRepository
from abano.identity.rules import SESSION_LIFETIME, seconds_to_wait
from abano.kit.clock import Clock
from abano.kit.ids import new_id, new_token, token_hash
from abano.models.admins import AdminRow
from abano.tenancy import TenantId

ADMIN_COOKIE = "abano_admin"
Role = Literal["owner", "manager", "analyst"]


class SignInFailed(AbanoError):
    """Invalid email or password"""

    status = 401


class AdminExists(AbanoError):
    """There is an admin with this e-mail address already."""

    status = 409


@dataclass(frozen=True, slots=True)
class Admin:
    """Someone who is signed in."""

    id: UUID
    tenant_id: TenantId
    email: str
    name: str
    role: Role


def _admin(row: AdminRow, tenant_id: TenantId) -> Admin:
    return Admin(row.id, tenant_id, row.email, row.name, cast(Role, row.role))


async def find_signed_in(db: Database, tenant_id: TenantId, token: str, clock: Clock) -> Admin | None:
    """The admin whose session cookie this is, or None."""
    async with db.session(tenant_id) as session:
        row = await IdentityRepository(session, tenant_id).admin_by_token(token_hash(token), clock.now())
    return _admin(row, tenant_id) if row else None


async def sign_in(
    db: Database,
    tenant_id: TenantId,
    *,
    email: str,
    password: str,
    address: str | None,
    key: str,
    clock: Clock,
) -> tuple[Admin, str]:
    """The admin and a new session token. ``key`` hides accounts and addresses in the count of failures.

    The attempt is counted and committed before the password is checked, so neither parallel guessing nor a
    crash gets around the limit. Raises SignInFailed, TooManyRequests.
    """
    now = clock.now()
    subject = hmac.digest(key.encode(), f"{email.lower()}|{address or '?'}".encode(), hashlib.sha256)
    async with db.session(tenant_id) as session:
        repository = IdentityRepository(session, tenant_id)
        known = await repository.failures(subject)
        wait = seconds_to_wait(known.count, known.window_start, now) if known else 0
        if not wait:
            counted = await repository.reserve_attempt(subject, now)
            wait = seconds_to_wait(counted.count - 1, counted.window_start, now)
        row = await repository.admin_by_email(email)
    if wait:
        raise TooManyRequests(
            "Too many failed sign-ins. Please wait a moment and try again.", retry_after=wait
        )
    enabled = row is not None and row.disabled_at is None
    if not await password_matches(row.password_hash if row and enabled else None, password) or row is None:
        raise SignInFailed
    token = new_token()
    async with db.session(tenant_id) as session:
        repository = IdentityRepository(session, tenant_id)
        await repository.delete_expired(now)
        await repository.forget_failures(subject)
        await repository.add_session(token_hash(token), row.id, now, now + SESSION_LIFETIME)
    return _admin(row, tenant_id), token


async def sign_out(db: Database, tenant_id: TenantId, token: str) -> None:
    """End the session of this token, if there is one."""
    async with db.session(tenant_id) as session:
        await IdentityRepository(session, tenant_id).delete_session(token_hash(token))


async def create_admin(
    db: Database, tenant_id: TenantId, *, email: str, password: str, name: str, role: Role, clock: Clock
) -> Admin:
    """Add an admin. Raises AdminExists."""
    async with db.session(tenant_id) as session:
        repository = IdentityRepository(session, tenant_id)
        if await repository.admin_by_email(email):
            raise AdminExists
        row = AdminRow(
            tenant_id=tenant_id,
            id=new_id(),
            email=email.lower(),
            name=name,
            password_hash=hash_password(password),
            role=role,
            created_at=clock.now(),
        )
        await repository.add_admin(row)
    return _admin(row, tenant_id)
