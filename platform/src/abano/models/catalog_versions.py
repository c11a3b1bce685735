"""Published catalogues and what is not yet published."""

from typing import Any
from uuid import UUID

from sqlalchemy import ForeignKey, ForeignKeyConstraint, Index, Integer, Text, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from abano.models.base import Base, UtcTime


class CatalogVersionRow(Base):
    """Append-only. ``published_by`` is null where no admin of the console published it."""

    __tablename__ = "catalog_versions"
    __table_args__ = (
        ForeignKeyConstraint(
            ["tenant_id", "published_by"],
            ["admins.tenant_id", "admins.id"],
            name="catalog_versions_published_by_fkey",
        ),
    )

    tenant_id: Mapped[UUID] = mapped_column(ForeignKey("tenants.id"), primary_key=True)
    number: Mapped[int] = mapped_column(Integer, primary_key=True)
    document: Mapped[dict[str, Any]] = mapped_column(JSONB)
    published_at: Mapped[UtcTime]
    published_by: Mapped[UUID | None]
    note: Mapped[str] = mapped_column(Text, server_default="")


class CatalogDraftRow(Base):
    """One a company. ``changes``: by part and key, the item (null: taken out), who changed it and when."""

    __tablename__ = "catalog_drafts"
    __table_args__ = (
        ForeignKeyConstraint(
            ["tenant_id", "publishes_by"],
            ["admins.tenant_id", "admins.id"],
            name="catalog_drafts_publishes_by_fkey",
        ),
        Index("catalog_drafts_planned", "publishes_at", postgresql_where=text("publishes_at IS NOT NULL")),
    )

    tenant_id: Mapped[UUID] = mapped_column(ForeignKey("tenants.id"), primary_key=True)
    changes: Mapped[dict[str, dict[str, Any]]] = mapped_column(JSONB, server_default="{}")
    updated_at: Mapped[UtcTime]
    publishes_at: Mapped[UtcTime | None]
    publishes_by: Mapped[UUID | None]
    note: Mapped[str] = mapped_column(Text, server_default="")
    refusal: Mapped[list[dict[str, Any]] | None] = mapped_column(JSONB(none_as_null=True))
