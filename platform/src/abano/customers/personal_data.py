"""Whom an export or erasure is about, and what the domains keep of a person."""

from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, field
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from abano.config import Settings
from abano.tenants.tenant import TenantId


@dataclass(frozen=True, slots=True)
class Person:
    """``email`` in lower case. ``click_ids`` are gclid, gbraid and wbraid values; ``session_ids`` quiz sessions.

    ``affiliate_ids`` are accounts that sign in with the address.
    """

    email: str
    booking_ids: tuple[UUID, ...] = ()
    references: tuple[str, ...] = ()
    open_bookings: int = 0
    session_ids: tuple[str, ...] = ()
    click_ids: tuple[str, ...] = ()
    affiliate_ids: tuple[UUID, ...] = ()


@dataclass(frozen=True, slots=True)
class PersonalRecords:
    """One kind of record that may be about a person: what is looked at is what is erased.

    ``find`` answers each record as JSON. ``erase`` deletes the same records, or takes the person out of them, and
    answers one id for each. Both are SQL with parameters named like the fields of Person, ``tenant``, and for
    ``erase`` also ``now`` and ``erased``, what a person is called from then on.
    """

    kind: str
    find: str
    erase: str


# Adds to a person what leads to records of one domain, held until the transaction ends.
Finder = Callable[[AsyncSession, TenantId, Person], Awaitable[Person]]


@dataclass(frozen=True, slots=True)
class PersonalData:
    """Everything that may be about a person, as the program wires it: looking, copying and erasing use this one list.

    ``records`` are taken in their order. ``after_erasure`` deletes what a kind keeps outside the database, by the ids
    of its erased records.
    """

    finders: tuple[Finder, ...]
    records: tuple[PersonalRecords, ...]
    after_erasure: Mapping[str, Callable[[Settings, Iterable[UUID]], None]] = field(default_factory=dict)
