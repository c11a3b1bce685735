"""Use cases of webhook endpoints and their deliveries, for owners."""

import base64
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from ipaddress import ip_address
from typing import cast
from urllib.parse import urlsplit
from uuid import UUID

from abano.accounts.access.principals import Actor
from abano.accounts.audit.service import record
from abano.core.config import Settings
from abano.core.errors import Conflict, InvalidInput, Message, NotFound
from abano.core.ids import new_id
from abano.core.paging import Page, PageRequest
from abano.core.public_ip import Network, is_public
from abano.core.urls import ascii_url
from abano.db.unit_of_work import UnitOfWork
from abano.integrations.webhooks.delivery import secret_sealer
from abano.integrations.webhooks.models import WebhookAttempt, WebhookDelivery, WebhookEndpoint
from abano.integrations.webhooks.repository import DeliveryState, WebhookRepository
from abano.integrations.webhooks.rules import (
    MAX_ENDPOINTS,
    MAX_URL_LENGTH,
    PREVIOUS_SECRET_VALID,
    TEST_EVENT,
    EventType,
)

URL_FORM = Message("webhook_url_form", "Enter a URL that starts with https:// and contains no password")
URL_PORT = Message("webhook_url_port", "Use port 443, or a port from 1024")
URL_NOT_PUBLIC = Message("webhook_url_not_public", "This host is not on the public internet")
_INNER = ("localhost", "local", "internal", "localdomain", "home.arpa")
REPLAY_ORDER = Message("webhook_replay_order", "The end must be after the start")
# As the specification recommends: 24 to 64 bytes.
SECRET_BYTES = 32


class TooManyWebhooks(Conflict):
    """There are already 50 webhook endpoints. Delete one first."""


class WebhookIsDisabled(Conflict):
    """This webhook endpoint is disabled. Enable it first."""


@dataclass(frozen=True, slots=True)
class EndpointInput:
    url: str
    description: str
    events: Sequence[EventType]
    is_enabled: bool


async def list_endpoints(uow: UnitOfWork) -> Sequence[WebhookEndpoint]:
    return await WebhookRepository(uow).list_endpoints()


async def get_endpoint(uow: UnitOfWork, endpoint_id: UUID) -> WebhookEndpoint:
    """Raises NotFound."""
    row = await WebhookRepository(uow).find(endpoint_id)
    if row is None:
        raise NotFound
    return row


async def add_endpoint(
    uow: UnitOfWork, actor: Actor, settings: Settings, values: EndpointInput, now: datetime
) -> tuple[WebhookEndpoint, str]:
    """The endpoint, and its secret, which is shown this once. Raises InvalidInput, TooManyWebhooks."""
    repository = WebhookRepository(uow)
    url = _url(settings, values.url)
    await repository.lock()
    if await repository.count() >= MAX_ENDPOINTS:
        raise TooManyWebhooks
    endpoint_id, secret = new_id(), _new_secret()
    row = WebhookEndpoint(
        tenant_id=uow.tenant_id,
        id=endpoint_id,
        url=url,
        description=values.description,
        events=_sorted(values.events),
        is_enabled=values.is_enabled,
        sealed_secret=_seal(settings, uow, endpoint_id, secret),
        created_at=now,
        updated_at=now,
    )
    await repository.add(row)
    await _record(uow, actor, "webhook.added", row, now, after=_snapshot(row))
    return row, secret


async def change_endpoint(
    uow: UnitOfWork,
    actor: Actor,
    settings: Settings,
    endpoint_id: UUID,
    values: EndpointInput,
    now: datetime,
) -> WebhookEndpoint:
    """What waits for an endpoint that is disabled is given up; it can be replayed. Raises NotFound, InvalidInput."""
    url = _url(settings, values.url)
    row = await _locked(uow, endpoint_id)
    before = _snapshot(row)
    row.url, row.description, row.events = url, values.description, _sorted(values.events)
    if values.is_enabled != row.is_enabled:
        row.is_enabled, row.disabled_reason = values.is_enabled, None
        row.failing_since = row.last_failed_at = None
        if not values.is_enabled:
            await WebhookRepository(uow).give_up_pending(endpoint_id, now)
    row.updated_at = now
    await _record(uow, actor, "webhook.changed", row, now, before=before, after=_snapshot(row))
    return row


async def delete_endpoint(uow: UnitOfWork, actor: Actor, endpoint_id: UUID, now: datetime) -> None:
    """With its deliveries. Raises NotFound."""
    row = await _locked(uow, endpoint_id)
    await WebhookRepository(uow).delete(endpoint_id)
    await _record(uow, actor, "webhook.deleted", row, now, before=_snapshot(row))


async def rotate_secret(
    uow: UnitOfWork, actor: Actor, settings: Settings, endpoint_id: UUID, now: datetime
) -> tuple[WebhookEndpoint, str]:
    """The new secret. The one before signs, too, for a day. Raises NotFound."""
    row, secret = await _locked(uow, endpoint_id), _new_secret()
    row.sealed_previous_secret, row.previous_secret_until = row.sealed_secret, now + PREVIOUS_SECRET_VALID
    row.sealed_secret, row.updated_at = _seal(settings, uow, endpoint_id, secret), now
    await _record(uow, actor, "webhook.secret_rotated", row, now)
    return row, secret


async def send_test(uow: UnitOfWork, endpoint_id: UUID, now: datetime) -> UUID:
    """The delivery of a test event. Raises NotFound, WebhookIsDisabled."""
    row = await _enabled(uow, endpoint_id)
    delivery = WebhookDelivery(
        tenant_id=uow.tenant_id,
        id=new_id(),
        endpoint_id=endpoint_id,
        event_id=new_id(),
        event_type=TEST_EVENT,
        object_id=str(row.id),
        created_at=now,
        due_at=now,
    )
    await WebhookRepository(uow).add(delivery)
    return delivery.id


async def load_deliveries(
    uow: UnitOfWork,
    endpoint_id: UUID,
    state: DeliveryState | None,
    event_type: str | None,
    request: PageRequest,
) -> tuple[Page[WebhookDelivery], Mapping[UUID, list[WebhookAttempt]]]:
    """One page of the log, and the attempts of its deliveries. Raises NotFound, InvalidInput for the cursor."""
    repository = WebhookRepository(uow)
    await get_endpoint(uow, endpoint_id)
    page = await repository.page(endpoint_id, state, event_type, request)
    return page, await repository.attempts([row.id for row in page.items])


async def resend(uow: UnitOfWork, actor: Actor, endpoint_id: UUID, delivery_id: UUID, now: datetime) -> None:
    """Send a delivery again, with the same id. Raises NotFound, WebhookIsDisabled."""
    row = await _enabled(uow, endpoint_id)
    if not await WebhookRepository(uow).resend(endpoint_id, delivery_id, now):
        raise NotFound
    await _record(uow, actor, "webhook.resent", row, now, after={"deliveries": 1})


async def replay(
    uow: UnitOfWork,
    actor: Actor,
    endpoint_id: UUID,
    since: datetime,
    until: datetime,
    *,
    only_failed: bool,
    now: datetime,
) -> int:
    """Send again what happened in a range. Returns how many. Raises NotFound, InvalidInput, WebhookIsDisabled."""
    if until <= since:
        raise InvalidInput.of("until", REPLAY_ORDER())
    row = await _enabled(uow, endpoint_id)
    count = await WebhookRepository(uow).replay(endpoint_id, since, until, only_failed=only_failed, now=now)
    await _record(uow, actor, "webhook.resent", row, now, after={"deliveries": count})
    return count


async def load_endpoint_names(uow: UnitOfWork, ids: Sequence[UUID]) -> Mapping[UUID, str]:
    """URLs by id, for the audit log."""
    return {row.id: row.url for row in await WebhookRepository(uow).list_endpoints() if row.id in ids}


async def _locked(uow: UnitOfWork, endpoint_id: UUID) -> WebhookEndpoint:
    row = await WebhookRepository(uow).find(endpoint_id, locked=True)
    if row is None:
        raise NotFound
    return row


async def _enabled(uow: UnitOfWork, endpoint_id: UUID) -> WebhookEndpoint:
    row = await _locked(uow, endpoint_id)
    if not row.is_enabled:
        raise WebhookIsDisabled
    return row


def endpoint_url(value: str, *, is_production: bool, allowed: Sequence[Network] = ()) -> str:
    """Validate a webhook URL's syntax. Its IP addresses are checked at each call.

    Plain http is only allowed outside of production. Raises InvalidInput.
    """
    try:
        url = ascii_url(value)
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        raise InvalidInput.of("url", URL_FORM()) from None
    is_plain = parts.scheme == "http" and not is_production
    if len(url) > MAX_URL_LENGTH or parts.fragment or (parts.scheme != "https" and not is_plain):
        raise InvalidInput.of("url", URL_FORM())
    if port is not None and port != (80 if is_plain else 443) and port < 1024:
        raise InvalidInput.of("url", URL_PORT())
    if not allowed and _is_inner(host):
        raise InvalidInput.of("url", URL_NOT_PUBLIC())
    return url


def _is_inner(host: str) -> bool:
    if host in _INNER or host.endswith(tuple(f".{end}" for end in _INNER)):
        return True
    try:
        return not is_public(ip_address(host))
    except ValueError:
        # A name; one of digits alone is an IPv4 address in another spelling.
        return host.rpartition(".")[2].isdigit() or host.startswith("0x")


def _url(settings: Settings, value: str) -> str:
    return endpoint_url(value, is_production=settings.is_production, allowed=settings.allowed_networks)


def _new_secret() -> str:
    return "whsec_" + base64.b64encode(secrets.token_bytes(SECRET_BYTES)).decode()


def _seal(settings: Settings, uow: UnitOfWork, endpoint_id: UUID, secret: str) -> bytes:
    return secret_sealer(settings).seal(secret, f"{uow.tenant_id} {endpoint_id}")


def _sorted(events: Sequence[EventType]) -> list[str]:
    return sorted(set(events))


def _snapshot(row: WebhookEndpoint) -> dict[str, object]:
    return {
        "url": row.url,
        "description": row.description,
        "events": list(row.events),
        "isEnabled": row.is_enabled,
    }


async def _record(
    uow: UnitOfWork,
    actor: Actor,
    action: str,
    row: WebhookEndpoint,
    now: datetime,
    *,
    before: Mapping[str, object] | None = None,
    after: Mapping[str, object] | None = None,
) -> None:
    subject = ("webhook", cast(object, row.id))
    await record(uow, actor, action, subject=subject, before=before, after=after, now=now)
