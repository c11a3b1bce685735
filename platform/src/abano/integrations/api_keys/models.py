"""Keys of the public API, and how long a company lets them live."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import DateTime, ForeignKey, ForeignKeyConstraint, Index, Integer, LargeBinary, Text, text
from sqlalchemy.dialects.postgresql import ARRAY, INET
from sqlalchemy.orm import Mapped, mapped_column

from abano.db.base import Base, TenantKey, UtcTime


class ApiKey(Base):
    """``previous_hash``: the key before the last rotation, accepted until ``previous_until``."""

    __tablename__ = "api_keys"
    __table_args__ = (
        ForeignKeyConstraint(["tenant_id", "created_by"], ["admins.tenant_id", "admins.id"]),
        ForeignKeyConstraint(["tenant_id", "channel_id"], ["channels.tenant_id", "channels.id"]),
        Index("api_keys_token", "tenant_id", "token_hash", unique=True),
        Index(
            "api_keys_previous",
            "tenant_id",
            "previous_hash",
            postgresql_where=text("previous_hash is not null"),
        ),
        Index(
            "api_keys_of_channel",
            "tenant_id",
            "channel_id",
            postgresql_where=text("channel_id is not null"),
        ),
    )

    tenant_id: Mapped[TenantKey]
    id: Mapped[UUID] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(Text)
    token_hash: Mapped[bytes] = mapped_column(LargeBinary)
    token_end: Mapped[str] = mapped_column(Text)
    previous_hash: Mapped[bytes | None] = mapped_column(LargeBinary)
    previous_until: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    scopes: Mapped[list[str]] = mapped_column(ARRAY(Text))
    requests_per_minute: Mapped[int] = mapped_column(Integer)
    # None: a key of the whole company.
    channel_id: Mapped[UUID | None]
    created_by: Mapped[UUID]
    created_at: Mapped[UtcTime]
    expires_at: Mapped[UtcTime]
    revoked_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    last_used_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    last_used_ip: Mapped[str | None] = mapped_column(INET)


class ApiKeySettings(Base):
    """``max_days``: the longest lifetime of a key. Without a row it is the default."""

    __tablename__ = "api_key_settings"

    tenant_id: Mapped[UUID] = mapped_column(ForeignKey("tenants.id", ondelete="CASCADE"), primary_key=True)
    max_days: Mapped[int] = mapped_column(Integer)
