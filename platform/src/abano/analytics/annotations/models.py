"""What a company notes at days of its figures."""

from datetime import date
from uuid import UUID

from sqlalchemy import Date, ForeignKeyConstraint, Index, Text
from sqlalchemy.orm import Mapped, mapped_column

from abano.db.base import Base, TenantKey, UtcTime


class Annotation(Base):
    """``day``: by the company's clock."""

    __tablename__ = "analytics_annotations"
    __table_args__ = (
        ForeignKeyConstraint(["tenant_id", "created_by"], ["admins.tenant_id", "admins.id"]),
        Index("analytics_annotations_day", "tenant_id", "day"),
    )

    tenant_id: Mapped[TenantKey]
    id: Mapped[UUID] = mapped_column(primary_key=True)
    day: Mapped[date] = mapped_column(Date)
    text: Mapped[str] = mapped_column(Text)
    created_by: Mapped[UUID]
    created_at: Mapped[UtcTime]
