"""Reports by email and alerts: who gets which, which were sent, what was noticed."""

from datetime import date, datetime
from uuid import UUID

from sqlalchemy import (
    Date,
    DateTime,
    Double,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    Text,
    UniqueConstraint,
    desc,
    text,
)
from sqlalchemy.orm import Mapped, mapped_column

from abano.db.base import Base, TenantKey, UtcTime


class InsightSubscription(Base):
    """``query``: the filters of sessions, as in an address."""

    __tablename__ = "insight_subscriptions"
    __table_args__ = (
        UniqueConstraint("tenant_id", "admin_id", "kind", "query"),
        ForeignKeyConstraint(
            ["tenant_id", "admin_id"], ["admins.tenant_id", "admins.id"], ondelete="CASCADE"
        ),
        ForeignKeyConstraint(["tenant_id", "created_by"], ["admins.tenant_id", "admins.id"]),
    )

    tenant_id: Mapped[TenantKey]
    id: Mapped[UUID] = mapped_column(primary_key=True)
    admin_id: Mapped[UUID]
    kind: Mapped[str] = mapped_column(Text)
    query: Mapped[str] = mapped_column(Text, server_default="")
    created_by: Mapped[UUID]
    created_at: Mapped[UtcTime]


class InsightReportSent(Base):
    """``first_day``: of the period; of alerts the day itself."""

    __tablename__ = "insight_reports_sent"
    __table_args__ = (
        ForeignKeyConstraint(
            ["tenant_id", "subscription_id"],
            ["insight_subscriptions.tenant_id", "insight_subscriptions.id"],
            ondelete="CASCADE",
        ),
    )

    tenant_id: Mapped[TenantKey]
    subscription_id: Mapped[UUID] = mapped_column(primary_key=True)
    first_day: Mapped[date] = mapped_column(Date, primary_key=True)
    created_at: Mapped[UtcTime]


class InsightAlert(Base):
    """``campaign`` is empty where it is about all sessions."""

    __tablename__ = "insight_alerts"
    __table_args__ = (
        UniqueConstraint("tenant_id", "measure", "campaign", "first_seen_on"),
        ForeignKeyConstraint(["tenant_id", "dismissed_by"], ["admins.tenant_id", "admins.id"]),
        Index("insight_alerts_newest", "tenant_id", desc("last_seen_on")),
    )

    tenant_id: Mapped[TenantKey]
    id: Mapped[UUID] = mapped_column(primary_key=True)
    measure: Mapped[str] = mapped_column(Text)
    campaign: Mapped[str] = mapped_column(Text)
    since: Mapped[UtcTime]
    sessions: Mapped[int] = mapped_column(Integer)
    before: Mapped[float] = mapped_column(Double)
    now: Mapped[float] = mapped_column(Double)
    first_seen_on: Mapped[date] = mapped_column(Date)
    last_seen_on: Mapped[date] = mapped_column(Date)
    created_at: Mapped[UtcTime]
    dismissed_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    dismissed_by: Mapped[UUID | None]


class InsightWatch(Base):
    __tablename__ = "insight_watches"

    tenant_id: Mapped[UUID] = mapped_column(ForeignKey("tenants.id", ondelete="CASCADE"), primary_key=True)
    is_on: Mapped[bool] = mapped_column(server_default=text("true"))
    looked_at_day: Mapped[date | None] = mapped_column(Date)
