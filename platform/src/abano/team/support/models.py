"""Access of operators to a company's console to help."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import DateTime, ForeignKeyConstraint, Index, LargeBinary, Text, desc, text
from sqlalchemy.orm import Mapped, mapped_column

from abano.db.base import Base, TenantKey, UtcTime


class SupportSession(Base):
    """Asked for by an operator, decided by an owner or the setting, opened by a one-time link, and ended.

    ``decided_by``: null when the setting decided. ``expires_at``: of the session, from the moment it was opened.
    """

    __tablename__ = "support_sessions"
    __table_args__ = (
        ForeignKeyConstraint(["tenant_id", "decided_by"], ["admins.tenant_id", "admins.id"]),
        Index("support_sessions_newest", "tenant_id", desc("requested_at"), desc("id")),
        Index(
            "support_sessions_link",
            "tenant_id",
            "link_hash",
            unique=True,
            postgresql_where=text("link_hash is not null"),
        ),
        Index(
            "support_sessions_token",
            "tenant_id",
            "token_hash",
            unique=True,
            postgresql_where=text("token_hash is not null"),
        ),
    )

    tenant_id: Mapped[TenantKey]
    id: Mapped[UUID] = mapped_column(primary_key=True)
    operator_id: Mapped[UUID]
    operator_email: Mapped[str] = mapped_column(Text)
    reason: Mapped[str] = mapped_column(Text)
    asks_for_drafts: Mapped[bool]
    may_change_drafts: Mapped[bool] = mapped_column(server_default=text("false"))
    requested_at: Mapped[UtcTime]
    decided_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    decided_by: Mapped[UUID | None]
    is_declined: Mapped[bool] = mapped_column(server_default=text("false"))
    link_hash: Mapped[bytes | None] = mapped_column(LargeBinary)
    link_expires_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    token_hash: Mapped[bytes | None] = mapped_column(LargeBinary)
    began_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    expires_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    ended_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    ended_by: Mapped[str | None] = mapped_column(Text)
