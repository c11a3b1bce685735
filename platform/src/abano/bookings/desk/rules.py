"""Pure rules of the desk: pages of a list, and when a booking is cancelled by itself."""

import base64
import binascii
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from uuid import UUID

from abano.bookings.rules import Status


@dataclass(frozen=True, slots=True)
class Position:
    """The last booking of a page: the next page holds what is older."""

    created_at: datetime
    id: UUID

    def encode(self) -> str:
        text = f"{self.created_at.isoformat()}|{self.id}"
        return base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")

    @classmethod
    def decode(cls, cursor: str) -> "Position":
        """Raises ValueError for what ``encode`` did not write."""
        try:
            text = base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)).decode()
            moment, _, identifier = text.partition("|")
            created_at = datetime.fromisoformat(moment)
            if created_at.tzinfo is None:
                raise ValueError(cursor)
            return cls(created_at, UUID(identifier))
        except (ValueError, binascii.Error) as error:
            raise ValueError(cursor) from error


@dataclass(frozen=True, slots=True)
class Filters:
    """What the list shows. Empty means all. Days are the company's own, both ends included."""

    search: str = ""
    status: Status | None = None
    car: str | None = None
    affiliate_id: UUID | None = None
    pickup_from: date | None = None
    pickup_to: date | None = None
    needs_review: bool = False


def cancels_at(status: str, created_at: datetime, unconfirmed_hours: int) -> datetime | None:
    """When the booking is cancelled by itself, or None when nothing threatens it."""
    return created_at + timedelta(hours=unconfirmed_hours) if status == "pending" else None
