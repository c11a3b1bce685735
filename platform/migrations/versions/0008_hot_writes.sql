-- Hot writes: fewer statements, locks and checks for each visitor's call.

-- Each insert locked the one row of its company against deletion, and all visitors of a company met there. Companies
-- are suspended, never deleted (their bookings forbid it), and a row can only be written for the company that the
-- transaction names.
alter table quiz_sessions drop constraint quiz_sessions_tenant_id_fkey;

-- A start fills in what was not known yet; what was known stays. Its version counts only before any answer does.
-- Nearly every start is the first thing heard of its session: the merge is only prepared for the others.
create or replace function quiz_session_start(p_tenant_id uuid, p_session jsonb, p_now timestamptz)
returns void language plpgsql as $$
declare
  n quiz_sessions;
begin
  perform set_config('abano.tenant_id', p_tenant_id::text, true);
  insert into quiz_sessions (
    tenant_id, session_id, quiz_version, device_fingerprint, gclid, gbraid, wbraid, utm_source, utm_medium,
    utm_campaign, utm_term, utm_content, source_url, referrer, entry_path, user_agent, device, consent_state,
    start_received, started_at, updated_at
  )
  values (
    p_tenant_id, p_session ->> 'session_id', p_session ->> 'quiz_version', p_session ->> 'device_fingerprint',
    p_session ->> 'gclid', p_session ->> 'gbraid', p_session ->> 'wbraid', p_session ->> 'utm_source',
    p_session ->> 'utm_medium', p_session ->> 'utm_campaign', p_session ->> 'utm_term', p_session ->> 'utm_content',
    p_session ->> 'source_url', p_session ->> 'referrer', p_session ->> 'entry_path', p_session ->> 'user_agent',
    p_session ->> 'device', p_session ->> 'consent_state', true, p_now, p_now
  )
  on conflict (tenant_id, session_id) do nothing;
  if found then
    return;
  end if;
  n := jsonb_populate_record(null::quiz_sessions, p_session);
  update quiz_sessions as s set
    quiz_version = case
      when s.start_received or exists (
        select 1 from quiz_answers as a where a.tenant_id = s.tenant_id and a.session_id = s.session_id
      ) then s.quiz_version
      else n.quiz_version
    end,
    device_fingerprint = coalesce(s.device_fingerprint, n.device_fingerprint),
    gclid = coalesce(s.gclid, n.gclid),
    gbraid = coalesce(s.gbraid, n.gbraid),
    wbraid = coalesce(s.wbraid, n.wbraid),
    utm_source = coalesce(s.utm_source, n.utm_source),
    utm_medium = coalesce(s.utm_medium, n.utm_medium),
    utm_campaign = coalesce(s.utm_campaign, n.utm_campaign),
    utm_term = coalesce(s.utm_term, n.utm_term),
    utm_content = coalesce(s.utm_content, n.utm_content),
    source_url = coalesce(s.source_url, n.source_url),
    referrer = coalesce(s.referrer, n.referrer),
    entry_path = coalesce(s.entry_path, n.entry_path),
    user_agent = coalesce(s.user_agent, n.user_agent),
    device = case when s.start_received then s.device else n.device end,
    consent_state = case when s.start_received then s.consent_state else n.consent_state end,
    start_received = true,
    updated_at = p_now
  where s.tenant_id = p_tenant_id and s.session_id = n.session_id and (
    not s.start_received
    or (s.gclid is null and n.gclid is not null)
    or (s.gbraid is null and n.gbraid is not null)
    or (s.wbraid is null and n.wbraid is not null)
    or (s.device_fingerprint is null and n.device_fingerprint is not null)
  );
end $$;

-- Taking a booking, as before (0006), with all that is always stored of it in one statement.
--
-- Answers 'taken'. Raises AB001 when the key was used before, AB002 when the promo code has no use left or its time is
-- over; nothing is stored then. Runs with the caller's rights: row-level security binds it.
create or replace function take_booking(
  in_tenant uuid,
  in_booking jsonb,
  in_event_id uuid,
  in_message_id uuid,
  in_message jsonb,
  in_key text,
  in_request_hash bytea,
  in_attribute_from timestamptz
) returns text language plpgsql as $$
declare
  b bookings;
begin
  perform set_config('abano.tenant_id', in_tenant::text, true);
  b := jsonb_populate_record(null::bookings, in_booking);

  -- Decision 15: the session named by the booking, else the newest with its click id, else with its fingerprint.
  if b.quiz_session_id is not null then
    select s.session_id, 'session' into b.attributed_session_id, b.attribution_method from quiz_sessions s
    where s.tenant_id = in_tenant and s.session_id = b.quiz_session_id
      and s.started_at > in_attribute_from and s.started_at <= b.created_at;
  end if;
  if b.attributed_session_id is null and b.gclid is not null then
    select s.session_id, 'gclid' into b.attributed_session_id, b.attribution_method from quiz_sessions s
    where s.tenant_id = in_tenant and s.gclid = b.gclid
      and s.started_at > in_attribute_from and s.started_at <= b.created_at
    order by s.started_at desc limit 1;
  end if;
  if b.attributed_session_id is null and b.device_fingerprint is not null then
    select s.session_id, 'fingerprint' into b.attributed_session_id, b.attribution_method from quiz_sessions s
    where s.tenant_id = in_tenant and s.device_fingerprint = b.device_fingerprint
      and s.started_at > in_attribute_from and s.started_at <= b.created_at
    order by s.started_at desc limit 1;
  end if;

  -- One statement, because the start and end of each costs as much as its work.
  with booking as (
    insert into bookings (
      tenant_id, id, reference, customer_name, customer_email, customer_phone, driver_age, group_size, car_id,
      car_name, pickup_location, dropoff_location, pickup_at, return_at, insurance_code, service_codes,
      promo_code, gclid, gbraid, wbraid, quiz_session_id, device_fingerprint, attributed_session_id,
      attribution_method, consent_state, currency, days, daily_rate_minor, total_minor, price_lines,
      client_estimate, needs_review, review_reasons, address_hash, created_at, updated_at
    ) values (
      in_tenant, b.id, b.reference, b.customer_name, b.customer_email, b.customer_phone, b.driver_age, b.group_size,
      b.car_id, b.car_name, b.pickup_location, b.dropoff_location, b.pickup_at, b.return_at, b.insurance_code,
      b.service_codes, b.promo_code, b.gclid, b.gbraid, b.wbraid, b.quiz_session_id, b.device_fingerprint,
      b.attributed_session_id, b.attribution_method, b.consent_state, b.currency, b.days, b.daily_rate_minor,
      b.total_minor, b.price_lines, b.client_estimate, b.needs_review, b.review_reasons, b.address_hash, b.created_at,
      b.created_at
    )
  ), event as (
    insert into booking_events (tenant_id, id, booking_id, to_status, actor, created_at)
    values (in_tenant, in_event_id, b.id, 'pending', 'customer', b.created_at)
  ), message as (
    insert into outbox_messages (tenant_id, id, kind, payload, created_at, due_at)
    values (in_tenant, in_message_id, 'booking.created', in_message, b.created_at, b.created_at)
  )
  insert into idempotency_keys (tenant_id, key, request_hash, booking_id, created_at)
  select in_tenant, in_key, in_request_hash, b.id, b.created_at where in_key is not null
  on conflict do nothing;
  if not found and in_key is not null then
    raise exception 'idempotency key used' using errcode = 'AB001';
  end if;
  if b.promo_code is not null then
    update promo_codes p set uses = p.uses + 1
    where p.tenant_id = in_tenant and p.code = b.promo_code
      and p.is_active and (p.maximum_uses is null or p.uses < p.maximum_uses)
      and (p.starts_at is null or p.starts_at <= b.created_at)
      and (p.expires_at is null or p.expires_at > b.created_at);
    if not found then
      raise exception 'promo code used up' using errcode = 'AB002';
    end if;
  end if;
  return 'taken';
end $$;

-- A cancelled booking gives its use of a promo code back. By trigger, like the ledger: no way of cancelling can forget
-- it, and both stand or fall together.
create function give_back_promo_use() returns trigger language plpgsql as $$
begin
  update promo_codes p set uses = p.uses - 1
  where p.tenant_id = new.tenant_id and p.code = new.promo_code and p.uses > 0;
  return null;
end $$;
create trigger give_back_promo_use after update of status on bookings
  for each row when (new.promo_code is not null and new.status = 'cancelled' and old.status <> 'cancelled')
  execute function give_back_promo_use();
