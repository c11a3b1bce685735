"""Requests to sign a rental agreement online, and what was signed."""

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import DateTime, ForeignKeyConstraint, Index, Integer, LargeBinary, Text, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from abano.db.base import Base, TenantKey, UtcTime

_NOTHING = text("'[]'")


class AgreementSignature(Base):
    """A request to sign; ``signed_at`` is set once it was. ``signature``: strokes of points, 0 to 1000.

    ``facts_hash``: of the booking when it was signed, to notice later changes. ``content``: what the customer read,
    word for word. ``digest``: SHA-256 of the printed PDF.
    """

    __tablename__ = "agreement_signatures"
    __table_args__ = (
        ForeignKeyConstraint(["tenant_id", "booking_id"], ["bookings.tenant_id", "bookings.id"]),
        ForeignKeyConstraint(["tenant_id", "created_by"], ["admins.tenant_id", "admins.id"]),
        ForeignKeyConstraint(
            ["tenant_id", "document_id"],
            ["media_files.tenant_id", "media_files.id"],
            ondelete="SET NULL (document_id)",
        ),
        Index(
            "agreement_signatures_open",
            "tenant_id",
            "booking_id",
            unique=True,
            postgresql_where=text("signed_at is null and revoked_at is null"),
        ),
        Index("agreement_signatures_of_booking", "tenant_id", "booking_id", "created_at"),
        Index("agreement_signatures_to_print", "print_at", postgresql_where=text("print_at is not null")),
    )

    tenant_id: Mapped[TenantKey]
    id: Mapped[UUID] = mapped_column(primary_key=True)
    booking_id: Mapped[UUID]
    language: Mapped[str] = mapped_column(Text)
    created_at: Mapped[UtcTime]
    created_by: Mapped[UUID | None]
    expires_at: Mapped[UtcTime]
    revoked_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    signed_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    signer_name: Mapped[str] = mapped_column(Text, server_default="")
    signature: Mapped[list[list[list[int]]]] = mapped_column(JSONB, server_default=_NOTHING)
    ip: Mapped[str] = mapped_column(Text, server_default="")
    user_agent: Mapped[str] = mapped_column(Text, server_default="")
    facts_hash: Mapped[bytes | None] = mapped_column(LargeBinary)
    content: Mapped[dict[str, Any] | None] = mapped_column(JSONB)
    document_id: Mapped[UUID | None]
    digest: Mapped[bytes | None] = mapped_column(LargeBinary)
    # When its document is printed; null once it is.
    print_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    print_attempts: Mapped[int] = mapped_column(Integer, server_default=text("0"))
