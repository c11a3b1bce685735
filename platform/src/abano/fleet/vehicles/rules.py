"""Pure rules of vehicles: plates, what is due."""

import re
from datetime import date, timedelta
from typing import Literal

from abano.core.text import clean

State = Literal["in_service", "workshop", "sold"]
DocumentKind = Literal["insurance", "inspection", "registration", "other"]
Due = Literal["valid", "expiring", "expired"]
Work = Literal["planned", "soon", "overdue", "done"]
# So long before its end a document warns, and work that is due by a day.
WARN_BEFORE = timedelta(days=30)
WARN_KILOMETRES = 1_000


def plate_key(plate: str) -> str:
    """What two spellings of a plate have in common: ``ab-123 cd`` is ``AB123CD``."""
    return re.sub(r"[^\w]|_", "", clean(plate)).upper()


def rounded_kilometres(mileage_km: int) -> int:
    """The mileage shown to visitors: rounded down to whole thousands."""
    return mileage_km // 1_000 * 1_000


def document_state(expires_on: date, today: date) -> Due:
    """A document is valid on its last day."""
    if expires_on < today:
        return "expired"
    return "expiring" if expires_on <= today + WARN_BEFORE else "valid"


def work_state(
    *, due_on: date | None, due_mileage_km: int | None, done_on: date | None, mileage_km: int, today: date
) -> Work:
    """By the day or by the mileage, whichever comes first."""
    if done_on is not None:
        return "done"
    if (due_on and due_on < today) or (due_mileage_km is not None and due_mileage_km <= mileage_km):
        return "overdue"
    is_near = due_on is not None and due_on <= today + WARN_BEFORE
    is_far_driven = due_mileage_km is not None and due_mileage_km - mileage_km <= WARN_KILOMETRES
    return "soon" if is_near or is_far_driven else "planned"
