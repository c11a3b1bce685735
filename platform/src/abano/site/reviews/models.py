"""Guest reviews of a company and its cars."""

from datetime import date, datetime
from typing import Any
from uuid import UUID

from sqlalchemy import (
    DateTime,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    SmallInteger,
    Text,
    UniqueConstraint,
    text,
)
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from abano.db.base import Base, TenantKey, UtcTime


class ReviewRow(Base):
    """``booking_id``: of the rental whose customer wrote it; null for one that was written elsewhere.

    ``digest``: of an imported one. ``picture``: refers to the media library.
    """

    __tablename__ = "reviews"
    __table_args__ = (
        ForeignKeyConstraint(["tenant_id", "booking_id"], ["bookings.tenant_id", "bookings.id"]),
        ForeignKeyConstraint(
            ["tenant_id", "car_id"], ["cars.tenant_id", "cars.id"], ondelete="SET NULL (car_id)"
        ),
        ForeignKeyConstraint(["tenant_id", "decided_by"], ["admins.tenant_id", "admins.id"]),
        UniqueConstraint("tenant_id", "booking_id"),
        UniqueConstraint("tenant_id", "digest"),
        Index("reviews_newest", "tenant_id", "state", text("written_on DESC"), text("id DESC")),
    )

    tenant_id: Mapped[TenantKey]
    id: Mapped[UUID] = mapped_column(primary_key=True)
    booking_id: Mapped[UUID | None]
    car_id: Mapped[UUID | None]
    source: Mapped[str] = mapped_column(Text, server_default="")
    source_url: Mapped[str] = mapped_column(Text, server_default="")
    author: Mapped[str] = mapped_column(Text)
    rating: Mapped[int] = mapped_column(SmallInteger)
    text: Mapped[str] = mapped_column(Text)
    language: Mapped[str] = mapped_column(Text)
    written_on: Mapped[date]
    state: Mapped[str] = mapped_column(Text, server_default="new")
    hidden_reason: Mapped[str] = mapped_column(Text, server_default="")
    answer: Mapped[str] = mapped_column(Text, server_default="")
    picture: Mapped[dict[str, Any] | None] = mapped_column(JSONB(none_as_null=True))
    digest: Mapped[bytes | None] = mapped_column(LargeBinary)
    revision: Mapped[int] = mapped_column(Integer, server_default="1")
    created_at: Mapped[UtcTime]
    decided_by: Mapped[UUID | None]
    decided_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
