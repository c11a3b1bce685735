"""Fines, tolls and parking charges. Amounts in minor units."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import CHAR, DateTime, ForeignKeyConstraint, Index, Text, UniqueConstraint, text
from sqlalchemy.orm import Mapped, mapped_column

from abano.db.base import Base, TenantKey, UtcTime


class VehicleFine(Base):
    """``booking_id``: of the rental that it was matched or charged to. ``notice_id``: a private file.

    ``charged_minor`` and ``fee_minor``: what was decided, in ``charged_currency``; null while it is open.
    """

    __tablename__ = "vehicle_fines"
    __table_args__ = (
        ForeignKeyConstraint(["tenant_id", "vehicle_id"], ["vehicles.tenant_id", "vehicles.id"]),
        ForeignKeyConstraint(["tenant_id", "booking_id"], ["bookings.tenant_id", "bookings.id"]),
        ForeignKeyConstraint(
            ["tenant_id", "cost_id"],
            ["vehicle_costs.tenant_id", "vehicle_costs.id"],
            ondelete="SET NULL (cost_id)",
        ),
        ForeignKeyConstraint(
            ["tenant_id", "notice_id"],
            ["media_files.tenant_id", "media_files.id"],
            ondelete="SET NULL (notice_id)",
        ),
        ForeignKeyConstraint(["tenant_id", "created_by"], ["admins.tenant_id", "admins.id"]),
        ForeignKeyConstraint(["tenant_id", "decided_by"], ["admins.tenant_id", "admins.id"]),
        UniqueConstraint("tenant_id", "vehicle_id", "happened_at", "reference"),
        Index("vehicle_fines_newest", "tenant_id", text("happened_at DESC"), text("id DESC")),
        Index(
            "vehicle_fines_of_booking",
            "tenant_id",
            "booking_id",
            postgresql_where=text("booking_id is not null"),
        ),
    )

    tenant_id: Mapped[TenantKey]
    id: Mapped[UUID] = mapped_column(primary_key=True)
    vehicle_id: Mapped[UUID]
    kind: Mapped[str] = mapped_column(Text)
    happened_at: Mapped[UtcTime]
    amount_minor: Mapped[int]
    currency: Mapped[str] = mapped_column(CHAR(3))
    reference: Mapped[str] = mapped_column(Text, server_default=text("''"))
    note: Mapped[str] = mapped_column(Text, server_default=text("''"))
    state: Mapped[str] = mapped_column(Text, server_default="open")
    booking_id: Mapped[UUID | None]
    charged_minor: Mapped[int | None]
    fee_minor: Mapped[int | None]
    charged_currency: Mapped[str | None] = mapped_column(CHAR(3))
    cost_id: Mapped[UUID | None]
    notice_id: Mapped[UUID | None]
    created_by: Mapped[UUID | None]
    created_at: Mapped[UtcTime]
    decided_by: Mapped[UUID | None]
    decided_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
