"""Invitations, and the list of sign-ups, for operators."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from abano.core.errors import NotFound
from abano.core.ids import new_id
from abano.operators.console.audit import Author, record
from abano.operators.console.database import OperatorDatabase
from abano.operators.sign_up.rules import INVITATION_LIFETIME
from abano.operators.sign_up.service import QUERIES

MAX_LISTED = 200


@dataclass(frozen=True, slots=True)
class ListedSignUp:
    """``mailed_at``: null while the email with the link waits, or could not be delivered."""

    email: str
    company_name: str
    slug: str
    country: str
    requested_at: datetime
    mailed_at: datetime | None
    state: Literal["unconfirmed", "slug_taken", "creating", "created"]


@dataclass(frozen=True, slots=True)
class ListedInvitation:
    """``invited_by``: the operator's email address; empty at the command line."""

    email: str
    invited_by: str
    created_at: datetime
    expires_at: datetime
    mailed_at: datetime | None


async def list_sign_ups(db: OperatorDatabase) -> list[ListedSignUp]:
    """The newest first."""
    async with db.transaction() as conn:
        cursor = await conn.execute(QUERIES["list_sign_ups"].encode(), {"limit": MAX_LISTED})
        return [ListedSignUp(*row) for row in await cursor.fetchall()]


async def list_invitations(db: OperatorDatabase) -> list[ListedInvitation]:
    """The newest first."""
    async with db.transaction() as conn:
        cursor = await conn.execute(QUERIES["list_invitations"].encode(), {"limit": MAX_LISTED})
        return [ListedInvitation(*row) for row in await cursor.fetchall()]


async def invite(db: OperatorDatabase, email: str, language: str, author: Author, now: datetime) -> None:
    """Let this address sign up for 14 days. The worker writes to it. Repeated, it replaces the earlier one."""
    values = {
        "id": new_id(),
        "email": email,
        "language": language,
        "operator": author.id,
        "now": now,
        "until": now + INVITATION_LIFETIME,
    }
    async with db.transaction() as conn:
        await conn.execute(QUERIES["add_invitation"].encode(), values)
        await record(conn, author, "invitation.created", email, now)


async def revoke(db: OperatorDatabase, email: str, author: Author, now: datetime) -> None:
    """What was confirmed already is created. Raises NotFound."""
    async with db.transaction() as conn:
        cursor = await conn.execute(QUERIES["delete_invitation"].encode(), {"email": email})
        if await cursor.fetchone() is None:
            raise NotFound
        await record(conn, author, "invitation.revoked", email, now)
