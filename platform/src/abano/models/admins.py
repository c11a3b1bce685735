"""People who sign in to the admin console."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import DateTime, ForeignKeyConstraint, Integer, LargeBinary, Text, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from abano.models.base import Base, TenantKey, UtcTime


class AdminRow(Base):
    __tablename__ = "admins"
    __table_args__ = (UniqueConstraint("tenant_id", "email"),)

    tenant_id: Mapped[TenantKey]
    id: Mapped[UUID] = mapped_column(primary_key=True)
    email: Mapped[str] = mapped_column(Text)
    name: Mapped[str] = mapped_column(Text, server_default="")
    password_hash: Mapped[str] = mapped_column(Text)
    role: Mapped[str] = mapped_column(Text)
    disabled_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    created_at: Mapped[UtcTime]


class AdminSession(Base):
    __tablename__ = "admin_sessions"
    __table_args__ = (
        ForeignKeyConstraint(
            ["tenant_id", "admin_id"], ["admins.tenant_id", "admins.id"], ondelete="CASCADE"
        ),
    )

    tenant_id: Mapped[UUID] = mapped_column(primary_key=True)
    token_hash: Mapped[bytes] = mapped_column(LargeBinary, primary_key=True)
    admin_id: Mapped[UUID]
    created_at: Mapped[UtcTime]
    expires_at: Mapped[UtcTime]


class SignInFailures(Base):
    """Failed sign-ins of one account and address within a window. The subject is a hash: no person is named."""

    __tablename__ = "sign_in_failures"

    tenant_id: Mapped[TenantKey]
    subject_hash: Mapped[bytes] = mapped_column(LargeBinary, primary_key=True)
    window_start: Mapped[UtcTime]
    failures: Mapped[int] = mapped_column(Integer, server_default="0")
