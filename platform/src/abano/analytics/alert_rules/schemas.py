"""Alert rules as the console reads and writes them."""

from datetime import date, datetime
from typing import Annotated, Literal
from uuid import UUID

from pydantic import AfterValidator, Field, StringConstraints

from abano.analytics.alert_rules.missing import MAX_HOURS
from abano.analytics.alert_rules.rules import Condition, Metric
from abano.analytics.email_reports.schemas import Filters, ReaderOut
from abano.core.api_model import ApiModel
from abano.core.text import clean
from abano_shared.contract.series import Split

MAX_RECIPIENTS = 10
MAX_PREVIEWED = 100
Name = Annotated[
    str,
    StringConstraints(strip_whitespace=True),
    AfterValidator(clean),
    Field(min_length=1, max_length=80),
]


class AlertQuestion(ApiModel):
    """What an alert is about."""

    metric: Metric
    query: Filters = ""
    split: Split = Field(
        "", description="campaign, source: judged for each of the 20 largest, with the error of one"
    )
    window_days: Literal[1, 3, 7, 28] = Field(7, description="Finished days that are judged together")
    hours: int = Field(6, ge=1, le=MAX_HOURS, description="Of missing: so many without any")
    condition: Condition = Field(
        description="above, below: the limit; falls, rises: differs from the four weeks before beyond chance;"
        " missing: none for some hours in which there usually are"
    )
    limit: float = Field(
        0, ge=0, le=1e9, allow_inf_nan=False, description="Percent for rates, units of the currency for money"
    )
    min_sessions: int = Field(0, ge=0, le=1_000_000, description="With fewer in the window nothing is judged")


class AlertRuleRequest(AlertQuestion):
    name: Name
    recipients: list[UUID] = Field(
        max_length=MAX_RECIPIENTS, description="Colleagues by id; none: only webhooks and the console"
    )
    is_on: bool = True


class SnoozeRequest(ApiModel):
    until: date | None = Field(description="The day on which checks go on; null: at once")


class AlertFiringOut(ApiModel):
    id: UUID
    part: str = Field(description="The campaign or source of a rule for each; empty: all sessions")
    first_day: date
    last_day: date
    value: float
    before: float | None = Field(description="In as many of the four weeks before; null for a limit")
    sessions: int
    times: int = Field(description="How often it fired; again within two weeks is the same alert")
    sentence: str = Field(description="In the language of the signed-in admin")
    link: str = Field(description="The console's page of these days and sessions")
    created_at: datetime
    opened_at: datetime = Field(description="The last time")
    acknowledged_at: datetime | None
    resolved_at: datetime | None = Field(description="null: still open")


class AlertRuleOut(ApiModel):
    id: UUID
    name: str
    metric: Metric
    query: str
    filters: str = Field(description="The query in words; empty: all sessions")
    split: Split
    window_days: int
    hours: int
    condition: Condition
    limit: float
    min_sessions: int
    recipients: list[UUID]
    is_on: bool
    snoozed_until: date | None
    checked_through: datetime | None = Field(description="The end of the days or hours that were judged last")
    last_value: float | None = Field(
        description="Of these; null if unknown, and for a rule for each campaign"
    )
    next_check_at: datetime | None = Field(description="null: it is off")
    firings: list[AlertFiringOut] = Field(description="The newest first")


class AlertRulesResponse(ApiModel):
    success: bool = True
    rules: list[AlertRuleOut]
    readers: list[ReaderOut] = Field(description="Colleagues who may receive alerts")


class OpenAlertOut(ApiModel):
    id: UUID
    name: str
    part: str
    sentence: str
    link: str
    times: int
    opened_at: datetime


class OpenAlertsResponse(ApiModel):
    success: bool = True
    alerts: list[OpenAlertOut] = Field(description="Not acknowledged, of rules that are not snoozed")


class PreviewedOut(ApiModel):
    day: date
    part: str
    value: float
    before: float | None
    sessions: int
    sentence: str


class AlertPreviewResponse(ApiModel):
    success: bool = True
    first_day: date
    last_day: date
    count: int = Field(description="Alerts in these days")
    alerts: list[PreviewedOut] = Field(description="The newest first, at most 100")
