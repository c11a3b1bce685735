"""Export and erasure by email address or customer, for the console and the command line."""

import hashlib
import hmac
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields
from datetime import datetime
from io import BytesIO
from typing import Any
from uuid import UUID
from zipfile import ZIP_DEFLATED, ZipFile

import orjson
from sqlalchemy import text

from abano.accounts.access.principals import Actor
from abano.accounts.audit.service import record
from abano.bookings.customers.records import NEITHER_EMAIL_NOR_CUSTOMER
from abano.core.config import Settings
from abano.core.email_address import EMAIL_INVALID, is_email, normal_email
from abano.core.errors import InvalidInput, NotFound
from abano.db.personal_data import Person, PersonalRecords
from abano.db.unit_of_work import TenantId, UnitOfWork
from abano.storage.images import JPEG
from abano.storage.service import ContentLost, Media

# A person's copy with their photographs and documents, as a ZIP file.

# The kind of ``media.personal_data``.
FILES = "photographsAndDocuments"
# The ZIP is built in memory.
MAX_BYTES = 64 * 1024 * 1024


async def zipped(uow: UnitOfWork, media: Media, data: dict[str, Any]) -> bytes:
    """Photos and documents, newest first up to ``MAX_BYTES``, and ``customer.json``.

    The JSON has the ``file`` of each. None: over the limit, or missing in the store.
    """
    output, left = BytesIO(), MAX_BYTES
    with ZipFile(output, "w") as archive:
        for row in reversed(data.get(FILES, [])):
            row["file"] = None
            if row["bytes"] > left:
                continue
            try:
                content = await media.read(uow, UUID(row["id"]))
            except ContentLost:
                continue
            left -= len(content.content)
            ending = "jpg" if content.content_type == JPEG else "pdf"
            row["file"] = f"files/{row['id']}.{ending}"
            archive.writestr(row["file"], content.content)
        copy = orjson.dumps(data, option=orjson.OPT_INDENT_2)
        archive.writestr("customer.json", copy, ZIP_DEFLATED)
    return output.getvalue()


# The personal data of all domains.

# Adds the ids to a person by which records of one domain are found, locked until the transaction ends.
Finder = Callable[[UnitOfWork, Person], Awaitable[Person]]


@dataclass(frozen=True, slots=True)
class PersonalData:
    """Personal data of all domains, registered at startup. Lookup, export and erasure use the same list.

    Every domain with personal data is registered: a test fails for a column that is not listed. ``records``
    are processed in order. ``after_erasure`` deletes a kind's data outside the database, by the ids of its
    erased records.
    """

    finders: tuple[Finder, ...]
    records: tuple[PersonalRecords, ...]
    after_erasure: Mapping[str, Callable[[Settings, Iterable[UUID]], None]] = field(default_factory=dict)


ERASED_NAME = "Erased customer"


class UnknownCustomer(NotFound):
    """No data is stored for this email address."""


@dataclass(frozen=True, slots=True)
class Asked:
    """The data subject: an email, or a customer of the list."""

    email: str | None
    customer_id: UUID | None = None


@dataclass(frozen=True, slots=True)
class CustomerData:
    """All records of a person by kind; ``open_bookings`` are not completed or cancelled."""

    emails: tuple[str, ...]
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
    """Looks up, exports and erases a person's data."""

    def __init__(self, settings: Settings, data: PersonalData) -> None:
        self._settings = settings
        self._data = data

    @property
    def kept(self) -> list[str]:
        """The kinds of records that a law keeps."""
        return [kind.kind for kind in self._data.records if kind.is_kept]

    async def look_up(self, uow: UnitOfWork, asked: Asked) -> CustomerData:
        """A person's data. Raises InvalidInput, UnknownCustomer."""
        _, data = await self._collect(uow, asked)
        return data

    async def export(self, uow: UnitOfWork, actor: Actor, asked: Asked, now: datetime) -> dict[str, Any]:
        """A copy of everything, for the person. Raises InvalidInput, UnknownCustomer."""
        person, data = await self._collect(uow, asked)
        await self._record(uow, actor, "customer.exported", person, data.counts, now)
        return {"emails": list(data.emails), "exportedAt": now.isoformat(), **data.records}

    async def erase(self, uow: UnitOfWork, actor: Actor, asked: Asked, now: datetime) -> Erased:
        """Erase the person's data in the database. Call ``clean_up`` after the commit.

        Figures are kept: bookings with their prices, the ledger, answers. The same transaction queues the
        erasure in the warehouse, which follows within a minute or once it is available. Raises InvalidInput,
        UnknownCustomer.
        """
        person = await self._find(uow, asked)
        values = _values(uow.tenant_id, person) | {"now": now, "erased": ERASED_NAME}
        kinds = [kind for kind in self._data.records if not kind.is_kept]
        erased = Erased({kind.kind: await _run(uow, kind.erase, values) for kind in kinds})
        if not any(erased.counts.values()):
            raise UnknownCustomer
        await self._record(uow, actor, "customer.erased", person, erased.counts, now)
        return erased

    def clean_up(self, erased: Erased) -> None:
        """Delete data outside the database, such as emails in files."""
        for kind, clean_up in self._data.after_erasure.items():
            clean_up(self._settings, erased.ids[kind])

    async def _collect(self, uow: UnitOfWork, asked: Asked) -> tuple[Person, CustomerData]:
        person = await self._find(uow, asked)
        values = _values(uow.tenant_id, person)
        records = {kind.kind: await _run(uow, kind.find, values) for kind in self._data.records}
        if not any(records.values()):
            raise UnknownCustomer
        return person, CustomerData(person.emails, person.open_bookings, records)

    async def _find(self, uow: UnitOfWork, asked: Asked) -> Person:
        person = _asked_person(asked)
        for find in self._data.finders:
            person = await find(uow, person)
        return person

    async def _record(
        self,
        uow: UnitOfWork,
        actor: Actor,
        action: str,
        person: Person,
        counts: dict[str, int],
        now: datetime,
    ) -> None:
        """Under a pseudonym, which the same address has the next time."""
        key = self._settings.secret_key.get_secret_value()
        known_by = person.emails[0] if person.emails else str(min(person.customer_ids))
        subject = ("customer", pseudonym(key, uow.tenant_id, known_by))
        await record(uow, actor, action, subject=subject, after=counts, now=now)


def _asked_person(asked: Asked) -> Person:
    """Raises InvalidInput."""
    if asked.customer_id is not None:
        return Person(customer_ids=(asked.customer_id,))
    if asked.email is None:
        raise InvalidInput.of("email", NEITHER_EMAIL_NOR_CUSTOMER())
    if not is_email(asked.email.strip()):
        raise InvalidInput.of("email", EMAIL_INVALID())
    return Person(emails=(normal_email(asked.email).lower(),), is_by_email=True)


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
    """The person's pseudonym in the audit log: a keyed hash of the email address."""
    return hmac.digest(key.encode(), f"customer|{tenant_id}|{email}".encode(), hashlib.sha256).hex()[:16]
