-- What unconfirmed bookings of a contact are counted by. Bookings of before that are not pending need none.
alter table bookings add column email_key text, add column phone_key text;

-- The keys that contacts of bookings are compared by: email in small letters, phone without its extension.
create or replace function keep_contact_keys() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  new.email_key := lower(new.customer_email);
  new.phone_key := split_part(new.customer_phone, ' ext. ', 1);
  return new;
end $$;

-- Raises AB011 or AB012 when another unconfirmed booking of this IP, or of this email or phone, would be one too many.
-- Concurrent bookings of one of them take turns until their transactions end. The locks are taken in one order: IP,
-- email, phone. Each is looked up in an index of plain columns, which Postgres uses under row-level security; it would
-- use none on lower(customer_email).
create or replace function require_few_unconfirmed(b bookings, in_per_ip integer, in_per_contact integer)
returns void language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if in_per_ip > 0 and b.address_hash is not null then
    perform pg_advisory_xact_lock(hashtextextended(b.tenant_id || '|ip|' || encode(b.address_hash, 'hex'), 0));
  end if;
  if in_per_contact > 0 then
    perform pg_advisory_xact_lock(hashtextextended(b.tenant_id || '|email|' || b.email_key, 0));
    perform pg_advisory_xact_lock(hashtextextended(b.tenant_id || '|phone|' || b.phone_key, 0));
  end if;
  if in_per_ip > 0 and b.address_hash is not null and exists (
    select from bookings o
    where o.tenant_id = b.tenant_id and o.address_hash = b.address_hash and o.status = 'pending'
    offset in_per_ip - 1
  ) then
    raise exception 'too many unconfirmed bookings of an IP' using errcode = 'AB011';
  end if;
  if in_per_contact > 0 and (
    exists (
      select from bookings o
      where o.tenant_id = b.tenant_id and o.email_key = b.email_key and o.status = 'pending'
      offset in_per_contact - 1
    ) or exists (
      select from bookings o
      where o.tenant_id = b.tenant_id and o.phone_key = b.phone_key and o.status = 'pending'
      offset in_per_contact - 1
    )
  ) then
    raise exception 'too many unconfirmed bookings of a contact' using errcode = 'AB012';
  end if;
end $$;

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
  b.tenant_id := in_tenant;
  b.email_key := lower(b.customer_email);
  b.phone_key := split_part(b.customer_phone, ' ext. ', 1);
  perform require_few_unconfirmed(
    b, (in_booking ->> 'unconfirmed_per_ip')::integer, (in_booking ->> 'unconfirmed_per_contact')::integer
  );

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
      display_total_minor, language, terms_version, catalog_version, created_at, updated_at, email_key, phone_key
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
      b.catalog_version, b.created_at, b.created_at, b.email_key, b.phone_key
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
      and (d.email_key = b.email_key or d.phone_key = b.phone_key)
    returning d.message_id
  )
  delete from outbox_messages m using lead d
  where m.tenant_id = in_tenant and m.id = d.message_id and m.attempts = 0;
  return 'taken';
end $$;

create trigger keep_contact_keys before insert on bookings
  for each row when (new.email_key is null or new.phone_key is null) execute function keep_contact_keys();
create trigger keep_changed_contact_keys before update of customer_email, customer_phone on bookings
  for each row execute function keep_contact_keys();
