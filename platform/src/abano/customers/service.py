"""Export and erasure by e-mail address, from the console and from the command line."""

import hashlib
import hmac
from collections.abc import Mapping
from dataclasses import dataclass, fields
from datetime import datetime
from typing import Any

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from abano.audit.service import record
from abano.auth.principals import Actor
from abano.config import Settings
from abano.customers.personal_data import PersonalData
from abano.database.engine import Database
from abano.database.personal_data import Person
from abano.errors import InvalidInput, NotFound
from abano.kit.clock import Clock
from abano.kit.email_address import is_email, normal_email
from abano.tenants.tenant import TenantId

ERASED_NAME = "Erased customer"


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


class CustomerService:
    """Looks up, copies and erases what is kept about a person, by e-mail address."""

    def __init__(self, db: Database, settings: Settings, clock: Clock, data: PersonalData) -> None:
        self._db = db
        self._settings = settings
        self._clock = clock
        self._data = data

    async def look_up(self, tenant_id: TenantId, email: str) -> Kept:
        """What is kept. Raises InvalidInput, NobodyFound."""
        _check(email)
        async with self._db.session(tenant_id) as session:
            return await self._gather(session, tenant_id, email)

    async def export(self, tenant_id: TenantId, actor: Actor, email: str) -> dict[str, Any]:
        """A copy of everything, ready to be handed to the person. Raises InvalidInput, NobodyFound."""
        _check(email)
        now = self._clock.now()
        async with self._db.session(tenant_id) as session:
            kept = await self._gather(session, tenant_id, email)
            await self._note(session, tenant_id, actor, "customer.exported", kept.email, kept.counts, now)
        return {"email": kept.email, "exportedAt": now.isoformat(), **kept.records}

    async def erase(self, tenant_id: TenantId, actor: Actor, email: str) -> dict[str, int]:
        """Erase the person everywhere, in one transaction; answers how many records of each kind.

        Figures stay: bookings with their prices, the ledger, answers. The warehouse follows within a minute, or as
        soon as it runs again: what it has to erase is written in the same transaction. Raises InvalidInput,
        NobodyFound.
        """
        _check(email)
        now = self._clock.now()
        async with self._db.session(tenant_id) as session:
            person = await self._find(session, tenant_id, email)
            values = _values(tenant_id, person) | {"now": now, "erased": ERASED_NAME}
            gone = {kind.kind: await _run(session, kind.erase, values) for kind in self._data.records}
            counts = {kind: len(ids) for kind, ids in gone.items()}
            if not any(counts.values()):
                raise NobodyFound
            await self._note(session, tenant_id, actor, "customer.erased", person.email, counts, now)
        for kind, clean_up in self._data.after_erasure.items():
            clean_up(self._settings, gone[kind])
        return counts

    async def _gather(self, session: AsyncSession, tenant_id: TenantId, email: str) -> Kept:
        person = await self._find(session, tenant_id, email)
        values = _values(tenant_id, person)
        records = {kind.kind: await _run(session, kind.find, values) for kind in self._data.records}
        if not any(records.values()):
            raise NobodyFound
        return Kept(person.email, person.open_bookings, records)

    async def _find(self, session: AsyncSession, tenant_id: TenantId, email: str) -> Person:
        person = Person(normal_email(email).lower())
        for find in self._data.finders:
            person = await find(session, tenant_id, person)
        return person

    async def _note(
        self,
        session: AsyncSession,
        tenant_id: TenantId,
        actor: Actor,
        action: str,
        email: str,
        counts: dict[str, int],
        now: datetime,
    ) -> None:
        key = self._settings.secret_key.get_secret_value()
        subject = ("customer", pseudonym(key, tenant_id, email))
        await record(session, tenant_id, actor, action, subject=subject, after=counts, now=now)


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


def pseudonym(key: str, tenant_id: TenantId, email: str) -> str:
    """What the audit log calls a person: whoever knows the address can find the entry, nobody can read it."""
    return hmac.digest(key.encode(), f"customer|{tenant_id}|{email}".encode(), hashlib.sha256).hex()[:16]


def _check(email: str) -> None:
    if not is_email(email.strip()):
        raise InvalidInput.of("email", "Please enter a valid email address")
