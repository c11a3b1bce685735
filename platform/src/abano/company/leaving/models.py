"""Exports of the whole company."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import BigInteger, DateTime, Index, Integer, Text, text
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.orm import Mapped, mapped_column

from abano.db.base import Base, TenantKey, UtcTime


class CompanyExport(Base):
    """An export for the owners, of ``everything`` or of ``invoices``.

    ``requested_by``: the owner; null: an operator, or the worker for a company that is being deleted.

    ``parts``: digests of the file's parts, in order. ``missing_files``: photos and documents whose content was not in
    the store. ``due_at``: when the worker has something to do for it.
    """

    __tablename__ = "company_exports"

    tenant_id: Mapped[TenantKey]
    id: Mapped[UUID] = mapped_column(primary_key=True)
    kind: Mapped[str] = mapped_column(Text, server_default="everything")
    requested_by: Mapped[UUID | None]
    requested_at: Mapped[UtcTime]
    state: Mapped[str] = mapped_column(Text, server_default="pending")
    finished_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    expires_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    bytes: Mapped[int] = mapped_column(BigInteger, server_default=text("0"))
    missing_files: Mapped[int] = mapped_column(Integer, server_default=text("0"))
    parts: Mapped[list[str]] = mapped_column(ARRAY(Text), server_default=text("'{}'"))
    due_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))

    __table_args__ = (Index("company_exports_due", "due_at", postgresql_where=text("due_at is not null")),)
