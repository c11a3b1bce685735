"""Customers, their contact data, and notes of the team. Migration 0032 describes the constraints."""

from datetime import date, datetime
from typing import Any
from uuid import UUID

from sqlalchemy import DateTime, ForeignKeyConstraint, Index, Text, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from abano.db.base import Base, TenantKey, UtcTime, Xid8


def _customer(column: str = "customer_id") -> ForeignKeyConstraint:
    return ForeignKeyConstraint(
        ["tenant_id", column], ["customers.tenant_id", "customers.id"], ondelete="CASCADE"
    )


def _admin() -> ForeignKeyConstraint:
    return ForeignKeyConstraint(["tenant_id", "admin_id"], ["admins.tenant_id", "admins.id"])


class CustomerRow(Base):
    """``merged_into``: the customer this one was merged into. ``search_text``: in lower case, the name first."""

    __tablename__ = "customers"
    __table_args__ = (
        ForeignKeyConstraint(["tenant_id", "merged_into"], ["customers.tenant_id", "customers.id"]),
        Index(
            "customers_newest",
            "tenant_id",
            text("last_booked_at DESC"),
            text("id DESC"),
            postgresql_where=text("merged_into IS NULL"),
        ),
        Index(
            "customers_merged",
            "tenant_id",
            "merged_into",
            postgresql_where=text("merged_into IS NOT NULL"),
        ),
        Index(
            "customers_blacklisted",
            "tenant_id",
            text("last_booked_at DESC"),
            text("id DESC"),
            postgresql_where=text("is_blacklisted"),
        ),
    )

    tenant_id: Mapped[TenantKey]
    id: Mapped[UUID] = mapped_column(primary_key=True)
    merged_into: Mapped[UUID | None]
    name: Mapped[str] = mapped_column(Text)
    email: Mapped[str] = mapped_column(Text, server_default="")
    phone: Mapped[str] = mapped_column(Text, server_default="")
    language: Mapped[str | None] = mapped_column(Text)
    licence_number: Mapped[str] = mapped_column(Text, server_default="")
    licence_expires_on: Mapped[date | None]
    is_blacklisted: Mapped[bool] = mapped_column(server_default=text("false"))
    blacklist_reason: Mapped[str] = mapped_column(Text, server_default="")
    search_text: Mapped[str] = mapped_column(Text)
    last_booked_at: Mapped[UtcTime]
    created_at: Mapped[UtcTime]
    updated_at: Mapped[UtcTime]


class CustomerContact(Base):
    """A pair of address and number that someone booked with; either may be empty."""

    __tablename__ = "customer_contacts"
    __table_args__ = (
        _customer(),
        Index(
            "customer_contacts_phone",
            "tenant_id",
            "phone_key",
            postgresql_where=text("phone_key <> ''::text"),
        ),
        Index("customer_contacts_of_customer", "tenant_id", "customer_id"),
    )

    tenant_id: Mapped[UUID] = mapped_column(primary_key=True)
    email_key: Mapped[str] = mapped_column(Text, primary_key=True)
    phone_key: Mapped[str] = mapped_column(Text, primary_key=True)
    customer_id: Mapped[UUID]
    created_at: Mapped[UtcTime]


class CustomerBooking(Base):
    """Whose a booking is."""

    __tablename__ = "customer_bookings"
    __table_args__ = (
        ForeignKeyConstraint(
            ["tenant_id", "booking_id"], ["bookings.tenant_id", "bookings.id"], ondelete="CASCADE"
        ),
        _customer(),
        Index("customer_bookings_of_customer", "tenant_id", "customer_id"),
    )

    tenant_id: Mapped[UUID] = mapped_column(primary_key=True)
    booking_id: Mapped[UUID] = mapped_column(primary_key=True)
    customer_id: Mapped[UUID]


class CustomerNote(Base):
    """The team's notes on a customer."""

    __tablename__ = "customer_notes"
    __table_args__ = (
        _customer(),
        _admin(),
        Index("customer_notes_of_customer", "tenant_id", "customer_id", "created_at"),
    )

    tenant_id: Mapped[UUID] = mapped_column(primary_key=True)
    id: Mapped[UUID] = mapped_column(primary_key=True)
    customer_id: Mapped[UUID]
    admin_id: Mapped[UUID]
    body: Mapped[str] = mapped_column(Text)
    created_at: Mapped[UtcTime]


class CustomerEvent(Base):
    """What was changed or decided. For a merge, ``other_id`` is who went into ``customer_id``."""

    __tablename__ = "customer_events"
    __table_args__ = (
        _customer(),
        _customer("other_id"),
        _admin(),
        Index("customer_events_of_customer", "tenant_id", "customer_id", "created_at"),
        Index(
            "customer_events_of_other",
            "tenant_id",
            "other_id",
            postgresql_where=text("other_id IS NOT NULL"),
        ),
    )

    tenant_id: Mapped[UUID] = mapped_column(primary_key=True)
    id: Mapped[UUID] = mapped_column(primary_key=True)
    customer_id: Mapped[UUID]
    kind: Mapped[str] = mapped_column(Text)
    other_id: Mapped[UUID | None]
    before: Mapped[dict[str, Any]] = mapped_column(JSONB, server_default=text("'{}'"))
    after: Mapped[dict[str, Any]] = mapped_column(JSONB, server_default=text("'{}'"))
    reason: Mapped[str] = mapped_column(Text, server_default="")
    undone_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    admin_id: Mapped[UUID | None]
    created_at: Mapped[UtcTime]


class CustomerDistinction(Base):
    """Two customers marked as distinct people; the smaller id first."""

    __tablename__ = "customer_distinctions"
    __table_args__ = (
        _customer("one_id"),
        _customer("other_id"),
        _admin(),
        Index("customer_distinctions_of_other", "tenant_id", "other_id"),
    )

    tenant_id: Mapped[UUID] = mapped_column(primary_key=True)
    one_id: Mapped[UUID] = mapped_column(primary_key=True)
    other_id: Mapped[UUID] = mapped_column(primary_key=True)
    admin_id: Mapped[UUID | None]
    created_at: Mapped[UtcTime]


class WarehouseErasure(Base):
    """``subject``: the id of a quiz session, a booking, a click record or a visit, by ``kind``."""

    __tablename__ = "warehouse_erasures"
    __table_args__ = (
        Index("warehouse_erasures_row_xid", "row_xid"),
        Index("warehouse_erasures_age", "tenant_id", "created_at"),
    )

    tenant_id: Mapped[TenantKey]
    id: Mapped[UUID] = mapped_column(primary_key=True, server_default=text("gen_random_uuid()"))
    kind: Mapped[str] = mapped_column(Text)
    subject: Mapped[str] = mapped_column(Text)
    created_at: Mapped[UtcTime]
    row_xid: Mapped[str] = mapped_column(Xid8, server_default=text("pg_current_xact_id()"))
