"""Rules of alerts, and what they noticed."""

from datetime import date, datetime
from uuid import UUID

from sqlalchemy import Date, DateTime, Double, ForeignKeyConstraint, Index, Integer, Text, Uuid, desc, text
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.orm import Mapped, mapped_column

from abano.db.base import Base, TenantKey, UtcTime


class AlertRule(Base):
    """``query``: the filters of sessions, as in an address. ``split``: judged for each campaign or source.

    ``checked_through``: the end of what was judged last; ``last_value``: of it, where there is no split.
    """

    __tablename__ = "alert_rules"
    __table_args__ = (ForeignKeyConstraint(["tenant_id", "created_by"], ["admins.tenant_id", "admins.id"]),)

    tenant_id: Mapped[TenantKey]
    id: Mapped[UUID] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(Text)
    metric: Mapped[str] = mapped_column(Text)
    query: Mapped[str] = mapped_column(Text, server_default="")
    split: Mapped[str] = mapped_column(Text, server_default="")
    window_days: Mapped[int] = mapped_column(Integer)
    hours: Mapped[int] = mapped_column(Integer, server_default="0")
    condition: Mapped[str] = mapped_column(Text)
    limit_value: Mapped[float] = mapped_column(Double, server_default="0")
    min_sessions: Mapped[int] = mapped_column(Integer, server_default="0")
    recipients: Mapped[list[UUID]] = mapped_column(ARRAY(Uuid))
    is_on: Mapped[bool] = mapped_column(server_default=text("true"))
    snoozed_until: Mapped[date | None] = mapped_column(Date)
    checked_through: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    last_value: Mapped[float | None] = mapped_column(Double)
    emailed_on: Mapped[date | None] = mapped_column(Date)
    created_by: Mapped[UUID]
    created_at: Mapped[UtcTime]
    updated_at: Mapped[UtcTime]


class AlertFiring(Base):
    """``part``: the key of the campaign or source. ``last_met_on``: the newest day whose window met the condition.

    ``times``: how often it opened, ``opened_at``: the last time; ``link``: the console's page of the figures.
    """

    __tablename__ = "alert_firings"
    __table_args__ = (
        ForeignKeyConstraint(
            ["tenant_id", "rule_id"], ["alert_rules.tenant_id", "alert_rules.id"], ondelete="CASCADE"
        ),
        ForeignKeyConstraint(["tenant_id", "acknowledged_by"], ["admins.tenant_id", "admins.id"]),
        Index(
            "alert_firings_open",
            "tenant_id",
            "rule_id",
            "part",
            unique=True,
            postgresql_where=text("resolved_at IS NULL"),
        ),
        Index("alert_firings_newest", "tenant_id", desc("last_day")),
    )

    tenant_id: Mapped[TenantKey]
    id: Mapped[UUID] = mapped_column(primary_key=True)
    rule_id: Mapped[UUID]
    part: Mapped[str] = mapped_column(Text, server_default="")
    part_name: Mapped[str] = mapped_column(Text, server_default="")
    first_day: Mapped[date] = mapped_column(Date)
    last_day: Mapped[date] = mapped_column(Date)
    value: Mapped[float] = mapped_column(Double)
    before: Mapped[float | None] = mapped_column(Double)
    sessions: Mapped[int] = mapped_column(Integer)
    link: Mapped[str] = mapped_column(Text)
    last_met_on: Mapped[date] = mapped_column(Date)
    times: Mapped[int] = mapped_column(Integer, server_default="1")
    created_at: Mapped[UtcTime]
    opened_at: Mapped[UtcTime]
    notified_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    acknowledged_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    acknowledged_by: Mapped[UUID | None]
    resolved_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
