"""Channels of a company."""

from uuid import UUID

from sqlalchemy import Index, Integer, Text, func, text
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.orm import Mapped, mapped_column

from abano.db.base import Base, TenantKey, UtcTime


class ChannelRow(Base):
    """``hidden_cars``: slugs of the cars that it does not offer. Channels are turned off, never deleted."""

    __tablename__ = "channels"
    __table_args__ = (Index("channels_name", "tenant_id", func.lower(text("name")), unique=True),)

    tenant_id: Mapped[TenantKey]
    id: Mapped[UUID] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(Text)
    kind: Mapped[str] = mapped_column(Text)
    rate_basis: Mapped[str] = mapped_column(Text)
    commission_basis_points: Mapped[int] = mapped_column(Integer)
    hidden_cars: Mapped[list[str]] = mapped_column(ARRAY(Text), server_default="{}")
    is_active: Mapped[bool] = mapped_column(server_default=text("true"))
    created_at: Mapped[UtcTime]
