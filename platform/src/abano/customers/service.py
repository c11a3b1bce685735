"""Export and erasure by e-mail address, for the console and the command line."""

import hashlib
import hmac
from collections.abc import Mapping
from dataclasses import dataclass, fields
from datetime import datetime
from typing import Any

from sqlalchemy import text

from abano.audit.service import record
from abano.auth.principals import Actor
from abano.config import Settings
from abano.customers.personal_data import PersonalData
from abano.database.personal_data import Person
from abano.database.unit_of_work import TenantId, UnitOfWork
from abano.errors import InvalidInput, NotFound
from abano.kit.email_address import EMAIL_INVALID, is_email, normal_email

ERASED_NAME = "Erased customer"


class UnknownCustomer(NotFound):
    """Nothing is kept about this e-mail address."""


@dataclass(frozen=True, slots=True)
class CustomerData:
    """All records of a person by kind; ``open_bookings`` are not completed or cancelled."""

    email: str
    open_bookings: int
    records: dict[str, list[dict[str, Any]]]

    @property
    def counts(self) -> dict[str, int]:
        return {kind: len(rows) for kind, rows in self.records.items()}


@dataclass(frozen=True, slots=True)
class Erased:
    """The ids of the erased records by kind."""

    ids: dict[str, list[Any]]

    @property
    def counts(self) -> dict[str, int]:
        return {kind: len(ids) for kind, ids in self.ids.items()}


class CustomerService:
    """Looks up, exports and erases a person's data by e-mail address."""

    def __init__(self, settings: Settings, data: PersonalData) -> None:
        self._settings = settings
        self._data = data

    async def look_up(self, uow: UnitOfWork, email: str) -> CustomerData:
        """A person's data. Raises InvalidInput, UnknownCustomer."""
        _check(email)
        return await self._collect(uow, email)

    async def export(self, uow: UnitOfWork, actor: Actor, email: str, now: datetime) -> dict[str, Any]:
        """A copy of everything, for the person. Raises InvalidInput, UnknownCustomer."""
        _check(email)
        data = await self._collect(uow, email)
        await self._record(uow, actor, "customer.exported", data.email, data.counts, now)
        return {"email": data.email, "exportedAt": now.isoformat(), **data.records}

    async def erase(self, uow: UnitOfWork, actor: Actor, email: str, now: datetime) -> Erased:
        """Erase the person's data in the database. ``clean_up`` does the rest once this is committed.

        Figures are kept: bookings with their prices, the ledger, answers. The warehouse follows within a minute, or
        when it runs again: its erasures are written in the same transaction. Raises InvalidInput, UnknownCustomer.
        """
        _check(email)
        person = await self._find(uow, email)
        values = _values(uow.tenant_id, person) | {"now": now, "erased": ERASED_NAME}
        erased = Erased({kind.kind: await _run(uow, kind.erase, values) for kind in self._data.records})
        if not any(erased.counts.values()):
            raise UnknownCustomer
        await self._record(uow, actor, "customer.erased", person.email, erased.counts, now)
        return erased

    def clean_up(self, erased: Erased) -> None:
        """Delete what is kept outside the database, such as emails in files."""
        for kind, clean_up in self._data.after_erasure.items():
            clean_up(self._settings, erased.ids[kind])

    async def _collect(self, uow: UnitOfWork, email: str) -> CustomerData:
        person = await self._find(uow, email)
        values = _values(uow.tenant_id, person)
        records = {kind.kind: await _run(uow, kind.find, values) for kind in self._data.records}
        if not any(records.values()):
            raise UnknownCustomer
        return CustomerData(person.email, person.open_bookings, records)

    async def _find(self, uow: UnitOfWork, email: str) -> Person:
        person = Person(normal_email(email).lower())
        for find in self._data.finders:
            person = await find(uow, person)
        return person

    async def _record(
        self,
        uow: UnitOfWork,
        actor: Actor,
        action: str,
        email: str,
        counts: dict[str, int],
        now: datetime,
    ) -> None:
        key = self._settings.secret_key.get_secret_value()
        subject = ("customer", pseudonym(key, uow.tenant_id, email))
        await record(uow, actor, action, subject=subject, after=counts, now=now)


def _values(tenant_id: TenantId, person: Person) -> dict[str, Any]:
    """The parameters of the statements."""
    values = {field.name: getattr(person, field.name) for field in fields(person)}
    lists = {name: list(value) if isinstance(value, tuple) else value for name, value in values.items()}
    return {"tenant": tenant_id, **lists}


async def _run(uow: UnitOfWork, statement: str, values: Mapping[str, Any]) -> list[Any]:
    """Run a statement with those of the values that it uses. Returns its first column."""
    query = text(statement)
    named = query.compile().params.keys()
    return list(await uow.session.scalars(query, {name: values[name] for name in named}))


def pseudonym(key: str, tenant_id: TenantId, email: str) -> str:
    """The person's pseudonym in the audit log: a keyed hash of the e-mail address."""
    return hmac.digest(key.encode(), f"customer|{tenant_id}|{email}".encode(), hashlib.sha256).hex()[:16]


def _check(email: str) -> None:
    if not is_email(email.strip()):
        raise InvalidInput.of("email", EMAIL_INVALID())
