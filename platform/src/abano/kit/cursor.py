"""Opaque cursors for keyset pagination by time and id, which neither skips nor repeats rows."""

import base64
import binascii
from datetime import datetime
from uuid import UUID

from abano.errors.messages import Message, RefusedValue

NO_SUCH_PAGE = Message("no_such_page", "This page of the list does not exist")


def encode_cursor(moment: datetime, row_id: UUID) -> str:
    """The cursor after one row."""
    return base64.urlsafe_b64encode(f"{moment.isoformat()}|{row_id}".encode()).decode()


def decode_cursor(cursor: str) -> tuple[datetime, UUID]:
    """The time and id in a cursor. Raises ValueError for anything else."""
    try:
        time, _, row_id = base64.urlsafe_b64decode(cursor).decode().partition("|")
        moment = datetime.fromisoformat(time)
        if moment.tzinfo is None:
            raise ValueError("without a zone")
        return moment, UUID(row_id)
    except (binascii.Error, ValueError) as error:
        raise RefusedValue(NO_SUCH_PAGE()) from error
