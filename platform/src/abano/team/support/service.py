"""Support access: asked for by an operator, decided by an owner, opened once, recorded, ended."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal
from uuid import UUID

from abano.accounts.access.principals import Actor, Admin, SupportGrant
from abano.accounts.audit.models import AuditEntry
from abano.accounts.audit.service import record
from abano.core.errors import AbanoError, Conflict, Message, NotAllowed, NotFound
from abano.core.ids import new_id, new_token, token_hash
from abano.db.unit_of_work import UnitOfWork
from abano.messaging.outbox.kinds import SupportNotice
from abano.messaging.outbox.outbox import enqueue
from abano.team.support.models import SupportSession
from abano.team.support.policy import LIFETIME, LINK_LIFETIME, RIGHTS, State, SupportAccess, Times
from abano.team.support.repository import SUBJECT, SupportRepository
from abano.team.users.users import list_owners

MAX_LISTED = 50
MAX_CALLS = 200
CALL_LENGTH = 300
IS_FORBIDDEN = Message(
    "support_forbidden", "The company's owner does not allow support access.", for_operators=True
)
IS_OPEN = Message(
    "support_open", "There is a support request or session of this company already.", for_operators=True
)
NOT_READY = Message("support_not_ready", "This support access cannot be opened.", for_operators=True)
Call = Literal["read", "changed", "blocked"]


class SupportLinkInvalid(AbanoError):
    """This link is not valid. It works once, for one minute, on the company's own domain."""

    status = 401


class SupportAccessEnded(AbanoError):
    """Support access has ended."""

    status = 401


class SupportReadsOnly(NotAllowed):
    """Support access can't do this. Ask someone of the company to do it."""


class SupportDecided(Conflict):
    """This request was decided already, or has expired."""


@dataclass(frozen=True, slots=True)
class Asking:
    """The operator who asks."""

    id: UUID
    email: str
    ip: str | None

    @property
    def actor(self) -> Actor:
        return Actor(None, self.ip)


def state_of(row: SupportSession, now: datetime) -> State:
    times = Times(row.requested_at, row.decided_at, row.is_declined, row.expires_at, row.ended_at)
    return times.state(now)


# For operators.


async def request_access(
    uow: UnitOfWork, operator: Asking, *, reason: str, asks_for_drafts: bool, now: datetime
) -> SupportSession:
    """Ask to look. Ready at once where the owner's setting allows it and nothing more is asked for.

    Raises Conflict: forbidden, or another one is not over yet.
    """
    repository = SupportRepository(uow)
    access = await repository.access(lock=True)
    if access == "forbidden":
        raise Conflict(IS_FORBIDDEN())
    unfinished = await repository.lock_unfinished()
    if any(state_of(row, now) in {"waiting", "ready", "running"} for row in unfinished):
        raise Conflict(IS_OPEN())
    row = SupportSession(
        tenant_id=uow.tenant_id,
        id=new_id(),
        operator_id=operator.id,
        operator_email=operator.email,
        reason=reason,
        asks_for_drafts=asks_for_drafts,
        may_change_drafts=False,
        requested_at=now,
        decided_at=now if access == "allowed" and not asks_for_drafts else None,
        is_declined=False,
    )
    await repository.add(row)
    await _record(uow, operator.actor, "requested", row, now, _facts(row))
    if row.decided_at is None:
        await _email_owners(uow, row, "requested", now)
    return row


async def make_link(
    uow: UnitOfWork, session_id: UUID, operator_id: UUID, now: datetime
) -> tuple[SupportSession, str]:
    """A token that opens the session once, within a minute. Earlier ones stop working.

    Raises NotFound for another operator's, Conflict for one that is not ready.
    """
    row = await SupportRepository(uow).lock(session_id)
    if row is None or row.operator_id != operator_id:
        raise NotFound
    if state_of(row, now) not in {"ready", "running"}:
        raise Conflict(NOT_READY())
    token = new_token()
    row.link_hash, row.link_expires_at = token_hash(token), now + LINK_LIFETIME
    return row, token


async def list_sessions(uow: UnitOfWork) -> Sequence[SupportSession]:
    """The newest, first."""
    return await SupportRepository(uow).newest(MAX_LISTED)


async def end_own(uow: UnitOfWork, session_id: UUID, operator: Asking, now: datetime) -> SupportSession:
    """Ended by any operator, or taken back before an owner answered. Raises NotFound."""
    row = await SupportRepository(uow).lock(session_id)
    if row is None:
        raise NotFound
    await _end(uow, row, operator.actor, "operator", now)
    return row


# In the company's own console.


async def open_link(uow: UnitOfWork, token: str, ip: str | None, now: datetime) -> tuple[SupportSession, str]:
    """Begin the session, or open it again, and return the browser's token. Raises SupportLinkInvalid."""
    repository = SupportRepository(uow)
    row = await repository.lock_by_link(token_hash(token))
    if (
        row is None
        or row.link_expires_at is None
        or now >= row.link_expires_at
        or state_of(row, now) not in {"ready", "running"}
        or await repository.access() == "forbidden"
    ):
        raise SupportLinkInvalid
    opened = new_token()
    row.link_hash, row.link_expires_at = None, None
    # The one browser that opened it last. The time does not begin again.
    row.token_hash = token_hash(opened)
    if row.began_at is None or row.expires_at is None:
        row.began_at, row.expires_at = now, now + LIFETIME
        await _email_owners(uow, row, "began", now)
    await _record(uow, Actor(None, ip), "opened", row, now, {"until": row.expires_at.isoformat()})
    return row, opened


async def find_helper(uow: UnitOfWork, token: str, now: datetime) -> Admin | None:
    """The operator of a running session, with the rights of support access."""
    row = await SupportRepository(uow).by_token(token_hash(token))
    if row is None or row.expires_at is None or state_of(row, now) != "running":
        return None
    return Admin(
        row.operator_id,
        uow.tenant_id,
        row.operator_email,
        row.operator_email,
        "custom",
        role_name="Support",
        rights=RIGHTS,
        support=SupportGrant(row.id, row.reason, row.expires_at, row.may_change_drafts),
    )


async def is_recorded(uow: UnitOfWork, session_id: UUID, what: Call, call: str) -> bool:
    """Whether this call of the session is in the audit log. Of reads, the first is enough."""
    return what == "read" and await SupportRepository(uow).has_entry(session_id, "support.read", call)


async def record_call(
    uow: UnitOfWork, session_id: UUID, what: Call, call: str, ip: str | None, now: datetime
) -> None:
    """Record what the operator looked at, changed, or was refused."""
    await record(
        uow,
        Actor(None, ip),
        f"support.{what}",
        subject=(SUBJECT, session_id),
        after={"call": call},
        now=now,
    )


async def leave(uow: UnitOfWork, token: str, ip: str | None, now: datetime) -> SupportSession | None:
    """End the session of this browser, if it runs."""
    repository = SupportRepository(uow)
    found = await repository.by_token(token_hash(token))
    row = await repository.lock(found.id) if found else None
    if row is None or not await _end(uow, row, Actor(None, ip), "operator", now):
        return None
    return row


# For owners.


async def load_access(uow: UnitOfWork) -> SupportAccess:
    return await SupportRepository(uow).access()


async def change_access(uow: UnitOfWork, actor: Actor, access: SupportAccess, now: datetime) -> None:
    """Forbidding ends what runs, and declines what waits."""
    repository = SupportRepository(uow)
    before = await repository.access(lock=True)
    if before == access:
        return
    await repository.set_access(access, now)
    await record(
        uow,
        actor,
        "support.access_changed",
        subject=("settings", None),
        before={"access": before},
        after={"access": access},
        now=now,
    )
    if access == "forbidden":
        for row in await repository.lock_unfinished():
            await _end(uow, row, actor, "owner", now)


async def decide(
    uow: UnitOfWork, actor: Actor, session_id: UUID, *, accept: bool, drafts: bool, now: datetime
) -> None:
    """Accept a request, with or without the drafts that it asks for, or decline it.

    Raises NotFound, SupportDecided.
    """
    row = await SupportRepository(uow).lock(session_id)
    if row is None:
        raise NotFound
    if state_of(row, now) != "waiting":
        raise SupportDecided
    row.decided_at, row.decided_by = now, actor.admin_id
    row.is_declined = not accept
    row.may_change_drafts = accept and drafts and row.asks_for_drafts
    verb = "granted" if accept else "declined"
    await _record(uow, actor, verb, row, now, {"drafts": row.may_change_drafts} if accept else {})


async def end_access(uow: UnitOfWork, actor: Actor, session_id: UUID, now: datetime) -> None:
    """End one at once. Raises NotFound; one that is over stays as it is."""
    row = await SupportRepository(uow).lock(session_id)
    if row is None:
        raise NotFound
    await _end(uow, row, actor, "owner", now)


async def load_calls(uow: UnitOfWork, session_id: UUID) -> Sequence[AuditEntry]:
    """What was looked at in a session, the newest first. Raises NotFound."""
    if await SupportRepository(uow).find(session_id) is None:
        raise NotFound
    return await SupportRepository(uow).calls(session_id, MAX_CALLS)


async def _end(
    uow: UnitOfWork,
    row: SupportSession,
    actor: Actor,
    ended_by: Literal["operator", "owner"],
    now: datetime,
) -> bool:
    """False: it was over already."""
    if state_of(row, now) not in {"waiting", "ready", "running"}:
        return False
    row.ended_at, row.ended_by = now, ended_by
    row.link_hash, row.link_expires_at = None, None
    await _record(uow, actor, "ended", row, now, {})
    return True


async def _record(
    uow: UnitOfWork,
    actor: Actor,
    verb: str,
    row: SupportSession,
    now: datetime,
    after: dict[str, object],
) -> None:
    await uow.session.flush()
    await record(uow, actor, f"support.{verb}", subject=(SUBJECT, row.id), after=after, now=now)


def _facts(row: SupportSession) -> dict[str, object]:
    return {"operator": row.operator_email, "why": row.reason, "drafts": row.asks_for_drafts}


async def _email_owners(
    uow: UnitOfWork, row: SupportSession, what: Literal["requested", "began"], now: datetime
) -> None:
    for owner in await list_owners(uow):
        message = SupportNotice(
            to=owner.email,
            name=owner.name,
            what=what,
            operator=row.operator_email,
            reason=row.reason,
            until=row.expires_at,
            language=owner.language,
        )
        await enqueue(uow, message, now)
