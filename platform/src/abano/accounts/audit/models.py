"""The audit log of changes by admins and operators, append-only."""

from typing import Any
from uuid import UUID

from sqlalchemy import ForeignKeyConstraint, Index, Text, desc, text
from sqlalchemy.dialects.postgresql import INET, JSONB
from sqlalchemy.orm import Mapped, mapped_column

from abano.db.base import Base, TenantKey, UtcTime


class AuditEntry(Base):
    __tablename__ = "audit_log"
    __table_args__ = (
        ForeignKeyConstraint(["tenant_id", "admin_id"], ["admins.tenant_id", "admins.id"]),
        ForeignKeyConstraint(["tenant_id", "api_key_id"], ["api_keys.tenant_id", "api_keys.id"]),
        Index("audit_log_newest", "tenant_id", desc("happened_at"), desc("id")),
        Index("audit_log_of_subject", "tenant_id", "subject_kind", "subject_id", desc("happened_at")),
    )

    tenant_id: Mapped[TenantKey]
    id: Mapped[UUID] = mapped_column(primary_key=True)
    happened_at: Mapped[UtcTime]
    actor: Mapped[str] = mapped_column(Text)
    admin_id: Mapped[UUID | None]
    api_key_id: Mapped[UUID | None]
    ip_address: Mapped[str | None] = mapped_column(INET)
    action: Mapped[str] = mapped_column(Text)
    subject_kind: Mapped[str] = mapped_column(Text)
    subject_id: Mapped[str] = mapped_column(Text)
    before: Mapped[dict[str, Any]] = mapped_column(JSONB, server_default=text("'{}'"))
    after: Mapped[dict[str, Any]] = mapped_column(JSONB, server_default=text("'{}'"))
