-- Stores an event for every endpoint of the company that subscribes to it, in the transaction of its cause.
create or replace function emit_events(
  in_tenant uuid, in_types text[], in_object text, in_at timestamptz, in_details jsonb default null
)
returns void language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  -- Checked first: most companies have no endpoints.
  if not exists (select from webhook_endpoints e where e.tenant_id = in_tenant and e.is_enabled) then
    return;
  end if;
  with events as materialized (
    select t.event_type, gen_random_uuid() as id from unnest(in_types) as t (event_type)
  )
  insert into webhook_deliveries (tenant_id, id, endpoint_id, event_id, event_type, object_id, details, created_at, due_at)
  select in_tenant, gen_random_uuid(), e.id, v.id, v.event_type, in_object, in_details, in_at, in_at
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

-- An alert has no resource to be read, so the event has its figures.
create or replace function emit_alert_event() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
declare
  v_rule alert_rules%rowtype;
begin
  select * into v_rule from alert_rules r where r.tenant_id = new.tenant_id and r.id = new.rule_id;
  perform emit_events(
    new.tenant_id,
    array[case when new.resolved_at is null then 'alert.opened' else 'alert.resolved' end],
    new.id::text,
    coalesce(new.resolved_at, new.opened_at),
    jsonb_build_object(
      'path', new.link,
      'alert', jsonb_build_object(
        'ruleId', v_rule.id,
        'rule', v_rule.name,
        'metric', v_rule.metric,
        'condition', v_rule.condition,
        'campaign', case v_rule.split when 'campaign' then new.part_name end,
        'source', case v_rule.split when 'source' then new.part_name end,
        'value', new.value,
        'expected', new.before,
        'limit', case when v_rule.condition in ('above', 'below') then v_rule.limit_value end,
        'sessions', new.sessions,
        'from', new.first_day,
        'to', new.last_day,
        'times', new.times
      )
    )
  );
  return null;
end $$;
