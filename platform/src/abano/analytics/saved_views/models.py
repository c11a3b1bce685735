"""Saved views of the quiz's figures, and links to them for readers without sign-in."""

from datetime import date, datetime
from uuid import UUID

from sqlalchemy import (
    Date,
    DateTime,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    Text,
    UniqueConstraint,
)
from sqlalchemy.orm import Mapped, mapped_column

from abano.db.base import Base, TenantKey, UtcTime


class InsightView(Base):
    """``query``: the query string of the page's URL. ``is_shared``: visible to colleagues."""

    __tablename__ = "analytics_views"
    __table_args__ = (ForeignKeyConstraint(["tenant_id", "created_by"], ["admins.tenant_id", "admins.id"]),)

    tenant_id: Mapped[TenantKey]
    id: Mapped[UUID] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(Text)
    query: Mapped[str] = mapped_column(Text)
    is_shared: Mapped[bool]
    created_by: Mapped[UUID]
    created_at: Mapped[UtcTime]
    updated_at: Mapped[UtcTime]


class InsightLink(Base):
    """``token_hash`` is the SHA-256 of the secret in the link; one that was withdrawn has no row."""

    __tablename__ = "analytics_view_links"
    __table_args__ = (
        UniqueConstraint("tenant_id", "token_hash"),
        ForeignKeyConstraint(
            ["tenant_id", "view_id"], ["analytics_views.tenant_id", "analytics_views.id"], ondelete="CASCADE"
        ),
        ForeignKeyConstraint(["tenant_id", "created_by"], ["admins.tenant_id", "admins.id"]),
        Index("analytics_view_links_view", "tenant_id", "view_id"),
    )

    tenant_id: Mapped[UUID] = mapped_column(primary_key=True)
    id: Mapped[UUID] = mapped_column(primary_key=True)
    view_id: Mapped[UUID]
    token_hash: Mapped[bytes] = mapped_column(LargeBinary)
    created_by: Mapped[UUID]
    created_at: Mapped[UtcTime]
    expires_at: Mapped[UtcTime]
    reads: Mapped[int] = mapped_column(Integer, server_default="0")
    last_read_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))


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
