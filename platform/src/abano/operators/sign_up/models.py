"""Tables of sign-ups: the application stores requests, the operators' role mails and creates."""

from uuid import UUID

from sqlalchemy import ForeignKey, Index, Integer, LargeBinary, Text, text
from sqlalchemy.orm import Mapped, mapped_column

from abano.db.base import Base, UtcTime


class CompanySignUp(Base):
    __tablename__ = "company_sign_ups"
    __table_args__ = (
        Index("company_sign_ups_mail", "mail_due_at", postgresql_where=text("mail_due_at is not null")),
        Index(
            "company_sign_ups_confirmed",
            "confirmed_at",
            postgresql_where=text("confirmed_at is not null and company_id is null"),
        ),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True)
    email: Mapped[str] = mapped_column(Text)
    language: Mapped[str] = mapped_column(Text)
    company_name: Mapped[str] = mapped_column(Text)
    slug: Mapped[str] = mapped_column(Text)
    country: Mapped[str] = mapped_column(Text)
    currency: Mapped[str] = mapped_column(Text)
    timezone: Mapped[str] = mapped_column(Text)
    requested_at: Mapped[UtcTime]
    mail_due_at: Mapped[UtcTime | None]
    mail_attempts: Mapped[int] = mapped_column(Integer, server_default=text("0"))
    mailed_at: Mapped[UtcTime | None]
    confirmed_at: Mapped[UtcTime | None]
    password_hash: Mapped[str | None] = mapped_column(Text)
    seal: Mapped[bytes | None] = mapped_column(LargeBinary)
    is_slug_taken: Mapped[bool] = mapped_column(server_default=text("false"))
    # No foreign key: the company may be deleted.
    company_id: Mapped[UUID | None]


class CompanyInvitation(Base):
    __tablename__ = "company_invitations"

    id: Mapped[UUID] = mapped_column(primary_key=True)
    email: Mapped[str] = mapped_column(Text, unique=True)
    language: Mapped[str] = mapped_column(Text)
    invited_by: Mapped[UUID | None] = mapped_column(ForeignKey("operators.id"))
    created_at: Mapped[UtcTime]
    expires_at: Mapped[UtcTime]
    mail_due_at: Mapped[UtcTime | None]
    mail_attempts: Mapped[int] = mapped_column(Integer, server_default=text("0"))
    mailed_at: Mapped[UtcTime | None]


class SignUpAttempts(Base):
    __tablename__ = "sign_up_attempts"

    subject_hash: Mapped[bytes] = mapped_column(LargeBinary, primary_key=True)
    window_start: Mapped[UtcTime]
    attempts: Mapped[int] = mapped_column(Integer)
