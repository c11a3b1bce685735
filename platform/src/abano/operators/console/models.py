"""Tables of operators, which only their role reads and writes, and what they add to companies."""

from typing import Any
from uuid import UUID

from sqlalchemy import ForeignKey, Index, Integer, LargeBinary, Text, Uuid, text
from sqlalchemy.dialects.postgresql import ARRAY, INET, JSONB
from sqlalchemy.orm import Mapped, mapped_column

from abano.db.base import Base, TenantKey, UtcTime


class OperatorRow(Base):
    __tablename__ = "operators"

    id: Mapped[UUID] = mapped_column(primary_key=True)
    email: Mapped[str] = mapped_column(Text, unique=True)
    name: Mapped[str] = mapped_column(Text, server_default="")
    password_hash: Mapped[str] = mapped_column(Text)
    sealed_secret: Mapped[bytes | None] = mapped_column(LargeBinary)
    confirmed_at: Mapped[UtcTime | None]
    last_step: Mapped[int] = mapped_column(server_default=text("0"))
    disabled_at: Mapped[UtcTime | None]
    created_at: Mapped[UtcTime]


class OperatorRecoveryCode(Base):
    __tablename__ = "operator_recovery_codes"

    operator_id: Mapped[UUID] = mapped_column(
        ForeignKey("operators.id", ondelete="CASCADE"), primary_key=True
    )
    code_hash: Mapped[bytes] = mapped_column(LargeBinary, primary_key=True)
    used_at: Mapped[UtcTime | None]


class OperatorSession(Base):
    __tablename__ = "operator_sessions"
    __table_args__ = (Index("operator_sessions_of_operator", "operator_id"),)

    token_hash: Mapped[bytes] = mapped_column(LargeBinary, primary_key=True)
    operator_id: Mapped[UUID] = mapped_column(ForeignKey("operators.id", ondelete="CASCADE"))
    stage: Mapped[str] = mapped_column(Text)
    created_at: Mapped[UtcTime]
    seen_at: Mapped[UtcTime]
    expires_at: Mapped[UtcTime]
    ip_address: Mapped[str | None] = mapped_column(INET)


class Announcement(Base):
    __tablename__ = "announcements"
    __table_args__ = (Index("announcements_newest", text("created_at desc"), text("id desc")),)

    id: Mapped[UUID] = mapped_column(primary_key=True)
    operator_id: Mapped[UUID] = mapped_column(ForeignKey("operators.id"))
    subject: Mapped[str] = mapped_column(Text)
    body: Mapped[str] = mapped_column(Text)
    plan: Mapped[str] = mapped_column(Text)
    companies: Mapped[int] = mapped_column(Integer)
    created_at: Mapped[UtcTime]


class AnnouncementDelivery(Base):
    """An announcement for one company. ``email_ids``: of the outbox. ``due_at``: when the worker has work for it."""

    __tablename__ = "announcement_deliveries"
    __table_args__ = (
        Index("announcement_deliveries_of", "announcement_id"),
        Index("announcement_deliveries_due", "due_at", postgresql_where=text("due_at is not null")),
    )

    tenant_id: Mapped[TenantKey]
    announcement_id: Mapped[UUID] = mapped_column(primary_key=True)
    subject: Mapped[str] = mapped_column(Text)
    body: Mapped[str] = mapped_column(Text)
    written_at: Mapped[UtcTime | None]
    email_ids: Mapped[list[UUID]] = mapped_column(ARRAY(Uuid), server_default=text("'{}'"))
    emails: Mapped[int] = mapped_column(Integer, server_default=text("0"))
    sent: Mapped[int] = mapped_column(Integer, server_default=text("0"))
    failed: Mapped[int] = mapped_column(Integer, server_default=text("0"))
    due_at: Mapped[UtcTime | None]


class OperatorAttempts(Base):
    __tablename__ = "operator_attempts"

    subject_hash: Mapped[bytes] = mapped_column(LargeBinary, primary_key=True)
    window_start: Mapped[UtcTime]
    attempts: Mapped[int] = mapped_column(Integer)


class OperatorAuditEntry(Base):
    __tablename__ = "operator_audit_log"
    __table_args__ = (
        Index("operator_audit_log_newest", text("happened_at desc"), text("id desc")),
        Index("operator_audit_log_of_subject", "subject", text("happened_at desc"), text("id desc")),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True)
    happened_at: Mapped[UtcTime]
    operator_id: Mapped[UUID | None] = mapped_column(ForeignKey("operators.id"))
    ip_address: Mapped[str | None] = mapped_column(INET)
    action: Mapped[str] = mapped_column(Text)
    subject: Mapped[str] = mapped_column(Text)
    details: Mapped[dict[str, Any]] = mapped_column(JSONB, server_default=text("'{}'"))
