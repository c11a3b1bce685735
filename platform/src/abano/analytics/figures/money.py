"""What money figures are asked by, and their rows as a file. Pure."""

from collections.abc import Mapping
from datetime import date
from typing import Any, Literal, Protocol, cast

from pydantic import BaseModel, ConfigDict, Field

from abano.analytics.figures.client import Answer
from abano.tenancy.directory.tenant import Tenant
from abano_shared.contract.answers import FileRows, Kind
from abano_shared.contract.figures import Credit, MoneyFigure

# Parts of the figure in separate files: by campaign, by answer, and from click to kept booking.
MoneyTable = Literal["money", "values", "chain"]
CAMPAIGNS: dict[str, Kind] = {
    "source": "text",
    "campaign": "text",
    "cost": "number",
    "clicks": "whole",
    "impressions": "whole",
    "clickRate": "number",
    "costPerClick": "number",
    "conversions": "number",
    "totalSessions": "whole",
    "completedSessions": "whole",
    "costPerSession": "number",
    "bookings": "number",
    "cancelledBookings": "number",
    "costPerBooking": "number",
    "bookedValue": "number",
    "low": "number",
    "high": "number",
    "drivenValue": "number",
    "aheadValue": "number",
    "feesValue": "number",
    "cancelledValue": "number",
    "returnOnSpend": "number",
    "returnLow": "number",
    "returnHigh": "number",
    "evidence": "text",
    "currency": "text",
}
CHAIN: dict[str, Kind] = {
    "source": "text",
    "campaign": "text",
    "cost": "number",
    "clicks": "whole",
    "visits": "whole",
    "sessions": "whole",
    "bookings": "number",
    "bookingsValue": "number",
    "keptBookings": "number",
    "keptValue": "number",
    "visitRate": "number",
    "sessionRate": "number",
    "bookingRate": "number",
    "keptRate": "number",
    "costPerClick": "number",
    "costPerVisit": "number",
    "costPerSession": "number",
    "costPerBooking": "number",
    "costPerKept": "number",
    "currency": "text",
}
VALUES: dict[str, Kind] = {
    "questionId": "text",
    "questionText": "text",
    "value": "text",
    "text": "text",
    "sessions": "whole",
    "bookings": "number",
    "bookedValue": "number",
    "valuePerSession": "number",
    "low": "number",
    "high": "number",
    "evidence": "text",
    "currency": "text",
}


class Addition(Protocol):
    """Changes a figure on its way, and its tag with it."""

    def inner_tag(self, known_tag: str) -> str:
        """The tag without this addition of what the caller has; empty when that has another one."""

    def apply(self, answer: Answer) -> Answer:
        """The figure with it."""


class FindCosts(Protocol):
    """What campaigns cost from a first to a last day, as far as it is known by the filters that are set."""

    async def find(
        self, tenant: Tenant, days: tuple[date, date], filters: tuple[tuple[str, str], ...]
    ) -> Addition:
        """For money, by campaign."""

    async def find_daily(
        self, tenant: Tenant, days: tuple[date, date], filters: tuple[tuple[str, str], ...]
    ) -> Addition:
        """For sessions over time, by day."""


class AttributionQuery(BaseModel):
    """How bookings are attributed to sessions."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    window_days: Literal["7", "30", "90"] = Field(
        "90", alias="windowDays", description="How many days before its booking a session counts"
    )
    credit: Credit = Field(
        "last", description="Which of a booking's sessions its amount counts for; linear: all in equal parts"
    )

    @property
    def money(self) -> MoneyFigure:
        """The figure under this attribution."""
        return cast(MoneyFigure, f"money-{self.window_days}-{self.credit}")


def file_rows(table: MoneyTable, content: Mapping[str, Any]) -> FileRows:
    """``content``: the figure with its costs."""
    rows = content["campaigns"]
    if table == "values":
        rows = [
            question | answer for question in content["answerDistribution"] for answer in question["answers"]
        ]
    if table == "chain":
        rows = content["chain"]["campaigns"]
    columns = {"money": CAMPAIGNS, "values": VALUES, "chain": CHAIN}[table]
    currency = {"currency": content["currency"]}
    return FileRows(columns=columns, rows=[[(row | currency)[name] for name in columns] for row in rows])
