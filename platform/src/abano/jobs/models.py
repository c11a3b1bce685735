"""Which worker runs which background task. The only table without a company besides ``tenants``."""

from uuid import UUID

from sqlalchemy import Text
from sqlalchemy.orm import Mapped, mapped_column

from abano.db.base import Base, UtcTime


class TaskLease(Base):
    """``holder`` names one run of the task."""

    __tablename__ = "task_leases"

    task: Mapped[str] = mapped_column(Text, primary_key=True)
    holder: Mapped[UUID]
    expires_at: Mapped[UtcTime]
