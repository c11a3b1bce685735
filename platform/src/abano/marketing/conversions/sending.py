"""Send conversions by Google's Data Manager API, each once; a rejected event does not block others."""

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from uuid import UUID

from sqlalchemy import delete, func, select, text, update
from sqlalchemy.dialects.postgresql import insert

from abano.core.crypto import CannotUnseal, Sealer
from abano.core.errors import Message, Sentence
from abano.db.repositories import Repository
from abano.db.unit_of_work import TenantId
from abano.jobs.registry import TaskContext, TaskRegistry, tenants_by
from abano.marketing.conversions.google import (
    MAX_EVENTS,
    DataManager,
    Destination,
    EventsRefused,
    Outcome,
    SendingFailed,
    ServiceAccount,
    UnusableKey,
    read_key_file,
)
from abano.marketing.conversions.models import ConversionEvent, ConversionRequest, ConversionSender
from abano.marketing.conversions.repository import ConversionRepository
from abano.marketing.conversions.rules import (
    MAX_CLICK_AGE,
    REQUEST_RETENTION,
    AdBooking,
    event_of,
    state_of,
    wait_before_retry,
)

# All SQL of sending conversions: the sender, claimed, sent and refused events, and requests.

# Ordered, so that concurrent claims wait for each other instead of deadlocking.
_CLAIM = text("""
insert into conversion_events as e (tenant_id, booking_id, state, lease_until, updated_at)
select :tenant, id, 'sending', :lease_until, :now from unnest(cast(:ids as uuid[])) as id order by id
on conflict (tenant_id, booking_id) do update
  set state = 'sending', lease_until = excluded.lease_until, request_id = null, reason = null, updated_at = :now
  where (e.state = 'sending' and e.lease_until <= :now) or exists (
    select from conversion_retractions r
    where r.tenant_id = e.tenant_id and r.booking_id = e.booking_id and r.sent_at > e.updated_at
  )
returning booking_id
""")


tenants_that_send = tenants_by("select tenant_id from conversion_senders")


class UploadRepository(Repository):
    """One tenant's uploads, within the caller's transaction."""

    async def sender(self) -> ConversionSender | None:
        return await self._session.scalar(
            select(ConversionSender).where(ConversionSender.tenant_id == self._tenant)
        )

    async def keep_sender(self, **values: object) -> None:
        """Insert or update the sender with ``values``."""
        await self._session.execute(
            insert(ConversionSender)
            .values(tenant_id=self._tenant, **values)
            .on_conflict_do_update(index_elements=["tenant_id"], set_=values)
        )

    async def change_sender(self, **values: object) -> None:
        """Update the sender; does nothing when it was removed in the meantime."""
        await self._session.execute(
            update(ConversionSender).where(ConversionSender.tenant_id == self._tenant).values(**values)
        )

    async def drop_sender(self) -> None:
        await self._session.execute(
            delete(ConversionSender).where(ConversionSender.tenant_id == self._tenant)
        )

    async def claim(self, ids: Sequence[UUID], now: datetime, lease: timedelta) -> set[UUID]:
        """Claim those of ``ids`` that are neither sent nor claimed. Claims expire after ``lease``."""
        values = {"tenant": self._tenant, "ids": list(ids), "lease_until": now + lease, "now": now}
        return set(await self._session.scalars(_CLAIM, values))

    async def release(self, ids: Sequence[UUID], now: datetime) -> None:
        """Release claims for the sender's next attempt."""
        await self._mark(ids, lease_until=now, updated_at=now)

    async def note_sent(
        self, ids: Sequence[UUID], request_id: str, now: datetime, check_at: datetime
    ) -> None:
        await self._mark(ids, state="sent", request_id=request_id, updated_at=now)
        values = {"events": len(ids), "state": "processing", "sent_at": now, "check_at": check_at}
        await self._session.execute(
            insert(ConversionRequest)
            .values(tenant_id=self._tenant, request_id=request_id, **values)
            .on_conflict_do_nothing()
        )

    async def note_refused(self, reasons: Mapping[UUID, str], now: datetime) -> None:
        for booking_id, reason in reasons.items():
            await self._mark([booking_id], state="refused", reason=reason, updated_at=now)

    async def sent(self) -> int:
        """The number of bookings that Google has accepted."""
        count = await self._session.scalar(
            select(func.count()).where(
                ConversionEvent.tenant_id == self._tenant, ConversionEvent.state == "sent"
            )
        )
        return count or 0

    async def reasons(self) -> list[tuple[str, int]]:
        """Google's reasons for rejecting events, immediately or later, most frequent first."""
        refused = (
            select(ConversionEvent.reason.label("reason"), func.count().label("events"))
            .where(ConversionEvent.tenant_id == self._tenant, ConversionEvent.state == "refused")
            .group_by(ConversionEvent.reason)
        )
        later = (
            select(ConversionRequest.reasons, func.sum(ConversionRequest.not_taken))
            .where(ConversionRequest.tenant_id == self._tenant, ConversionRequest.not_taken > 0)
            .group_by(ConversionRequest.reasons)
        )
        both = refused.union_all(later).subquery()
        rows = await self._session.execute(
            select(func.coalesce(both.c.reason, "no reason given"), func.sum(both.c.events))
            .group_by(both.c.reason)
            .order_by(func.sum(both.c.events).desc())
        )
        return [(str(reason), int(events)) for reason, events in rows]

    async def unchecked(self, now: datetime) -> list[tuple[str, datetime]]:
        """Requests whose outcome has to be checked, and when they were sent."""
        rows = await self._session.execute(
            select(ConversionRequest.request_id, ConversionRequest.sent_at)
            .where(ConversionRequest.tenant_id == self._tenant, ConversionRequest.check_at <= now)
            .order_by(ConversionRequest.check_at)
        )
        return [(request_id, sent_at) for request_id, sent_at in rows]

    async def note_outcome(self, request_id: str, outcome: Outcome, check_at: datetime | None) -> None:
        """Store an outcome; ``check_at`` is None when it is final."""
        await self._session.execute(
            update(ConversionRequest)
            .where(ConversionRequest.tenant_id == self._tenant, ConversionRequest.request_id == request_id)
            .values(
                state=outcome.state, not_taken=outcome.not_taken, reasons=outcome.reasons, check_at=check_at
            )
        )

    async def delete_requests(self, before: datetime) -> None:
        """Delete requests sent before ``before``. Bookings stay marked as sent, so none is sent twice."""
        await self._session.execute(
            delete(ConversionRequest).where(
                ConversionRequest.tenant_id == self._tenant, ConversionRequest.sent_at < before
            )
        )

    async def _mark(self, ids: Sequence[UUID], **values: object) -> None:
        await self._session.execute(
            update(ConversionEvent)
            .where(
                ConversionEvent.tenant_id == self._tenant,
                ConversionEvent.booking_id.in_(ids),
                ConversionEvent.state == "sending",
            )
            .values(**values)
        )


log = logging.getLogger(__name__)

# Longer than bisecting a full request down to its bad events can take.
LEASE = timedelta(hours=1)
# Google reports the outcome of a request after half an hour at the earliest, and for a few days.
CHECK_AFTER = timedelta(minutes=30)
CHECK_AGAIN = timedelta(hours=2)
CHECK_NO_LONGER = timedelta(days=3)
# Bisecting stops after this many requests when none was accepted.
MAX_REJECTED = 30
UNNAMED = "refused without a reason"


def key_sealer(secret: str) -> Sealer:
    return Sealer(secret, "conversion sender")


EVERYTHING_REFUSED = Message("google_refuses_everything", "Google refuses everything.")
EVERYTHING_REFUSED_UNNAMED = Message(
    "google_refuses_everything_unnamed",
    "Google refuses everything and does not say why. Check the account and the conversion action.",
)
KEY_UNREADABLE = Message("google_key_unreadable", "The stored key can't be read. Enter it again.")


@dataclass(slots=True)
class Sent:
    """The result of one batch: accepted requests with their bookings, and refused bookings with reasons."""

    accepted: list[tuple[str, list[UUID]]] = field(default_factory=list)
    refused: dict[UUID, str] = field(default_factory=dict)
    requests: int = 0


async def send_pending(context: TaskContext, tenant_id: TenantId, google: DataManager) -> int:
    """Send one tenant's pending conversions. Returns the number of accepted bookings."""
    total = 0
    while context.has_time:
        now = context.clock.now()
        async with context.db.uow(tenant_id) as uow:
            uploads = UploadRepository(uow)
            sender = await uploads.sender()
            if sender is None or sender.due_at > now:
                return total
            candidates = await ConversionRepository(uow).bookings(
                now - MAX_CLICK_AGE, now=now, only_unreported=True
            )
            batch = [booking for booking in candidates if state_of(booking, now) == "reported"][:MAX_EVENTS]
            claimed = await uploads.claim([booking.booking_id for booking in batch], now, LEASE)
        batch = [booking for booking in batch if booking.booking_id in claimed]
        if not batch:
            return total
        # No transaction is open during the request. If this process dies now, the claims expire and the same order
        # ids are sent again, which Google counts once.
        total += await _send_batch(context, tenant_id, sender, batch, google)
    return total


async def _send_batch(
    context: TaskContext,
    tenant_id: TenantId,
    sender: ConversionSender,
    batch: list[AdBooking],
    google: DataManager,
) -> int:
    sent = Sent()
    problem: Sentence | None = None
    try:
        account = unseal_account(context, tenant_id, sender)
        await _send(batch, _Channel(context, tenant_id, account, destination_of(sender), google), sent)
    except SendingFailed as error:
        problem = error.sentence
    if not sent.accepted and UNNAMED in sent.refused.values():
        # Google rejected all events without naming one, so the events are not the cause.
        sent.refused = {key: reason for key, reason in sent.refused.items() if reason != UNNAMED}
        problem = EVERYTHING_REFUSED_UNNAMED()
    return await _note(context, tenant_id, batch, sent, sender.failures + 1 if problem else 0, problem)


@dataclass(frozen=True, slots=True)
class _Channel:
    """How one tenant's events get to Google."""

    context: TaskContext
    tenant_id: TenantId
    account: ServiceAccount
    destination: Destination
    google: DataManager

    async def ingest(self, batch: Sequence[AdBooking]) -> str:
        """Raises EventsRefused or SendingFailed."""
        events = [event_of(booking) for booking in batch]
        return await self.google.ingest(self.account, self.destination, events, self.context.clock.now())

    async def still_allowed(self, batch: Sequence[AdBooking]) -> list[AdBooking]:
        # Read before each request: visitors may withdraw their consent while others are being sent.
        async with self.context.db.uow(self.tenant_id) as uow:
            return await ConversionRepository(uow).still_allowed(batch)


async def _send(claimed: Sequence[AdBooking], channel: _Channel, sent: Sent) -> None:
    """Send ``claimed``. If rejected, retry without the events Google names, or in halves if it names none."""
    batch = await channel.still_allowed(claimed)
    if not batch:
        return
    sent.requests += 1
    if sent.requests > MAX_REJECTED and not sent.accepted:
        raise SendingFailed(EVERYTHING_REFUSED())
    try:
        request_id = await channel.ingest(batch)
    except EventsRefused as refusal:
        named = {number: reason for number, reason in refusal.reasons.items() if number < len(batch)}
        if not named and len(batch) == 1:
            sent.refused[batch[0].booking_id] = UNNAMED
            return
        sent.refused |= {batch[number].booking_id: reason for number, reason in named.items()}
        rest = [booking for number, booking in enumerate(batch) if number not in named]
        middle = len(rest) if named else len(rest) // 2
        for part in (rest[:middle], rest[middle:]):
            if part:
                await _send(part, channel, sent)
    else:
        sent.accepted.append((request_id, [booking.booking_id for booking in batch]))


async def _note(
    context: TaskContext,
    tenant_id: TenantId,
    batch: Sequence[AdBooking],
    sent: Sent,
    failures: int,
    problem: Sentence | None,
) -> int:
    now = context.clock.now()
    accepted = [booking_id for _, ids in sent.accepted for booking_id in ids]
    decided = {*accepted, *sent.refused}
    async with context.db.uow(tenant_id) as uow:
        uploads = UploadRepository(uow)
        for request_id, ids in sent.accepted:
            await uploads.note_sent(ids, request_id, now, now + CHECK_AFTER)
        await uploads.note_refused(sent.refused, now)
        await uploads.release([b.booking_id for b in batch if b.booking_id not in decided], now)
        wait = wait_before_retry(failures) if failures else timedelta(0)
        change: dict[str, object] = {
            "problem": problem.text if problem else None,
            "problem_note": {"code": problem.code, "params": dict(problem.params)} if problem else None,
            "failures": failures,
            "due_at": now + wait,
        }
        if accepted:
            change["sent_at"] = now
        await uploads.change_sender(**change)
    if problem or sent.refused:
        log.warning("conversions not sent", extra={"refused": len(sent.refused), "failures": failures})
    return len(accepted)


async def check_outcomes(context: TaskContext, tenant_id: TenantId, google: DataManager) -> None:
    """Ask Google for the outcome of earlier requests."""
    now = context.clock.now()
    async with context.db.uow(tenant_id) as uow:
        uploads = UploadRepository(uow)
        sender, unchecked = await uploads.sender(), await uploads.unchecked(now)
    if sender is None or not unchecked:
        return
    for request_id, sent_at in unchecked:
        try:
            outcome = await google.outcome(unseal_account(context, tenant_id, sender), request_id, now)
        except SendingFailed:
            outcome = Outcome("processing")
        if outcome.state == "processing" and now - sent_at > CHECK_NO_LONGER:
            outcome = Outcome("unknown")
        again = now + CHECK_AGAIN if outcome.state == "processing" else None
        async with context.db.uow(tenant_id) as uow:
            await UploadRepository(uow).note_outcome(request_id, outcome, again)


def unseal_account(context: TaskContext, tenant_id: TenantId, sender: ConversionSender) -> ServiceAccount:
    """The sender's key. Raises SendingFailed when it was sealed with another secret."""
    sealer = key_sealer(context.settings.secret_key.get_secret_value())
    try:
        return read_key_file(sealer.unseal(sender.sealed_key, str(tenant_id)), is_checked=True)
    except (CannotUnseal, UnusableKey) as error:
        raise SendingFailed(KEY_UNREADABLE()) from error


def destination_of(sender: ConversionSender) -> Destination:
    return Destination(sender.account_id, sender.login_account_id, sender.conversion_action_id)


def register_tasks(registry: TaskRegistry) -> None:
    registry.every(
        seconds=600,
        name="conversions.send",
        run=send,
        due=tenants_that_send,
        lane="requests",
        sends=True,
        limit=720,
    )
    registry.every(seconds=3600, name="conversions.delete_old", run=delete_old)


async def send(context: TaskContext, tenant_id: TenantId) -> None:
    """Send pending conversions, and check the outcome of earlier requests."""
    google = DataManager()
    await send_pending(context, tenant_id, google)
    await check_outcomes(context, tenant_id, google)


async def delete_old(context: TaskContext, tenant_id: TenantId) -> None:
    """Delete requests past their retention: a few rows a day."""
    before = context.clock.now() - REQUEST_RETENTION
    async with context.db.uow(tenant_id) as uow:
        await UploadRepository(uow).delete_requests(before)
