"""Imported calendars: URLs of other services whose busy events block a vehicle."""

from datetime import date, datetime
from typing import Any
from uuid import UUID

from sqlalchemy import Date, DateTime, ForeignKeyConstraint, Index, LargeBinary, Text, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from abano.db.base import Base, TenantKey, UtcTime


class ImportedCalendar(Base):
    """``conflicts``: busy times that another reservation of the vehicle has. ``problem``: of the last check."""

    __tablename__ = "imported_calendars"
    __table_args__ = (
        ForeignKeyConstraint(
            ["tenant_id", "vehicle_id"], ["vehicles.tenant_id", "vehicles.id"], ondelete="CASCADE"
        ),
        Index("imported_calendars_of_vehicle", "tenant_id", "vehicle_id"),
        Index("imported_calendars_due", "due_at"),
    )

    tenant_id: Mapped[TenantKey]
    id: Mapped[UUID] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(Text)
    vehicle_id: Mapped[UUID]
    sealed_url: Mapped[bytes] = mapped_column(LargeBinary)
    host: Mapped[str] = mapped_column(Text)
    etag: Mapped[str] = mapped_column(Text, server_default="")
    last_modified: Mapped[str] = mapped_column(Text, server_default="")
    digest: Mapped[bytes | None] = mapped_column(LargeBinary)
    read_on: Mapped[date | None] = mapped_column(Date)
    conflicts: Mapped[list[dict[str, Any]]] = mapped_column(JSONB, server_default=text("'[]'"))
    due_at: Mapped[UtcTime]
    checked_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    read_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    failing_since: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    problem: Mapped[str | None] = mapped_column(Text)
    created_at: Mapped[UtcTime]
