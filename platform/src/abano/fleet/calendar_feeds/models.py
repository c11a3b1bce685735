"""Calendar feeds: secret URLs at which other calendars read when vehicles are taken."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import DateTime, ForeignKeyConstraint, Index, LargeBinary, Text, text
from sqlalchemy.orm import Mapped, mapped_column

from abano.db.base import Base, TenantKey, UtcTime


class CalendarFeed(Base):
    """``vehicle_id``: None for all vehicles. The token is in the URL and stored as its hash."""

    __tablename__ = "calendar_feeds"
    __table_args__ = (
        ForeignKeyConstraint(
            ["tenant_id", "vehicle_id"], ["vehicles.tenant_id", "vehicles.id"], ondelete="CASCADE"
        ),
        Index("calendar_feeds_token", "tenant_id", "token_hash", unique=True),
        Index("calendar_feeds_of_vehicle", "tenant_id", "vehicle_id"),
    )

    tenant_id: Mapped[TenantKey]
    id: Mapped[UUID] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(Text)
    vehicle_id: Mapped[UUID | None]
    shows_reference: Mapped[bool] = mapped_column(server_default=text("true"))
    token_hash: Mapped[bytes] = mapped_column(LargeBinary)
    created_at: Mapped[UtcTime]
    last_read_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
