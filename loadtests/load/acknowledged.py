"""Writes the server acknowledged. A run passes when exactly these are stored."""

import json
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any


@dataclass(slots=True)
class Booking:
    """``total`` as in the response, in whole units; ``status`` at first; ``session`` of the quiz, or empty."""

    company: str
    reference: str
    email: str
    total: float
    status: str
    session: str
    promo: bool


@dataclass(slots=True)
class Session:
    """A quiz session whose start was acknowledged. ``answers``: newest value by question."""

    company: str
    completed: bool = False
    answers: dict[str, str] = field(default_factory=dict)
    seen: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Acknowledged:
    """``unsure`` counts writes that were sent and got no answer: they may be stored or not.

    ``statuses``: what the desk made of bookings, which may be before their customers are answered. ``clicks``,
    ``drafts`` and ``payouts`` by company; payouts in whole units by id.
    """

    bookings: dict[str, Booking] = field(default_factory=dict)
    statuses: dict[str, str] = field(default_factory=dict)
    sessions: dict[str, Session] = field(default_factory=dict)
    clicks: dict[str, list[str]] = field(default_factory=dict)
    drafts: dict[str, list[str]] = field(default_factory=dict)
    payouts: dict[str, dict[str, float]] = field(default_factory=dict)
    unsure: int = 0

    def write(self, path: Path) -> None:
        path.write_text(json.dumps(asdict(self)))

    @classmethod
    def read(cls, path: Path) -> "Acknowledged":
        values: dict[str, Any] = json.loads(path.read_text())
        bookings = {key: Booking(**each) for key, each in values.pop("bookings").items()}
        sessions = {key: Session(**each) for key, each in values.pop("sessions").items()}
        return cls(bookings=bookings, sessions=sessions, **values)

    def status_of(self, booking: str) -> str:
        """The status last acknowledged to anyone."""
        return self.statuses.get(booking, self.bookings[booking].status)

    def converted(self, company: str) -> set[str]:
        """Sessions with at least one booking that is not cancelled."""
        return {
            booking.session
            for key, booking in self.bookings.items()
            if booking.company == company and booking.session and self.status_of(key) != "cancelled"
        }
