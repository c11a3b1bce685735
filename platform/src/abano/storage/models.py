"""Private photos and documents. Their content is in the media store."""

from uuid import UUID

from sqlalchemy import ForeignKeyConstraint, Index, Integer, Text, text
from sqlalchemy.orm import Mapped, mapped_column

from abano.db.base import Base, TenantKey, UtcTime


class MediaFile(Base):
    """``digest``: SHA-256 of the content, its name in the store. ``booking_id``: the booking it belongs to.

    ``by_customer``: uploaded with the reference and email of a booking.
    """

    __tablename__ = "media_files"
    __table_args__ = (
        ForeignKeyConstraint(["tenant_id", "booking_id"], ["bookings.tenant_id", "bookings.id"]),
        Index("media_files_digest", "tenant_id", "digest"),
        Index("media_files_of_booking", "tenant_id", "booking_id"),
        Index("media_files_by_customers", "tenant_id", "booking_id", postgresql_where=text("by_customer")),
    )

    tenant_id: Mapped[TenantKey]
    id: Mapped[UUID] = mapped_column(primary_key=True)
    digest: Mapped[str] = mapped_column(Text)
    content_type: Mapped[str] = mapped_column(Text)
    bytes: Mapped[int] = mapped_column(Integer)
    width: Mapped[int | None] = mapped_column(Integer)
    height: Mapped[int | None] = mapped_column(Integer)
    booking_id: Mapped[UUID | None]
    by_customer: Mapped[bool] = mapped_column(server_default=text("false"))
    created_at: Mapped[UtcTime]


class MediaPart(Base):
    """A part of a file that is being sent: in the store under its digest, but not yet a file."""

    __tablename__ = "media_parts"

    tenant_id: Mapped[TenantKey]
    digest: Mapped[str] = mapped_column(Text, primary_key=True)
    bytes: Mapped[int] = mapped_column(Integer)
    created_at: Mapped[UtcTime]


class MediaRemoval(Base):
    """A digest released by a row; its content is deleted unless another row has it."""

    __tablename__ = "media_removals"

    tenant_id: Mapped[TenantKey]
    digest: Mapped[str] = mapped_column(Text, primary_key=True)
    created_at: Mapped[UtcTime] = mapped_column(server_default=text("now()"))
