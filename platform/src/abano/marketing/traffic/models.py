"""Clicks and journeys of visitors."""

from datetime import datetime
from ipaddress import IPv4Address, IPv6Address
from typing import Any
from uuid import UUID

from sqlalchemy import CheckConstraint, DateTime, Index, Integer, Text, text
from sqlalchemy.dialects.postgresql import INET, JSONB
from sqlalchemy.orm import Mapped, mapped_column

from abano.db.base import Base, TenantKey, UtcTime, Xid8

HAS_GCLID = text("gclid IS NOT NULL")


def _partial_index(name: str, *columns: str) -> Index:
    """An index of the rows in which the last of ``columns`` is not null."""
    return Index(name, "tenant_id", *columns, postgresql_where=text(f"{columns[-1]} IS NOT NULL"))


class ClickRecord(Base):
    __tablename__ = "click_records"

    tenant_id: Mapped[TenantKey]
    id: Mapped[UUID] = mapped_column(primary_key=True)
    gclid: Mapped[str | None] = mapped_column(Text)
    gbraid: Mapped[str | None] = mapped_column(Text)
    wbraid: Mapped[str | None] = mapped_column(Text)
    device_fingerprint: Mapped[str | None] = mapped_column(Text)
    ip_address: Mapped[IPv4Address | IPv6Address | None] = mapped_column(INET)
    domain: Mapped[str | None] = mapped_column(Text)
    source_url: Mapped[str | None] = mapped_column(Text)
    referrer: Mapped[str | None] = mapped_column(Text)
    user_agent: Mapped[str | None] = mapped_column(Text)
    screen_resolution: Mapped[str | None] = mapped_column(Text)
    timezone: Mapped[str | None] = mapped_column(Text)
    language: Mapped[str | None] = mapped_column(Text)
    platform: Mapped[str | None] = mapped_column(Text)
    session_id: Mapped[str | None] = mapped_column(Text)
    browser_storage_support: Mapped[dict[str, Any] | None] = mapped_column(JSONB)
    cross_domain_capable: Mapped[bool | None]
    tracking_method: Mapped[str | None] = mapped_column(Text)
    consent_state: Mapped[str] = mapped_column(Text, server_default="not_required")
    ad_user_data: Mapped[bool | None]
    ad_personalization: Mapped[bool | None]
    ad_answered_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    ad_consent_version: Mapped[int | None] = mapped_column(Integer)
    consent_id: Mapped[str | None] = mapped_column(Text)
    created_at: Mapped[UtcTime]
    row_xid: Mapped[str] = mapped_column(Xid8, server_default=text("pg_current_xact_id()"))

    __table_args__ = (
        Index(
            "click_records_fingerprint",
            "tenant_id",
            "device_fingerprint",
            text("created_at DESC"),
            postgresql_where=HAS_GCLID,
        ),
        Index(
            "click_records_ip",
            "tenant_id",
            "ip_address",
            text("created_at DESC"),
            postgresql_where=HAS_GCLID,
        ),
        Index("click_records_age", "tenant_id", "created_at"),
        _partial_index("click_records_gclid", "gclid"),
        _partial_index("click_records_gbraid", "gbraid"),
        _partial_index("click_records_wbraid", "wbraid"),
        _partial_index("click_records_session", "session_id"),
        _partial_index("click_records_consent", "consent_id"),
        _partial_index("click_records_device", "ip_address", "device_fingerprint"),
        Index("click_records_row_xid", "row_xid"),
    )


class IpVisit(Base):
    __tablename__ = "ip_visits"
    __table_args__ = (Index("ip_visits_newest", "tenant_id", text("visited_at DESC")),)

    tenant_id: Mapped[TenantKey]
    id: Mapped[UUID] = mapped_column(primary_key=True)
    ip_address: Mapped[IPv4Address | IPv6Address] = mapped_column(INET)
    is_google_ads_traffic: Mapped[bool] = mapped_column(server_default=text("false"))
    visited_at: Mapped[UtcTime]


class JourneyEvent(Base):
    """A step of a visit, when it was first reached. The landing step has the attributes of the visit."""

    __tablename__ = "journey_events"

    # No foreign key: each visit would lock the tenant's row (migration 0008).
    tenant_id: Mapped[UUID] = mapped_column(primary_key=True)
    visit_id: Mapped[UUID] = mapped_column(primary_key=True)
    step: Mapped[str] = mapped_column(Text, primary_key=True)
    reached_at: Mapped[UtcTime]
    session_id: Mapped[str | None] = mapped_column(Text)
    booking_id: Mapped[UUID | None]
    page: Mapped[str | None] = mapped_column(Text)
    language: Mapped[str | None] = mapped_column(Text)
    device: Mapped[str | None] = mapped_column(Text)
    utm_source: Mapped[str | None] = mapped_column(Text)
    utm_medium: Mapped[str | None] = mapped_column(Text)
    utm_campaign: Mapped[str | None] = mapped_column(Text)
    has_click_id: Mapped[bool] = mapped_column(server_default=text("false"))
    utm_term: Mapped[str | None] = mapped_column(Text)
    utm_content: Mapped[str | None] = mapped_column(Text)
    country: Mapped[str | None] = mapped_column(Text)
    is_returning: Mapped[bool | None]
    link: Mapped[str | None] = mapped_column(Text)
    label: Mapped[str | None] = mapped_column(Text)
    row_xid: Mapped[str] = mapped_column(Xid8, server_default=text("pg_current_xact_id()"))

    __table_args__ = (
        CheckConstraint("step ~ '^[a-z][a-z0-9_]{0,29}$'", name="journey_events_step_check"),
        CheckConstraint("country ~ '^[A-Z]{2}$'", name="journey_events_country_check"),
        CheckConstraint("length(link) <= 200", name="journey_events_link_check"),
        CheckConstraint("length(label) <= 60", name="journey_events_label_check"),
        Index("journey_events_age", "tenant_id", "reached_at"),
        Index(
            "journey_events_session",
            "tenant_id",
            "session_id",
            postgresql_where=text("session_id is not null"),
        ),
        Index(
            "journey_events_booking",
            "tenant_id",
            "booking_id",
            postgresql_where=text("booking_id is not null"),
        ),
        Index("journey_events_row_xid", "row_xid"),
        Index(
            "journey_events_form",
            "tenant_id",
            "step",
            "reached_at",
            postgresql_where=text(r"step LIKE 'form\_%'"),
        ),
    )
