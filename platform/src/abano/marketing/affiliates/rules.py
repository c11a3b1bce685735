"""Pure rules of promo codes."""

import re
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Literal
from zoneinfo import ZoneInfo

from abano.core.errors import Message
from abano.core.text import clean

PROMO_CODE_INVALID = Message("promo_code_invalid", "Invalid promo code")
MAX_CODE_LENGTH = 40
MAX_INPUT_LENGTH = 200


@dataclass(frozen=True, slots=True)
class Promo:
    """A usable code. ``affiliate_name`` is empty for a code of the company itself."""

    code: str
    discount_basis_points: int
    affiliate_name: str


def normal_code(typed: str | None) -> str | None:
    """A typed or linked code in its stored form; None without visible characters."""
    return clean((typed or "")[:MAX_INPUT_LENGTH]).upper() or None


def could_be_code(code: str) -> bool:
    """Whether the code is worth a database query."""
    return len(code) <= MAX_CODE_LENGTH and code.isprintable()


# Characters that can be read out and need no escaping in links and file names.
CODE_FORM = re.compile(r"[A-Z0-9][A-Z0-9._-]{1,39}")
# Results of the database function promo_code_state: whether a code can be used, or the reason why not.
CodeState = Literal["usable", "off", "partner_paused", "not_yet", "over", "used_up"]


@dataclass(frozen=True, slots=True)
class Terms:
    """Rates in basis points, None for the company's. ``first`` and ``last`` are days in the company's time zone, both
    included; None is open."""

    is_active: bool
    discount: int | None
    commission: int | None
    first: date | None
    last: date | None
    maximum_uses: int | None


def first_moment(first: date | None, zone: ZoneInfo) -> datetime | None:
    """When a code becomes valid."""
    return None if first is None else datetime.combine(first, time(), zone).astimezone(UTC)


def moment_after(last: date | None, zone: ZoneInfo) -> datetime | None:
    """When a code expires."""
    return first_moment(last + timedelta(days=1), zone) if last else None


def day_of(moment: datetime | None, zone: ZoneInfo, *, ends: bool = False) -> date | None:
    """The day of ``moment``; with ``ends``, the last day before that exclusive end."""
    if moment is None:
        return None
    return (moment - timedelta(microseconds=1) if ends else moment).astimezone(zone).date()
