create or replace function take_booking(
  in_tenant uuid,
  in_booking jsonb,
  in_event_id uuid,
  in_message_id uuid,
  in_message jsonb,
  in_key text,
  in_request_hash bytea,
  in_attribute_from timestamptz
) returns text language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  b bookings;
begin
  -- Read without a lock, which all customers of a company would meet at: companies are never deleted.
  if not exists (select from tenants t where t.id = in_tenant) then
    raise exception 'there is no company %', in_tenant using errcode = 'foreign_key_violation';
  end if;
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

  -- Decision 32: a click from the same address is a guess, named as one. Without consent no address comes here, and a
  -- booking that brought a click id has its own explanation.
  if b.attributed_session_id is null and coalesce(b.gclid, b.gbraid, b.wbraid) is null
    and in_booking ->> 'client_address' is not null then
    b.attributed_session_id := session_by_address(
      in_tenant, (in_booking ->> 'client_address')::inet, in_attribute_from, b.created_at
    );
    if b.attributed_session_id is not null then
      b.attribution_method := 'address';
    end if;
  end if;

  -- One statement, because the start and end of each costs as much as its work.
  with booking as (
    insert into bookings (
      tenant_id, id, reference, customer_name, customer_email, customer_phone, driver_age, group_size, car_id,
      car_name, pickup_location, dropoff_location, pickup_at, return_at, insurance_code, service_codes,
      promo_code, gclid, gbraid, wbraid, quiz_session_id, device_fingerprint, attributed_session_id,
      attribution_method, consent_state, currency, days, daily_rate_minor, total_minor, price_lines,
      client_estimate, needs_review, review_reasons, address_hash, display_currency, display_rate,
      display_total_minor, language, terms_version, catalog_version, created_at, updated_at
    ) values (
      in_tenant, b.id, b.reference, b.customer_name, b.customer_email, b.customer_phone, b.driver_age, b.group_size,
      b.car_id, b.car_name, b.pickup_location, b.dropoff_location, b.pickup_at, b.return_at, b.insurance_code,
      b.service_codes, b.promo_code, b.gclid, b.gbraid, b.wbraid, b.quiz_session_id, b.device_fingerprint,
      b.attributed_session_id, b.attribution_method, b.consent_state, b.currency, b.days, b.daily_rate_minor,
      b.total_minor, b.price_lines, b.client_estimate, b.needs_review, b.review_reasons, b.address_hash,
      b.display_currency, b.display_rate, b.display_total_minor, b.language,
      -- The version that the page showed, where there is such a one, else the newest.
      (
        select v.number from site_document_versions v
        where v.tenant_id = in_tenant and v.kind = 'terms-of-service'
        order by v.number = b.terms_version desc nulls last, v.number desc limit 1
      ),
      b.catalog_version, b.created_at, b.created_at
    )
  ), event as (
    insert into booking_events (tenant_id, id, booking_id, to_status, actor, created_at)
    values (in_tenant, in_event_id, b.id, 'pending', 'customer', b.created_at)
  ), message as (
    insert into outbox_messages (tenant_id, id, kind, payload, created_at, due_at)
    values (in_tenant, in_message_id, 'booking.created', in_message, b.created_at, b.created_at)
  ), for_customer as (
    insert into outbox_messages (tenant_id, id, kind, payload, created_at, due_at, booking_id, once_key)
    select in_tenant, (in_booking ->> 'customer_message_id')::uuid, 'booking.customer_message',
      in_booking -> 'customer_message', b.created_at, b.created_at, b.id, 'received'
    where in_booking ->> 'customer_message_id' is not null
  ), details as (
    insert into booking_details (tenant_id, booking_id, flight_number, pickup_address, updated_at)
    select in_tenant, b.id, coalesce(in_booking ->> 'flight_number', ''),
      coalesce(in_booking ->> 'pickup_address', ''), b.created_at
    where in_booking ->> 'flight_number' is not null or in_booking ->> 'pickup_address' is not null
  )
  insert into idempotency_keys (tenant_id, key, request_hash, body_hash, booking_id, created_at)
  select in_tenant, in_key, in_request_hash, decode(in_booking ->> 'body_hash', 'hex'), b.id, b.created_at
  where in_key is not null
  on conflict do nothing;
  if not found and in_key is not null then
    raise exception 'idempotency key used' using errcode = 'AB001';
  end if;
  if b.promo_code is not null then
    update promo_codes p set uses = p.uses + 1
    where p.tenant_id = in_tenant and p.code = b.promo_code and promo_code_state(p, b.created_at) = 'usable';
    if not found then
      raise exception 'promo code not usable' using errcode = 'AB002';
    end if;
  end if;
  with lead as (
    update personal_info_drafts d set state = 'won', state_at = b.created_at, state_by = null
    where d.tenant_id = in_tenant and d.state <> 'won'
      and (d.email_key = lower(b.customer_email) or d.phone_key = split_part(b.customer_phone, ' ext. ', 1))
    returning d.message_id
  )
  delete from outbox_messages m using lead d
  where m.tenant_id = in_tenant and m.id = d.message_id and m.attempts = 0;
  return 'taken';
end $$;


drop function require_few_unconfirmed(bookings, integer, integer);
alter table bookings drop column own_sessions_ended_at;
alter table tenant_settings drop column unconfirmed_per_ip, drop column unconfirmed_per_contact;
