"""Handovers and returns: records, pictures, damages, proposed lines. Migration 0030 describes them."""

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import (
    DateTime,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    Text,
    text,
)
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from abano.db.base import Base, TenantKey, UtcTime

NOTHING = text("'[]'")
NO_TEXT = ""


def _of(column: str, table: str) -> ForeignKeyConstraint:
    return ForeignKeyConstraint(["tenant_id", column], [f"{table}.tenant_id", f"{table}.id"])


class HandoverTerms(Base):
    """What a return costs beyond the rental, and what is added to fines that are passed on, in minor units."""

    __tablename__ = "handover_terms"

    tenant_id: Mapped[TenantKey]
    fuel_eighth_minor: Mapped[int] = mapped_column(Integer)
    cleaning_minor: Mapped[int] = mapped_column(Integer)
    damage_minor: Mapped[int] = mapped_column(Integer)
    drivers_may_change: Mapped[bool] = mapped_column(server_default=text("false"))
    fine_fee_minor: Mapped[int] = mapped_column(Integer, server_default=text("0"))
    toll_fee_minor: Mapped[int] = mapped_column(Integer, server_default=text("0"))
    parking_fee_minor: Mapped[int] = mapped_column(Integer, server_default=text("0"))
    updated_at: Mapped[UtcTime]


class HandoverRecord(Base):
    """``kind``: handover or return. ``signature``: strokes of points, 0 to 1000."""

    __tablename__ = "handover_records"
    __table_args__ = (
        _of("booking_id", "bookings"),
        _of("vehicle_id", "vehicles"),
        _of("admin_id", "admins"),
        ForeignKeyConstraint(
            ["tenant_id", "document_id"],
            ["media_files.tenant_id", "media_files.id"],
            ondelete="SET NULL (document_id)",
        ),
        _of("agreement_id", "agreement_signatures"),
        Index(
            "handover_records_once",
            "tenant_id",
            "booking_id",
            "kind",
            unique=True,
            postgresql_where=text("withdrawn_at is null"),
        ),
        Index("handover_records_to_print", "print_at", postgresql_where=text("print_at is not null")),
    )

    tenant_id: Mapped[TenantKey]
    id: Mapped[UUID] = mapped_column(primary_key=True)
    booking_id: Mapped[UUID]
    vehicle_id: Mapped[UUID | None]
    kind: Mapped[str] = mapped_column(Text)
    recorded_at: Mapped[UtcTime]
    created_at: Mapped[UtcTime]
    admin_id: Mapped[UUID | None]
    request_hash: Mapped[bytes] = mapped_column(LargeBinary)
    mileage_km: Mapped[int] = mapped_column(Integer)
    fuel_eighths: Mapped[int] = mapped_column(Integer)
    is_clean: Mapped[bool] = mapped_column(server_default=text("true"))
    licence_seen: Mapped[bool] = mapped_column(server_default=text("false"))
    accessories: Mapped[list[dict[str, Any]]] = mapped_column(JSONB, server_default=NOTHING)
    note: Mapped[str] = mapped_column(Text, server_default=NO_TEXT)
    signer_name: Mapped[str] = mapped_column(Text, server_default=NO_TEXT)
    signature: Mapped[list[list[list[int]]]] = mapped_column(JSONB, server_default=NOTHING)
    language: Mapped[str] = mapped_column(Text)
    terms_version: Mapped[str] = mapped_column(Text, server_default=NO_TEXT)
    # What was signed by a link; no signature was asked for at the handover.
    agreement_id: Mapped[UUID | None]
    picture_count: Mapped[int] = mapped_column(Integer, server_default=text("0"))
    document_id: Mapped[UUID | None]
    # When its document is printed; null once it is.
    print_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    print_attempts: Mapped[int] = mapped_column(Integer, server_default=text("0"))
    withdrawn_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))


class VehicleDamage(Base):
    """``x`` and ``y``: thousandths of the drawing's width and height."""

    __tablename__ = "vehicle_damages"
    __table_args__ = (
        _of("record_id", "handover_records"),
        _of("booking_id", "bookings"),
        _of("vehicle_id", "vehicles"),
        _of("repaired_by", "admins"),
        Index("vehicle_damages_of_vehicle", "tenant_id", "vehicle_id", "found_at"),
        Index("vehicle_damages_of_record", "tenant_id", "record_id"),
    )

    tenant_id: Mapped[TenantKey]
    id: Mapped[UUID] = mapped_column(primary_key=True)
    record_id: Mapped[UUID]
    booking_id: Mapped[UUID]
    vehicle_id: Mapped[UUID | None]
    kind: Mapped[str] = mapped_column(Text)
    x: Mapped[int] = mapped_column(Integer)
    y: Mapped[int] = mapped_column(Integer)
    note: Mapped[str] = mapped_column(Text, server_default=NO_TEXT)
    found_at: Mapped[UtcTime]
    repaired_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    repaired_by: Mapped[UUID | None]


class HandoverPicture(Base):
    """A photograph of a record; its id is its file's."""

    __tablename__ = "handover_pictures"
    __table_args__ = (
        ForeignKeyConstraint(
            ["tenant_id", "id"], ["media_files.tenant_id", "media_files.id"], ondelete="CASCADE"
        ),
        _of("record_id", "handover_records"),
        _of("damage_id", "vehicle_damages"),
        Index("handover_pictures_of_record", "tenant_id", "record_id"),
    )

    tenant_id: Mapped[TenantKey]
    id: Mapped[UUID] = mapped_column(primary_key=True)
    record_id: Mapped[UUID]
    damage_id: Mapped[UUID | None]
    kind: Mapped[str] = mapped_column(Text)
    created_at: Mapped[UtcTime]


class ProposedLine(Base):
    """What a return may cost; ``quantity``: hours, eighths, or one. ``record_id`` None: added before a handover."""

    __tablename__ = "proposed_lines"
    __table_args__ = (
        _of("record_id", "handover_records"),
        _of("booking_id", "bookings"),
        _of("damage_id", "vehicle_damages"),
        _of("decided_by", "admins"),
        Index("proposed_lines_of_booking", "tenant_id", "booking_id", "created_at"),
    )

    tenant_id: Mapped[TenantKey]
    id: Mapped[UUID] = mapped_column(primary_key=True)
    record_id: Mapped[UUID | None]
    booking_id: Mapped[UUID]
    kind: Mapped[str] = mapped_column(Text)
    damage_id: Mapped[UUID | None]
    quantity: Mapped[int] = mapped_column(Integer)
    amount_minor: Mapped[int]
    state: Mapped[str] = mapped_column(Text, server_default="proposed")
    decided_minor: Mapped[int | None]
    reason: Mapped[str] = mapped_column(Text, server_default=NO_TEXT)
    # Of the price line of an accepted one.
    label: Mapped[str] = mapped_column(Text, server_default=NO_TEXT)
    decided_by: Mapped[UUID | None]
    decided_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    created_at: Mapped[UtcTime]
