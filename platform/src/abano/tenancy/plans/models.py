"""Plans, their limits, what companies used by day, and which warnings their owners had."""

from datetime import date, datetime
from uuid import UUID

from sqlalchemy import BigInteger, DateTime, ForeignKey, Index, Integer, Text, text
from sqlalchemy.orm import Mapped, mapped_column

from abano.db.base import Base, TenantKey, UtcTime


class PlanRow(Base):
    """``weight``: of the fair shares of companies."""

    __tablename__ = "plans"

    id: Mapped[UUID] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(Text, unique=True)
    weight: Mapped[int] = mapped_column(Integer, server_default="1")
    created_at: Mapped[datetime] = mapped_column(DateTime(timezone=True), server_default=text("now()"))


class PlanLimit(Base):
    """Of a measure. Without a row, and where a limit is None, it is unlimited."""

    __tablename__ = "plan_limits"

    plan_id: Mapped[UUID] = mapped_column(ForeignKey("plans.id", ondelete="CASCADE"), primary_key=True)
    measure: Mapped[str] = mapped_column(Text, primary_key=True)
    soft_limit: Mapped[int | None] = mapped_column(BigInteger)
    hard_limit: Mapped[int | None] = mapped_column(BigInteger)


class UsageDay(Base):
    """What a company used on a day in UTC. ``over_limit``: what was beyond the hard limit of its plan."""

    __tablename__ = "usage_days"
    __table_args__ = (Index("usage_days_of_day", "day"),)

    tenant_id: Mapped[TenantKey]
    day: Mapped[date] = mapped_column(primary_key=True)
    measure: Mapped[str] = mapped_column(Text, primary_key=True)
    value: Mapped[int] = mapped_column(BigInteger)
    over_limit: Mapped[int] = mapped_column(BigInteger, server_default="0")


class UsageWarning(Base):
    """A warning that the owners had. ``period``: its first day."""

    __tablename__ = "usage_warnings"

    tenant_id: Mapped[TenantKey]
    measure: Mapped[str] = mapped_column(Text, primary_key=True)
    period: Mapped[date] = mapped_column(primary_key=True)
    created_at: Mapped[UtcTime]
