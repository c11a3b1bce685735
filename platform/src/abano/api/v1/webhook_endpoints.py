"""Webhook endpoints in the public API."""

from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from fastapi import APIRouter, Request, Response
from pydantic import Field

from abano.api.v1.answers import Fields, Page, PublicRequest, Resource, of_console, one, page
from abano.api.v1.calls import IdempotencyKey, WebhookReader, WebhookWriter, Write
from abano.db.unit_of_work import TenantId
from abano.integrations.webhooks import service
from abano.integrations.webhooks.rules import EVENT_TYPES, MAX_DESCRIPTION_LENGTH, MAX_URL_LENGTH, EventType
from abano.integrations.webhooks.schemas import WebhookOut, WebhookRequest
from abano.integrations.webhooks.service import EndpointInput
from abano.web.dependencies import AppSettings, Db

router = APIRouter(tags=["Webhooks"])
Url = Annotated[
    str,
    Field(min_length=1, max_length=MAX_URL_LENGTH, description="An https URL of the public internet."),
]
Description = Annotated[str, Field(max_length=MAX_DESCRIPTION_LENGTH)]
Events = Annotated[list[EventType], Field(min_length=1, max_length=len(EVENT_TYPES))]
SECRET = "Verifies signatures. It is shown once; null when an idempotent write is repeated: rotate it if you lost it."  # noqa: S105


class WebhookIn(PublicRequest):
    url: Url
    events: Events
    description: Description = ""
    is_enabled: bool = True


class WebhookChangeIn(PublicRequest):
    """Only what changes."""

    url: Url | None = None
    events: Events | None = None
    description: Description | None = None
    is_enabled: bool | None = None


class Webhook(Resource):
    """``disabled_reason``: why it was disabled automatically. ``previous_secret_until``: until then the secret before
    the last rotation signs, too.
    """

    id: UUID
    url: str
    description: str
    events: list[str]
    is_enabled: bool
    disabled_reason: Literal["gone", "failing"] | None
    failing_since: datetime | None
    previous_secret_until: datetime | None
    created_at: datetime


class WebhookWithSecret(Webhook):
    secret: str | None = Field(description=SECRET)


@router.get("/webhooks", response_model=Page[Webhook])
async def list_webhooks(caller: WebhookReader, db: Db, fields: Fields) -> Response:
    """All webhook endpoints, at most 50, on one page."""
    async with db.uow(caller.tenant.id) as uow:
        rows = [WebhookOut.of(row) for row in await service.list_endpoints(uow)]
    return page([_webhook(row) for row in rows], None, Webhook, fields)


@router.get("/webhooks/{webhook_id}", response_model=Webhook)
async def get_webhook(
    webhook_id: UUID, request: Request, caller: WebhookReader, db: Db, fields: Fields
) -> Response:
    """One webhook endpoint."""
    return one(request, await _load(db, caller.tenant.id, webhook_id), fields)


@router.post("/webhooks", response_model=WebhookWithSecret, status_code=201)
async def create_webhook(
    body: WebhookIn,
    request: Request,
    caller: WebhookWriter,
    db: Db,
    settings: AppSettings,
    key: IdempotencyKey = None,
) -> Response:
    """Add a webhook endpoint. Its secret is shown once."""
    asked, secret = _input(body.model_dump()), None
    write = Write.of(caller, key, "create webhook", body)
    async with db.uow(caller.tenant.id) as uow:
        webhook_id = await write.earlier(uow)
        if webhook_id is None:
            row, secret = await service.add_endpoint(uow, caller.actor, settings, asked, caller.now)
            webhook_id = row.id
            await write.keep(uow, webhook_id)
    found = await _load(db, caller.tenant.id, webhook_id)
    return one(request, WebhookWithSecret(**found.model_dump(), secret=secret), status=201)


@router.patch("/webhooks/{webhook_id}", response_model=Webhook)
async def change_webhook(
    webhook_id: UUID,
    body: WebhookChangeIn,
    request: Request,
    caller: WebhookWriter,
    db: Db,
    settings: AppSettings,
    key: IdempotencyKey = None,
) -> Response:
    """Change a webhook endpoint, disable or enable it. Pending deliveries of a disabled one are given up."""
    write = Write.of(caller, key, f"change webhook {webhook_id}", body)
    current = await _load(db, caller.tenant.id, webhook_id)
    asked = _input(current.model_dump() | body.model_dump(exclude_none=True))
    async with db.uow(caller.tenant.id) as uow:
        if await write.earlier(uow) is None:
            await service.change_endpoint(uow, caller.actor, settings, webhook_id, asked, caller.now)
            await write.keep(uow, webhook_id)
    return one(request, await _load(db, caller.tenant.id, webhook_id))


@router.delete("/webhooks/{webhook_id}", status_code=204)
async def delete_webhook(webhook_id: UUID, caller: WebhookWriter, db: Db, key: IdempotencyKey = None) -> None:
    """Delete a webhook endpoint with its deliveries."""
    write = Write.of(caller, key, f"delete webhook {webhook_id}")
    async with db.uow(caller.tenant.id) as uow:
        if await write.earlier(uow) is None:
            await service.delete_endpoint(uow, caller.actor, webhook_id, caller.now)
            await write.keep(uow, webhook_id)


@router.post("/webhooks/{webhook_id}/secret", response_model=WebhookWithSecret)
async def rotate_webhook_secret(
    webhook_id: UUID,
    request: Request,
    caller: WebhookWriter,
    db: Db,
    settings: AppSettings,
    key: IdempotencyKey = None,
) -> Response:
    """Make a new secret. For 24 hours the one before signs, too."""
    write, secret = Write.of(caller, key, f"rotate secret of webhook {webhook_id}"), None
    async with db.uow(caller.tenant.id) as uow:
        if await write.earlier(uow) is None:
            _, secret = await service.rotate_secret(uow, caller.actor, settings, webhook_id, caller.now)
            await write.keep(uow, webhook_id)
    found = await _load(db, caller.tenant.id, webhook_id)
    return one(request, WebhookWithSecret(**found.model_dump(), secret=secret))


async def _load(db: Db, tenant_id: TenantId, webhook_id: UUID) -> Webhook:
    """As it is after the caller's change was committed. Raises NotFound."""
    async with db.uow(tenant_id) as uow:
        return _webhook(WebhookOut.of(await service.get_endpoint(uow, webhook_id)))


def _webhook(row: WebhookOut) -> Webhook:
    return Webhook.model_validate(row.model_dump())


def _input(values: dict[str, object]) -> EndpointInput:
    names = ("url", "description", "events", "is_enabled")
    asked = of_console(WebhookRequest, {name: values[name] for name in names})
    return EndpointInput(asked.url, asked.description, asked.events, asked.is_enabled)
