"""Whom an export or erasure is about, and what a domain keeps of a person."""

from dataclasses import dataclass
from uuid import UUID


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
