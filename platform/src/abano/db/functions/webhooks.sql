-- Stores an event for every endpoint of the company that subscribes to it, in the transaction of its cause.
create or replace function emit_events(in_tenant uuid, in_types text[], in_object text, in_at timestamptz)
returns void language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  -- Checked first: most companies have no endpoints.
  if not exists (select from webhook_endpoints e where e.tenant_id = in_tenant and e.is_enabled) then
    return;
  end if;
  with events as materialized (
    select t.event_type, gen_random_uuid() as id from unnest(in_types) as t (event_type)
  )
  insert into webhook_deliveries (tenant_id, id, endpoint_id, event_id, event_type, object_id, created_at, due_at)
  select in_tenant, gen_random_uuid(), e.id, v.id, v.event_type, in_object, in_at, in_at
  from webhook_endpoints e join events v on v.event_type = any(e.events)
  where e.tenant_id = in_tenant and e.is_enabled;
end $$;

-- A revert creates a "changed" event. Status events are only created for steps forward.
create or replace function emit_booking_event() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
declare
  v_types text[];
begin
  if tg_op = 'INSERT' then
    v_types := case
      when new.status = 'confirmed' then array['booking.created', 'booking.confirmed']
      else array['booking.created']
    end;
    perform emit_events(new.tenant_id, v_types, new.id::text, new.created_at);
    return null;
  end if;
  v_types := case
    when new.status = old.status then array['booking.changed']
    when new.status = 'cancelled' then array['booking.cancelled']
    when old.status = 'pending' and new.status = 'confirmed' then array['booking.confirmed']
    when old.status in ('pending', 'confirmed') and new.status = 'active' then array['booking.started']
    when old.status in ('pending', 'confirmed', 'active') and new.status = 'completed' then array['booking.completed']
    else array['booking.changed']
  end;
  perform emit_events(new.tenant_id, v_types, new.id::text, new.updated_at);
  return null;
end $$;

create or replace function emit_payment_event() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  perform emit_events(
    new.tenant_id, array[case new.kind when 'payment' then 'payment.received' else 'payment.refunded' end],
    new.id::text, new.created_at
  );
  return null;
end $$;

create or replace function emit_quiz_event() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  perform emit_events(new.tenant_id, array['quiz.completed'], new.session_id, new.completed_at);
  return null;
end $$;

-- The event named by the trigger, for a row with an id and a created_at.
create or replace function emit_event() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  perform emit_events(new.tenant_id, array[tg_argv[0]], new.id::text, new.created_at);
  return null;
end $$;

create or replace function emit_invoice_event() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  perform emit_events(new.tenant_id, array['invoice.issued'], new.id::text, new.issued_at);
  return null;
end $$;

create or replace function emit_block_event() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  perform emit_events(new.tenant_id, array['vehicle.blocked'], new.vehicle_id::text, new.created_at);
  return null;
end $$;
