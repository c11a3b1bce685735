"""SQL of the intake of bookings. Each booking is a single statement, for throughput during campaigns."""

from dataclasses import dataclass
from datetime import datetime
from hashlib import blake2b
from typing import Any
from uuid import UUID

import orjson

from abano.catalog.pricing.rules import RETURN_NOT_AFTER_PICKUP
from abano.core.errors import Conflict, FieldError, InvalidInput, Retryable, TooManyRequests
from abano.core.ids import new_id
from abano.db.driver_errors import map_db_error
from abano.db.repositories import PipelineRepository
from abano.db.unit_of_work import FunctionCalls
from abano.messaging.outbox.booking_kinds import BookingCreated
from abano.tenancy.directory.rules import TrafficSettings
from abano_shared.named_sql import load_named_sql

QUERIES = load_named_sql("abano.bookings.intake", "queries.sql")


class TooManyUnconfirmed(TooManyRequests):
    """Earlier bookings are still waiting for confirmation. Contact us to book another one."""


@map_db_error("AB001")
class SubmitAlreadyTaken(Conflict):
    """This submit was sent before."""


@map_db_error("AB002")
class PromoCodeNotUsable(Conflict):
    """The promo code became invalid before the booking was completed."""


@map_db_error("AB011")
class TooManyUnconfirmedOfIp(TooManyUnconfirmed):
    """Several bookings from your internet connection are waiting for confirmation. Contact us to book another one."""


@map_db_error("AB012")
class TooManyUnconfirmedOfContact(TooManyUnconfirmed):
    """Your earlier bookings are still waiting for confirmation. Contact us to book another one."""


@map_db_error("bookings_check")
class ReturnBeforePickup(InvalidInput):
    """The return must be after the pickup"""

    def __init__(self) -> None:
        """By the wall clock it was after: the clocks change between a pickup and a return of the same hour."""
        super().__init__(fields=(FieldError("returnDate", RETURN_NOT_AFTER_PICKUP()),))


@map_db_error("bookings_tenant_id_reference_key")
class BookingReferenceTaken(Retryable):
    """Another booking has this reference. Please try again."""


@dataclass(frozen=True, slots=True)
class TakenBooking:
    """A stored booking as shown to the customer. ``total`` in minor units, as is ``display_total``.

    ``display_currency`` and ``display_total`` are None if the customer only saw the company's currency.
    """

    id: UUID
    reference: str
    status: str
    total: int
    currency: str
    display_currency: str | None = None
    display_total: int | None = None


@dataclass(frozen=True, slots=True)
class Submit:
    """A submit as its repetition is known: the visitor's idempotency key and the SHA-256 of the raw body."""

    key: str | None
    body_hash: bytes


@dataclass(frozen=True, slots=True)
class KnownSubmit:
    """A submit that created a booking."""

    body_hash: bytes
    taken: TakenBooking


@dataclass(frozen=True, slots=True)
class NewBooking:
    """``values``: by column. ``message``: to the company. Sessions before ``attribute_from`` are ignored.

    ``visit_id``: the visit that led to the booking, as sent by the browser.
    """

    taken: TakenBooking
    values: dict[str, Any]
    message: BookingCreated
    attribute_from: datetime
    visit_id: UUID | None = None


class IntakeRepository:
    """Takes bookings of one tenant: each is one call of the schema's function ``take_booking``."""

    def __init__(self, calls: FunctionCalls) -> None:
        self._calls = calls

    async def take(self, new: NewBooking, submit: Submit, limits: TrafficSettings | None) -> None:
        """Store a booking, its first event, message, idempotency key and use of a promo code, in one transaction.

        The database function attributes the booking to a quiz session and, by ``promo_code_state``, checks
        that the promo code is still usable. ``limits``: maximum number of unconfirmed bookings of the
        visitor. None: unlimited.

        Raises SubmitAlreadyTaken, PromoCodeNotUsable, BookingReferenceTaken, TooManyUnconfirmed, DatabaseUnavailable.
        """
        more = {
            "customer_message_id": new_id(),
            "unconfirmed_per_ip": limits.unconfirmed_per_ip if limits else 0,
            "unconfirmed_per_contact": limits.unconfirmed_per_contact if limits else 0,
        }
        values = {
            "booking": orjson.dumps(new.values | more).decode(),
            "event_id": new_id(),
            "message_id": new_id(),
            "message": new.message.stored(),
            "key": submit.key,
            "body_hash": submit.body_hash,
            "attribute_from": new.attribute_from,
        }
        if new.visit_id is None:
            await self._calls.run(QUERIES["take_booking"], values)
            return
        of_visit = {"visit_id": new.visit_id, "booking_id": new.taken.id, "now": new.values["created_at"]}
        await self._calls.run(QUERIES["take_booking_of_visit"], values | of_visit)


class SubmitRepository(PipelineRepository):
    """Submits of one tenant, within the caller's transaction."""

    async def find_by_key(self, key: str) -> KnownSubmit | None:
        """The submit of this idempotency key, with its booking."""
        values = {"tenant": self._tenant, "key": key}
        row = await (await self._connection.execute(QUERIES["submit_by_key"], values)).fetchone()
        if row is None:
            return None
        body_hash, *taken = row
        return KnownSubmit(bytes(body_hash), TakenBooking(*taken))


@dataclass(frozen=True, slots=True)
class Draft:
    """The wizard's first step as JSON. Keys without a usable value are None."""

    payload: str
    email_key: str | None
    phone_key: str | None


@dataclass(frozen=True, slots=True)
class KeptDraft:
    """A stored draft; ``message_id``: its message to the company."""

    id: UUID
    message_id: UUID


class DraftRepository(PipelineRepository):
    """Drafts of one tenant, within the caller's transaction."""

    async def find(self, draft: Draft, since: datetime) -> KeptDraft | None:
        """The visitor's newest draft that was changed after ``since``.

        Concurrent calls of one visitor are serialised until the transaction ends.
        """
        keys = [f"draft|{self._tenant}|{key}" for key in (draft.email_key, draft.phone_key) if key]
        # In a fixed order, to avoid deadlocks.
        for lock in sorted(
            int.from_bytes(blake2b(key.encode(), digest_size=8).digest(), signed=True) for key in keys
        ):
            await self._connection.execute(QUERIES["lock_drafts_of"], {"key": lock})
        values = {"tenant": self._tenant, "since": since, "email": draft.email_key, "phone": draft.phone_key}
        row = await (await self._connection.execute(QUERIES["find_draft"], values)).fetchone()
        return KeptDraft(*row) if row else None

    async def add(self, draft_id: UUID, draft: Draft, message_id: UUID, now: datetime) -> None:
        await self._store("add_draft", KeptDraft(draft_id, message_id), draft, now)

    async def update(self, kept: KeptDraft, draft: Draft, now: datetime) -> None:
        await self._store("update_draft", kept, draft, now)

    async def _store(self, query: str, kept: KeptDraft, draft: Draft, now: datetime) -> None:
        values = {
            "tenant": self._tenant,
            "id": kept.id,
            "message_id": kept.message_id,
            "payload": draft.payload,
            "email": draft.email_key,
            "phone": draft.phone_key,
            "now": now,
        }
        await self._connection.execute(QUERIES[query], values)
