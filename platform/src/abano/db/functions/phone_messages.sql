-- Adds a message by WhatsApp or SMS beside each automatic email of a booking: on the company's enabled channels that
-- have a text for the occasion, to numbers that opted in.
create or replace function add_phone_messages() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  -- Checked first: most companies have no channel.
  if not exists (select from phone_channels c where c.tenant_id = new.tenant_id and c.is_enabled) then
    return null;
  end if;
  insert into phone_messages (
    tenant_id, id, channel, phone, booking_id, occasion, notice_id, day, is_asked_for, state, created_at, due_at,
    changed_at
  )
  select new.tenant_id, gen_random_uuid(), c.channel, b.phone_key, b.id, new.payload ->> 'occasion', new.id,
    new.payload ->> 'day', coalesce((new.payload ->> 'isAskedFor')::boolean, false), 'pending', new.created_at,
    new.due_at, new.created_at
  from bookings b
  join phone_consents s on s.tenant_id = b.tenant_id and s.phone = b.phone_key and s.is_opted_in
  join phone_channels c on c.tenant_id = b.tenant_id and c.channel = s.channel and c.is_enabled
  where b.tenant_id = new.tenant_id and b.id = new.booking_id
    and exists (
      select from phone_templates t
      where t.tenant_id = c.tenant_id and t.channel = c.channel and t.occasion = new.payload ->> 'occasion'
    )
  on conflict do nothing;
  return null;
end $$;
