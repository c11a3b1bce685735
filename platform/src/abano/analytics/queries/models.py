"""Saved queries."""

from uuid import UUID

from sqlalchemy import ForeignKeyConstraint, Text
from sqlalchemy.orm import Mapped, mapped_column

from abano.db.base import Base, TenantKey, UtcTime


class SavedQuery(Base):
    """``chart_…``: how the result is drawn; all null for a table. The axes are names of its columns."""

    __tablename__ = "analytics_queries"
    __table_args__ = (ForeignKeyConstraint(["tenant_id", "created_by"], ["admins.tenant_id", "admins.id"]),)

    tenant_id: Mapped[TenantKey]
    id: Mapped[UUID] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(Text)
    sql: Mapped[str] = mapped_column(Text)
    chart_kind: Mapped[str | None] = mapped_column(Text)
    chart_x: Mapped[str | None] = mapped_column(Text)
    chart_y: Mapped[str | None] = mapped_column(Text)
    created_by: Mapped[UUID]
    created_at: Mapped[UtcTime]
    updated_at: Mapped[UtcTime]
