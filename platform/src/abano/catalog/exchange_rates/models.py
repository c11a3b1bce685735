"""A company's exchange rates, for prices as visitors see them. Append-only."""

from datetime import date, datetime
from decimal import Decimal
from uuid import UUID

from sqlalchemy import CHAR, DateTime, ForeignKey, ForeignKeyConstraint, Index, Numeric, Text, text
from sqlalchemy.orm import Mapped, mapped_column

from abano.db.base import Base, TenantKey, UtcTime


class ExchangeRateRow(Base):
    """From ``valid_from``, one unit of ``base_currency`` is shown as ``rate`` units of ``currency``.

    In force only while the company charges in ``base_currency``. ``created_by`` is null unless a console
    admin entered the rate.
    """

    __tablename__ = "exchange_rates"
    __table_args__ = (
        ForeignKeyConstraint(["tenant_id", "created_by"], ["admins.tenant_id", "admins.id"]),
        Index("exchange_rates_newest", "tenant_id", "currency", text("valid_from DESC"), text("id DESC")),
    )

    tenant_id: Mapped[UUID] = mapped_column(ForeignKey("tenants.id"), primary_key=True)
    id: Mapped[UUID] = mapped_column(primary_key=True)
    base_currency: Mapped[str] = mapped_column(CHAR(3))
    currency: Mapped[str] = mapped_column(CHAR(3))
    rate: Mapped[Decimal] = mapped_column(Numeric(14, 6))
    valid_from: Mapped[UtcTime]
    created_at: Mapped[UtcTime]
    created_by: Mapped[UUID | None]
    # Host of the operator's source, and its date. Empty and None for a rate entered manually.
    source: Mapped[str] = mapped_column(Text, server_default=text("''"))
    source_day: Mapped[date | None]


class DailyRates(Base):
    """A company whose rates follow the operator's source. ``checked_at``: the source's last response."""

    __tablename__ = "daily_rates"
    __table_args__ = (Index("daily_rates_due", "due_at"),)

    tenant_id: Mapped[TenantKey]
    due_at: Mapped[UtcTime]
    checked_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))


class HeldRate(Base):
    """A rate of the source that differs so much from the one in force that a person decides."""

    __tablename__ = "held_rates"

    tenant_id: Mapped[TenantKey]
    currency: Mapped[str] = mapped_column(CHAR(3), primary_key=True)
    base_currency: Mapped[str] = mapped_column(CHAR(3))
    rate: Mapped[Decimal] = mapped_column(Numeric(14, 6))
    source: Mapped[str] = mapped_column(Text)
    source_day: Mapped[date]
    created_at: Mapped[UtcTime]
    dismissed_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
