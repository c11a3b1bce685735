-- name: take_booking
-- The function is in db/functions/take_booking.sql.
select take_booking(
  %(tenant)s, %(booking)s::jsonb, %(event_id)s, %(message_id)s, %(message)s::jsonb, %(key)s, %(body_hash)s,
  %(attribute_from)s
);

-- name: take_booking_of_visit
-- The same, and in the same transaction the last step of the visit.
select take_booking(
  %(tenant)s, %(booking)s::jsonb, %(event_id)s, %(message_id)s, %(message)s::jsonb, %(key)s, %(body_hash)s,
  %(attribute_from)s
), journey_booked(%(tenant)s, %(visit_id)s, %(booking_id)s, %(now)s);

-- name: submit_by_key
select k.body_hash, b.id, b.reference, b.status, b.total_minor, b.currency, b.display_currency,
  b.display_total_minor
from idempotency_keys k join bookings b on b.tenant_id = k.tenant_id and b.id = k.booking_id
where k.tenant_id = %(tenant)s and k.key = %(key)s;

-- name: find_draft
-- Null keys match nothing, such as those of drafts from before migration 0015.
select id, message_id from personal_info_drafts
where tenant_id = %(tenant)s and (email_key = %(email)s or phone_key = %(phone)s) and updated_at > %(since)s
order by updated_at desc limit 1 for update;

-- name: lock_drafts_of
select pg_advisory_xact_lock(%(key)s);

-- name: add_draft
insert into personal_info_drafts (
  tenant_id, id, payload, created_at, updated_at, message_id, email_key, phone_key
) values (
  %(tenant)s, %(id)s, %(payload)s::jsonb, %(now)s, %(now)s, %(message_id)s, %(email)s, %(phone)s
);

-- name: update_draft
update personal_info_drafts set
  payload = %(payload)s::jsonb, updated_at = %(now)s, message_id = %(message_id)s, email_key = %(email)s,
  phone_key = %(phone)s,
  -- A customer who has booked and begins again is a new lead.
  state = case when message_id is distinct from %(message_id)s and state in ('won', 'lost') then 'new' else state end
where tenant_id = %(tenant)s and id = %(id)s;
