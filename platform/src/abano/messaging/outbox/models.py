"""The transactional outbox: messages written in the same transaction as their cause."""

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import DateTime, Index, Integer, LargeBinary, Text, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from abano.db.base import Base, UtcTime


class OutboxMessage(Base):
    __tablename__ = "outbox_messages"

    tenant_id: Mapped[UUID] = mapped_column(primary_key=True)
    id: Mapped[UUID] = mapped_column(primary_key=True)
    kind: Mapped[str] = mapped_column(Text)
    payload: Mapped[dict[str, Any]] = mapped_column(JSONB)
    created_at: Mapped[UtcTime]
    due_at: Mapped[UtcTime]
    attempts: Mapped[int] = mapped_column(Integer, server_default="0")
    last_error: Mapped[str | None] = mapped_column(Text)
    sent_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    dead_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    # Of a message about a booking. A once_key is unique among its messages.
    booking_id: Mapped[UUID | None]
    once_key: Mapped[str | None] = mapped_column(Text)
    # As it was sent.
    recipient: Mapped[str | None] = mapped_column(Text)
    subject: Mapped[str | None] = mapped_column(Text)
    # What became of it after it was sent, or that it was left out.
    outcome: Mapped[str | None] = mapped_column(Text)
    outcome_reason: Mapped[str | None] = mapped_column(Text)
    outcome_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))

    __table_args__ = (
        Index(
            "outbox_messages_due",
            "due_at",
            postgresql_where=text("sent_at IS NULL AND dead_at IS NULL"),
        ),
        Index(
            "outbox_messages_sent",
            "tenant_id",
            "sent_at",
            postgresql_where=text("sent_at IS NOT NULL"),
        ),
        Index(
            "outbox_messages_once",
            "tenant_id",
            "booking_id",
            "once_key",
            unique=True,
            postgresql_where=text("booking_id IS NOT NULL"),
        ),
    )


class MailCount(Base):
    """How many emails anyone can cause one person got within a window, of all companies. The subject is a hash."""

    __tablename__ = "mail_counts"
    __table_args__ = (Index("mail_counts_window", "window_start"),)

    subject_hash: Mapped[bytes] = mapped_column(LargeBinary, primary_key=True)
    window_start: Mapped[UtcTime]
    emails: Mapped[int] = mapped_column(Integer)
