"""What vehicles cost the company. Amounts in minor units."""

from datetime import date
from uuid import UUID

from sqlalchemy import CHAR, ForeignKeyConstraint, Index, Integer, Text, text
from sqlalchemy.orm import Mapped, mapped_column

from abano.db.base import Base, TenantKey, UtcTime


class VehicleCost(Base):
    """``months``: it is spread over so many calendar months, from that of ``spent_on`` on; a lease costs its amount
    in each of them. ``receipt_id``: a private file.
    """

    __tablename__ = "vehicle_costs"
    __table_args__ = (
        ForeignKeyConstraint(["tenant_id", "vehicle_id"], ["vehicles.tenant_id", "vehicles.id"]),
        ForeignKeyConstraint(["tenant_id", "created_by"], ["admins.tenant_id", "admins.id"]),
        ForeignKeyConstraint(
            ["tenant_id", "receipt_id"],
            ["media_files.tenant_id", "media_files.id"],
            ondelete="SET NULL (receipt_id)",
        ),
        Index("vehicle_costs_of_vehicle", "tenant_id", "vehicle_id", text("spent_on DESC")),
        Index("vehicle_costs_by_day", "tenant_id", text("spent_on DESC"), text("id DESC")),
        Index("vehicle_costs_spread", "tenant_id", "spent_on", postgresql_where=text("months > 1")),
    )

    tenant_id: Mapped[TenantKey]
    id: Mapped[UUID] = mapped_column(primary_key=True)
    vehicle_id: Mapped[UUID]
    kind: Mapped[str] = mapped_column(Text)
    spent_on: Mapped[date]
    amount_minor: Mapped[int]
    currency: Mapped[str] = mapped_column(CHAR(3))
    months: Mapped[int] = mapped_column(Integer, server_default=text("1"))
    supplier: Mapped[str] = mapped_column(Text, server_default=text("''"))
    note: Mapped[str] = mapped_column(Text, server_default=text("''"))
    receipt_id: Mapped[UUID | None]
    created_by: Mapped[UUID | None]
    created_at: Mapped[UtcTime]
    updated_at: Mapped[UtcTime]
