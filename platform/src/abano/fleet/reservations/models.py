"""Vehicles, their reservations, and visitors' holds. Migration 0024 describes the constraints."""

from datetime import date
from typing import Any
from uuid import UUID

from sqlalchemy import (
    Boolean,
    Computed,
    ForeignKeyConstraint,
    Identity,
    Index,
    Integer,
    LargeBinary,
    Text,
    UniqueConstraint,
    text,
)
from sqlalchemy.dialects.postgresql import INT8RANGE, JSONB, ExcludeConstraint, Range
from sqlalchemy.orm import Mapped, mapped_column

from abano.db.base import Base, TenantKey, UtcTime, Xid8

EMPTY = text("'{}'")
ROW_XID = text("pg_current_xact_id()")


def _of_vehicle(*, cascade: bool = True) -> ForeignKeyConstraint:
    ondelete = "CASCADE" if cascade else None
    return ForeignKeyConstraint(
        ["tenant_id", "vehicle_id"], ["vehicles.tenant_id", "vehicles.id"], ondelete=ondelete
    )


class VehicleRow(Base):
    """``number`` is unique over all companies; ``plate_key``: the plate without case, spaces and signs."""

    __tablename__ = "vehicles"
    __table_args__ = (
        UniqueConstraint("number"),
        UniqueConstraint("tenant_id", "id", "number"),
        UniqueConstraint("tenant_id", "plate_key"),
        ForeignKeyConstraint(["tenant_id", "car_id"], ["cars.tenant_id", "cars.id"]),
        ForeignKeyConstraint(["tenant_id", "home_location"], ["locations.tenant_id", "locations.code"]),
        ForeignKeyConstraint(["tenant_id", "location"], ["locations.tenant_id", "locations.code"]),
        Index("vehicles_of_car", "tenant_id", "car_id", "number"),
        Index("vehicles_row_xid", "row_xid"),
    )

    tenant_id: Mapped[TenantKey]
    id: Mapped[UUID] = mapped_column(primary_key=True)
    number: Mapped[int] = mapped_column(Identity())
    car_id: Mapped[UUID]
    plate: Mapped[str] = mapped_column(Text)
    plate_key: Mapped[str] = mapped_column(Text)
    year: Mapped[int | None] = mapped_column(Integer)
    color: Mapped[str] = mapped_column(Text, server_default="")
    mileage_km: Mapped[int] = mapped_column(Integer, server_default="0")
    home_location: Mapped[str] = mapped_column(Text)
    state: Mapped[str] = mapped_column(Text, server_default="in_service")
    # On its car's page, with a picture of the media library: {"mediaId": "…"}.
    is_shown: Mapped[bool] = mapped_column(Boolean, server_default=text("false"))
    picture: Mapped[dict[str, Any] | None] = mapped_column(JSONB(none_as_null=True))
    # Where it has been since its last return.
    location: Mapped[str | None] = mapped_column(Text)
    created_at: Mapped[UtcTime]
    updated_at: Mapped[UtcTime]
    row_xid: Mapped[str] = mapped_column(Xid8, server_default=ROW_XID)


class VehicleState(Base):
    """The state of a vehicle from ``changed_at`` on, until the next row. Written by a trigger."""

    __tablename__ = "vehicle_states"
    __table_args__ = (_of_vehicle(), Index("vehicle_states_row_xid", "row_xid"))

    tenant_id: Mapped[UUID] = mapped_column(primary_key=True)
    vehicle_id: Mapped[UUID] = mapped_column(primary_key=True)
    changed_at: Mapped[UtcTime] = mapped_column(primary_key=True)
    state: Mapped[str] = mapped_column(Text)
    row_xid: Mapped[str] = mapped_column(Xid8, server_default=ROW_XID)


class VehicleDocument(Base):
    __tablename__ = "vehicle_documents"
    __table_args__ = (
        _of_vehicle(),
        Index("vehicle_documents_of_vehicle", "tenant_id", "vehicle_id"),
        Index("vehicle_documents_expiring", "tenant_id", "expires_on"),
    )

    tenant_id: Mapped[TenantKey]
    id: Mapped[UUID] = mapped_column(primary_key=True)
    vehicle_id: Mapped[UUID]
    kind: Mapped[str] = mapped_column(Text)
    title: Mapped[str] = mapped_column(Text, server_default="")
    expires_on: Mapped[date]
    created_at: Mapped[UtcTime]


class VehicleService(Base):
    """Work that is due by a day or by mileage, whichever comes first."""

    __tablename__ = "vehicle_services"
    __table_args__ = (_of_vehicle(), Index("vehicle_services_of_vehicle", "tenant_id", "vehicle_id"))

    tenant_id: Mapped[TenantKey]
    id: Mapped[UUID] = mapped_column(primary_key=True)
    vehicle_id: Mapped[UUID]
    title: Mapped[str] = mapped_column(Text)
    due_on: Mapped[date | None]
    due_mileage_km: Mapped[int | None] = mapped_column(Integer)
    done_on: Mapped[date | None]
    done_mileage_km: Mapped[int | None] = mapped_column(Integer)
    created_at: Mapped[UtcTime]


class VehicleEvent(Base):
    """Something that happened to a vehicle. Append-only."""

    __tablename__ = "vehicle_events"
    __table_args__ = (
        _of_vehicle(cascade=False),
        ForeignKeyConstraint(["tenant_id", "admin_id"], ["admins.tenant_id", "admins.id"]),
        Index("vehicle_events_of_vehicle", "tenant_id", "vehicle_id", text("created_at DESC")),
    )

    tenant_id: Mapped[UUID] = mapped_column(primary_key=True)
    id: Mapped[UUID] = mapped_column(primary_key=True)
    vehicle_id: Mapped[UUID]
    kind: Mapped[str] = mapped_column(Text)
    before: Mapped[dict[str, Any]] = mapped_column(JSONB, server_default=EMPTY)
    after: Mapped[dict[str, Any]] = mapped_column(JSONB, server_default=EMPTY)
    reason: Mapped[str] = mapped_column(Text, server_default="")
    admin_id: Mapped[UUID | None]
    created_at: Mapped[UtcTime]


class VehicleReservation(Base):
    """A vehicle's reservation until ``blocked_until``: a booking with its turnaround time, or a block."""

    __tablename__ = "vehicle_reservations"

    tenant_id: Mapped[UUID] = mapped_column(primary_key=True)
    id: Mapped[UUID] = mapped_column(primary_key=True)
    vehicle_id: Mapped[UUID]
    vehicle_number: Mapped[int]
    kind: Mapped[str] = mapped_column(Text)
    booking_id: Mapped[UUID | None]
    title: Mapped[str] = mapped_column(Text, server_default="")
    starts_at: Mapped[UtcTime]
    ends_at: Mapped[UtcTime]
    blocked_until: Mapped[UtcTime]
    is_firm: Mapped[bool] = mapped_column(server_default=text("true"))
    from_location: Mapped[str | None] = mapped_column(Text)
    to_location: Mapped[str | None] = mapped_column(Text)
    created_at: Mapped[UtcTime]
    # Of a block that comes from an imported calendar.
    imported_calendar_id: Mapped[UUID | None]
    occupies: Mapped[Range[int]] = mapped_column(
        INT8RANGE,
        Computed("vehicle_span(vehicle_number, starts_at, blocked_until)", persisted=True),
    )
    row_xid: Mapped[str] = mapped_column(Xid8, server_default=ROW_XID)

    __table_args__ = (
        ForeignKeyConstraint(
            ["tenant_id", "vehicle_id", "vehicle_number"],
            ["vehicles.tenant_id", "vehicles.id", "vehicles.number"],
        ),
        ForeignKeyConstraint(
            ["tenant_id", "booking_id"], ["bookings.tenant_id", "bookings.id"], ondelete="CASCADE"
        ),
        ForeignKeyConstraint(
            ["tenant_id", "imported_calendar_id"],
            ["imported_calendars.tenant_id", "imported_calendars.id"],
            ondelete="SET NULL (imported_calendar_id)",
        ),
        UniqueConstraint("tenant_id", "booking_id"),
        ExcludeConstraint(("occupies", "&&"), name="vehicle_reservations_taken_once"),
        Index(
            "vehicle_reservations_imported",
            "tenant_id",
            "imported_calendar_id",
            postgresql_where=text("imported_calendar_id IS NOT NULL"),
        ),
        Index("vehicle_reservations_row_xid", "row_xid"),
        Index(
            "vehicle_reservations_of_vehicle",
            "tenant_id",
            "vehicle_id",
            "starts_at",
            postgresql_include=["blocked_until"],
        ),
    )


class ReleasedReservation(Base):
    """A reservation that was deleted, for the change feed. Written by a trigger."""

    __tablename__ = "released_reservations"
    __table_args__ = (Index("released_reservations_row_xid", "row_xid"),)

    tenant_id: Mapped[TenantKey]
    id: Mapped[UUID] = mapped_column(primary_key=True)
    row_xid: Mapped[str] = mapped_column(Xid8, server_default=ROW_XID)


class CarHold(Base):
    """A visitor in the last step of the wizard; the token is the browser's, stored hashed."""

    __tablename__ = "car_holds"
    __table_args__ = (
        ForeignKeyConstraint(["tenant_id", "car_id"], ["cars.tenant_id", "cars.id"], ondelete="CASCADE"),
        Index("car_holds_of_car", "tenant_id", "car_id", "expires_at"),
        Index("car_holds_of_ip", "tenant_id", "ip_hash", "expires_at"),
    )

    tenant_id: Mapped[UUID] = mapped_column(primary_key=True)
    token_hash: Mapped[bytes] = mapped_column(LargeBinary, primary_key=True)
    car_id: Mapped[UUID]
    starts_at: Mapped[UtcTime]
    blocked_until: Mapped[UtcTime]
    ip_hash: Mapped[bytes | None] = mapped_column(LargeBinary)
    expires_at: Mapped[UtcTime]
