"""Send conversions by Google's Data Manager API, each once; a rejected event does not block others."""

import logging
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from uuid import UUID

from abano.conversions.google import (
    MOST_EVENTS,
    DataManager,
    Destination,
    EventsRefused,
    Outcome,
    SendingFailed,
)
from abano.conversions.repository import ConversionRepository
from abano.conversions.rules import OLDEST_CLICK, AdBooking, event_of, state_of, wait_before_retry
from abano.conversions.service_account import ServiceAccount, UnusableKey, read_key_file
from abano.conversions.uploads import UploadRepository
from abano.database.unit_of_work import TenantId
from abano.errors.messages import Message, Sentence
from abano.jobs.registry import TaskContext
from abano.kit.sealing import CannotUnseal, Sealer
from abano.models.conversions import ConversionSender

log = logging.getLogger(__name__)

# Longer than bisecting a full request down to its bad events can take.
LEASE = timedelta(hours=1)
# Google reports the outcome of a request after half an hour at the earliest, and for a few days.
CHECK_AFTER = timedelta(minutes=30)
CHECK_AGAIN = timedelta(hours=2)
CHECK_NO_LONGER = timedelta(days=3)
# Bisecting stops after this many requests when none was accepted.
MOST_REJECTED = 30
UNNAMED = "refused without a reason"


def key_sealer(secret: str) -> Sealer:
    return Sealer(secret, "conversion sender")


EVERYTHING_REFUSED = Message("google_refuses_everything", "Google refuses everything.")
EVERYTHING_REFUSED_UNNAMED = Message(
    "google_refuses_everything_unnamed",
    "Google refuses everything and does not say why. Check the account and the conversion action.",
)
KEY_UNREADABLE = Message(
    "google_key_unreadable", "The stored key cannot be read any more. Please set it again."
)


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
                now - OLDEST_CLICK, now=now, only_unreported=True
            )
            batch = [booking for booking in candidates if state_of(booking, now) == "reported"][:MOST_EVENTS]
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
    now = context.clock.now()
    sent = Sent()
    problem: Sentence | None = None
    try:
        account = unseal_account(context, tenant_id, sender)
        await _send(batch, account, destination_of(sender), google, now, sent)
    except SendingFailed as error:
        problem = error.sentence
    if not sent.accepted and UNNAMED in sent.refused.values():
        # Google named no event and accepted none: the events are not the cause.
        sent.refused = {key: reason for key, reason in sent.refused.items() if reason != UNNAMED}
        problem = EVERYTHING_REFUSED_UNNAMED()
    return await _note(context, tenant_id, batch, sent, sender.failures + 1 if problem else 0, problem)


async def _send(
    batch: Sequence[AdBooking],
    account: ServiceAccount,
    destination: Destination,
    google: DataManager,
    now: datetime,
    sent: Sent,
) -> None:
    """Send ``batch``; on a refusal, again without the events that Google names, or in halves when it names none."""
    sent.requests += 1
    if sent.requests > MOST_REJECTED and not sent.accepted:
        raise SendingFailed(EVERYTHING_REFUSED())
    try:
        request_id = await google.ingest(account, destination, [event_of(booking) for booking in batch], now)
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
                await _send(part, account, destination, google, now, sent)
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
    settled = {*accepted, *sent.refused}
    async with context.db.uow(tenant_id) as uow:
        uploads = UploadRepository(uow)
        for request_id, ids in sent.accepted:
            await uploads.note_sent(ids, request_id, now, now + CHECK_AFTER)
        await uploads.note_refused(sent.refused, now)
        await uploads.release([b.booking_id for b in batch if b.booking_id not in settled], now)
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
        return read_key_file(sealer.unseal(sender.sealed_key, str(tenant_id)))
    except (CannotUnseal, UnusableKey) as error:
        raise SendingFailed(KEY_UNREADABLE()) from error


def destination_of(sender: ConversionSender) -> Destination:
    return Destination(sender.account_id, sender.login_account_id, sender.conversion_action_id)
