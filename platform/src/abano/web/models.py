"""Public writes by address and minute. Addresses are stored as keyed hashes."""

from datetime import datetime

from sqlalchemy import DateTime, Index, Integer, LargeBinary
from sqlalchemy.orm import Mapped, mapped_column

from abano.db.base import Base, TenantKey


class PublicWriteCount(Base):
    __tablename__ = "public_write_counts"
    __table_args__ = (
        Index("public_write_counts_age", "tenant_id", "minute"),
        {"prefixes": ["UNLOGGED"]},
    )

    tenant_id: Mapped[TenantKey]
    subject_hash: Mapped[bytes] = mapped_column(LargeBinary, primary_key=True)
    minute: Mapped[datetime] = mapped_column(DateTime(timezone=True), primary_key=True)
    writes: Mapped[int] = mapped_column(Integer)
