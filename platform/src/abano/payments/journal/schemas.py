"""Schemas of tills, and fields that requests about money share. Amounts are in the company's currency."""

from datetime import date, datetime
from decimal import Decimal
from typing import Annotated, cast
from uuid import UUID

from fastapi import Header
from pydantic import AfterValidator, Field, StringConstraints

from abano.core.api_model import Amount, ApiModel, SuccessResponse
from abano.core.money import to_json
from abano.core.text import clean
from abano.payments.journal.models import JournalEntry
from abano.payments.journal.repository import ListedTill, ListedTransfer, TillLine
from abano.payments.journal.rules import Kind, TillState, till_state

MAX_AMOUNT = Decimal(10_000_000)
Given = Annotated[Decimal, Field(gt=0, le=MAX_AMOUNT, decimal_places=2)]
GivenOrNothing = Annotated[Decimal, Field(ge=0, le=MAX_AMOUNT, decimal_places=2)]
Typed = Annotated[str, StringConstraints(strip_whitespace=True), AfterValidator(clean)]
Note = Annotated[Typed, Field(max_length=500)]
Reason = Annotated[Typed, Field(min_length=1, max_length=500)]
IdempotencyKey = Annotated[
    str | None,
    Header(
        alias="Idempotency-Key", min_length=1, max_length=200, description="The same call does nothing twice"
    ),
]


class TillOut(ApiModel):
    """``expected``: until now while it is open. ``difference``: counted less expected, None before it is counted."""

    id: UUID
    person: str
    is_own: bool
    state: TillState
    opened_at: datetime
    opening: Amount
    expected: Amount
    counted: Amount | None
    difference: Amount | None
    reason: str
    counted_at: datetime | None
    closed_at: datetime | None
    closed_by: str | None

    @classmethod
    def of(cls, row: ListedTill, expected: int, admin_id: UUID | None) -> "TillOut":
        till = row.till
        counted, then = till.counted_minor, till.expected_minor
        return cls(
            id=till.id,
            person=row.admin_name,
            is_own=till.admin_id == admin_id,
            state=till_state(is_counted=till.counted_at is not None, is_closed=till.closed_at is not None),
            opened_at=till.opened_at,
            opening=to_json(till.opening_minor),
            expected=to_json(expected if then is None else then),
            counted=None if counted is None else to_json(counted),
            difference=None if counted is None or then is None else to_json(counted - then),
            reason=till.reason,
            counted_at=till.counted_at,
            closed_at=till.closed_at,
            closed_by=row.closed_by_name,
        )


class OpenTill(ApiModel):
    id: UUID
    person: str


class TillsResponse(SuccessResponse):
    """Of the last 60 days, those that are not closed first. ``open_tills``: of everyone, which take cash."""

    currency: str
    timezone: str
    tills: list[TillOut]
    open_tills: list[OpenTill]


class TransferOut(ApiModel):
    """``from_name`` and ``to_name``: whose till, None for the bank. ``is_reversal``: it undid another."""

    id: UUID
    from_name: str | None
    to_name: str | None
    moved_on: date
    is_reversal: bool
    is_reversed: bool

    @classmethod
    def of(cls, row: ListedTransfer) -> "TransferOut":
        return cls(
            id=row.transfer.id,
            from_name=row.from_name,
            to_name=row.to_name,
            moved_on=row.transfer.moved_on,
            is_reversal=row.transfer.reverses_id is not None,
            is_reversed=row.is_reversed,
        )


class TillLineOut(ApiModel):
    """``amount`` is below 0 for cash that went out. ``transfer``: of cash that moved to or from elsewhere."""

    id: UUID
    at: datetime
    kind: Kind
    amount: Amount
    booking_id: UUID | None
    reference: str | None
    note: str
    transfer: TransferOut | None

    @classmethod
    def of(cls, line: TillLine) -> "TillLineOut":
        entry = line.entry
        return cls(
            id=entry.id,
            at=entry.created_at,
            kind=cast(Kind, entry.kind),
            amount=to_json(_cash(entry)),
            booking_id=entry.booking_id,
            reference=line.reference,
            note=line.transfer.transfer.note if line.transfer else line.note or "",
            transfer=TransferOut.of(line.transfer) if line.transfer else None,
        )


class TillLinesResponse(SuccessResponse):
    currency: str
    timezone: str
    lines: list[TillLineOut]


class OpenTillRequest(ApiModel):
    """``opening``: what lies in the till."""

    opening: GivenOrNothing


class TransferRequest(ApiModel):
    """Cash that moved. ``from_till`` or ``to_till`` None: the bank."""

    from_till: UUID | None
    to_till: UUID | None
    amount: Given
    moved_on: Annotated[date, Field(ge=date(2000, 1, 1))]
    note: Note = ""


class ReverseTransferRequest(ApiModel):
    reason: Reason


class CountTillRequest(ApiModel):
    """``reason``: needed where the count differs from what is expected."""

    counted: GivenOrNothing
    reason: Note = ""


class AcceptDifferenceRequest(ApiModel):
    """``reason`` replaces the one that was given with the count; empty to leave that."""

    reason: Note = ""


def _cash(entry: JournalEntry) -> int:
    return entry.amount_minor if entry.debit == "cash" else -entry.amount_minor
