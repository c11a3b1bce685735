"""HTTP endpoints of webhooks, for owners, and the catalogue of events in the API description."""

from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Depends, Query, Response

from abano.catalog.published.dependencies import PublicOrigin
from abano.core.paging import PageRequest
from abano.integrations.webhooks import service
from abano.integrations.webhooks.repository import DeliveryState
from abano.integrations.webhooks.rules import EVENT_TYPES, TEST_EVENT
from abano.integrations.webhooks.schemas import (
    DeliveriesResponse,
    DeliverySort,
    ReplayRequest,
    ReplayResponse,
    WebhookEvent,
    WebhookOut,
    WebhookRequest,
    WebhookSecretResponse,
    WebhookSent,
    WebhooksResponse,
)
from abano.integrations.webhooks.service import EndpointInput
from abano.web.dependencies import AppClock, AppSettings, IntegrationsActor, PageCursor, Uow, needs, no_store

router = APIRouter(
    prefix="/api/admin/webhooks",
    tags=["webhooks"],
    dependencies=[*needs("integrations"), Depends(no_store)],
)


@router.get("")
async def list_webhooks(uow: Uow) -> WebhooksResponse:
    """The company's webhook endpoints."""
    rows = await service.list_endpoints(uow)
    return WebhooksResponse(webhooks=[WebhookOut.of(row) for row in rows], event_types=list(EVENT_TYPES))


@router.post("", status_code=201)
async def add_webhook(
    actor: IntegrationsActor, body: WebhookRequest, uow: Uow, settings: AppSettings, clock: AppClock
) -> WebhookSecretResponse:
    """Add an endpoint. Its secret is shown this once."""
    row, secret = await service.add_endpoint(uow, actor, settings, _input(body), clock.now())
    return WebhookSecretResponse(webhook=WebhookOut.of(row), secret=secret)


@router.put("/{webhook_id}")
async def change_webhook(
    webhook_id: UUID,
    actor: IntegrationsActor,
    body: WebhookRequest,
    uow: Uow,
    settings: AppSettings,
    clock: AppClock,
) -> WebhookOut:
    """Change an endpoint, disable or enable it. Pending deliveries of a disabled one are given up."""
    row = await service.change_endpoint(uow, actor, settings, webhook_id, _input(body), clock.now())
    return WebhookOut.of(row)


@router.delete("/{webhook_id}", status_code=204)
async def delete_webhook(webhook_id: UUID, actor: IntegrationsActor, uow: Uow, clock: AppClock) -> Response:
    """Delete an endpoint with its deliveries."""
    await service.delete_endpoint(uow, actor, webhook_id, clock.now())
    return Response(status_code=204)


@router.post("/{webhook_id}/secret")
async def rotate_webhook_secret(
    webhook_id: UUID, actor: IntegrationsActor, uow: Uow, settings: AppSettings, clock: AppClock
) -> WebhookSecretResponse:
    """Make a new secret. For 24 hours the old one signs, too."""
    row, secret = await service.rotate_secret(uow, actor, settings, webhook_id, clock.now())
    return WebhookSecretResponse(webhook=WebhookOut.of(row), secret=secret)


@router.post("/{webhook_id}/test", status_code=202)
async def send_test_webhook(webhook_id: UUID, uow: Uow, clock: AppClock) -> WebhookSent:
    """Send the event ``webhook.test`` once."""
    return WebhookSent(delivery_id=await service.send_test(uow, webhook_id, clock.now()))


@router.get("/{webhook_id}/deliveries")
async def list_webhook_deliveries(
    webhook_id: UUID,
    uow: Uow,
    origin: PublicOrigin,
    sort: DeliverySort = "-createdAt",
    cursor: PageCursor = None,
    limit: Annotated[int, Query(ge=1, le=100)] = 50,
    state: DeliveryState | None = None,
    event_type: Annotated[str | None, Query(alias="eventType", max_length=80)] = None,
) -> DeliveriesResponse:
    """Deliveries of the last 30 days with their attempts."""
    request = PageRequest(sort, limit, cursor)
    page, attempts = await service.load_deliveries(uow, webhook_id, state, event_type or None, request)
    return DeliveriesResponse.of(page, attempts, origin)


@router.post("/{webhook_id}/deliveries/{delivery_id}/resend", status_code=202)
async def resend_webhook_delivery(
    webhook_id: UUID, delivery_id: UUID, actor: IntegrationsActor, uow: Uow, clock: AppClock
) -> WebhookSent:
    """Send a delivery again, with the same id."""
    await service.resend(uow, actor, webhook_id, delivery_id, clock.now())
    return WebhookSent(delivery_id=delivery_id)


@router.post("/{webhook_id}/replay", status_code=202)
async def replay_webhook_deliveries(
    webhook_id: UUID, actor: IntegrationsActor, body: ReplayRequest, uow: Uow, clock: AppClock
) -> ReplayResponse:
    """Send again what happened in a range, at most 10,000 deliveries."""
    count = await service.replay(
        uow, actor, webhook_id, body.since, body.until, only_failed=body.only_failed, now=clock.now()
    )
    return ReplayResponse(count=count)


def _input(body: WebhookRequest) -> EndpointInput:
    return EndpointInput(body.url, body.description, body.events, body.is_enabled)


# What receivers get. Not served: a part of the API description.
catalogue = APIRouter(tags=["webhooks"])


def _describe(event_type: str) -> None:
    @catalogue.post(event_type, name=f"event_{event_type.replace('.', '_')}", status_code=204)
    async def receive(body: WebhookEvent) -> None:
        """Signed by the Standard Webhooks specification. Answer with 2xx within ten seconds."""


for _event_type in (*EVENT_TYPES, TEST_EVENT):
    _describe(_event_type)
