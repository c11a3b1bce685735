"""Whom an export or erasure is about: one e-mail address, and what leads from it to other records."""

from dataclasses import dataclass
from uuid import UUID


@dataclass(frozen=True, slots=True)
class Person:
    """``email`` in lower case. ``click_ids`` are gclid, gbraid and wbraid values; ``session_ids`` quiz sessions."""

    email: str
    booking_ids: tuple[UUID, ...] = ()
    references: tuple[str, ...] = ()
    open_bookings: int = 0
    session_ids: tuple[str, ...] = ()
    click_ids: tuple[str, ...] = ()
