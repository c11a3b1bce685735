"""Send events to webhook endpoints by the Standard Webhooks specification (https://www.standardwebhooks.com).

Each endpoint has its own batch under way, so one that hangs delays no other.
"""

import asyncio
import logging
import socket
import ssl
import time
from collections.abc import Collection, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal, Protocol
from uuid import UUID

import httpx
import orjson
from standardwebhooks.webhooks import Webhook

from abano.core.config import Settings
from abano.core.crypto import CannotUnseal, Sealer
from abano.core.errors import AbanoError
from abano.core.metrics import WEBHOOK_ATTEMPTS, WEBHOOK_SECONDS
from abano.core.public_ip import NotPublicIp, PublicTransport, Resolve, UnknownHost, tls_context
from abano.db.unit_of_work import TenantId
from abano.integrations.webhooks.repository import Claimed, WebhookRepository
from abano.integrations.webhooks.rules import (
    DISABLED_AFTER,
    TEST_EVENT,
    event_payload,
    failing_from,
    read_retry_after,
    wait_before_retry,
)
from abano.jobs.registry import TaskContext
from abano.messaging.outbox.kinds import WebhookDisabled
from abano.messaging.outbox.outbox import enqueue
from abano.tenancy.directory.tenant import load_tenant, public_origin

log = logging.getLogger(__name__)

CONNECT_SECONDS = 5.0
ANSWER_SECONDS = 10.0
# Of a whole attempt, well below the lease of a delivery: after it, another worker claims what a killed one had.
ATTEMPT_SECONDS = 15.0
LEASE = timedelta(seconds=60)
# Concurrent deliveries per endpoint.
BATCH = 4
LOOK_SECONDS = 0.5
ConnectionProblem = Literal["timeout", "connection", "not_public", "unknown_host", "tls"]
Problem = Literal[ConnectionProblem, "secret"]
USER_AGENT = "Abano-Webhooks/1"


@dataclass(frozen=True, slots=True)
class Outcome:
    """Of one attempt. ``problem``: why there is no status."""

    status: int | None
    duration_ms: int
    problem: Problem | None = None
    retry_after: timedelta | None = None

    @property
    def is_success(self) -> bool:
        return self.status is not None and 200 <= self.status < 300


class Sender(Protocol):
    """Posts one body."""

    async def post(self, url: str, body: bytes, headers: dict[str, str], now: datetime) -> Outcome: ...


# A separate thread pool, so that a hanging name server does not block other lookups of this process.
_LOOKUPS = ThreadPoolExecutor(64, thread_name_prefix="webhook-dns")


async def resolve_apart(host: str, port: int) -> Sequence[str]:
    """The addresses of a name, by the system's resolver. Raises OSError."""
    found = await asyncio.get_running_loop().run_in_executor(
        _LOOKUPS, lambda: socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    )
    return list(dict.fromkeys(str(item[4][0]) for item in found))


class PublicSender:
    """Posts only to public IP addresses. No redirects, no proxies; response bodies are not read.

    Each post uses a new connection: a pool would share it among hosts of one IP, whose certificates differ.
    """

    def __init__(self, settings: Settings, resolver: Resolve = resolve_apart) -> None:
        self._allowed = settings.allowed_networks
        self._needs_tls = settings.is_production
        self._resolver = resolver

    async def post(self, url: str, body: bytes, headers: dict[str, str], now: datetime) -> Outcome:
        began = time.monotonic()
        status, problem, retry_after = None, None, None
        try:
            if self._needs_tls and not url.startswith("https://"):
                raise NotPublicIp("plain http")
            async with (
                asyncio.timeout(ATTEMPT_SECONDS),
                self._client() as client,
                client.stream("POST", url, content=body, headers=headers) as answer,
            ):
                status = answer.status_code
                retry_after = read_retry_after(answer.headers.get("retry-after"), now)
        except (httpx.HTTPError, httpx.InvalidURL, TimeoutError, OSError, ValueError) as error:
            # A received response counts, even if closing the connection failed.
            problem = None if status is not None else connection_problem(error)
        return Outcome(status, round((time.monotonic() - began) * 1000), problem, retry_after)

    def _client(self) -> httpx.AsyncClient:
        inner = httpx.AsyncHTTPTransport(verify=tls_context(), trust_env=False)
        return httpx.AsyncClient(
            timeout=httpx.Timeout(ANSWER_SECONDS, connect=CONNECT_SECONDS),
            transport=PublicTransport(allowed=self._allowed, resolver=self._resolver, inner=inner),
            follow_redirects=False,
            trust_env=False,
        )


def connection_problem(error: BaseException) -> ConnectionProblem:
    """Why a request to a company's URL got no response."""
    match error:
        case NotPublicIp():
            return "not_public"
        case UnknownHost():
            return "unknown_host"
        case TimeoutError() | httpx.TimeoutException():
            return "timeout"
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, ssl.SSLError):
            return "tls"
        cause = cause.__cause__ or cause.__context__
    return "connection"


def signature(body: str, event_id: str, secrets: Sequence[str], now: datetime) -> dict[str, str]:
    """The headers of the specification: one signature by each secret."""
    return {
        "webhook-id": event_id,
        "webhook-timestamp": str(int(now.timestamp())),
        "webhook-signature": " ".join(Webhook(secret).sign(event_id, now, body) for secret in secrets),
        "content-type": "application/json",
        "user-agent": USER_AGENT,
    }


def secret_sealer(settings: Settings) -> Sealer:
    return Sealer(settings.secret_key.get_secret_value(), "webhook secrets")


async def deliver(context: TaskContext, tenant_id: TenantId, sender: Sender | None = None) -> None:
    """Send a tenant's due events until none are left or the time is up.

    A slow endpoint does not delay the others: they continue until it has responded.
    """
    sender = sender or PublicSender(context.settings)
    tenant = await load_tenant(context.db, tenant_id)
    origin = public_origin(tenant, {}, context.settings.port) if tenant and tenant.primary_host else ""
    async with context.db.uow(tenant_id) as uow:
        await WebhookRepository(uow).give_up_disabled(context.clock.now())
    under_way: dict[UUID, asyncio.Task[None]] = {}
    slow: frozenset[UUID] | None = None
    async with asyncio.TaskGroup() as group:
        while True:
            if slow is None and not context.has_time:
                slow = frozenset(under_way)
            if slow is not None and not slow & under_way.keys():
                break
            claimed = await _claim(context, tenant_id, under_way.keys() | (slow or set()))
            for endpoint_id, batch in claimed.items():
                task = group.create_task(_send_batch(context, tenant_id, endpoint_id, batch, origin, sender))
                under_way[endpoint_id] = task
            if not under_way:
                break
            await asyncio.wait(under_way.values(), timeout=LOOK_SECONDS, return_when=asyncio.FIRST_COMPLETED)
            under_way = {key: task for key, task in under_way.items() if not task.done()}


async def _claim(
    context: TaskContext, tenant_id: TenantId, busy: Collection[UUID]
) -> dict[UUID, list[Claimed]]:
    """Due deliveries by endpoint. The claim expires after ``LEASE``, also when this process dies."""
    async with context.db.uow(tenant_id) as uow:
        rows = await WebhookRepository(uow).claim(context.clock.now(), LEASE, BATCH, busy)
    claimed: dict[UUID, list[Claimed]] = {}
    for row in rows:
        claimed.setdefault(row.endpoint_id, []).append(row)
    return claimed


async def _send_batch(
    context: TaskContext,
    tenant_id: TenantId,
    endpoint_id: UUID,
    batch: Sequence[Claimed],
    origin: str,
    sender: Sender,
) -> None:
    """Send and record. What could not be recorded is sent again when its lease expires, with the same id."""
    now = context.clock.now()
    outcomes = await asyncio.gather(
        *(_send(context.settings, tenant_id, each, origin, sender, now) for each in batch)
    )
    for outcome in outcomes:
        WEBHOOK_ATTEMPTS.labels("delivered" if outcome.is_success else "failed").inc()
        WEBHOOK_SECONDS.observe(outcome.duration_ms / 1000)
    try:
        await _record(context, tenant_id, endpoint_id, list(zip(batch, outcomes, strict=True)))
    except AbanoError as error:
        log.warning("webhook attempts not recorded", extra={"reason": type(error).__name__})


async def _send(
    settings: Settings, tenant_id: TenantId, row: Claimed, origin: str, sender: Sender, now: datetime
) -> Outcome:
    sealed = [row.sealed_secret]
    if row.sealed_previous_secret and row.previous_secret_until and row.previous_secret_until > now:
        sealed.append(row.sealed_previous_secret)
    secrets = []
    for each in sealed:
        with suppress(CannotUnseal):
            secrets.append(secret_sealer(settings).unseal(each, f"{tenant_id} {row.endpoint_id}"))
    if not secrets:
        # Never send unsigned requests: receivers might start to accept them.
        return Outcome(None, 0, "secret")
    payload = event_payload(row.event_id, row.event_type, row.object_id, row.created_at, origin, row.details)
    body = orjson.dumps(payload).decode()
    headers = signature(body, str(payload["id"]), secrets, now)
    return await sender.post(row.url, body.encode(), headers, now)


async def _record(
    context: TaskContext,
    tenant_id: TenantId,
    endpoint_id: UUID,
    results: Sequence[tuple[Claimed, Outcome]],
) -> None:
    now = context.clock.now()
    async with context.db.uow(tenant_id) as uow:
        repository = WebhookRepository(uow)
        # First: disabling an endpoint and recording its attempts take turns.
        endpoint = await repository.find(endpoint_id, locked=True)
        if endpoint is None:
            return
        for row, outcome in results:
            await repository.add_attempt(row.id, now, outcome.status, outcome.duration_ms, outcome.problem)
            if outcome.is_success:
                await repository.mark_delivered(row.id, now)
                continue
            wait = (
                None if row.event_type == TEST_EVENT else wait_before_retry(row.attempts, outcome.retry_after)
            )
            await repository.mark_failed(row.id, now + wait if wait and endpoint.is_enabled else None, now)
        counted = [outcome for row, outcome in results if row.event_type != TEST_EVENT]
        if not endpoint.is_enabled or not results:
            return
        if any(outcome.status == httpx.codes.GONE for _, outcome in results):
            reason: Literal["gone", "failing"] = "gone"
        elif any(outcome.is_success for _, outcome in results):
            if endpoint.failing_since is not None:
                endpoint.failing_since = endpoint.last_failed_at = None
            return
        elif counted:
            endpoint.failing_since = failing_from(endpoint.failing_since, endpoint.last_failed_at, now)
            endpoint.last_failed_at = now
            if now - endpoint.failing_since < DISABLED_AFTER:
                return
            reason = "failing"
        else:
            return
        endpoint.is_enabled, endpoint.disabled_reason, endpoint.updated_at = False, reason, now
        await repository.give_up_pending(endpoint_id, now)
        for owner in await repository.owners():
            message = WebhookDisabled(
                to=owner.email, name=owner.name, url=endpoint.url, reason=reason, language=owner.language
            )
            await enqueue(uow, message, now)
