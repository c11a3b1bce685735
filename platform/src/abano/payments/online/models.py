"""Online payments, refunds and events of Stripe."""

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import (
    CHAR,
    DateTime,
    Index,
    LargeBinary,
    Text,
    UniqueConstraint,
    text,
)
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from abano.db.base import Base, TenantKey, UtcTime
from abano.payments.journal.models import _key


class StripeSettings(Base):
    """Stripe of a company, by its own keys or by ``account_id``; without a row there are no online payments."""

    __tablename__ = "stripe_settings"

    tenant_id: Mapped[TenantKey]
    sealed_key: Mapped[bytes | None] = mapped_column(LargeBinary)
    sealed_webhook_secret: Mapped[bytes | None] = mapped_column(LargeBinary)
    is_live: Mapped[bool]
    key_end: Mapped[str] = mapped_column(Text)
    account_id: Mapped[str | None] = mapped_column(Text, unique=True)
    can_charge: Mapped[bool] = mapped_column(server_default=text("true"))
    offers_holds: Mapped[bool] = mapped_column(server_default=text("false"))
    return_hash: Mapped[bytes | None] = mapped_column(LargeBinary)
    return_expires_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    problem: Mapped[dict[str, Any] | None] = mapped_column(JSONB)
    event_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    updated_at: Mapped[UtcTime]


class OnlinePayment(Base):
    """A link to Stripe's payment page; the token is that of the page the customer returns to, stored hashed.

    With purpose ``hold`` the amount is authorised, then captured in whole or in part, released, or it expires.
    ``pending``: what Stripe was asked about a hold and has not answered.
    """

    __tablename__ = "online_payments"
    __table_args__ = (
        UniqueConstraint("tenant_id", "session_id"),
        UniqueConstraint("tenant_id", "token_hash"),
        _key("booking_id", to="bookings"),
        _key("entry_id", to="journal_entries"),
        _key("created_by", to="admins"),
        _key("pending_by", to="admins"),
        Index("online_payments_held", "tenant_id", "capture_before", postgresql_where=text("state = 'held'")),
        Index("online_payments_of_booking", "tenant_id", "booking_id", "created_at"),
        Index(
            "online_payments_waiting",
            "tenant_id",
            "checked_at",
            postgresql_where=text("state in ('preparing', 'open')"),
        ),
    )

    tenant_id: Mapped[TenantKey]
    id: Mapped[UUID] = mapped_column(primary_key=True)
    booking_id: Mapped[UUID]
    purpose: Mapped[str] = mapped_column(Text)
    state: Mapped[str] = mapped_column(Text, server_default="preparing")
    currency: Mapped[str] = mapped_column(CHAR(3))
    amount_minor: Mapped[int]
    token_hash: Mapped[bytes] = mapped_column(LargeBinary)
    session_id: Mapped[str | None] = mapped_column(Text)
    url: Mapped[str | None] = mapped_column(Text)
    intent_id: Mapped[str | None] = mapped_column(Text)
    entry_id: Mapped[UUID | None]
    created_by: Mapped[UUID | None]
    created_at: Mapped[UtcTime]
    expires_at: Mapped[UtcTime]
    checked_at: Mapped[UtcTime]
    authorized_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    capture_before: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    is_deadline_known: Mapped[bool] = mapped_column(server_default=text("false"))
    captured_minor: Mapped[int | None]
    reminded_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    pending: Mapped[str | None] = mapped_column(Text)
    pending_id: Mapped[UUID | None]
    pending_minor: Mapped[int | None]
    pending_reason: Mapped[str | None] = mapped_column(Text)
    pending_by: Mapped[UUID | None]


class OnlineRefund(Base):
    """A refund by Stripe. The journal has it from the beginning; one that is refused is undone there."""

    __tablename__ = "online_refunds"
    __table_args__ = (
        _key("entry_id", to="journal_entries"),
        _key("payment_id", to="online_payments"),
        _key("undone_by", to="journal_entries"),
        Index(
            "online_refunds_waiting", "tenant_id", "checked_at", postgresql_where=text("state = 'waiting'")
        ),
        Index("online_refunds_of_payment", "tenant_id", "payment_id"),
    )

    tenant_id: Mapped[TenantKey]
    entry_id: Mapped[UUID] = mapped_column(primary_key=True)
    payment_id: Mapped[UUID]
    amount_minor: Mapped[int]
    state: Mapped[str] = mapped_column(Text, server_default="waiting")
    undone_by: Mapped[UUID | None]
    checked_at: Mapped[UtcTime]


class StripeEvent(Base):
    """A Stripe event that was handled. Stripe may deliver it again; it is handled once."""

    __tablename__ = "stripe_events"
    __table_args__ = (Index("stripe_events_oldest", "tenant_id", "created_at"),)

    tenant_id: Mapped[TenantKey]
    id: Mapped[str] = mapped_column(Text, primary_key=True)
    kind: Mapped[str] = mapped_column(Text)
    created_at: Mapped[UtcTime]
