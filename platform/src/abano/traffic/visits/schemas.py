"""Schemas of visits."""

from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from pydantic import Field

from abano.kit.api_model import ApiModel
from abano.models.clicks import IpVisit


class VisitOut(ApiModel):
    id: UUID
    ip_address: str
    visited_at: datetime
    is_google_ads_traffic: bool

    @classmethod
    def of(cls, row: IpVisit) -> "VisitOut":
        return cls(
            id=row.id,
            ip_address=str(row.ip_address),
            visited_at=row.visited_at,
            is_google_ads_traffic=row.is_google_ads_traffic,
        )


class VisitsResponse(ApiModel):
    """``next_cursor`` is for the next page; None on the last."""

    success: Literal[True] = True
    visits: list[VisitOut]
    next_cursor: str | None


class VisitsDeleted(ApiModel):
    success: Literal[True] = True
    deleted: int


class ExcludedAddresses(ApiModel):
    addresses: list[Annotated[str, Field(max_length=60)]]


class ExcludedAddressesResponse(ApiModel):
    """``own_address`` is the caller's IP address, as the server sees it."""

    success: Literal[True] = True
    addresses: list[str]
    own_address: str | None
