"""Tables of operators, which only their role reads and writes, and what they add to companies."""

from typing import Any
from uuid import UUID

from sqlalchemy import BigInteger, ForeignKey, Index, Integer, LargeBinary, Text, Uuid, text
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


class AnnouncementCompany(Base):
    """A company that gets an announcement, on any cluster. ``due_at``: when the worker has work for it."""

    __tablename__ = "announcement_companies"
    __table_args__ = (
        Index("announcement_companies_of_company", "company_id"),
        Index("announcement_companies_due", "due_at", postgresql_where=text("due_at is not null")),
    )

    announcement_id: Mapped[UUID] = mapped_column(ForeignKey("announcements.id"), primary_key=True)
    company_id: Mapped[UUID] = mapped_column(ForeignKey("tenants.id", ondelete="CASCADE"), primary_key=True)
    written_at: Mapped[UtcTime | None]
    emails: Mapped[int] = mapped_column(Integer, server_default=text("0"))
    sent: Mapped[int] = mapped_column(Integer, server_default=text("0"))
    failed: Mapped[int] = mapped_column(Integer, server_default=text("0"))
    due_at: Mapped[UtcTime | None]


class AnnouncementDelivery(Base):
    """Emails of an announcement that were written, on the company's cluster. ``email_ids``: of the outbox."""

    __tablename__ = "announcement_deliveries"

    tenant_id: Mapped[TenantKey]
    announcement_id: Mapped[UUID] = mapped_column(primary_key=True)
    written_at: Mapped[UtcTime]
    email_ids: Mapped[list[UUID]] = mapped_column(ARRAY(Uuid))


class CompanyMove(Base):
    """A company that is moved to another cluster; to where it is: its way back is ended.

    ``progress_at``: the worker's last sign of life.
    """

    __tablename__ = "company_moves"
    __table_args__ = (
        Index("company_moves_open", "company_id", unique=True, postgresql_where=text("finished_at is null")),
        Index("company_moves_newest", "company_id", text("requested_at desc"), text("id desc")),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True)
    company_id: Mapped[UUID] = mapped_column(ForeignKey("tenants.id", ondelete="CASCADE"))
    operator_id: Mapped[UUID] = mapped_column(ForeignKey("operators.id"))
    reason: Mapped[str] = mapped_column(Text)
    source: Mapped[str] = mapped_column(Text)
    target: Mapped[str] = mapped_column(Text)
    keeps_way_back: Mapped[bool] = mapped_column(server_default=text("false"))
    requested_at: Mapped[UtcTime]
    state: Mapped[str] = mapped_column(Text, server_default="waiting")
    started_at: Mapped[UtcTime | None]
    attempts: Mapped[int] = mapped_column(Integer, server_default=text("0"))
    step: Mapped[str] = mapped_column(Text, server_default="")
    tables_done: Mapped[int] = mapped_column(Integer, server_default=text("0"))
    tables: Mapped[int] = mapped_column(Integer, server_default=text("0"))
    rows_copied: Mapped[int] = mapped_column(BigInteger, server_default=text("0"))
    progress_at: Mapped[UtcTime | None]
    error: Mapped[str] = mapped_column(Text, server_default="")
    cancelled_by: Mapped[UUID | None] = mapped_column(ForeignKey("operators.id"))
    finished_at: Mapped[UtcTime | None]


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
