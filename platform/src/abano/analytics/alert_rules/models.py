"""Rules of alerts, and what they noticed."""

from datetime import date, datetime
from uuid import UUID

from sqlalchemy import Date, DateTime, Double, ForeignKeyConstraint, Index, Integer, Text, Uuid, desc, text
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.orm import Mapped, mapped_column

from abano.db.base import Base, TenantKey, UtcTime


class AlertRule(Base):
    """``query``: the filters of sessions, as in an address. ``looked_at_day``: the last day that was judged."""

    __tablename__ = "alert_rules"
    __table_args__ = (ForeignKeyConstraint(["tenant_id", "created_by"], ["admins.tenant_id", "admins.id"]),)

    tenant_id: Mapped[TenantKey]
    id: Mapped[UUID] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(Text)
    metric: Mapped[str] = mapped_column(Text)
    query: Mapped[str] = mapped_column(Text, server_default="")
    window_days: Mapped[int] = mapped_column(Integer)
    condition: Mapped[str] = mapped_column(Text)
    limit_value: Mapped[float] = mapped_column(Double, server_default="0")
    min_sessions: Mapped[int] = mapped_column(Integer, server_default="0")
    recipients: Mapped[list[UUID]] = mapped_column(ARRAY(Uuid))
    is_on: Mapped[bool] = mapped_column(server_default=text("true"))
    looked_at_day: Mapped[date | None] = mapped_column(Date)
    created_by: Mapped[UUID]
    created_at: Mapped[UtcTime]
    updated_at: Mapped[UtcTime]


class AlertFiring(Base):
    """``last_met_on``: the newest day whose window met the condition."""

    __tablename__ = "alert_firings"
    __table_args__ = (
        ForeignKeyConstraint(
            ["tenant_id", "rule_id"], ["alert_rules.tenant_id", "alert_rules.id"], ondelete="CASCADE"
        ),
        Index(
            "alert_firings_open",
            "tenant_id",
            "rule_id",
            unique=True,
            postgresql_where=text("resolved_at IS NULL"),
        ),
        Index("alert_firings_newest", "tenant_id", desc("last_day")),
    )

    tenant_id: Mapped[TenantKey]
    id: Mapped[UUID] = mapped_column(primary_key=True)
    rule_id: Mapped[UUID]
    first_day: Mapped[date] = mapped_column(Date)
    last_day: Mapped[date] = mapped_column(Date)
    value: Mapped[float] = mapped_column(Double)
    before: Mapped[float | None] = mapped_column(Double)
    sessions: Mapped[int] = mapped_column(Integer)
    last_met_on: Mapped[date] = mapped_column(Date)
    created_at: Mapped[UtcTime]
    resolved_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
