"""Erasures for the warehouse. The change feed reads rows older than the oldest running transaction."""

from uuid import UUID

from sqlalchemy import Index, Text, text
from sqlalchemy.orm import Mapped, mapped_column

from abano.models.base import Base, TenantKey, UtcTime, Xid8


class WarehouseErasure(Base):
    """``subject``: the id of a quiz session, a booking, a click record or a visit, by ``kind``."""

    __tablename__ = "warehouse_erasures"
    __table_args__ = (
        Index("warehouse_erasures_row_xid", "row_xid"),
        Index("warehouse_erasures_age", "tenant_id", "created_at"),
    )

    tenant_id: Mapped[TenantKey]
    id: Mapped[UUID] = mapped_column(primary_key=True, server_default=text("gen_random_uuid()"))
    kind: Mapped[str] = mapped_column(Text)
    subject: Mapped[str] = mapped_column(Text)
    created_at: Mapped[UtcTime]
    row_xid: Mapped[str] = mapped_column(Xid8, server_default=text("pg_current_xact_id()"))
