"""Export and erasure by e-mail address, from the console and from the command line."""

import hashlib
import hmac
from collections.abc import Mapping
from dataclasses import dataclass, fields
from datetime import datetime
from typing import Any

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from abano.affiliates import personal_data as affiliates
from abano.audit.service import record
from abano.auth.principals import Actor
from abano.bookings import personal_data as bookings
from abano.config import Settings
from abano.database.engine import Database
from abano.errors import InvalidInput, NotFound
from abano.kit.clock import Clock
from abano.kit.email_address import is_email
from abano.kit.person import Person
from abano.notifications import personal_data as notifications
from abano.quiz import personal_data as quiz
from abano.tenants.tenant import TenantId
from abano.traffic.clicks import personal_data as clicks

ERASED_NAME = "Erased customer"
# Everything that may be about a person. Looking, copying and erasing go through this one list, in this order.
RECORDS = (
    *bookings.RECORDS,
    *quiz.RECORDS,
    *clicks.RECORDS,
    *notifications.RECORDS,
    *affiliates.RECORDS,
)


class NobodyFound(NotFound):
    """Nothing is kept about this e-mail address."""


@dataclass(frozen=True, slots=True)
class Kept:
    """Everything kept about a person by kind of record; ``open_bookings`` are not over yet."""

    email: str
    open_bookings: int
    records: dict[str, list[dict[str, Any]]]

    @property
    def counts(self) -> dict[str, int]:
        return {kind: len(rows) for kind, rows in self.records.items()}


async def look_up(db: Database, tenant_id: TenantId, email: str) -> Kept:
    """What is kept. Raises InvalidInput, NobodyFound."""
    _check(email)
    async with db.session(tenant_id) as session:
        return await _gather(session, tenant_id, email)


async def export(
    db: Database, settings: Settings, tenant_id: TenantId, actor: Actor, email: str, clock: Clock
) -> dict[str, Any]:
    """A copy of everything, ready to be handed to the person. Raises InvalidInput, NobodyFound."""
    _check(email)
    now = clock.now()
    async with db.session(tenant_id) as session:
        kept = await _gather(session, tenant_id, email)
        await _note(session, settings, tenant_id, actor, "customer.exported", kept.email, kept.counts, now)
    return {"email": kept.email, "exportedAt": now.isoformat(), **kept.records}


async def erase(
    db: Database, settings: Settings, tenant_id: TenantId, actor: Actor, email: str, clock: Clock
) -> dict[str, int]:
    """Erase the person everywhere, in one transaction; answers how many records of each kind.

    Figures stay: bookings with their prices, the ledger, answers. The warehouse follows within a minute, or as soon
    as it runs again: what it has to forget is written in the same transaction. Raises InvalidInput, NobodyFound.
    """
    _check(email)
    now = clock.now()
    async with db.session(tenant_id) as session:
        person = await _find(session, tenant_id, email)
        values = _values(tenant_id, person) | {"now": now, "erased": ERASED_NAME}
        gone = {kind.kind: await _run(session, kind.erase, values) for kind in RECORDS}
        counts = {kind: len(ids) for kind, ids in gone.items()}
        if not any(counts.values()):
            raise NobodyFound
        await _note(session, settings, tenant_id, actor, "customer.erased", person.email, counts, now)
    notifications.forget_letters(settings, gone[notifications.MESSAGES.kind])
    return counts


async def _gather(session: AsyncSession, tenant_id: TenantId, email: str) -> Kept:
    person = await _find(session, tenant_id, email)
    values = _values(tenant_id, person)
    records = {kind.kind: await _run(session, kind.find, values) for kind in RECORDS}
    if not any(records.values()):
        raise NobodyFound
    return Kept(person.email, person.open_bookings, records)


async def _find(session: AsyncSession, tenant_id: TenantId, email: str) -> Person:
    person = await bookings.find_person(session, tenant_id, email)
    return await affiliates.with_accounts(session, tenant_id, person)


def _values(tenant_id: TenantId, person: Person) -> dict[str, Any]:
    """The parameters of a kind's statements."""
    values = {field.name: getattr(person, field.name) for field in fields(person)}
    lists = {name: list(value) if isinstance(value, tuple) else value for name, value in values.items()}
    return {"tenant": tenant_id, **lists}


async def _run(session: AsyncSession, statement: str, values: Mapping[str, Any]) -> list[Any]:
    """What the statement answers, given those of the values that it names."""
    query = text(statement)
    named = query.compile().params.keys()
    return list(await session.scalars(query, {name: values[name] for name in named}))


async def _note(
    session: AsyncSession,
    settings: Settings,
    tenant_id: TenantId,
    actor: Actor,
    action: str,
    email: str,
    counts: dict[str, int],
    now: datetime,
) -> None:
    key = settings.secret_key.get_secret_value()
    subject = ("customer", pseudonym(key, tenant_id, email))
    await record(session, tenant_id, actor, action, subject=subject, after=counts, now=now)


def pseudonym(key: str, tenant_id: TenantId, email: str) -> str:
    """What the audit log calls a person: whoever knows the address can find the entry, nobody can read it."""
    return hmac.digest(key.encode(), f"customer|{tenant_id}|{email}".encode(), hashlib.sha256).hex()[:16]


def _check(email: str) -> None:
    if not is_email(email.strip()):
        raise InvalidInput.of("email", "Please enter a valid email address")
