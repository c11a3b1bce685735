"""Reporting of a company's bookings to Google Ads."""

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import DateTime, ForeignKeyConstraint, Integer, LargeBinary, Text, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from abano.db.base import Base, TenantKey, UtcTime


class ConversionSettings(Base):
    """``secret_hash`` is the SHA-256 of the secret in the files' URL; null when there is no URL.

    ``sends_hashed_email``: enhanced conversions, for customers who agreed. The hash is never stored.
    """

    __tablename__ = "conversion_settings"

    tenant_id: Mapped[TenantKey]
    conversion_name: Mapped[str] = mapped_column(Text)
    secret_hash: Mapped[bytes | None] = mapped_column(LargeBinary)
    urls_created_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    fetched_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    sends_hashed_email: Mapped[bool] = mapped_column(server_default=text("false"))
    updated_at: Mapped[UtcTime]


class ConversionSender(Base):
    """Destination and key for Google's Data Manager API; without a row nothing is sent."""

    __tablename__ = "conversion_senders"

    tenant_id: Mapped[TenantKey]
    account_id: Mapped[str] = mapped_column(Text)
    login_account_id: Mapped[str | None] = mapped_column(Text)
    conversion_action_id: Mapped[str] = mapped_column(Text)
    sealed_key: Mapped[bytes] = mapped_column(LargeBinary)
    client_email: Mapped[str] = mapped_column(Text)
    problem: Mapped[str | None] = mapped_column(Text)
    # The same as {"code", "params"}.
    problem_note: Mapped[dict[str, Any] | None] = mapped_column(JSONB)
    failures: Mapped[int] = mapped_column(Integer, server_default="0")
    due_at: Mapped[UtcTime]
    sent_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    updated_at: Mapped[UtcTime]


class ConversionEvent(Base):
    """A booking that was sent, is being sent, or was refused. ``state``: sending, sent, refused."""

    __tablename__ = "conversion_events"

    tenant_id: Mapped[UUID] = mapped_column(primary_key=True)
    booking_id: Mapped[UUID] = mapped_column(primary_key=True)
    state: Mapped[str] = mapped_column(Text)
    lease_until: Mapped[UtcTime]
    request_id: Mapped[str | None] = mapped_column(Text)
    reason: Mapped[str | None] = mapped_column(Text)
    updated_at: Mapped[UtcTime]

    __table_args__ = (
        ForeignKeyConstraint(
            ["tenant_id", "booking_id"], ["bookings.tenant_id", "bookings.id"], ondelete="CASCADE"
        ),
    )


class ConversionRetraction(Base):
    """A cancellation that was reported to Google in a file of retractions."""

    __tablename__ = "conversion_retractions"

    tenant_id: Mapped[UUID] = mapped_column(primary_key=True)
    booking_id: Mapped[UUID] = mapped_column(primary_key=True)
    cancelled_at: Mapped[UtcTime] = mapped_column(primary_key=True)
    sent_at: Mapped[UtcTime]

    __table_args__ = (
        ForeignKeyConstraint(
            ["tenant_id", "booking_id"], ["bookings.tenant_id", "bookings.id"], ondelete="CASCADE"
        ),
    )


class ConversionRequest(Base):
    """An accepted request. ``state``: processing, done, partial, failed, unknown (no longer available)."""

    __tablename__ = "conversion_requests"

    tenant_id: Mapped[TenantKey]
    request_id: Mapped[str] = mapped_column(Text, primary_key=True)
    events: Mapped[int] = mapped_column(Integer)
    state: Mapped[str] = mapped_column(Text)
    not_taken: Mapped[int] = mapped_column(Integer, server_default="0")
    reasons: Mapped[str | None] = mapped_column(Text)
    sent_at: Mapped[UtcTime]
    check_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
