"""Versions and drafts of the site's texts, and its old URLs."""

from typing import Any
from uuid import UUID

from sqlalchemy import ForeignKeyConstraint, Integer, Text, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from abano.db.base import Base, TenantKey, UtcTime


class SiteDocumentVersion(Base):
    """The content of a published version of a text. Append-only.

    ``bodies``: by language; ``facts``: by language the values of its placeholders on that day.
    """

    __tablename__ = "site_document_versions"
    __table_args__ = (ForeignKeyConstraint(["tenant_id", "published_by"], ["admins.tenant_id", "admins.id"]),)

    tenant_id: Mapped[TenantKey]
    kind: Mapped[str] = mapped_column(Text, primary_key=True)
    number: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    bodies: Mapped[dict[str, Any]] = mapped_column(JSONB)
    facts: Mapped[dict[str, Any]] = mapped_column(JSONB, server_default=text("'{}'"))
    published_at: Mapped[UtcTime]
    published_by: Mapped[UUID | None]


class SiteDocumentDraft(Base):
    """A text as it is being written. ``bodies`` is None while nothing waits to be published.

    ``parts``: by language and field who changed it last, when, in which revision, and whether it is an unchecked
    machine translation.
    """

    __tablename__ = "site_document_drafts"
    __table_args__ = (ForeignKeyConstraint(["tenant_id", "changed_by"], ["admins.tenant_id", "admins.id"]),)

    tenant_id: Mapped[TenantKey]
    kind: Mapped[str] = mapped_column(Text, primary_key=True)
    revision: Mapped[int]
    bodies: Mapped[dict[str, Any] | None] = mapped_column(JSONB(none_as_null=True))
    parts: Mapped[dict[str, Any]] = mapped_column(JSONB, server_default=text("'{}'"))
    changed_at: Mapped[UtcTime]
    changed_by: Mapped[UUID | None]


class SiteRedirect(Base):
    """An old URL of the site, and where it leads."""

    __tablename__ = "site_redirects"
    __table_args__ = (ForeignKeyConstraint(["tenant_id", "created_by"], ["admins.tenant_id", "admins.id"]),)

    tenant_id: Mapped[TenantKey]
    path: Mapped[str] = mapped_column(Text, primary_key=True)
    target: Mapped[str] = mapped_column(Text)
    created_at: Mapped[UtcTime]
    created_by: Mapped[UUID | None]
