"""Alert rules as the console reads and writes them."""

from datetime import date, datetime
from typing import Annotated, Literal
from uuid import UUID

from pydantic import AfterValidator, Field, StringConstraints

from abano.analytics.alert_rules.rules import Condition, Metric
from abano.analytics.email_reports.schemas import Filters, ReaderOut
from abano.core.api_model import ApiModel
from abano.core.text import clean

MAX_RECIPIENTS = 20
Name = Annotated[
    str,
    StringConstraints(strip_whitespace=True),
    AfterValidator(clean),
    Field(min_length=1, max_length=80),
]


class AlertRuleRequest(ApiModel):
    name: Name
    metric: Metric
    query: Filters = ""
    window_days: Literal[1, 3, 7, 28] = Field(7, description="Finished days that are judged together")
    condition: Condition = Field(
        description="above, below: the limit; falls, rises: differs from the four weeks before beyond chance"
    )
    limit: float = Field(
        0, ge=0, le=1e9, allow_inf_nan=False, description="Percent for rates, units of the currency for money"
    )
    min_sessions: int = Field(0, ge=0, le=1_000_000, description="With fewer in the window nothing is judged")
    recipients: list[UUID] = Field(min_length=1, max_length=MAX_RECIPIENTS, description="Colleagues by id")
    is_on: bool = True


class AlertFiringOut(ApiModel):
    id: UUID
    first_day: date
    last_day: date
    value: float
    before: float | None = Field(description="In as many of the four weeks before; null for a limit")
    sessions: int
    sentence: str = Field(description="In the language of the signed-in admin")
    created_at: datetime
    resolved_at: datetime | None = Field(description="null: still open")


class AlertRuleOut(ApiModel):
    id: UUID
    name: str
    metric: Metric
    query: str
    filters: str = Field(description="The query in words; empty: all sessions")
    window_days: int
    condition: Condition
    limit: float
    min_sessions: int
    recipients: list[UUID]
    is_on: bool
    looked_at_day: date | None = Field(description="The last day that was judged")
    firings: list[AlertFiringOut] = Field(description="The newest first")


class AlertRulesResponse(ApiModel):
    success: bool = True
    rules: list[AlertRuleOut]
    readers: list[ReaderOut] = Field(description="Colleagues who may receive alerts")
