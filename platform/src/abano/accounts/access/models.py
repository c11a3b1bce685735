"""Accounts of the admin console: sessions, invitations, password resets and second factors."""

from datetime import date, datetime
from uuid import UUID

from sqlalchemy import (
    Date,
    DateTime,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    Text,
    UniqueConstraint,
    desc,
    text,
)
from sqlalchemy.dialects.postgresql import ARRAY, INET
from sqlalchemy.orm import Mapped, mapped_column

from abano.db.base import Base, TenantKey, UtcTime


def _of_admin(column: str = "admin_id", *, cascade: bool = True) -> ForeignKeyConstraint:
    ondelete = "CASCADE" if cascade else None
    return ForeignKeyConstraint(["tenant_id", column], ["admins.tenant_id", "admins.id"], ondelete=ondelete)


def _of_role() -> ForeignKeyConstraint:
    return ForeignKeyConstraint(["tenant_id", "role_id"], ["custom_roles.tenant_id", "custom_roles.id"])


class CustomRole(Base):
    """A role of the company's own. ``revision`` counts changes, so that no one overwrites another's."""

    __tablename__ = "custom_roles"
    __table_args__ = (Index("custom_roles_name", "tenant_id", text("lower(name)"), unique=True),)

    tenant_id: Mapped[TenantKey]
    id: Mapped[UUID] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(Text)
    rights: Mapped[list[str]] = mapped_column(ARRAY(Text))
    revision: Mapped[int] = mapped_column(Integer, server_default="1")
    created_at: Mapped[UtcTime]
    updated_at: Mapped[UtcTime]


class AdminRow(Base):
    __tablename__ = "admins"
    __table_args__ = (
        UniqueConstraint("tenant_id", "email"),
        _of_role(),
        Index("admins_of_role", "tenant_id", "role_id", postgresql_where=text("role_id is not null")),
    )

    tenant_id: Mapped[TenantKey]
    id: Mapped[UUID] = mapped_column(primary_key=True)
    email: Mapped[str] = mapped_column(Text)
    name: Mapped[str] = mapped_column(Text, server_default="")
    password_hash: Mapped[str] = mapped_column(Text)
    # A built-in role, or ``custom`` with the one of ``role_id``.
    role: Mapped[str] = mapped_column(Text)
    role_id: Mapped[UUID | None]
    disabled_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    # Of the console and of emails; null: the team's.
    language: Mapped[str | None] = mapped_column(Text)
    # Of the day's tasks, and the local day of the last one.
    has_daily_email: Mapped[bool] = mapped_column(server_default=text("false"))
    daily_email_on: Mapped[date | None] = mapped_column(Date)
    created_at: Mapped[UtcTime]


class AdminSession(Base):
    """A signed-in browser. ``ip_address`` and ``user_agent`` are those of the sign-in."""

    __tablename__ = "admin_sessions"
    __table_args__ = (
        _of_admin(),
        Index("admin_sessions_id", "tenant_id", "id", unique=True),
        Index("admin_sessions_of_admin", "tenant_id", "admin_id", desc("created_at")),
    )

    tenant_id: Mapped[UUID] = mapped_column(primary_key=True)
    token_hash: Mapped[bytes] = mapped_column(LargeBinary, primary_key=True)
    id: Mapped[UUID] = mapped_column(server_default=text("gen_random_uuid()"))
    admin_id: Mapped[UUID]
    ip_address: Mapped[str | None] = mapped_column(INET)
    user_agent: Mapped[str] = mapped_column(Text, server_default="")
    created_at: Mapped[UtcTime]
    expires_at: Mapped[UtcTime]


class SignInFailures(Base):
    """Failed sign-ins of one account and address within a window. The subject is a hash."""

    __tablename__ = "sign_in_failures"

    tenant_id: Mapped[TenantKey]
    subject_hash: Mapped[bytes] = mapped_column(LargeBinary, primary_key=True)
    window_start: Mapped[UtcTime]
    failures: Mapped[int] = mapped_column(Integer, server_default="0")


class AdminInvitation(Base):
    """A pending invitation; deleted when it is accepted or withdrawn."""

    __tablename__ = "admin_invitations"
    __table_args__ = (
        _of_admin("invited_by", cascade=False),
        _of_role(),
        Index(
            "admin_invitations_of_role", "tenant_id", "role_id", postgresql_where=text("role_id is not null")
        ),
        Index("admin_invitations_token", "tenant_id", "token_hash", unique=True),
        Index("admin_invitations_email", "tenant_id", "email", unique=True),
    )

    tenant_id: Mapped[TenantKey]
    id: Mapped[UUID] = mapped_column(primary_key=True)
    email: Mapped[str] = mapped_column(Text)
    role: Mapped[str] = mapped_column(Text)
    role_id: Mapped[UUID | None]
    token_hash: Mapped[bytes] = mapped_column(LargeBinary)
    invited_by: Mapped[UUID | None]
    created_at: Mapped[UtcTime]
    expires_at: Mapped[UtcTime]


class AdminPasswordReset(Base):
    """``admin_id`` is null for an unknown email address: the row keeps the response time the same."""

    __tablename__ = "admin_password_resets"
    __table_args__ = (_of_admin(),)

    tenant_id: Mapped[TenantKey]
    token_hash: Mapped[bytes] = mapped_column(LargeBinary, primary_key=True)
    admin_id: Mapped[UUID | None]
    created_at: Mapped[UtcTime]
    expires_at: Mapped[UtcTime]


class AdminSecondFactor(Base):
    """An authenticator app. It is not required until it is confirmed."""

    __tablename__ = "admin_second_factors"
    __table_args__ = (_of_admin(),)

    tenant_id: Mapped[UUID] = mapped_column(primary_key=True)
    admin_id: Mapped[UUID] = mapped_column(primary_key=True)
    sealed_secret: Mapped[bytes] = mapped_column(LargeBinary)
    confirmed_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    last_step: Mapped[int] = mapped_column(server_default="0")
    created_at: Mapped[UtcTime]


class AdminRecoveryCode(Base):
    __tablename__ = "admin_recovery_codes"
    __table_args__ = (
        ForeignKeyConstraint(
            ["tenant_id", "admin_id"],
            ["admin_second_factors.tenant_id", "admin_second_factors.admin_id"],
            ondelete="CASCADE",
        ),
    )

    tenant_id: Mapped[UUID] = mapped_column(primary_key=True)
    admin_id: Mapped[UUID] = mapped_column(primary_key=True)
    code_hash: Mapped[bytes] = mapped_column(LargeBinary, primary_key=True)
    used_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))


class AdminChallenge(Base):
    """A sign-in with a correct password whose second factor is pending."""

    __tablename__ = "admin_challenges"
    __table_args__ = (_of_admin(),)

    tenant_id: Mapped[UUID] = mapped_column(primary_key=True)
    token_hash: Mapped[bytes] = mapped_column(LargeBinary, primary_key=True)
    admin_id: Mapped[UUID]
    created_at: Mapped[UtcTime]
    expires_at: Mapped[UtcTime]
