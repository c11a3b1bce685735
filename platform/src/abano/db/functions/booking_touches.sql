-- Quiz sessions that may have led to a booking: the attributed one, and all sessions of the last ninety days with its
-- click id or device. The newest fifty of each kind.
create or replace function booking_sessions(b bookings)
returns table (session_id text, touched_at timestamptz) language sql stable
set search_path = pg_catalog, public, pg_temp as $$
  select s.session_id, s.started_at from quiz_sessions s
  where s.tenant_id = b.tenant_id and s.session_id = b.attributed_session_id
  union
  (
    select s.session_id, s.started_at from quiz_sessions s
    where s.tenant_id = b.tenant_id and s.gclid = b.gclid
      and s.started_at > b.created_at - interval '90 days' and s.started_at <= b.created_at
    order by s.started_at desc limit 50
  )
  union
  (
    select s.session_id, s.started_at from quiz_sessions s
    where s.tenant_id = b.tenant_id and s.device_fingerprint = b.device_fingerprint
      and s.started_at > b.created_at - interval '90 days' and s.started_at <= b.created_at
    order by s.started_at desc limit 50
  )
$$;

-- Stores the touches of a new booking. Trigger of bookings.
create or replace function remember_booking_touches() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into booking_touches (tenant_id, booking_id, session_id, touched_at)
  select new.tenant_id, new.id, t.session_id, t.touched_at from booking_sessions(new) t
  on conflict (tenant_id, booking_id, session_id) do nothing;
  return null;
end $$;

-- Deletes the touches of an erased booking or session, or after a refusal of consent. Trigger of warehouse_erasures.
create or replace function erase_booking_touches() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.kind = 'booking' then
    delete from booking_touches t where t.tenant_id = new.tenant_id and t.booking_id = new.subject::uuid;
  elsif new.kind = 'session' then
    delete from booking_touches t where t.tenant_id = new.tenant_id and t.session_id = new.subject;
  end if;
  return null;
end $$;
