"""Texts of automatic messages by WhatsApp and SMS, and messages in both directions."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import DateTime, ForeignKeyConstraint, Index, Integer, Text, text
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.orm import Mapped, mapped_column

from abano.db.base import Base, UtcTime


class PhoneTemplate(Base):
    """The text of an automatic message in a language; for WhatsApp of an approved template."""

    __tablename__ = "phone_templates"
    __table_args__ = (
        ForeignKeyConstraint(
            ["tenant_id", "channel"],
            ["phone_channels.tenant_id", "phone_channels.channel"],
            ondelete="CASCADE",
        ),
    )

    tenant_id: Mapped[UUID] = mapped_column(primary_key=True)
    channel: Mapped[str] = mapped_column(Text, primary_key=True)
    occasion: Mapped[str] = mapped_column(Text, primary_key=True)
    language: Mapped[str] = mapped_column(Text, primary_key=True)
    body: Mapped[str] = mapped_column(Text)
    template_name: Mapped[str] = mapped_column(Text, server_default="")
    template_language: Mapped[str] = mapped_column(Text, server_default="")
    parameters: Mapped[list[str]] = mapped_column(ARRAY(Text), server_default=text("'{}'"))
    updated_at: Mapped[UtcTime]


class PhoneMessage(Base):
    """A message in one direction. ``notice_id``: of the automatic email that it goes along with."""

    __tablename__ = "phone_messages"
    __table_args__ = (
        Index("phone_messages_due", "due_at", postgresql_where=text("state IN ('pending', 'sending')")),
        Index("phone_messages_of_booking", "tenant_id", "booking_id", "created_at"),
        Index("phone_messages_of_phone", "tenant_id", "phone", "created_at"),
        Index(
            "phone_messages_sent", "tenant_id", "channel", "sent_at", postgresql_where=text("NOT is_inbound")
        ),
        Index(
            "phone_messages_inbox",
            "tenant_id",
            "created_at",
            postgresql_where=text("is_inbound AND handled_at IS NULL"),
        ),
        Index(
            "phone_messages_provider",
            "tenant_id",
            "channel",
            "provider_id",
            unique=True,
            postgresql_where=text("provider_id IS NOT NULL"),
        ),
        Index(
            "phone_messages_notice",
            "tenant_id",
            "notice_id",
            "channel",
            unique=True,
            postgresql_where=text("notice_id IS NOT NULL"),
        ),
    )

    tenant_id: Mapped[UUID] = mapped_column(primary_key=True)
    id: Mapped[UUID] = mapped_column(primary_key=True)
    channel: Mapped[str] = mapped_column(Text)
    is_inbound: Mapped[bool] = mapped_column(server_default=text("false"))
    phone: Mapped[str] = mapped_column(Text)
    booking_id: Mapped[UUID | None]
    occasion: Mapped[str | None] = mapped_column(Text)
    notice_id: Mapped[UUID | None]
    day: Mapped[str | None] = mapped_column(Text)
    is_asked_for: Mapped[bool] = mapped_column(server_default=text("false"))
    body: Mapped[str] = mapped_column(Text, server_default="")
    author_id: Mapped[UUID | None]
    state: Mapped[str] = mapped_column(Text)
    reason: Mapped[str | None] = mapped_column(Text)
    provider_id: Mapped[str | None] = mapped_column(Text)
    created_at: Mapped[UtcTime]
    due_at: Mapped[UtcTime]
    attempts: Mapped[int] = mapped_column(Integer, server_default="0")
    sent_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    changed_at: Mapped[UtcTime]
    handled_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
