"""Deliveries: signatures, rotation, retries, disabling, and what a receiver or a worker that fails changes."""

import asyncio
import json
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import httpx
import pytest
from background_tasks import run_for_all
from product_fixtures import NOW, OWNER_EMAIL, OWNER_PASSWORD, AdminSql, SignIn
from standardwebhooks.webhooks import Webhook, WebhookVerificationError
from webhook_steps import WEBHOOK

from abano.core.clock import FixedClock
from abano.core.config import Settings
from abano.db.engine import Database
from abano.integrations.webhooks.delivery import Outcome, deliver
from abano.integrations.webhooks.repository import tenants_with_due_deliveries
from abano.integrations.webhooks.rules import (
    MAX_ATTEMPTS,
    RETRY_DELAYS,
    failing_from,
    read_retry_after,
    wait_before_retry,
)
from abano.integrations.webhooks.tasks import delete_old, note_queue
from abano.jobs.registry import TaskContext
from abano.messaging.outbox.service import deliver as deliver_messages
from abano.tenancy.directory.tenant import Tenant

pytestmark = pytest.mark.anyio
WEBHOOKS = "/api/admin/webhooks"
# Generous: a busy machine must not fail the test, and what hangs does so for ever.
PATIENCE = 60


@dataclass
class Receiver:
    """Gives the prepared responses; ``calls``: URL, headers and body of each."""

    status: int | None = 200
    retry_after: timedelta | None = None
    calls: list[tuple[str, dict[str, str], dict[str, Any]]] = field(default_factory=list)

    async def post(self, url: str, body: bytes, headers: dict[str, str], now: datetime) -> Outcome:
        self.calls.append((url, headers, json.loads(body)))
        problem = None if self.status else "timeout"
        return Outcome(self.status, 12, problem, self.retry_after)  # type: ignore[arg-type]


@pytest.fixture(autouse=True)
def _no_webhooks(query_admin_sql: AdminSql) -> None:
    query_admin_sql("delete from webhook_endpoints")
    query_admin_sql("delete from outbox_messages")


@pytest.fixture
def context(db: Database, settings: Settings, clock: FixedClock) -> TaskContext:
    return TaskContext(db, settings, clock)


async def added(console: httpx.AsyncClient, **changes: Any) -> tuple[str, str]:
    """The id and the secret of a new endpoint."""
    answer = await console.post(WEBHOOKS, json=WEBHOOK | changes)
    assert answer.status_code == 201, answer.text
    return answer.json()["webhook"]["id"], answer.json()["secret"]


def happened(sql: AdminSql, tenant: Tenant, at: datetime = NOW) -> UUID:
    """An event of a booking, as triggers write it."""
    booking = uuid4()
    sql("select emit_events(%s, array['booking.created'], %s, %s)", tenant.id, str(booking), at)
    return booking


def state(sql: AdminSql) -> tuple[Any, ...]:
    [row] = sql(
        "select attempts, due_at, delivered_at is not null, dead_at is not null from webhook_deliveries"
    )
    return tuple(row)


def as_now(headers: dict[str, str], clock: FixedClock) -> int:
    assert headers["webhook-timestamp"] == str(int(clock.now().timestamp()))
    return int(headers["webhook-timestamp"])


def verify(secret: str, headers: dict[str, str], body: dict[str, Any], clock: FixedClock) -> bool:
    """Whether one of the signatures is by the secret, by the specification's library."""
    at = datetime.fromtimestamp(as_now(headers, clock), UTC)
    sent = json.dumps(body, separators=(",", ":"))
    expected = Webhook(secret).sign(headers["webhook-id"], at, sent)
    return expected in headers["webhook-signature"].split(" ")


async def test_an_event_is_sent_once_signed_and_thin(
    owner_client: httpx.AsyncClient,
    context: TaskContext,
    clock: FixedClock,
    georgia: Tenant,
    query_admin_sql: AdminSql,
) -> None:
    webhook_id, secret = await added(owner_client)
    booking = happened(query_admin_sql, georgia)
    assert list(await tenants_with_due_deliveries(context.db, clock.now())) == [georgia.id]
    receiver = Receiver()
    for _ in range(2):
        await deliver(context, georgia.id, receiver)
    [(url, headers, body)] = receiver.calls
    assert url == WEBHOOK["url"]
    assert body["type"] == "booking.created"
    assert datetime.fromisoformat(body["timestamp"]) == NOW
    assert body["data"]["id"] == str(booking)
    assert body["data"]["url"].endswith(f"/api/v1/bookings/{booking}")
    assert set(body) == {"id", "type", "timestamp", "data"}
    assert headers["webhook-id"] == body["id"]
    assert verify(secret, headers, body, clock)
    with pytest.raises(WebhookVerificationError):
        Webhook(secret).verify(json.dumps(body), headers)  # changed by a space, and long ago
    assert state(query_admin_sql)[2:] == (True, False)
    assert query_admin_sql("select status, duration_ms, problem from webhook_attempts") == [(200, 12, None)]
    assert list(await tenants_with_due_deliveries(context.db, clock.now())) == []
    await note_queue(context.db)
    assert (await owner_client.get(f"{WEBHOOKS}/{webhook_id}/deliveries?state=delivered")).json()[
        "deliveries"
    ][0]["attempts"][0]["status"] == 200


async def test_after_a_rotation_both_secrets_sign_for_a_day(
    owner_client: httpx.AsyncClient,
    context: TaskContext,
    clock: FixedClock,
    georgia: Tenant,
    query_admin_sql: AdminSql,
) -> None:
    webhook_id, old = await added(owner_client)
    new = (await owner_client.post(f"{WEBHOOKS}/{webhook_id}/secret")).json()["secret"]
    receiver = Receiver()
    for hours, both in ((0, True), (23, True), (2, False)):
        clock.move(hours=hours)
        happened(query_admin_sql, georgia, clock.now())
        await deliver(context, georgia.id, receiver)
        _, headers, body = receiver.calls[-1]
        assert verify(new, headers, body, clock)
        assert verify(old, headers, body, clock) is both
        assert len(headers["webhook-signature"].split()) == (2 if both else 1)


async def test_without_a_readable_secret_nothing_is_sent_unsigned(
    owner_client: httpx.AsyncClient, context: TaskContext, georgia: Tenant, query_admin_sql: AdminSql
) -> None:
    await added(owner_client)
    query_admin_sql("update webhook_endpoints set sealed_secret = 'sealed by another key'")
    happened(query_admin_sql, georgia)
    receiver = Receiver()
    await deliver(context, georgia.id, receiver)
    assert receiver.calls == []
    assert query_admin_sql("select status, problem from webhook_attempts") == [(None, "secret")]


def test_ten_attempts_take_about_three_days_with_jitter() -> None:
    assert MAX_ATTEMPTS == 10
    assert timedelta(days=2.8) < sum(RETRY_DELAYS, timedelta()) < timedelta(days=3.2)
    for attempts, delay in enumerate(RETRY_DELAYS, 1):
        assert wait_before_retry(attempts, chance=0) == delay
        assert wait_before_retry(attempts, chance=1) == delay * 1.1
    assert wait_before_retry(MAX_ATTEMPTS) is None
    assert len({wait_before_retry(5) for _ in range(20)}) > 1


def test_retry_after_is_read_as_seconds_or_as_a_date() -> None:
    assert read_retry_after("120", NOW) == timedelta(minutes=2)
    assert read_retry_after("9" * 60, NOW) == timedelta(hours=24)
    later = (NOW + timedelta(hours=1)).strftime("%a, %d %b %Y %H:%M:%S GMT")
    assert read_retry_after(later, NOW) == timedelta(hours=1)
    assert read_retry_after("Thu, 01 Jan 1970 00:00:00 GMT", NOW) == timedelta(0)
    for nonsense in (None, "", "soon", "-1", "1.5", "٣", "Thu, 99 Foo"):
        assert read_retry_after(nonsense, NOW) is None
    assert wait_before_retry(1, timedelta(hours=3)) == timedelta(hours=3)
    assert wait_before_retry(1, timedelta(days=9)) == timedelta(hours=24)
    assert wait_before_retry(9, timedelta(seconds=1), chance=0) == RETRY_DELAYS[8]


async def test_what_fails_is_retried_with_the_same_id_until_it_is_given_up(
    owner_client: httpx.AsyncClient,
    context: TaskContext,
    clock: FixedClock,
    georgia: Tenant,
    query_admin_sql: AdminSql,
) -> None:
    await added(owner_client)
    happened(query_admin_sql, georgia)
    receiver = Receiver(status=500)
    for attempt in range(1, MAX_ATTEMPTS + 1):
        await deliver(context, georgia.id, receiver)
        await deliver(context, georgia.id, receiver)  # not yet due
        attempts, due_at, is_delivered, is_dead = state(query_admin_sql)
        assert (attempts, is_delivered, is_dead) == (attempt, False, attempt == MAX_ATTEMPTS)
        if not is_dead:
            assert RETRY_DELAYS[attempt - 1] <= due_at - clock.now() <= RETRY_DELAYS[attempt - 1] * 1.1
            clock.move(seconds=(due_at - clock.now()).total_seconds())
    assert len(receiver.calls) == MAX_ATTEMPTS
    assert len({headers["webhook-id"] for _, headers, _ in receiver.calls}) == 1
    assert query_admin_sql("select count(*) from webhook_attempts where status = 500") == [(MAX_ATTEMPTS,)]


async def test_retry_after_of_a_receiver_is_honoured(
    owner_client: httpx.AsyncClient,
    context: TaskContext,
    clock: FixedClock,
    georgia: Tenant,
    query_admin_sql: AdminSql,
) -> None:
    await added(owner_client)
    happened(query_admin_sql, georgia)
    await deliver(context, georgia.id, Receiver(status=429, retry_after=timedelta(hours=7)))
    assert state(query_admin_sql)[1] - clock.now() == timedelta(hours=7)


@pytest.mark.parametrize("status", [301, 302, 307, 308, 400, 500, None])
async def test_only_2xx_is_success(
    status: int | None,
    owner_client: httpx.AsyncClient,
    context: TaskContext,
    georgia: Tenant,
    query_admin_sql: AdminSql,
) -> None:
    await added(owner_client)
    happened(query_admin_sql, georgia)
    await deliver(context, georgia.id, Receiver(status=status))
    assert state(query_admin_sql)[2:] == (False, False)


async def sent_emails(context: TaskContext, sql: AdminSql) -> list[dict[str, Any]]:
    found = sql("select payload from outbox_messages where kind = 'webhook.disabled'")
    await run_for_all(deliver_messages, context)
    assert sql("select count(*) from outbox_messages where last_error is not null") == [(0,)]
    return [row[0] for row in found]


async def test_410_disables_and_owners_are_told(
    owner_client: httpx.AsyncClient, context: TaskContext, georgia: Tenant, query_admin_sql: AdminSql
) -> None:
    await added(owner_client)
    for _ in range(6):
        happened(query_admin_sql, georgia)
    receiver = Receiver(status=410)
    await deliver(context, georgia.id, receiver)
    assert query_admin_sql("select is_enabled, disabled_reason from webhook_endpoints") == [(False, "gone")]
    assert len(receiver.calls) < 6
    assert query_admin_sql("select count(*) from webhook_deliveries where dead_at is null") == [(0,)]
    [message] = await sent_emails(context, query_admin_sql)
    assert (message["url"], message["reason"]) == (WEBHOOK["url"], "gone")
    happened(query_admin_sql, georgia)
    assert query_admin_sql("select count(*) from webhook_deliveries") == [(6,)]


async def test_five_days_of_failures_disable_and_owners_are_told_once(
    owner_client: httpx.AsyncClient,
    sign_in: SignIn,
    context: TaskContext,
    clock: FixedClock,
    georgia: Tenant,
    query_admin_sql: AdminSql,
) -> None:
    webhook_id, _ = await added(owner_client)
    receiver = Receiver(status=503)
    for day in range(6):
        happened(query_admin_sql, georgia, clock.now())
        await deliver(context, georgia.id, receiver)
        [(is_enabled,)] = query_admin_sql("select is_enabled from webhook_endpoints")
        assert is_enabled is (day < 5)
        clock.move(days=1)
    [message] = await sent_emails(context, query_admin_sql)
    assert message["reason"] == "failing"
    # Enabled again, it has five days again.
    await sign_in(owner_client, OWNER_EMAIL, OWNER_PASSWORD)
    path = f"{WEBHOOKS}/{webhook_id}"
    assert (await owner_client.put(path, json=WEBHOOK | {"isEnabled": True})).status_code == 200
    happened(query_admin_sql, georgia, clock.now())
    await deliver(context, georgia.id, receiver)
    assert query_admin_sql("select is_enabled, failing_since from webhook_endpoints") == [(True, clock.now())]


async def test_a_success_in_between_starts_the_five_days_again(
    owner_client: httpx.AsyncClient,
    context: TaskContext,
    clock: FixedClock,
    georgia: Tenant,
    query_admin_sql: AdminSql,
) -> None:
    await added(owner_client)
    for day in range(9):
        happened(query_admin_sql, georgia, clock.now())
        await deliver(context, georgia.id, Receiver(status=200 if day == 4 else 500))
        clock.move(days=1)
    assert query_admin_sql("select is_enabled from webhook_endpoints") == [(True,)]


def test_failures_far_apart_are_not_five_days_of_failures() -> None:
    then = NOW - timedelta(days=30)
    assert failing_from(then, then, NOW) == NOW
    assert failing_from(then, NOW - timedelta(hours=20), NOW) == then
    assert failing_from(None, None, NOW) == NOW


async def test_a_test_event_is_sent_once_and_counts_for_nothing(
    owner_client: httpx.AsyncClient, context: TaskContext, georgia: Tenant, query_admin_sql: AdminSql
) -> None:
    webhook_id, _ = await added(owner_client)
    assert (await owner_client.post(f"{WEBHOOKS}/{webhook_id}/test")).status_code == 202
    receiver = Receiver(status=500)
    await deliver(context, georgia.id, receiver)
    assert receiver.calls[0][2]["type"] == "webhook.test"
    assert state(query_admin_sql)[2:] == (False, True)
    assert query_admin_sql("select failing_since from webhook_endpoints") == [(None,)]


async def test_a_worker_killed_between_sending_and_recording_sends_again_with_the_same_id(
    owner_client: httpx.AsyncClient,
    context: TaskContext,
    clock: FixedClock,
    georgia: Tenant,
    query_admin_sql: AdminSql,
) -> None:
    await added(owner_client)
    happened(query_admin_sql, georgia)

    class Killed(BaseException):
        pass

    class Dying(Receiver):
        async def post(self, url: str, body: bytes, headers: dict[str, str], now: datetime) -> Outcome:
            await super().post(url, body, headers, now)
            raise Killed

    first, second = Dying(), Receiver()
    with pytest.raises(BaseException) as ended:  # noqa: PT011 - alone or in a group of a killed process
        await deliver(context, georgia.id, first)
    assert "Killed" in repr(ended.value)
    await deliver(context, georgia.id, second)  # under lease
    assert second.calls == []
    clock.move(seconds=61)
    await deliver(context, georgia.id, second)
    [again] = second.calls
    assert again[1]["webhook-id"] == first.calls[0][1]["webhook-id"]
    assert state(query_admin_sql)[2:] == (True, False)


async def test_one_of_fifty_endpoints_that_hangs_delays_no_other(
    owner_client: httpx.AsyncClient, context: TaskContext, georgia: Tenant, query_admin_sql: AdminSql
) -> None:
    for number in range(50):
        await added(owner_client, url=f"https://hooks.example.com/{number}")
    happened(query_admin_sql, georgia)
    ends, all_others, later = asyncio.Event(), asyncio.Event(), asyncio.Event()

    class Hanging(Receiver):
        async def post(self, url: str, body: bytes, headers: dict[str, str], now: datetime) -> Outcome:
            if url.endswith("/7"):
                # As long as it hangs, what happens now is sent to the others, too.
                await ends.wait()
            outcome = await super().post(url, body, headers, now)
            urls = [call[0] for call in self.calls]
            if len(urls) == 49:
                all_others.set()
            if len(urls) == 98:
                later.set()
            return outcome

    receiver = Hanging()
    job = asyncio.create_task(deliver(context, georgia.id, receiver))
    async with asyncio.timeout(PATIENCE):
        await all_others.wait()
        happened(query_admin_sql, georgia)
        await later.wait()
    assert not any(url.endswith("/7") for url, _, _ in receiver.calls)
    assert not job.done()
    ends.set()
    async with asyncio.timeout(PATIENCE):
        await job
    assert query_admin_sql("select count(*) from webhook_deliveries where delivered_at is null") == [(0,)]


async def test_at_the_end_of_its_turn_a_job_ends_and_waits_only_for_what_is_under_way(
    owner_client: httpx.AsyncClient, context: TaskContext, georgia: Tenant, query_admin_sql: AdminSql
) -> None:
    await added(owner_client)
    happened(query_admin_sql, georgia)
    receiver = Receiver()
    over = TaskContext(context.db, context.settings, context.clock, turn_ends_at=0)
    await deliver(over, georgia.id, receiver)
    assert receiver.calls == []


async def test_while_a_company_is_moved_nothing_is_sent(
    owner_client: httpx.AsyncClient, context: TaskContext, georgia: Tenant, query_admin_sql: AdminSql
) -> None:
    await added(owner_client)
    happened(query_admin_sql, georgia)
    query_admin_sql("update tenants set moving_until = now() + interval '1 hour' where id = %s", georgia.id)
    try:
        receiver = Receiver()
        await deliver(context, georgia.id, receiver)
        assert receiver.calls == []
    finally:
        query_admin_sql("update tenants set moving_until = null where id = %s", georgia.id)


async def test_deliveries_are_deleted_after_thirty_days(
    owner_client: httpx.AsyncClient,
    context: TaskContext,
    clock: FixedClock,
    georgia: Tenant,
    query_admin_sql: AdminSql,
) -> None:
    await added(owner_client)
    happened(query_admin_sql, georgia)
    await deliver(context, georgia.id, Receiver())
    await delete_old(context, georgia.id)
    assert query_admin_sql("select count(*) from webhook_attempts") == [(1,)]
    clock.move(days=31)
    await delete_old(context, georgia.id)
    assert query_admin_sql("select count(*) from webhook_deliveries") == [(0,)]
    assert query_admin_sql("select count(*) from webhook_attempts") == [(0,)]
