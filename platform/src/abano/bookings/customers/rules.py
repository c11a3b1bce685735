"""Pure rules of customers: search terms, and the fields of merged customers."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Literal
from uuid import UUID

from abano.core.phone import phone_digits
from abano.core.text import clean

EventKind = Literal["changed", "blacklisted", "unblacklisted", "merged", "unmerged"]
ProposalKind = Literal["phone", "email"]
# Fields that are only meaningful together.
_TOGETHER = (("is_blacklisted", "blacklist_reason"), ("licence_number", "licence_expires_on"), ("language",))
_REFERENCE = re.compile(r"[0-9A-Z]{3}-?[0-9A-Z]{4}")


@dataclass(frozen=True, slots=True)
class Filters:
    """Filters of the list; empty means all."""

    search: str = ""
    language: str | None = None
    blacklisted: bool | None = None


@dataclass(frozen=True, slots=True)
class Searched:
    """What is searched for: all ``words`` in lower case, or ``digits`` of a number, or a booking's ``reference``."""

    words: tuple[str, ...]
    digits: str
    reference: str | None


def searched(typed: str) -> Searched:
    cleaned = clean(typed)
    found = _REFERENCE.fullmatch(cleaned.upper())
    reference = found[0].replace("-", "") if found else None
    return Searched(
        tuple(cleaned.lower().split()),
        phone_digits(typed),
        f"{reference[:3]}-{reference[3:]}" if reference else None,
    )


@dataclass(frozen=True, slots=True)
class Known:
    """The customer fields that a merge can fill in."""

    language: str | None
    licence_number: str
    licence_expires_on: date | None
    is_blacklisted: bool
    blacklist_reason: str

    def as_dict(self) -> dict[str, str | bool | date | None]:
        return {
            "language": self.language,
            "licence_number": self.licence_number,
            "licence_expires_on": self.licence_expires_on,
            "is_blacklisted": self.is_blacklisted,
            "blacklist_reason": self.blacklist_reason,
        }


def filled(kept: Known, other: Known) -> dict[str, str | bool | date | None]:
    """Fields of ``kept`` that a merge fills in from ``other``. Licence fields are copied together.

    If either customer is blacklisted, the result is blacklisted.
    """
    changes: dict[str, str | bool | date | None] = {}
    if kept.language is None and other.language is not None:
        changes["language"] = other.language
    if not kept.licence_number and kept.licence_expires_on is None:
        if other.licence_number:
            changes["licence_number"] = other.licence_number
        if other.licence_expires_on is not None:
            changes["licence_expires_on"] = other.licence_expires_on
    if other.is_blacklisted and not kept.is_blacklisted:
        changes |= {"is_blacklisted": True, "blacklist_reason": other.blacklist_reason}
    return changes


def restored(
    now: Mapping[str, object], before: Mapping[str, object], after: Mapping[str, object]
) -> dict[str, object]:
    """The fields an undo restores: those unchanged since the merge.

    ``before`` and ``after``: the filled fields before and after the merge.
    """
    given_back: dict[str, object] = {}
    for fields in _TOGETHER:
        taken = [field for field in fields if field in after]
        if all(now.get(field) == after[field] for field in taken):
            given_back |= {field: before[field] for field in taken}
    return given_back


def distinction(one: UUID, other: UUID) -> tuple[UUID, UUID]:
    """The pair in the database's order of ids."""
    return (one, other) if one.bytes < other.bytes else (other, one)
