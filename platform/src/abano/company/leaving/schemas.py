"""Requests and responses of the page *Your data*."""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Literal, cast
from uuid import UUID

from pydantic import StringConstraints

from abano.company.leaving.models import CompanyExport
from abano.company.leaving.repository import Deletion
from abano.core.api_model import ApiModel
from abano.team.users.schemas import PasswordProof


class DeletionRequest(PasswordProof):
    """``company_name``: as it is shown."""

    company_name: Annotated[str, StringConstraints(min_length=1, max_length=200)]


ExportKind = Literal["everything", "invoices"]
ExportState = Literal["pending", "ready", "failed"]


class CompanyExportRequest(PasswordProof):
    """``everything``: for another installation; ``invoices``: as PDF, with a list."""

    kind: ExportKind = "everything"


class CompanyExportOut(ApiModel):
    """``expires_at``: when the file is removed. ``missing_files``: photos and documents without content."""

    id: UUID
    kind: ExportKind
    requested_at: datetime
    state: ExportState
    finished_at: datetime | None
    expires_at: datetime | None
    bytes: int
    missing_files: int

    @classmethod
    def of(cls, export: CompanyExport) -> "CompanyExportOut":
        return cls(
            id=export.id,
            kind=cast("ExportKind", export.kind),
            requested_at=export.requested_at,
            state=cast("ExportState", export.state),
            finished_at=export.finished_at,
            expires_at=export.expires_at,
            bytes=export.bytes,
            missing_files=export.missing_files,
        )


class YourDataResponse(ApiModel):
    """``deletes_at``: when everything is removed; null: the company is not being deleted. Exports: newest first."""

    company_name: str
    grace_days: int
    deletes_at: datetime | None
    requested_at: datetime | None
    exports: list[CompanyExportOut]

    @classmethod
    def of(
        cls, name: str, days: int, deletion: Deletion | None, exports: Sequence[CompanyExport]
    ) -> "YourDataResponse":
        return cls(
            company_name=name,
            grace_days=days,
            deletes_at=deletion.deletes_at if deletion else None,
            requested_at=deletion.requested_at if deletion else None,
            exports=[CompanyExportOut.of(each) for each in exports],
        )
