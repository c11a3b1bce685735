"""A company's exchange rates, for prices as visitors see them. Append-only."""

from decimal import Decimal
from uuid import UUID

from sqlalchemy import CHAR, ForeignKey, ForeignKeyConstraint, Index, Numeric, text
from sqlalchemy.orm import Mapped, mapped_column

from abano.db.base import Base, UtcTime


class ExchangeRateRow(Base):
    """From ``valid_from`` on, one unit of ``base_currency`` is shown as ``rate`` units of ``currency``.

    In force only where ``base_currency`` is what the company charges in. ``created_by`` is null where no admin of the
    console entered it.
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
