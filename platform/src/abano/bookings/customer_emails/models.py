"""A company's settings for customer messages, and the list of unsubscribed recipients."""

from uuid import UUID

from sqlalchemy import ForeignKey, ForeignKeyConstraint, Integer, LargeBinary, Text, text
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.orm import Mapped, mapped_column

from abano.db.base import Base, TenantKey, UtcTime


class MessageSettings(Base):
    """``reminder_hour``: by the company's clock, the day before. ``events_secret`` is sealed."""

    __tablename__ = "message_settings"

    tenant_id: Mapped[TenantKey]
    switched_off: Mapped[list[str]] = mapped_column(ARRAY(Text), server_default="{}")
    reminder_hour: Mapped[int] = mapped_column(Integer)
    thanks_days: Mapped[int] = mapped_column(Integer)
    review_url: Mapped[str] = mapped_column(Text, server_default="")
    events_secret: Mapped[bytes | None] = mapped_column(LargeBinary)
    revision: Mapped[int] = mapped_column(Integer, server_default=text("1"))
    updated_at: Mapped[UtcTime]


class MessageTexts(Base):
    """The company's text of a message, in one language."""

    __tablename__ = "message_texts"
    __table_args__ = (ForeignKeyConstraint(["tenant_id", "updated_by"], ["admins.tenant_id", "admins.id"]),)

    tenant_id: Mapped[TenantKey]
    occasion: Mapped[str] = mapped_column(Text, primary_key=True)
    language: Mapped[str] = mapped_column(Text, primary_key=True)
    subject: Mapped[str] = mapped_column(Text)
    heading: Mapped[str] = mapped_column(Text)
    body: Mapped[str] = mapped_column(Text)
    button: Mapped[str] = mapped_column(Text)
    revision: Mapped[int] = mapped_column(Integer, server_default=text("1"))
    updated_by: Mapped[UUID | None]
    updated_at: Mapped[UtcTime]


class MessageUnsubscribe(Base):
    """A recipient unsubscribed from optional messages. ``email_hash``: keyed hash of the lower-case email."""

    __tablename__ = "message_unsubscribes"

    tenant_id: Mapped[UUID] = mapped_column(ForeignKey("tenants.id", ondelete="CASCADE"), primary_key=True)
    email_hash: Mapped[bytes] = mapped_column(LargeBinary, primary_key=True)
    reason: Mapped[str] = mapped_column(Text)
    created_at: Mapped[UtcTime]
