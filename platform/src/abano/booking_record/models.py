"""Bookings with their history. All amounts in minor units of the booking's currency."""

from datetime import date, datetime
from decimal import Decimal
from typing import Any
from uuid import UUID

from sqlalchemy import (
    CHAR,
    DateTime,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    Numeric,
    Text,
    UniqueConstraint,
    text,
)
from sqlalchemy.dialects.postgresql import ARRAY, JSONB
from sqlalchemy.orm import Mapped, mapped_column

from abano.db.base import Base, TenantKey, UtcTime, Xid8

ROW_XID = text("pg_current_xact_id()")


class BookingRow(Base):
    __tablename__ = "bookings"

    tenant_id: Mapped[UUID] = mapped_column(primary_key=True)
    id: Mapped[UUID] = mapped_column(primary_key=True)
    reference: Mapped[str] = mapped_column(Text)
    status: Mapped[str] = mapped_column(Text, server_default="pending")
    customer_name: Mapped[str] = mapped_column(Text)
    customer_email: Mapped[str] = mapped_column(Text)
    customer_phone: Mapped[str] = mapped_column(Text)
    driver_age: Mapped[int] = mapped_column(Integer)
    group_size: Mapped[int] = mapped_column(Integer)
    car_id: Mapped[UUID | None]
    car_name: Mapped[str] = mapped_column(Text)
    pickup_location: Mapped[str] = mapped_column(Text)
    dropoff_location: Mapped[str] = mapped_column(Text)
    pickup_at: Mapped[UtcTime]
    return_at: Mapped[UtcTime]
    # ``HandoverPlace.as_agreed`` of catalog/published/handover.py; null: not agreed.
    pickup_place: Mapped[dict[str, Any] | None] = mapped_column(JSONB(none_as_null=True))
    dropoff_place: Mapped[dict[str, Any] | None] = mapped_column(JSONB(none_as_null=True))
    insurance_code: Mapped[str] = mapped_column(Text)
    service_codes: Mapped[list[str]] = mapped_column(ARRAY(Text), server_default="{}")
    promo_code: Mapped[str | None] = mapped_column(Text)
    gclid: Mapped[str | None] = mapped_column(Text)
    gbraid: Mapped[str | None] = mapped_column(Text)
    wbraid: Mapped[str | None] = mapped_column(Text)
    quiz_session_id: Mapped[str | None] = mapped_column(Text)
    device_fingerprint: Mapped[str | None] = mapped_column(Text)
    attributed_session_id: Mapped[str | None] = mapped_column(Text)
    attribution_method: Mapped[str | None] = mapped_column(Text)
    consent_state: Mapped[str] = mapped_column(Text, server_default="not_required")
    ad_user_data: Mapped[bool | None]
    ad_personalization: Mapped[bool | None]
    ad_answered_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    ad_consent_version: Mapped[int | None] = mapped_column(Integer)
    currency: Mapped[str] = mapped_column(CHAR(3))
    days: Mapped[int] = mapped_column(Integer)
    daily_rate_minor: Mapped[int]
    total_minor: Mapped[int]
    price_lines: Mapped[list[dict[str, Any]]] = mapped_column(JSONB)
    client_estimate: Mapped[str | None] = mapped_column(Text)
    needs_review: Mapped[bool] = mapped_column(server_default=text("false"))
    review_reasons: Mapped[list[str]] = mapped_column(ARRAY(Text), server_default="{}")
    created_at: Mapped[UtcTime]
    updated_at: Mapped[UtcTime]
    row_xid: Mapped[str] = mapped_column(Xid8, server_default=ROW_XID)
    ip_hash: Mapped[bytes | None] = mapped_column(LargeBinary)
    # Amounts the customer saw beside the charged total; null if only the charged currency was shown. The
    # rate: units of display_currency per unit of currency. The total is rounded by the rules of
    # catalog/exchange_rates/rules.py.
    display_currency: Mapped[str | None] = mapped_column(CHAR(3))
    display_rate: Mapped[Decimal | None] = mapped_column(Numeric(14, 6))
    display_total_minor: Mapped[int | None]
    # Of the page that it was made on; null: the company's first.
    language: Mapped[str | None] = mapped_column(Text)
    # The catalogue version that gave the price.
    catalog_version: Mapped[int | None] = mapped_column(Integer)
    # The version of the terms that the customer agreed to; null for bookings by staff.
    terms_version: Mapped[int | None] = mapped_column(Integer)
    # ``agreed_terms`` of catalog/published/snapshot.py when it was booked: later changes of the company do not apply.
    agreed_terms: Mapped[dict[str, int]] = mapped_column(JSONB, server_default=text("'{}'"))
    # The fee of a cancelled booking. Null until decided.
    cancellation_fee_minor: Mapped[int | None]
    source: Mapped[str] = mapped_column(Text, server_default="site")
    taken_by: Mapped[UUID | None]
    no_show: Mapped[bool] = mapped_column(server_default=text("false"))
    # When a step back made the booking pending again.
    waiting_since: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    # Raised to invalidate the links that manage it.
    manage_version: Mapped[int] = mapped_column(Integer, server_default="0")
    # When the customer signed out: earlier cookies are invalid.
    own_sessions_ended_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    # The channel that brought the booking, and its commission as agreed then. Both or neither.
    channel_id: Mapped[UUID | None]
    channel_commission_minor: Mapped[int | None]

    __table_args__ = (
        ForeignKeyConstraint(["tenant_id", "taken_by"], ["admins.tenant_id", "admins.id"]),
        UniqueConstraint("tenant_id", "reference"),
        Index("bookings_newest", "tenant_id", text("created_at DESC")),
        Index("bookings_by_pickup", "tenant_id", "pickup_at", "id"),
        Index("bookings_unconfirmed", "tenant_id", "created_at", postgresql_where=text("status = 'pending'")),
        Index("bookings_row_xid", "row_xid"),
        *(
            Index(f"bookings_{index}", "tenant_id", column, postgresql_where=text(f"{column} IS NOT NULL"))
            for index, column in (
                ("gclid", "gclid"),
                ("gbraid", "gbraid"),
                ("wbraid", "wbraid"),
                ("device", "device_fingerprint"),
                ("quiz_session", "quiz_session_id"),
                ("attributed", "attributed_session_id"),
            )
        ),
        ForeignKeyConstraint(["tenant_id", "channel_id"], ["channels.tenant_id", "channels.id"]),
        Index(
            "bookings_of_channel",
            "tenant_id",
            "channel_id",
            "created_at",
            postgresql_where=text("channel_id is not null"),
        ),
        Index(
            "bookings_ip_hash",
            "tenant_id",
            "ip_hash",
            postgresql_where=text("ip_hash is not null"),
        ),
    )


class BookingEvent(Base):
    """A status change of a booking, with time and actor. Append-only."""

    __tablename__ = "booking_events"

    tenant_id: Mapped[UUID] = mapped_column(primary_key=True)
    id: Mapped[UUID] = mapped_column(primary_key=True)
    booking_id: Mapped[UUID]
    from_status: Mapped[str | None] = mapped_column(Text)
    to_status: Mapped[str] = mapped_column(Text)
    actor: Mapped[str] = mapped_column(Text)
    admin_id: Mapped[UUID | None]
    reason: Mapped[str] = mapped_column(Text, server_default="")
    created_at: Mapped[UtcTime]
    # Generated by the product, as {"code", "params"}. ``reason`` is entered by a person.
    note: Mapped[dict[str, Any] | None] = mapped_column(JSONB)

    __table_args__ = (
        ForeignKeyConstraint(["tenant_id", "booking_id"], ["bookings.tenant_id", "bookings.id"]),
        Index("booking_events_of_booking", "tenant_id", "booking_id", "created_at"),
    )


class BookingNote(Base):
    """The team's notes on a booking, and the emails it sent to the customer."""

    __tablename__ = "booking_notes"
    __table_args__ = (
        ForeignKeyConstraint(["tenant_id", "booking_id"], ["bookings.tenant_id", "bookings.id"]),
        ForeignKeyConstraint(["tenant_id", "admin_id"], ["admins.tenant_id", "admins.id"]),
        Index("booking_notes_of_booking", "tenant_id", "booking_id", "created_at"),
    )

    tenant_id: Mapped[TenantKey]
    id: Mapped[UUID] = mapped_column(primary_key=True)
    booking_id: Mapped[UUID]
    admin_id: Mapped[UUID]
    kind: Mapped[str] = mapped_column(Text)
    body: Mapped[str] = mapped_column(Text)
    created_at: Mapped[UtcTime]


class BookingChange(Base):
    """What the desk changed of a booking; only what differs."""

    __tablename__ = "booking_changes"
    __table_args__ = (
        ForeignKeyConstraint(["tenant_id", "booking_id"], ["bookings.tenant_id", "bookings.id"]),
        ForeignKeyConstraint(["tenant_id", "admin_id"], ["admins.tenant_id", "admins.id"]),
        Index("booking_changes_of_booking", "tenant_id", "booking_id", "created_at"),
    )

    tenant_id: Mapped[UUID] = mapped_column(primary_key=True)
    id: Mapped[UUID] = mapped_column(primary_key=True)
    booking_id: Mapped[UUID]
    kind: Mapped[str] = mapped_column(Text)
    before: Mapped[dict[str, Any]] = mapped_column(JSONB, server_default=text("'{}'"))
    after: Mapped[dict[str, Any]] = mapped_column(JSONB, server_default=text("'{}'"))
    reason: Mapped[str] = mapped_column(Text, server_default="")
    is_notified: Mapped[bool] = mapped_column(server_default=text("false"))
    admin_id: Mapped[UUID | None]
    created_at: Mapped[UtcTime]


class IdempotencyKey(Base):
    """A submitted booking: the same key and body return the same booking."""

    __tablename__ = "idempotency_keys"
    __table_args__ = (
        ForeignKeyConstraint(["tenant_id", "booking_id"], ["bookings.tenant_id", "bookings.id"]),
    )

    tenant_id: Mapped[UUID] = mapped_column(primary_key=True)
    key: Mapped[str] = mapped_column(Text, primary_key=True)
    body_hash: Mapped[bytes] = mapped_column(LargeBinary)
    booking_id: Mapped[UUID]
    created_at: Mapped[UtcTime]


class PersonalInfoDraft(Base):
    """The personal details of the wizard's first step, for the team to call back."""

    __tablename__ = "personal_info_drafts"
    __table_args__ = (
        ForeignKeyConstraint(["tenant_id", "state_by"], ["admins.tenant_id", "admins.id"]),
        Index("personal_info_drafts_age", "tenant_id", "created_at"),
        Index("personal_info_drafts_email", "tenant_id", "email_key"),
        Index("personal_info_drafts_phone", "tenant_id", "phone_key"),
    )

    tenant_id: Mapped[TenantKey]
    id: Mapped[UUID] = mapped_column(primary_key=True)
    payload: Mapped[dict[str, Any]] = mapped_column(JSONB)
    created_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))
    updated_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    message_id: Mapped[UUID | None]
    email_key: Mapped[str | None] = mapped_column(Text)
    phone_key: Mapped[str | None] = mapped_column(Text)
    state: Mapped[str] = mapped_column(Text, server_default="new")
    state_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    state_by: Mapped[UUID | None]


class BookingDetails(Base):
    """Additional details of a booking. An empty name means no second driver."""

    __tablename__ = "booking_details"
    __table_args__ = (
        ForeignKeyConstraint(["tenant_id", "booking_id"], ["bookings.tenant_id", "bookings.id"]),
    )

    tenant_id: Mapped[TenantKey]
    booking_id: Mapped[UUID] = mapped_column(primary_key=True)
    flight_number: Mapped[str] = mapped_column(Text, server_default="")
    pickup_address: Mapped[str] = mapped_column(Text, server_default="")
    dropoff_address: Mapped[str] = mapped_column(Text, server_default="")
    second_driver_name: Mapped[str] = mapped_column(Text, server_default="")
    second_driver_born: Mapped[date | None]
    second_driver_licence: Mapped[str] = mapped_column(Text, server_default="")
    second_driver_licence_expires_on: Mapped[date | None]
    updated_at: Mapped[UtcTime]


class BookingAssignee(Base):
    """The team member who delivers the vehicle (``kind`` is handover) or collects it (return)."""

    __tablename__ = "booking_assignees"
    __table_args__ = (
        ForeignKeyConstraint(["tenant_id", "booking_id"], ["bookings.tenant_id", "bookings.id"]),
        ForeignKeyConstraint(["tenant_id", "admin_id"], ["admins.tenant_id", "admins.id"]),
    )

    tenant_id: Mapped[TenantKey]
    booking_id: Mapped[UUID] = mapped_column(primary_key=True)
    kind: Mapped[str] = mapped_column(Text, primary_key=True)
    admin_id: Mapped[UUID]
    assigned_at: Mapped[UtcTime]


class CustomerAction(Base):
    """``body``: what they wrote. ``file_id``: the photograph of a licence.

    Of kind scan: a document that the desk scanned; ``document`` is what it is of, ``seen_by`` who added it.
    """

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
    document: Mapped[str | None] = mapped_column(Text)
    is_second_driver: Mapped[bool] = mapped_column(server_default=text("false"))
    seen_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    seen_by: Mapped[UUID | None]
    created_at: Mapped[UtcTime]
