"""Requests and responses of the page *Your data*."""

from datetime import datetime
from typing import Annotated

from pydantic import StringConstraints

from abano.accounts.users.schemas import PasswordProof
from abano.company.leaving.repository import Deletion
from abano.core.api_model import ApiModel


class DeletionRequest(PasswordProof):
    """``company_name``: as it is shown."""

    company_name: Annotated[str, StringConstraints(min_length=1, max_length=200)]


class YourDataResponse(ApiModel):
    """``deletes_at``: when everything is removed; null: the company is not being deleted."""

    company_name: str
    grace_days: int
    deletes_at: datetime | None
    requested_at: datetime | None

    @classmethod
    def of(cls, name: str, days: int, deletion: Deletion | None) -> "YourDataResponse":
        return cls(
            company_name=name,
            grace_days=days,
            deletes_at=deletion.deletes_at if deletion else None,
            requested_at=deletion.requested_at if deletion else None,
        )
