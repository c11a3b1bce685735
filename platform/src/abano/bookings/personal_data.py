"""What bookings know of one person: found by e-mail address, copied, erased. Figures stay."""

from datetime import datetime
from typing import Any

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from abano.kit.email_address import normal_email
from abano.kit.person import Person
from abano.tenancy import TenantId

ERASED_NAME = "Erased customer"
_FIND = text("""
select id, reference, status, quiz_session_id, attributed_session_id, gclid, gbraid, wbraid
from bookings where tenant_id = :tenant and lower(customer_email) = :email
order by created_at, id for update
""")
_EXPORT = {
    "bookings": text("""
select to_jsonb(b) - array['tenant_id', 'row_xid', 'address_hash'] from bookings b
where b.tenant_id = :tenant and b.id = any(:bookings) order by b.created_at, b.id
"""),
    "bookingEvents": text("""
select to_jsonb(e) - array['tenant_id', 'admin_id'] from booking_events e
where e.tenant_id = :tenant and e.booking_id = any(:bookings) order by e.created_at, e.id
"""),
    "bookingNotes": text("""
select to_jsonb(n) - array['tenant_id', 'admin_id'] from booking_notes n
where n.tenant_id = :tenant and n.booking_id = any(:bookings) order by n.created_at, n.id
"""),
    "begunBookings": text("""
select to_jsonb(d) - array['tenant_id'] from personal_info_drafts d
where d.tenant_id = :tenant and lower(d.payload ->> 'customerEmail') = :email order by d.created_at, d.id
"""),
}
# Figures, dates, car and the affiliate's part stay; who it was, and what leads to them, goes.
_ERASE = {
    "bookings": text("""
update bookings set customer_name = :erased, customer_email = '', customer_phone = '', gclid = null, gbraid = null,
  wbraid = null, quiz_session_id = null, device_fingerprint = null, address_hash = null, updated_at = :now
where tenant_id = :tenant and id = any(:bookings)
"""),
    "bookingEvents": text("""
update booking_events set reason = '' where tenant_id = :tenant and booking_id = any(:bookings) and reason <> ''
"""),
    "bookingNotes": text(
        "delete from booking_notes where tenant_id = :tenant and booking_id = any(:bookings)"
    ),
    "repeatedSubmits": text(
        "delete from idempotency_keys where tenant_id = :tenant and booking_id = any(:bookings)"
    ),
    "begunBookings": text("""
delete from personal_info_drafts where tenant_id = :tenant and lower(payload ->> 'customerEmail') = :email
"""),
}
OPEN = frozenset({"pending", "confirmed", "active"})


async def find_person(session: AsyncSession, tenant_id: TenantId, email: str) -> Person:
    """The person's bookings, held until the transaction ends, and where they lead."""
    wanted = normal_email(email).lower()
    rows = (await session.execute(_FIND, {"tenant": tenant_id, "email": wanted})).all()
    sessions = {found for row in rows for found in (row.quiz_session_id, row.attributed_session_id) if found}
    clicks = {found for row in rows for found in (row.gclid, row.gbraid, row.wbraid) if found}
    return Person(
        wanted,
        tuple(row.id for row in rows),
        tuple(row.reference for row in rows),
        sum(row.status in OPEN for row in rows),
        tuple(sorted(sessions)),
        tuple(sorted(clicks)),
    )


async def export(
    session: AsyncSession, tenant_id: TenantId, person: Person
) -> dict[str, list[dict[str, Any]]]:
    """Rows as they are stored."""
    values = _values(tenant_id, person)
    return {name: list(await session.scalars(query, values)) for name, query in _EXPORT.items()}


async def erase(session: AsyncSession, tenant_id: TenantId, person: Person, now: datetime) -> dict[str, int]:
    """How many rows of each kind were changed or deleted."""
    values = _values(tenant_id, person) | {"erased": ERASED_NAME, "now": now}
    counts = {}
    for name, statement in _ERASE.items():
        result = await session.execute(statement, {key: values[key] for key in statement._bindparams})
        counts[name] = int(getattr(result, "rowcount", 0))
    return counts


def _values(tenant_id: TenantId, person: Person) -> dict[str, Any]:
    return {"tenant": tenant_id, "bookings": list(person.booking_ids), "email": person.email}
