"""Affiliates, their sessions and password resets, and promo codes. Tokens are stored hashed."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import (
    DateTime,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    Text,
    UniqueConstraint,
    text,
)
from sqlalchemy.orm import Mapped, mapped_column

from abano.db.base import Base, TenantKey, UtcTime


class AffiliateSession(Base):
    __tablename__ = "affiliate_sessions"
    __table_args__ = (
        ForeignKeyConstraint(
            ["tenant_id", "affiliate_id"], ["affiliates.tenant_id", "affiliates.id"], ondelete="CASCADE"
        ),
        Index("affiliate_sessions_of_affiliate", "tenant_id", "affiliate_id"),
    )

    tenant_id: Mapped[UUID] = mapped_column(primary_key=True)
    token_hash: Mapped[bytes] = mapped_column(LargeBinary, primary_key=True)
    affiliate_id: Mapped[UUID]
    created_at: Mapped[UtcTime]
    expires_at: Mapped[UtcTime]


class AffiliatePasswordReset(Base):
    """``affiliate_id`` is null for an unknown email address: the row keeps the response time the same."""

    __tablename__ = "affiliate_password_resets"
    __table_args__ = (
        ForeignKeyConstraint(
            ["tenant_id", "affiliate_id"], ["affiliates.tenant_id", "affiliates.id"], ondelete="CASCADE"
        ),
        Index("affiliate_password_resets_of_affiliate", "tenant_id", "affiliate_id"),
    )

    tenant_id: Mapped[UUID] = mapped_column(primary_key=True)
    token_hash: Mapped[bytes] = mapped_column(LargeBinary, primary_key=True)
    affiliate_id: Mapped[UUID | None]
    created_at: Mapped[UtcTime]
    expires_at: Mapped[UtcTime]


class Affiliate(Base):
    __tablename__ = "affiliates"
    __table_args__ = (UniqueConstraint("tenant_id", "email"),)

    tenant_id: Mapped[TenantKey]
    id: Mapped[UUID] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(Text)
    email: Mapped[str] = mapped_column(Text)
    status: Mapped[str] = mapped_column(Text, server_default="active")
    created_at: Mapped[UtcTime]
    paypal_email: Mapped[str | None] = mapped_column(Text)
    phone: Mapped[str] = mapped_column(Text, server_default="")
    website: Mapped[str] = mapped_column(Text, server_default="")
    notes: Mapped[str] = mapped_column(Text, server_default="")
    password_hash: Mapped[str | None] = mapped_column(Text)
    # Of emails; null: the company's first.
    language: Mapped[str | None] = mapped_column(Text)
    payout_email_changed_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))


class PromoCode(Base):
    """A code without an affiliate is the company's own; null rates default to the company's."""

    __tablename__ = "promo_codes"
    __table_args__ = (
        ForeignKeyConstraint(["tenant_id", "affiliate_id"], ["affiliates.tenant_id", "affiliates.id"]),
        Index("promo_codes_of_affiliate", "tenant_id", "affiliate_id"),
    )

    tenant_id: Mapped[TenantKey]
    code: Mapped[str] = mapped_column(Text, primary_key=True)
    affiliate_id: Mapped[UUID | None]
    discount_basis_points: Mapped[int | None] = mapped_column(Integer)
    commission_basis_points: Mapped[int | None] = mapped_column(Integer)
    is_active: Mapped[bool] = mapped_column(server_default=text("true"))
    starts_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    expires_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    maximum_uses: Mapped[int | None] = mapped_column(Integer)
    uses: Mapped[int] = mapped_column(Integer, server_default="0")
    created_at: Mapped[UtcTime]
