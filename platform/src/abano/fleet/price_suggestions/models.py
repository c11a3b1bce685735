"""The rules of price suggestions, one row per company."""

from datetime import datetime
from typing import Any

from sqlalchemy import DateTime, Index, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from abano.db.base import Base, TenantKey, UtcTime


class PriceSuggestionSettings(Base):
    """``due_at``: when rules with consent are next applied; None without such a rule."""

    __tablename__ = "price_suggestion_settings"
    __table_args__ = (Index("price_suggestion_settings_due", "due_at"),)

    tenant_id: Mapped[TenantKey]
    rules: Mapped[list[dict[str, Any]]] = mapped_column(JSONB, server_default=text("'[]'"))
    due_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    updated_at: Mapped[UtcTime]
