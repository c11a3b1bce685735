"""What campaigns cost, and the quiz sessions that bookings may have come from. Amounts in minor units."""

from datetime import date, datetime
from decimal import Decimal
from typing import Any
from uuid import UUID

from sqlalchemy import (
    CHAR,
    DateTime,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    Numeric,
    Text,
    UniqueConstraint,
    text,
)
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from abano.db.base import Base, TenantKey, UtcTime, Xid8


class CampaignCost(Base):
    """A campaign's cost from ``first_day`` to ``last_day``, inclusive.

    ``campaign_key``: the campaign in the form used for comparisons. ``base_minor``: the amount in the
    company's currency at that time. ``upload_id``: the import; a manual entry has its own.
    """

    __tablename__ = "campaign_costs"
    __table_args__ = (
        UniqueConstraint("tenant_id", "source", "campaign_key", "first_day", "last_day"),
        ForeignKeyConstraint(["tenant_id", "created_by"], ["admins.tenant_id", "admins.id"]),
        Index("campaign_costs_upload", "tenant_id", "upload_id"),
        Index("campaign_costs_days", "tenant_id", "first_day"),
    )

    tenant_id: Mapped[TenantKey]
    id: Mapped[UUID] = mapped_column(primary_key=True)
    upload_id: Mapped[UUID]
    file_name: Mapped[str] = mapped_column(Text, server_default="")
    source: Mapped[str] = mapped_column(Text)
    campaign: Mapped[str] = mapped_column(Text)
    campaign_key: Mapped[str] = mapped_column(Text)
    first_day: Mapped[date]
    last_day: Mapped[date]
    currency: Mapped[str] = mapped_column(CHAR(3))
    amount_minor: Mapped[int]
    base_currency: Mapped[str] = mapped_column(CHAR(3))
    base_minor: Mapped[int]
    clicks: Mapped[int | None]
    impressions: Mapped[int | None]
    # As the advertising program counts them, in parts where it shares one among campaigns.
    conversions: Mapped[Decimal | None] = mapped_column(Numeric(16, 6))
    created_at: Mapped[UtcTime]
    created_by: Mapped[UUID | None]


class AdAccount(Base):
    """The advertising account whose costs are read by its API.

    ``id`` is the ``upload_id`` of its costs; another account gets another one. ``read_from``: the first day that is
    read. ``problem`` and ``refused_reason``: a sentence as ``{"code", "params"}``.
    """

    __tablename__ = "ad_accounts"
    __table_args__ = (
        UniqueConstraint("tenant_id", "id"),
        ForeignKeyConstraint(["tenant_id", "created_by"], ["admins.tenant_id", "admins.id"]),
    )

    tenant_id: Mapped[TenantKey]
    source: Mapped[str] = mapped_column(Text, primary_key=True)
    id: Mapped[UUID]
    customer_id: Mapped[str] = mapped_column(Text)
    login_customer_id: Mapped[str | None] = mapped_column(Text)
    sealed_key: Mapped[bytes] = mapped_column(LargeBinary)
    client_email: Mapped[str] = mapped_column(Text)
    currency: Mapped[str | None] = mapped_column(CHAR(3))
    read_from: Mapped[date]
    due_at: Mapped[UtcTime]
    read_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    problem: Mapped[dict[str, Any] | None] = mapped_column(JSONB)
    failures: Mapped[int] = mapped_column(Integer, server_default="0")
    refused: Mapped[int] = mapped_column(Integer, server_default="0")
    refused_reason: Mapped[dict[str, Any] | None] = mapped_column(JSONB)
    created_at: Mapped[UtcTime]
    created_by: Mapped[UUID | None]


class BookingTouch(Base):
    """A quiz session that a booking may have come from. Written by a trigger of bookings."""

    __tablename__ = "booking_touches"
    __table_args__ = (
        ForeignKeyConstraint(
            ["tenant_id", "booking_id"], ["bookings.tenant_id", "bookings.id"], ondelete="CASCADE"
        ),
        Index("booking_touches_session", "tenant_id", "session_id"),
        Index("booking_touches_row_xid", "row_xid"),
    )

    tenant_id: Mapped[UUID] = mapped_column(primary_key=True)
    booking_id: Mapped[UUID] = mapped_column(primary_key=True)
    session_id: Mapped[str] = mapped_column(Text, primary_key=True)
    touched_at: Mapped[UtcTime]
    row_xid: Mapped[str] = mapped_column(Xid8, server_default=text("pg_current_xact_id()"))
