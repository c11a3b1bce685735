"""Webhooks as the console reads and writes them, and the events as receivers get them."""

from collections.abc import Mapping, Sequence
from datetime import date, datetime
from typing import Annotated, Any, Literal
from uuid import UUID

from pydantic import AfterValidator, AwareDatetime, Field, StringConstraints

from abano.core.api_model import ApiModel
from abano.core.paging import Page
from abano.core.text import NO_NUL, clean
from abano.integrations.webhooks.models import WebhookAttempt, WebhookDelivery, WebhookEndpoint
from abano.integrations.webhooks.repository import DeliveryState
from abano.integrations.webhooks.rules import (
    EVENT_TYPES,
    MAX_DESCRIPTION_LENGTH,
    MAX_URL_LENGTH,
    EventType,
    event_payload,
)

DeliverySort = Literal["createdAt", "-createdAt"]


class WebhookRequest(ApiModel):
    url: str = Field(min_length=1, max_length=MAX_URL_LENGTH, pattern=NO_NUL)
    description: Annotated[
        str,
        StringConstraints(strip_whitespace=True),
        AfterValidator(clean),
        Field(max_length=MAX_DESCRIPTION_LENGTH),
    ] = ""
    events: list[EventType] = Field(min_length=1, max_length=len(EVENT_TYPES))
    is_enabled: bool = True


class WebhookOut(ApiModel):
    id: UUID
    url: str
    description: str
    events: list[str]
    is_enabled: bool
    disabled_reason: Literal["gone", "failing"] | None = Field(
        description="Why it was disabled automatically"
    )
    failing_since: datetime | None
    previous_secret_until: datetime | None = Field(
        description="Until then the secret before the last rotation signs, too"
    )
    created_at: datetime

    @classmethod
    def of(cls, row: WebhookEndpoint) -> "WebhookOut":
        return cls.model_validate(row, from_attributes=True)


class WebhooksResponse(ApiModel):
    webhooks: list[WebhookOut]
    event_types: list[str] = Field(description="Events to choose from")


class WebhookSecretResponse(ApiModel):
    webhook: WebhookOut
    secret: str = Field(description="Verifies signatures. It is shown this once")


class WebhookSent(ApiModel):
    delivery_id: UUID


class ReplayRequest(ApiModel):
    since: AwareDatetime
    until: AwareDatetime
    only_failed: bool = True


class ReplayResponse(ApiModel):
    count: int = Field(description="Deliveries that are sent again")


class AttemptOut(ApiModel):
    attempted_at: datetime
    status: int | None
    duration_ms: int
    problem: str | None = Field(description="Why there is no status")


class DeliveryOut(ApiModel):
    id: UUID
    event_type: str
    state: DeliveryState
    created_at: datetime
    next_attempt_at: datetime | None = Field(description="Null when it is over")
    request: dict[str, Any] = Field(description="The body as it is sent")
    attempts: list[AttemptOut]

    @classmethod
    def of(cls, row: WebhookDelivery, attempts: Sequence[WebhookAttempt], origin: str) -> "DeliveryOut":
        state: DeliveryState = "delivered" if row.delivered_at else "failed" if row.dead_at else "pending"
        return cls(
            id=row.id,
            event_type=row.event_type,
            state=state,
            created_at=row.created_at,
            next_attempt_at=row.due_at if state == "pending" else None,
            request=event_payload(
                row.event_id, row.event_type, row.object_id, row.created_at, origin, row.details
            ),
            attempts=[AttemptOut.model_validate(each, from_attributes=True) for each in attempts],
        )


class DeliveriesResponse(ApiModel):
    deliveries: list[DeliveryOut]
    next_cursor: str | None

    @classmethod
    def of(
        cls,
        page: Page[WebhookDelivery],
        attempts: Mapping[UUID, list[WebhookAttempt]],
        origin: str,
    ) -> "DeliveriesResponse":
        return cls(
            deliveries=[DeliveryOut.of(row, attempts.get(row.id, ()), origin) for row in page.items],
            next_cursor=page.next_cursor,
        )


# Events as receivers get them: named in the OpenAPI file.


class EventAlert(ApiModel):
    """Figures of when the alert fired last. Days are the company's."""

    rule_id: UUID
    rule: str = Field(description="The name of the alert's rule")
    metric: str
    condition: str
    campaign: str | None = Field(description="Of a rule for each campaign")
    source: str | None = Field(description="Of a rule for each source")
    value: float
    expected: float | None = Field(description="From the four weeks before; null for a limit")
    limit: float | None
    sessions: int
    first: date = Field(alias="from")
    last: date = Field(alias="to")
    times: int = Field(description="How often it fired")


class EventObject(ApiModel):
    id: str = Field(description="The object that the event is about")
    url: str = Field(description="Where to read it as it is now")
    alert: EventAlert | None = Field(None, description="Only of alert.opened and alert.resolved")


class WebhookEvent(ApiModel):
    """One event. Read the object at its URL: events can come late, twice, and in another order."""

    id: str = Field(
        description="The same at each attempt; also the header webhook-id", examples=["evt_0193…"]
    )
    type: str
    timestamp: datetime = Field(description="When it happened")
    data: EventObject
