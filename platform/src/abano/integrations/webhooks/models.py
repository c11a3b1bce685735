"""Webhook endpoints, deliveries of events to them, and each attempt. Triggers write the deliveries."""

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import DateTime, ForeignKeyConstraint, Index, Integer, LargeBinary, Text, text
from sqlalchemy.dialects.postgresql import ARRAY, JSONB
from sqlalchemy.orm import Mapped, mapped_column

from abano.db.base import Base, TenantKey, UtcTime

_PENDING = text("delivered_at IS NULL AND dead_at IS NULL")


class WebhookEndpoint(Base):
    """``disabled_reason``: why it was disabled automatically. The previous secret signs, too, until its time."""

    __tablename__ = "webhook_endpoints"

    tenant_id: Mapped[TenantKey]
    id: Mapped[UUID] = mapped_column(primary_key=True)
    url: Mapped[str] = mapped_column(Text)
    description: Mapped[str] = mapped_column(Text, server_default="")
    events: Mapped[list[str]] = mapped_column(ARRAY(Text))
    is_enabled: Mapped[bool] = mapped_column(server_default=text("true"))
    disabled_reason: Mapped[str | None] = mapped_column(Text)
    sealed_secret: Mapped[bytes] = mapped_column(LargeBinary)
    sealed_previous_secret: Mapped[bytes | None] = mapped_column(LargeBinary)
    previous_secret_until: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    failing_since: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    last_failed_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    created_at: Mapped[UtcTime]
    updated_at: Mapped[UtcTime]


class WebhookDelivery(Base):
    """An event for one endpoint. ``event_id`` is the same at every endpoint and at every attempt."""

    __tablename__ = "webhook_deliveries"
    __table_args__ = (
        ForeignKeyConstraint(
            ["tenant_id", "endpoint_id"],
            ["webhook_endpoints.tenant_id", "webhook_endpoints.id"],
            ondelete="CASCADE",
        ),
        Index("webhook_deliveries_due", "due_at", postgresql_where=_PENDING),
        Index("webhook_deliveries_pending", "tenant_id", "endpoint_id", "due_at", postgresql_where=_PENDING),
        Index("webhook_deliveries_of_endpoint", "tenant_id", "endpoint_id", "created_at", "id"),
    )

    tenant_id: Mapped[UUID] = mapped_column(primary_key=True)
    id: Mapped[UUID] = mapped_column(primary_key=True)
    endpoint_id: Mapped[UUID]
    event_id: Mapped[UUID]
    event_type: Mapped[str] = mapped_column(Text)
    object_id: Mapped[str] = mapped_column(Text)
    details: Mapped[dict[str, Any] | None] = mapped_column(JSONB)
    created_at: Mapped[UtcTime]
    due_at: Mapped[UtcTime]
    attempts: Mapped[int] = mapped_column(Integer, server_default="0")
    delivered_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    dead_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))


class WebhookAttempt(Base):
    """``problem``: why there is no status."""

    __tablename__ = "webhook_attempts"
    __table_args__ = (
        ForeignKeyConstraint(
            ["tenant_id", "delivery_id"],
            ["webhook_deliveries.tenant_id", "webhook_deliveries.id"],
            ondelete="CASCADE",
        ),
        Index("webhook_attempts_of_delivery", "tenant_id", "delivery_id", "attempted_at"),
    )

    tenant_id: Mapped[UUID] = mapped_column(primary_key=True)
    id: Mapped[UUID] = mapped_column(primary_key=True)
    delivery_id: Mapped[UUID]
    attempted_at: Mapped[UtcTime]
    status: Mapped[int | None] = mapped_column(Integer)
    duration_ms: Mapped[int] = mapped_column(Integer)
    problem: Mapped[str | None] = mapped_column(Text)
