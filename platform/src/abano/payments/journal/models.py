"""The journal of payments and deposits, tills, documents and online payments. Amounts are in minor units.

Migration 0028 describes the constraints.
"""

from datetime import date, datetime
from typing import Any
from uuid import UUID

from sqlalchemy import (
    CHAR,
    Computed,
    Date,
    DateTime,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    Text,
    UniqueConstraint,
    text,
)
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from abano.db.base import Base, TenantKey, UtcTime

_PAID = """paid_was + case kind when 'payment' then amount_minor when 'refund_failed' then amount_minor
 when 'deposit_applied' then amount_minor when 'reduction' then amount_minor when 'refund' then -amount_minor
 else 0 end"""
_HELD = """held_was + case kind when 'deposit_taken' then amount_minor when 'deposit_returned' then -amount_minor
 when 'deposit_kept' then -amount_minor when 'deposit_applied' then -amount_minor else 0 end"""
_DEBIT = """case kind when 'payment' then method when 'refund_failed' then method when 'deposit_taken' then method
 when 'refund' then 'customers' when 'deposit_returned' then 'deposits' when 'deposit_kept' then 'deposits'
 when 'deposit_applied' then 'deposits' when 'reduction' then 'reductions' when 'till_over' then 'cash'
 when 'till_short' then 'till_differences' when 'cash_to_bank' then 'bank' when 'cash_from_bank' then 'cash'
 when 'cash_out' then 'transfers' when 'cash_in' then 'cash' end"""
_CREDIT = """case kind when 'payment' then 'customers' when 'refund_failed' then 'customers'
 when 'deposit_taken' then 'deposits' when 'refund' then method when 'deposit_returned' then method
 when 'deposit_kept' then 'kept_deposits' when 'deposit_applied' then 'customers' when 'reduction' then 'customers'
 when 'till_over' then 'till_differences' when 'till_short' then 'cash' when 'cash_to_bank' then 'cash'
 when 'cash_from_bank' then 'bank' when 'cash_out' then 'cash' when 'cash_in' then 'transfers' end"""


def _key(*columns: str, to: str, name: str = "id") -> ForeignKeyConstraint:
    return ForeignKeyConstraint(["tenant_id", *columns], [f"{to}.tenant_id", f"{to}.{name}"])


class Till(Base):
    """Cash of one person: open, counted, closed. A closed one does not change."""

    __tablename__ = "tills"
    __table_args__ = (
        _key("admin_id", to="admins"),
        _key("counted_by", to="admins"),
        _key("closed_by", to="admins"),
        Index(
            "tills_open_once",
            "tenant_id",
            "admin_id",
            unique=True,
            postgresql_where=text("counted_at is null"),
        ),
        Index("tills_newest", "tenant_id", text("opened_at DESC")),
    )

    tenant_id: Mapped[TenantKey]
    id: Mapped[UUID] = mapped_column(primary_key=True)
    admin_id: Mapped[UUID]
    currency: Mapped[str] = mapped_column(CHAR(3))
    opened_at: Mapped[UtcTime]
    opening_minor: Mapped[int]
    counted_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    counted_by: Mapped[UUID | None]
    counted_minor: Mapped[int | None]
    expected_minor: Mapped[int | None]
    reason: Mapped[str] = mapped_column(Text, server_default="")
    closed_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    closed_by: Mapped[UUID | None]


class CashTransfer(Base):
    """A cash transfer between two tills, or a till and the bank. None: the bank. Append-only."""

    __tablename__ = "cash_transfers"
    __table_args__ = (
        UniqueConstraint("tenant_id", "reverses_id"),
        _key("from_till", to="tills"),
        _key("to_till", to="tills"),
        _key("admin_id", to="admins"),
        _key("reverses_id", to="cash_transfers"),
    )

    tenant_id: Mapped[UUID] = mapped_column(ForeignKey("tenants.id"), primary_key=True)
    id: Mapped[UUID] = mapped_column(primary_key=True)
    from_till: Mapped[UUID | None]
    to_till: Mapped[UUID | None]
    currency: Mapped[str] = mapped_column(CHAR(3))
    amount_minor: Mapped[int]
    moved_on: Mapped[date] = mapped_column(Date)
    note: Mapped[str] = mapped_column(Text, server_default="")
    admin_id: Mapped[UUID]
    created_at: Mapped[UtcTime]
    reverses_id: Mapped[UUID | None]


class JournalEntry(Base):
    """One movement of money, from the account ``credit`` to ``debit``. Append-only."""

    __tablename__ = "journal_entries"
    __table_args__ = (
        UniqueConstraint("tenant_id", "booking_id", "step", "currency", "paid_is", "held_is"),
        UniqueConstraint("tenant_id", "booking_id", "step"),
        ForeignKeyConstraint(
            ["tenant_id", "booking_id", "previous_step", "currency", "paid_was", "held_was"],
            [
                f"journal_entries.{name}"
                for name in ("tenant_id", "booking_id", "step", "currency", "paid_is", "held_is")
            ],
        ),
        _key("booking_id", to="bookings"),
        _key("till_id", to="tills"),
        _key("admin_id", to="admins"),
        _key("transfer_id", to="cash_transfers"),
        Index(
            "journal_entries_of_transfer",
            "tenant_id",
            "transfer_id",
            postgresql_where=text("transfer_id is not null"),
        ),
        Index(
            "journal_entries_of_till",
            "tenant_id",
            "till_id",
            postgresql_where=text("till_id is not null"),
        ),
        Index("journal_entries_newest", "tenant_id", text("created_at DESC")),
    )

    tenant_id: Mapped[UUID] = mapped_column(ForeignKey("tenants.id"), primary_key=True)
    id: Mapped[UUID] = mapped_column(primary_key=True)
    kind: Mapped[str] = mapped_column(Text)
    method: Mapped[str | None] = mapped_column(Text)
    booking_id: Mapped[UUID | None]
    step: Mapped[int | None] = mapped_column(Integer)
    previous_step: Mapped[int | None] = mapped_column(Integer)
    till_id: Mapped[UUID | None]
    transfer_id: Mapped[UUID | None]
    admin_id: Mapped[UUID | None]
    currency: Mapped[str] = mapped_column(CHAR(3))
    amount_minor: Mapped[int]
    created_at: Mapped[UtcTime]
    paid_was: Mapped[int] = mapped_column(server_default=text("0"))
    held_was: Mapped[int] = mapped_column(server_default=text("0"))
    paid_is: Mapped[int] = mapped_column(Computed(_PAID, persisted=True))
    held_is: Mapped[int] = mapped_column(Computed(_HELD, persisted=True))
    debit: Mapped[str] = mapped_column(Text, Computed(_DEBIT, persisted=True))
    credit: Mapped[str] = mapped_column(Text, Computed(_CREDIT, persisted=True))


class JournalNote(Base):
    """What someone wrote to an entry; erased with the person."""

    __tablename__ = "journal_notes"
    __table_args__ = (_key("entry_id", to="journal_entries"),)

    tenant_id: Mapped[TenantKey]
    entry_id: Mapped[UUID] = mapped_column(primary_key=True)
    body: Mapped[str] = mapped_column(Text)


class PaymentWrite(Base):
    """The idempotency key of a call that recorded money. ``result_id``: only for calls of the public API."""

    __tablename__ = "payment_writes"
    __table_args__ = (Index("payment_writes_oldest", "tenant_id", "created_at"),)

    tenant_id: Mapped[TenantKey]
    key: Mapped[str] = mapped_column(Text, primary_key=True)
    request_hash: Mapped[bytes] = mapped_column(LargeBinary)
    result_id: Mapped[UUID | None]
    created_at: Mapped[UtcTime]


class InvoiceNumbering(Base):
    """How the numbers of a kind are written."""

    __tablename__ = "invoice_numbering"

    tenant_id: Mapped[TenantKey]
    kind: Mapped[str] = mapped_column(Text, primary_key=True)
    series: Mapped[str] = mapped_column(Text)
    format: Mapped[str] = mapped_column(Text)
    restarts_yearly: Mapped[bool]
    revision: Mapped[int] = mapped_column(Integer)
    updated_at: Mapped[UtcTime]


class InvoiceCounter(Base):
    """The last number by kind and year; locked until the document with the next one is stored.

    ``year`` is 0 for numbers that run on over the years.
    """

    __tablename__ = "invoice_counters"

    tenant_id: Mapped[TenantKey]
    kind: Mapped[str] = mapped_column(Text, primary_key=True)
    year: Mapped[int] = mapped_column(Integer, primary_key=True)
    last_number: Mapped[int] = mapped_column(Integer)


class InvoiceStart(Base):
    """A number at which the company chose to go on. Append-only."""

    __tablename__ = "invoice_starts"
    __table_args__ = (_key("chosen_by", to="admins"),)

    tenant_id: Mapped[TenantKey]
    kind: Mapped[str] = mapped_column(Text, primary_key=True)
    year: Mapped[int] = mapped_column(Integer, primary_key=True)
    sequence: Mapped[int] = mapped_column(Integer, primary_key=True)
    chosen_by: Mapped[UUID | None]
    chosen_at: Mapped[UtcTime]


class BillToRow(Base):
    """The company that a booking's documents are issued to; an empty ``name``: to the customer again."""

    __tablename__ = "booking_bill_to"
    __table_args__ = (
        ForeignKeyConstraint(
            ["tenant_id", "booking_id"], ["bookings.tenant_id", "bookings.id"], ondelete="CASCADE"
        ),
    )

    tenant_id: Mapped[TenantKey]
    booking_id: Mapped[UUID] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(Text)
    address: Mapped[str] = mapped_column(Text, server_default="")
    country: Mapped[str] = mapped_column(Text, server_default="")
    vat_number: Mapped[str] = mapped_column(Text, server_default="")
    updated_at: Mapped[UtcTime]


class InvoiceDraft(Base):
    """What was decided of a booking's invoice before it is issued. ``due_on``: None by the payment terms.

    ``total_minor`` and ``content_hash``: of the lines when it was saved.
    """

    __tablename__ = "invoice_drafts"
    __table_args__ = (
        ForeignKeyConstraint(
            ["tenant_id", "booking_id"], ["bookings.tenant_id", "bookings.id"], ondelete="CASCADE"
        ),
        _key("saved_by", to="admins"),
        Index("invoice_drafts_newest", "tenant_id", text("saved_at DESC"), text("booking_id DESC")),
    )

    tenant_id: Mapped[TenantKey]
    booking_id: Mapped[UUID] = mapped_column(primary_key=True)
    revision: Mapped[int] = mapped_column(Integer)
    language: Mapped[str] = mapped_column(Text)
    due_on: Mapped[date | None]
    order_number: Mapped[str] = mapped_column(Text)
    note: Mapped[str] = mapped_column(Text)
    total_minor: Mapped[int]
    content_hash: Mapped[bytes] = mapped_column(LargeBinary)
    saved_by: Mapped[UUID | None]
    saved_at: Mapped[UtcTime]


class Invoice(Base):
    """A receipt, invoice or credit note as it was issued. Append-only.

    ``number``: as it is printed. ``sequence``: its place among those of its kind and ``year``, which is 0 for numbers
    that run on over the years.
    """

    __tablename__ = "invoices"
    __table_args__ = (
        UniqueConstraint("tenant_id", "number"),
        UniqueConstraint("tenant_id", "kind", "year", "sequence"),
        ForeignKeyConstraint(
            ["tenant_id", "kind", "year", "previous_sequence"],
            ["invoices.tenant_id", "invoices.kind", "invoices.year", "invoices.sequence"],
        ),
        ForeignKeyConstraint(
            ["tenant_id", "kind", "year", "start_sequence"],
            [
                "invoice_starts.tenant_id",
                "invoice_starts.kind",
                "invoice_starts.year",
                "invoice_starts.sequence",
            ],
        ),
        UniqueConstraint("tenant_id", "entry_id"),
        _key("credits_id", to="invoices"),
        _key("entry_id", to="journal_entries"),
        _key("booking_id", to="bookings"),
        _key("issued_by", to="admins"),
        Index(
            "invoices_credits",
            "tenant_id",
            "credits_id",
            postgresql_where=text("credits_id is not null"),
        ),
        Index("invoices_of_booking", "tenant_id", "booking_id", "issued_at"),
        Index("invoices_newest", "tenant_id", text("issued_at DESC"), text("id DESC")),
    )

    tenant_id: Mapped[UUID] = mapped_column(ForeignKey("tenants.id"), primary_key=True)
    id: Mapped[UUID] = mapped_column(primary_key=True)
    kind: Mapped[str] = mapped_column(Text)
    year: Mapped[int] = mapped_column(Integer)
    sequence: Mapped[int] = mapped_column(Integer)
    previous_sequence: Mapped[int | None] = mapped_column(Integer)
    start_sequence: Mapped[int | None] = mapped_column(
        Integer,
        Computed("case when previous_sequence is null and sequence > 1 then sequence end", persisted=True),
    )
    number: Mapped[str] = mapped_column(Text)
    booking_id: Mapped[UUID]
    entry_id: Mapped[UUID | None]
    credits_id: Mapped[UUID | None]
    language: Mapped[str] = mapped_column(Text)
    currency: Mapped[str] = mapped_column(CHAR(3))
    total_minor: Mapped[int]
    data: Mapped[dict[str, Any]] = mapped_column(JSONB)
    issued_by: Mapped[UUID | None]
    issued_at: Mapped[UtcTime]
