"""Personal data of bookings, by email address and customer. Figures are kept."""

from dataclasses import replace

from sqlalchemy import text

from abano.db.personal_data import Person, PersonalRecords, records_of
from abano.db.unit_of_work import UnitOfWork

_FIND = text("""
select id, reference, status, phone_key, quiz_session_id, attributed_session_id, gclid, gbraid, wbraid
from bookings b where b.tenant_id = :tenant and (
  lower(b.customer_email) = any(cast(:emails as text[])) or exists (
    select from customer_bookings l
    where l.tenant_id = b.tenant_id and l.booking_id = b.id and l.customer_id = any(cast(:customer_ids as uuid[]))
  )
)
order by created_at, id for update
""")
OPEN = frozenset({"pending", "confirmed", "active"})
UNKNOWN_CAR = "Unknown car"

# Figures, dates, a car of the catalogue and the affiliate are kept; personal data, free text and identifiers are
# erased. An unknown car is free text, also in its price line.
PERSONAL_RECORDS = (
    PersonalRecords(
        "bookings",
        find="""
select to_jsonb(b) - array['tenant_id', 'row_xid', 'ip_hash'] from bookings b
where b.tenant_id = :tenant and b.id = any(:booking_ids) order by b.created_at, b.id
""",
        erase=f"""
with changed as (
  update bookings b set customer_name = :erased, customer_email = '', customer_phone = '', client_estimate = null,
    gclid = null, gbraid = null, wbraid = null, quiz_session_id = null, device_fingerprint = null,
    ip_hash = null, manage_version = manage_version + 1,
    car_name = case when b.car_id is null then '{UNKNOWN_CAR}' else b.car_name end,
    price_lines = case when b.car_id is null then (
      select jsonb_agg(
        case when line ->> 'code' ~ '^car([:/]|$)' then line || '{{"label": "{UNKNOWN_CAR}"}}' else line end
        order by place
      )
      from jsonb_array_elements(b.price_lines) with ordinality as lines (line, place)
    ) else b.price_lines end,
    updated_at = :now
  where b.tenant_id = :tenant and b.id = any(:booking_ids)
  returning b.id
), reported as (
  insert into warehouse_erasures (tenant_id, kind, subject, created_at)
  select :tenant, 'booking', id, :now from changed
)
select id from changed
""",  # noqa: S608 - a name from above
    ),
    records_of("bookingEvents", "booking_events", hidden=("admin_id",), change="reason = ''"),
    records_of("bookingNotes", "booking_notes", hidden=("admin_id",)),
    # Dates and prices are kept as figures. Names and free text are removed.
    records_of(
        "bookingChanges",
        "booking_changes",
        hidden=("admin_id",),
        change="reason = '', before = changed_figures(before), after = changed_figures(after)",
    ),
    records_of("bookingDetails", "booking_details", order="booking_id", key="booking_id"),
    records_of("customerActions", "customer_actions", hidden=("seen_by",)),
    records_of(
        "repeatedSubmits", "idempotency_keys", hidden=("body_hash",), order="created_at, key", key="key"
    ),
    PersonalRecords(
        "incompleteBookings",
        find="""
select to_jsonb(d) - array['tenant_id'] from personal_info_drafts d
where d.tenant_id = :tenant and (
  d.email_key = any(:emails) or lower(d.payload ->> 'customerEmail') = any(:emails)
)
order by d.created_at, d.id
""",
        erase="""
delete from personal_info_drafts
where tenant_id = :tenant and (email_key = any(:emails) or lower(payload ->> 'customerEmail') = any(:emails))
returning id
""",
    ),
)


async def with_bookings(uow: UnitOfWork, person: Person) -> Person:
    """Add the person's bookings, locked until the transaction ends: their ids, phones, linked sessions and clicks."""
    values = {
        "tenant": uow.tenant_id,
        "emails": list(person.emails),
        "customer_ids": list(person.customer_ids),
    }
    rows = (await uow.session.execute(_FIND, values)).all()
    sessions = {value for row in rows for value in (row.quiz_session_id, row.attributed_session_id) if value}
    clicks = {value for row in rows for value in (row.gclid, row.gbraid, row.wbraid) if value}
    # A number that could not be read is compared with nothing.
    phones = {row.phone_key for row in rows if row.phone_key and row.phone_key.startswith("+")}
    return replace(
        person,
        phones=tuple(sorted(phones)),
        booking_ids=tuple(row.id for row in rows),
        references=tuple(row.reference for row in rows),
        open_bookings=sum(row.status in OPEN for row in rows),
        session_ids=tuple(sorted(sessions)),
        click_ids=tuple(sorted(clicks)),
    )
