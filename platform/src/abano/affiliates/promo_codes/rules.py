"""Pure rules of promo codes."""

import re
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Literal
from zoneinfo import ZoneInfo

from abano.kit.names import clean

INVALID_PROMO = "Invalid promo code"
LONGEST_CODE = 40
LONGEST_TYPED = 200


@dataclass(frozen=True, slots=True)
class Promo:
    """A code that may be used now. ``referrer`` is empty when the code is the company's own."""

    code: str
    discount_basis_points: int
    referrer: str


def normal_code(typed: str | None) -> str | None:
    """A code as it is stored, however it was typed or came by a link; None when there is nothing to be seen of it."""
    return clean((typed or "")[:LONGEST_TYPED]).upper() or None


def could_be_code(code: str) -> bool:
    """Whether it is worth asking the database."""
    return len(code) <= LONGEST_CODE and code.isprintable()


# As a share link can carry it: readable aloud, and no sign that a link or a file name would have to escape.
CODE_FORM = re.compile(r"[A-Z0-9][A-Z0-9._-]{1,39}")
# What the schema's function promo_code_state answers: whether a code may be used, and if not, why.
CodeState = Literal["usable", "off", "partner_paused", "not_yet", "over", "used_up"]


@dataclass(frozen=True, slots=True)
class Terms:
    """Rates in basis points, None for the company's own. ``first`` and ``last`` are days of the company's zone, both
    included; open where None."""

    is_active: bool
    discount: int | None
    commission: int | None
    first: date | None
    last: date | None
    maximum_uses: int | None


def first_moment(first: date | None, zone: ZoneInfo) -> datetime | None:
    """When a code begins to work."""
    return None if first is None else datetime.combine(first, time(), zone).astimezone(UTC)


def moment_after(last: date | None, zone: ZoneInfo) -> datetime | None:
    """The first moment when a code no longer works."""
    return first_moment(last + timedelta(days=1), zone) if last else None


def day_of(moment: datetime | None, zone: ZoneInfo, *, ends: bool = False) -> date | None:
    """The first day of a code, or its last one when ``moment`` is when it ``ends``."""
    if moment is None:
        return None
    return (moment - timedelta(microseconds=1) if ends else moment).astimezone(zone).date()
