"""All SQL of bookings. Taking one is a single statement, because many come at once when a campaign works."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from abano.db import Connection
from abano.models.bookings import BookingEvent, BookingRow
from abano.tenancy import TenantId

# Decision 15: the session named by the booking, else the newest with its click id, else with its fingerprint.
_TAKE = """
with credited as (
  select session_id, method from (
    (select session_id, 'session' as method, 1 as rank from quiz_sessions
     where tenant_id = %(tenant_id)s and session_id = %(quiz_session_id)s
       and started_at > %(attribute_from)s and started_at <= %(created_at)s)
    union all
    (select session_id, 'gclid', 2 from quiz_sessions
     where tenant_id = %(tenant_id)s and gclid = %(gclid)s
       and started_at > %(attribute_from)s and started_at <= %(created_at)s
     order by started_at desc limit 1)
    union all
    (select session_id, 'fingerprint', 3 from quiz_sessions
     where tenant_id = %(tenant_id)s and device_fingerprint = %(device_fingerprint)s
       and started_at > %(attribute_from)s and started_at <= %(created_at)s
     order by started_at desc limit 1)
  ) candidate order by rank limit 1
), booking as (
  insert into bookings (
    tenant_id, id, reference, customer_name, customer_email, customer_phone, driver_age, group_size, car_id,
    car_name, pickup_location, dropoff_location, pickup_at, return_at, insurance_code, service_codes,
    promo_code, gclid, gbraid, wbraid, quiz_session_id, device_fingerprint, attributed_session_id,
    attribution_method, consent_state, currency, days, daily_rate_minor, total_minor, price_lines,
    client_estimate, needs_review, review_reasons, created_at, updated_at
  ) values (
    %(tenant_id)s, %(id)s, %(reference)s, %(customer_name)s, %(customer_email)s, %(customer_phone)s,
    %(driver_age)s, %(group_size)s, %(car_id)s, %(car_name)s, %(pickup_location)s, %(dropoff_location)s,
    %(pickup_at)s, %(return_at)s, %(insurance_code)s, %(service_codes)s, %(promo_code)s, %(gclid)s,
    %(gbraid)s, %(wbraid)s, %(quiz_session_id)s, %(device_fingerprint)s,
    (select session_id from credited), (select method from credited), %(consent_state)s, %(currency)s,
    %(days)s, %(daily_rate_minor)s, %(total_minor)s, %(price_lines)s::jsonb, %(client_estimate)s,
    %(needs_review)s, %(review_reasons)s, %(created_at)s, %(created_at)s
  )
), event as (
  insert into booking_events (tenant_id, id, booking_id, to_status, actor, created_at)
  values (%(tenant_id)s, %(event_id)s, %(id)s, 'pending', 'customer', %(created_at)s)
), message as (
  insert into outbox_messages (tenant_id, id, kind, payload, created_at, due_at)
  values (%(tenant_id)s, %(message_id)s, 'booking.created', %(message)s::jsonb, %(created_at)s, %(created_at)s)
), key as (
  insert into idempotency_keys (tenant_id, key, request_hash, booking_id, created_at)
  select %(tenant_id)s, %(key)s, %(request_hash)s, %(id)s, %(created_at)s where %(key)s::text is not null
  on conflict do nothing
  returning 1
), promo as (
  update promo_codes set uses = uses + 1
  where tenant_id = %(tenant_id)s and code = %(promo_code)s and (maximum_uses is null or uses < maximum_uses)
  returning 1
)
select %(key)s::text is null or exists (select 1 from key),
       %(promo_code)s::text is null or exists (select 1 from promo)
"""
_BY_KEY = """
select k.request_hash, b.id, b.reference, b.status, b.total_minor, b.currency
from idempotency_keys k join bookings b on b.tenant_id = k.tenant_id and b.id = k.booking_id
where k.tenant_id = %s and k.key = %s
"""


@dataclass(frozen=True, slots=True)
class TakenBooking:
    """What the customer is told of a booking. ``total`` in minor units."""

    id: UUID
    reference: str
    status: str
    total: int
    currency: str


async def take(conn: Connection, values: dict[str, Any]) -> tuple[bool, bool]:
    """Store a booking, its first event, its message, its key and its use of a promo code at once.

    Answers whether the key was free and whether the promo code had a use left. If not, roll back.
    """
    row = await (await conn.execute(_TAKE, values)).fetchone()
    return (bool(row[0]), bool(row[1])) if row else (False, False)


async def find_by_key(conn: Connection, tenant_id: TenantId, key: str) -> tuple[bytes, TakenBooking] | None:
    """The hash of the request that used this key, and its booking."""
    row = await (await conn.execute(_BY_KEY, (tenant_id, key))).fetchone()
    return (bytes(row[0]), TakenBooking(*row[1:])) if row else None


async def add_draft(
    conn: Connection, tenant_id: TenantId, draft_id: UUID, payload: str, now: datetime
) -> None:
    await conn.execute(
        "insert into personal_info_drafts (tenant_id, id, payload, created_at) values (%s, %s, %s::jsonb, %s)",
        (tenant_id, draft_id, payload, now),
    )


async def delete_old(conn: Connection, tenant_id: TenantId, *, drafts: datetime, keys: datetime) -> None:
    """Delete drafts and idempotency keys from before the given moments."""
    await conn.execute(
        "delete from personal_info_drafts where tenant_id = %s and created_at < %s", (tenant_id, drafts)
    )
    await conn.execute(
        "delete from idempotency_keys where tenant_id = %s and created_at < %s", (tenant_id, keys)
    )


class BookingRepository:
    """Bookings of one tenant, within the caller's transaction."""

    def __init__(self, session: AsyncSession, tenant: TenantId) -> None:
        self._session = session
        self._tenant = tenant

    async def lock_unconfirmed(self, before: datetime, limit: int) -> Sequence[BookingRow]:
        """Pending bookings made before that moment, oldest first, locked; those in use elsewhere are passed over."""
        query = (
            select(BookingRow)
            .where(
                BookingRow.tenant_id == self._tenant,
                BookingRow.status == "pending",
                BookingRow.created_at < before,
            )
            .order_by(BookingRow.created_at)
            .limit(limit)
            .with_for_update(skip_locked=True)
        )
        return (await self._session.scalars(query)).all()

    async def add_event(self, event: BookingEvent) -> None:
        self._session.add(event)
        await self._session.flush()
