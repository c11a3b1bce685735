"""Sessions and password resets of affiliates. Tokens are stored hashed."""

from uuid import UUID

from sqlalchemy import ForeignKeyConstraint, Index, LargeBinary
from sqlalchemy.orm import Mapped, mapped_column

from abano.db.base import Base, UtcTime


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
    """``affiliate_id`` is null for an unknown e-mail address: the row keeps the response time the same."""

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
