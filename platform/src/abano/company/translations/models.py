"""How many characters a company had translated on a day."""

from datetime import date

from sqlalchemy import Date, Integer
from sqlalchemy.orm import Mapped, mapped_column

from abano.db.base import Base, TenantKey


class TranslationCount(Base):
    __tablename__ = "translation_counts"

    tenant_id: Mapped[TenantKey]
    day: Mapped[date] = mapped_column(Date, primary_key=True)
    characters: Mapped[int] = mapped_column(Integer)
