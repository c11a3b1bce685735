"""Opaque places in lists that are sorted by time and id, so that paging never skips or repeats."""

import base64
import binascii
from datetime import datetime
from uuid import UUID


def cursor_of(moment: datetime, row_id: UUID) -> str:
    """The place behind one row."""
    return base64.urlsafe_b64encode(f"{moment.isoformat()}|{row_id}".encode()).decode()


def place_of(cursor: str) -> tuple[datetime, UUID]:
    """The reverse. Raises ValueError for a text that is no cursor."""
    try:
        moment, _, row_id = base64.urlsafe_b64decode(cursor).decode().partition("|")
        found = datetime.fromisoformat(moment)
        if found.tzinfo is None:
            raise ValueError("without a zone")
        return found, UUID(row_id)
    except (binascii.Error, ValueError) as error:
        raise ValueError("This is not a place in the list") from error
