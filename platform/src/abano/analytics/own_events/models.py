"""Events that the company defines."""

from uuid import UUID

from sqlalchemy import CheckConstraint, ForeignKeyConstraint, Integer, Text
from sqlalchemy.orm import Mapped, mapped_column

from abano.db.base import Base, TenantKey, UtcTime


class OwnEvent(Base):
    """``value`` is compared as ``abano_shared.contract.own_events`` says. ``revision`` counts the changes, from 1."""

    __tablename__ = "analytics_events"
    __table_args__ = (
        ForeignKeyConstraint(["tenant_id", "created_by"], ["admins.tenant_id", "admins.id"]),
        CheckConstraint("kind in ('page', 'press')", name="analytics_events_kind"),
        CheckConstraint(
            "comparison in ('is', 'starts', 'contains', 'text')", name="analytics_events_comparison"
        ),
        CheckConstraint("comparison <> 'text' or kind = 'press'", name="analytics_events_text"),
    )

    tenant_id: Mapped[TenantKey]
    id: Mapped[UUID] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(Text)
    kind: Mapped[str] = mapped_column(Text)
    comparison: Mapped[str] = mapped_column(Text)
    value: Mapped[str] = mapped_column(Text)
    page: Mapped[str | None] = mapped_column(Text)
    revision: Mapped[int] = mapped_column(Integer, server_default="1")
    created_by: Mapped[UUID]
    created_at: Mapped[UtcTime]
    updated_at: Mapped[UtcTime]
