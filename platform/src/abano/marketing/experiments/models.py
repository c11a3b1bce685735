"""Tables of experiments."""

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import DateTime, ForeignKeyConstraint, Index, Text, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from abano.db.base import Base, TenantKey, UtcTime


class ExperimentRow(Base):
    """Versions tried side by side; ``arms``: each a version and its share in percent, the current one first."""

    __tablename__ = "experiments"
    __table_args__ = (
        ForeignKeyConstraint(["tenant_id", "started_by"], ["admins.tenant_id", "admins.id"]),
        Index(
            "experiments_one_running",
            "tenant_id",
            "subject",
            unique=True,
            postgresql_where=text("outcome = 'running'"),
        ),
    )

    tenant_id: Mapped[TenantKey]
    id: Mapped[UUID] = mapped_column(primary_key=True)
    # quiz or bookingForm: what the versions are of.
    subject: Mapped[str] = mapped_column(Text)
    name: Mapped[str] = mapped_column(Text)
    arms: Mapped[list[dict[str, Any]]] = mapped_column(JSONB)
    promote_winner: Mapped[bool]
    started_at: Mapped[UtcTime]
    ends_at: Mapped[UtcTime]
    ended_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    # running, decided, stopped or expired.
    outcome: Mapped[str] = mapped_column(Text)
    # The final counts and their verdict: experiments/service.py.
    verdict: Mapped[dict[str, Any] | None] = mapped_column(JSONB(none_as_null=True))
    started_by: Mapped[UUID | None]
