"""Reports by email and alerts as the console reads and writes them."""

from datetime import date, datetime
from typing import Annotated
from uuid import UUID

from pydantic import Field

from abano.analytics.email_reports.rules import Kind, Measure, Span
from abano.core.api_model import ApiModel

MAX_QUERY_LENGTH = 4000
Filters = Annotated[
    str,
    Field(
        max_length=MAX_QUERY_LENGTH,
        pattern=r"^[^\x00]*$",
        description="The filters of the view as its address has them; a period among them is left out",
    ),
]


class ReaderOut(ApiModel):
    """A colleague who may get reports."""

    id: UUID
    name: str = Field(description="The address where no name is known")
    is_me: bool


class SubscriptionOut(ApiModel):
    id: UUID
    admin_id: UUID
    name: str
    kind: Kind
    query: str = Field(description="Filters, as in an address")
    filters: str = Field(description="The same in words; empty: all sessions")


class ReportsByMailResponse(ApiModel):
    """``watches``: whether the company is watched for alerts at all."""

    success: bool = True
    readers: list[ReaderOut]
    subscriptions: list[SubscriptionOut]
    watches: bool


class SubscribeRequest(ApiModel):
    admin_id: UUID = Field(description="Of an owner, manager or analyst")
    kind: Kind
    query: Filters = ""


class ReportTestRequest(ApiModel):
    span: Span
    query: Filters = ""


class ReportTestResponse(ApiModel):
    success: bool = True
    to: str = Field(description="The subscriber's email address")


class WatchRequest(ApiModel):
    is_on: bool


class AlertOut(ApiModel):
    id: UUID
    measure: Measure
    campaign: str = Field(description="Empty: all sessions; (none): those without a campaign")
    since: datetime
    first_day: date = Field(description="The local day of since")
    sentence: str = Field(description="In the language of the signed-in admin")


class AlertsResponse(ApiModel):
    success: bool = True
    alerts: list[AlertOut]
