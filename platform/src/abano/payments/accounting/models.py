"""Account numbers of the accountant's books, and exports of periods. Amounts in minor units."""

from datetime import date
from typing import Any
from uuid import UUID

from sqlalchemy import Computed, Date, ForeignKey, ForeignKeyConstraint, Index, Integer, LargeBinary, Text
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from abano.db.base import Base, TenantKey, UtcTime


class AccountingSettings(Base):
    """The chart and its account numbers; without a row those of the chart SKR03."""

    __tablename__ = "accounting_settings"

    tenant_id: Mapped[TenantKey]
    chart: Mapped[str] = mapped_column(Text)
    accounts: Mapped[dict[str, str]] = mapped_column(JSONB)
    consultant_number: Mapped[int | None] = mapped_column(Integer)
    client_number: Mapped[int | None] = mapped_column(Integer)
    updated_at: Mapped[UtcTime]


class AccountingExport(Base):
    """A period as it was exported, with its files. Append-only; the schema checks the digest."""

    __tablename__ = "accounting_exports"
    __table_args__ = (ForeignKeyConstraint(["tenant_id", "created_by"], ["admins.tenant_id", "admins.id"]),)

    tenant_id: Mapped[UUID] = mapped_column(ForeignKey("tenants.id"), primary_key=True)
    number: Mapped[int] = mapped_column(Integer, primary_key=True)
    first_day: Mapped[date] = mapped_column(Date)
    last_day: Mapped[date] = mapped_column(Date)
    postings: Mapped[int] = mapped_column(Integer)
    sums: Mapped[list[dict[str, Any]]] = mapped_column(JSONB)
    journal: Mapped[bytes] = mapped_column(LargeBinary)
    datev: Mapped[bytes] = mapped_column(LargeBinary)
    has_datev: Mapped[bool] = mapped_column(Computed("datev <> ''", persisted=True))
    digest: Mapped[bytes] = mapped_column(LargeBinary)
    created_by: Mapped[UUID]
    created_at: Mapped[UtcTime]


class AccountingExportSource(Base):
    """What an export has: an entry, a document or a commission's entry, once. Append-only."""

    __tablename__ = "accounting_export_sources"
    __table_args__ = (
        ForeignKeyConstraint(
            ["tenant_id", "export_number"], ["accounting_exports.tenant_id", "accounting_exports.number"]
        ),
        Index("accounting_export_sources_of_export", "tenant_id", "export_number"),
    )

    tenant_id: Mapped[UUID] = mapped_column(ForeignKey("tenants.id"), primary_key=True)
    source: Mapped[str] = mapped_column(Text, primary_key=True)
    export_number: Mapped[int] = mapped_column(Integer)
