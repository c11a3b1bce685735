"""SQL of taking bookings. Taking one is a single statement, because many come at once when a campaign works."""

from dataclasses import dataclass
from datetime import datetime
from hashlib import blake2b
from typing import Any, Literal
from uuid import UUID

import orjson
import psycopg

from abano.database.engine import Connection, Database
from abano.kit.ids import new_id
from abano.tenants.tenant import TenantId

# The function stands in database/functions/take_booking.sql.
_TAKE = (
    "select take_booking(%(tenant_id)s, %(booking)s::jsonb, %(event_id)s, %(message_id)s, %(message)s::jsonb,"
    " %(key)s, %(request_hash)s, %(attribute_from)s)"
)
_BY_KEY = """
select k.request_hash, b.id, b.reference, b.status, b.total_minor, b.currency
from idempotency_keys k join bookings b on b.tenant_id = k.tenant_id and b.id = k.booking_id
where k.tenant_id = %s and k.key = %s
"""
# What is unknown (null) is nobody's; drafts of before migration 0015 are found by nothing.
_FIND_DRAFT = """
select id, message_id from personal_info_drafts
where tenant_id = %(tenant)s and (email_key = %(email)s or phone_key = %(phone)s) and updated_at > %(since)s
order by updated_at desc limit 1 for update
"""

Outcome = Literal["taken", "key_used", "promo_used_up"]
_REFUSALS: dict[str, Outcome] = {"AB001": "key_used", "AB002": "promo_used_up"}


@dataclass(frozen=True, slots=True)
class TakenBooking:
    """What the customer is told of a booking. ``total`` in minor units."""

    id: UUID
    reference: str
    status: str
    total: int
    currency: str


@dataclass(frozen=True, slots=True)
class NewBooking:
    """``values`` by column, ``message`` for the company; only sessions since ``attribute_from`` get credit."""

    taken: TakenBooking
    values: dict[str, Any]
    message: dict[str, Any]
    attribute_from: datetime


async def take(
    db: Database, tenant_id: TenantId, new: NewBooking, *, key: str | None, digest: bytes
) -> Outcome:
    """Store a booking, its first event, its message, its key and its use of a promo code: all or nothing.

    Raises psycopg's UniqueViolation when the reference is taken, and DatabaseUnavailable.
    """
    parameters = {
        "tenant_id": tenant_id,
        "booking": orjson.dumps(new.values).decode(),
        "event_id": new_id(),
        "message_id": new_id(),
        "message": orjson.dumps(new.message).decode(),
        "key": key,
        "request_hash": digest,
        "attribute_from": new.attribute_from,
    }
    try:
        await db.call(_TAKE, parameters)
    except psycopg.Error as error:
        outcome = _REFUSALS.get(error.sqlstate or "")
        if outcome is None:
            raise
        return outcome
    return "taken"


async def find_by_key(conn: Connection, tenant_id: TenantId, key: str) -> tuple[bytes, TakenBooking] | None:
    """The hash of the request that used this key, and its booking."""
    row = await (await conn.execute(_BY_KEY, (tenant_id, key))).fetchone()
    return (bytes(row[0]), TakenBooking(*row[1:])) if row else None


@dataclass(frozen=True, slots=True)
class Draft:
    """What a visitor gave in the wizard's first step, as JSON. Keys are None where nothing usable was given."""

    payload: str
    email_key: str | None
    phone_key: str | None


@dataclass(frozen=True, slots=True)
class KeptDraft:
    """``message_id``: what tells the company of it."""

    id: UUID
    message_id: UUID


async def find_draft(
    conn: Connection, tenant_id: TenantId, draft: Draft, since: datetime
) -> KeptDraft | None:
    """The newest draft of the same visitor that was changed after ``since``.

    Of two calls of one visitor at once the second waits for the first, until the transaction ends.
    """
    keys = [f"draft|{tenant_id}|{key}" for key in (draft.email_key, draft.phone_key) if key]
    # In one order everywhere, so that no two wait for each other.
    for lock in sorted(
        int.from_bytes(blake2b(key.encode(), digest_size=8).digest(), signed=True) for key in keys
    ):
        await conn.execute("select pg_advisory_xact_lock(%s)", (lock,))
    values = {"tenant": tenant_id, "since": since, "email": draft.email_key, "phone": draft.phone_key}
    row = await (await conn.execute(_FIND_DRAFT, values)).fetchone()
    return KeptDraft(*row) if row else None


async def add_draft(
    conn: Connection, tenant_id: TenantId, draft_id: UUID, draft: Draft, message_id: UUID, now: datetime
) -> None:
    await conn.execute(
        "insert into personal_info_drafts"
        " (tenant_id, id, payload, created_at, updated_at, message_id, email_key, phone_key)"
        " values (%s, %s, %s::jsonb, %s, %s, %s, %s, %s)",
        (tenant_id, draft_id, draft.payload, now, now, message_id, draft.email_key, draft.phone_key),
    )


async def update_draft(
    conn: Connection, tenant_id: TenantId, kept: KeptDraft, draft: Draft, now: datetime
) -> None:
    await conn.execute(
        "update personal_info_drafts set payload = %s::jsonb, updated_at = %s, message_id = %s, email_key = %s,"
        " phone_key = %s where tenant_id = %s and id = %s",
        (draft.payload, now, kept.message_id, draft.email_key, draft.phone_key, tenant_id, kept.id),
    )
