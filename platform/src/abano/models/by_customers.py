"""What customers told of their bookings, and what they did. Migration 0049 describes the constraints."""

from datetime import date, datetime
from uuid import UUID

from sqlalchemy import DateTime, ForeignKeyConstraint, Index, Text, text
from sqlalchemy.orm import Mapped, mapped_column

from abano.models.base import Base, TenantKey, UtcTime


class BookingDetails(Base):
    """The second driver is one whose name is not empty."""

    __tablename__ = "booking_details"
    __table_args__ = (
        ForeignKeyConstraint(["tenant_id", "booking_id"], ["bookings.tenant_id", "bookings.id"]),
    )

    tenant_id: Mapped[TenantKey]
    booking_id: Mapped[UUID] = mapped_column(primary_key=True)
    flight_number: Mapped[str] = mapped_column(Text, server_default="")
    pickup_address: Mapped[str] = mapped_column(Text, server_default="")
    second_driver_name: Mapped[str] = mapped_column(Text, server_default="")
    second_driver_born: Mapped[date | None]
    second_driver_licence: Mapped[str] = mapped_column(Text, server_default="")
    updated_at: Mapped[UtcTime]


class CustomerAction(Base):
    """``body``: what they wrote. ``file_id``: the photograph of a licence."""

    __tablename__ = "customer_actions"
    __table_args__ = (
        ForeignKeyConstraint(["tenant_id", "booking_id"], ["bookings.tenant_id", "bookings.id"]),
        ForeignKeyConstraint(["tenant_id", "file_id"], ["media_files.tenant_id", "media_files.id"]),
        ForeignKeyConstraint(["tenant_id", "seen_by"], ["admins.tenant_id", "admins.id"]),
        Index("customer_actions_of_booking", "tenant_id", "booking_id", "created_at"),
        Index("customer_actions_unseen", "tenant_id", "created_at", postgresql_where=text("seen_at IS NULL")),
    )

    tenant_id: Mapped[TenantKey]
    id: Mapped[UUID] = mapped_column(primary_key=True)
    booking_id: Mapped[UUID]
    kind: Mapped[str] = mapped_column(Text)
    body: Mapped[str] = mapped_column(Text, server_default="")
    file_id: Mapped[UUID | None]
    is_second_driver: Mapped[bool] = mapped_column(server_default=text("false"))
    seen_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    seen_by: Mapped[UUID | None]
    created_at: Mapped[UtcTime]
