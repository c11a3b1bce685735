"""Photographs, drawings and films of a company's site, and the files that anyone may read."""

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import DateTime, ForeignKeyConstraint, Index, Integer, Text, text
from sqlalchemy.dialects.postgresql import ARRAY, JSONB
from sqlalchemy.orm import Mapped, mapped_column

from abano.db.base import Base, TenantKey, UtcTime

FILES = ["media_files.tenant_id", "media_files.id"]
ITEMS = ["media_items.tenant_id", "media_items.id"]
Moment = Mapped[datetime | None]


class MediaItem(Base):
    """Something that the site can show.

    ``width`` and ``height`` are those of the picture as shown; ``crop`` is a part of the original and ``focus`` a
    point of the picture, both in thousandths. ``stem``: what the names of its files begin with, once there are any.
    """

    __tablename__ = "media_items"
    __table_args__ = (
        ForeignKeyConstraint(["tenant_id", "original_id"], FILES),
        ForeignKeyConstraint(["tenant_id", "poster_id"], ITEMS, ondelete="SET NULL (poster_id)"),
        ForeignKeyConstraint(["tenant_id", "created_by"], ["admins.tenant_id", "admins.id"]),
        Index("media_items_newest", "tenant_id", text("created_at DESC"), text("id DESC")),
        Index("media_items_to_prepare", "prepare_at", postgresql_where=text("prepare_at is not null")),
        Index("media_items_of_original", "tenant_id", "original_id"),
        Index("media_items_of_poster", "tenant_id", "poster_id"),
    )

    tenant_id: Mapped[TenantKey]
    id: Mapped[UUID] = mapped_column(primary_key=True)
    kind: Mapped[str] = mapped_column(Text)
    state: Mapped[str] = mapped_column(Text)
    title: Mapped[str] = mapped_column(Text)
    original_id: Mapped[UUID | None]
    stem: Mapped[str | None] = mapped_column(Text)
    width: Mapped[int | None] = mapped_column(Integer)
    height: Mapped[int | None] = mapped_column(Integer)
    original_width: Mapped[int | None] = mapped_column(Integer)
    original_height: Mapped[int | None] = mapped_column(Integer)
    widths: Mapped[list[int]] = mapped_column(ARRAY(Integer), server_default="{}")
    crop: Mapped[dict[str, int] | None] = mapped_column(JSONB(none_as_null=True))
    focus_x: Mapped[int] = mapped_column(Integer, server_default="500")
    focus_y: Mapped[int] = mapped_column(Integer, server_default="500")
    alt_texts: Mapped[dict[str, Any]] = mapped_column(JSONB, server_default="{}")
    film_site: Mapped[str | None] = mapped_column(Text)
    film_id: Mapped[str | None] = mapped_column(Text)
    poster_id: Mapped[UUID | None]
    prepare_at: Moment = mapped_column(DateTime(timezone=True))
    prepare_attempts: Mapped[int] = mapped_column(Integer, server_default="0")
    unused_since: Moment = mapped_column(DateTime(timezone=True))
    created_by: Mapped[UUID | None]
    created_at: Mapped[UtcTime]
    updated_at: Mapped[UtcTime]


class MediaVariant(Base):
    """A file that anyone may read at ``/media/<name>``. ``replaced_at``: since when the item has others."""

    __tablename__ = "media_variants"
    __table_args__ = (
        ForeignKeyConstraint(["tenant_id", "item_id"], ITEMS, ondelete="CASCADE"),
        ForeignKeyConstraint(["tenant_id", "file_id"], FILES),
        Index("media_variants_of_item", "tenant_id", "item_id"),
        Index("media_variants_of_file", "tenant_id", "file_id"),
        Index("media_variants_replaced", "replaced_at", postgresql_where=text("replaced_at is not null")),
    )

    tenant_id: Mapped[TenantKey]
    name: Mapped[str] = mapped_column(Text, primary_key=True)
    item_id: Mapped[UUID]
    file_id: Mapped[UUID]
    replaced_at: Moment = mapped_column(DateTime(timezone=True))
