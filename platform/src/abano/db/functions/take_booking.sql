-- Stores a booking with its first event, its message, its idempotency key and its use of a promo code, all or
-- nothing. Attributes it to a quiz session, and checks whether its promo code is usable (promo_code_state). Marks the
-- customer's incomplete booking as won and drops its message if that is still pending.
--
-- in_booking has the columns of a booking, the client_ip for attribution, the message to the customer with its id,
-- and the flight_number, pickup_address and dropoff_address the customer entered. in_body_hash is the digest of the
-- request's raw body. Returns 'taken'. Raises AB001 if the key was used before, AB002 if the promo code is not
-- usable, AB011 and AB012 if the IP, or the email or phone, already has unconfirmed_per_ip or unconfirmed_per_contact
-- unconfirmed bookings (limits of in_booking; 0: unlimited); then nothing is stored. Runs with the caller's rights,
-- so row-level security applies. Cost of each step: docs/operations/benchmarks.md.
create or replace function take_booking(
  in_tenant uuid,
  in_booking jsonb,
  in_event_id uuid,
  in_message_id uuid,
  in_message jsonb,
  in_key text,
  in_body_hash bytea,
  in_attribute_from timestamptz
) returns text language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  b bookings;
  v_per_ip integer := coalesce((in_booking ->> 'unconfirmed_per_ip')::integer, 0);
  v_per_contact integer := coalesce((in_booking ->> 'unconfirmed_per_contact')::integer, 0);
begin
  -- Read without a lock, which would serialise all bookings of a company. Companies are never deleted.
  perform set_config('abano.tenant_id', t.id::text, true) from tenants t where t.id = in_tenant;
  if not found then
    raise exception 'there is no company %', in_tenant using errcode = 'foreign_key_violation';
  end if;
  b := jsonb_populate_record(null::bookings, in_booking);
  b.tenant_id := in_tenant;
  b.email_key := lower(b.customer_email);
  b.phone_key := split_part(b.customer_phone, ' ext. ', 1);
  if v_per_ip > 0 or v_per_contact > 0 then
    perform require_few_unconfirmed(
      in_tenant, b.ip_hash, b.email_key, b.phone_key, v_per_ip, v_per_contact
    );
  end if;

  -- Before the messages, whose trigger reads it. A number that opted out itself stays so: anyone can enter it here.
  if jsonb_typeof(in_booking -> 'message_channels') = 'array' and b.phone_key like '+%' then
    insert into phone_consents as c (tenant_id, channel, phone, is_opted_in, source, changed_at)
    select in_tenant, p.channel, b.phone_key, true, 'booking_form', b.created_at from phone_channels p
    where p.tenant_id = in_tenant and p.is_enabled and in_booking -> 'message_channels' ? p.channel
    on conflict (tenant_id, channel, phone) do update
      set is_opted_in = true, source = excluded.source, changed_by = null, changed_at = excluded.changed_at
      where not c.is_opted_in and c.source <> 'customer';
  end if;

  -- Attribution: the session given by the booking, else the newest with its click id, else with its fingerprint.
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

  -- Attribution by the IP of a click is a guess and stored as such. It needs consent, and a booking with its own
  -- click id does not use it.
  if b.attributed_session_id is null and coalesce(b.gclid, b.gbraid, b.wbraid) is null
    and in_booking ->> 'client_ip' is not null then
    b.attributed_session_id := session_by_ip(
      in_tenant, (in_booking ->> 'client_ip')::inet, in_attribute_from, b.created_at
    );
    if b.attributed_session_id is not null then
      b.attribution_method := 'address';
    end if;
  end if;

  -- One statement, because starting and ending each one costs as much as its work.
  with booking as (
    insert into bookings (
      tenant_id, id, reference, customer_name, customer_email, customer_phone, driver_age, group_size, car_id,
      car_name, pickup_location, dropoff_location, pickup_place, dropoff_place, pickup_at, return_at, insurance_code,
      service_codes,
      promo_code, gclid, gbraid, wbraid, quiz_session_id, device_fingerprint, attributed_session_id,
      attribution_method, consent_state, ad_user_data, ad_personalization, ad_answered_at, ad_consent_version, currency, days, daily_rate_minor, total_minor, price_lines,
      client_estimate, needs_review, review_reasons, ip_hash, display_currency, display_rate,
      display_total_minor, language, terms_version, catalog_version, agreed_terms, created_at, updated_at,
      email_key, phone_key, channel_id, channel_commission_minor
    ) values (
      in_tenant, b.id, b.reference, b.customer_name, b.customer_email, b.customer_phone, b.driver_age, b.group_size,
      b.car_id, b.car_name, b.pickup_location, b.dropoff_location, b.pickup_place, b.dropoff_place,
      b.pickup_at, b.return_at, b.insurance_code, b.service_codes, b.promo_code, b.gclid, b.gbraid, b.wbraid, b.quiz_session_id, b.device_fingerprint,
      b.attributed_session_id, b.attribution_method, b.consent_state, b.ad_user_data, b.ad_personalization,
      b.ad_answered_at, b.ad_consent_version, b.currency, b.days, b.daily_rate_minor,
      b.total_minor, b.price_lines, b.client_estimate, b.needs_review, b.review_reasons, b.ip_hash,
      b.display_currency, b.display_rate, b.display_total_minor, b.language,
      -- The version the page showed if it exists, else the newest. Each is one index lookup.
      coalesce((
        select v.number from site_document_versions v
        where v.tenant_id = in_tenant and v.kind = 'terms-of-service' and v.number = b.terms_version
      ), (
        select v.number from site_document_versions v
        where v.tenant_id = in_tenant and v.kind = 'terms-of-service'
        order by v.number desc limit 1
      )),
      b.catalog_version, coalesce(b.agreed_terms, '{}'), b.created_at, b.created_at, b.email_key, b.phone_key,
      b.channel_id, b.channel_commission_minor
    )
  ), event as (
    insert into booking_events (tenant_id, id, booking_id, to_status, actor, created_at)
    values (in_tenant, in_event_id, b.id, 'pending', 'customer', b.created_at)
  ), messages as (
    insert into outbox_messages (tenant_id, id, kind, payload, created_at, due_at, booking_id, once_key)
    select in_tenant, m.id, m.kind, m.payload, b.created_at, b.created_at, m.booking_id, m.once_key
    from (values
      (in_message_id, 'booking.created', in_message, null::uuid, null),
      (
        (in_booking ->> 'customer_message_id')::uuid, 'booking.customer_message', in_booking -> 'customer_message',
        b.id, 'received'
      )
    ) as m (id, kind, payload, booking_id, once_key)
    where m.id is not null
  ), details as (
    insert into booking_details (tenant_id, booking_id, flight_number, pickup_address, dropoff_address, updated_at)
    select in_tenant, b.id, coalesce(in_booking ->> 'flight_number', ''),
      coalesce(in_booking ->> 'pickup_address', ''), coalesce(in_booking ->> 'dropoff_address', ''), b.created_at
    where coalesce(
      in_booking ->> 'flight_number', in_booking ->> 'pickup_address', in_booking ->> 'dropoff_address'
    ) is not null
  )
  insert into idempotency_keys (tenant_id, key, body_hash, booking_id, created_at)
  select in_tenant, in_key, in_body_hash, b.id, b.created_at
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
  -- Checked first: most visitors have none, and an update and a delete without rows cost three times as much.
  if exists (
    select from personal_info_drafts d
    where d.tenant_id = in_tenant and d.state <> 'won'
      and (d.email_key = b.email_key or d.phone_key = b.phone_key)
  ) then
    with lead as (
      update personal_info_drafts d set state = 'won', state_at = b.created_at, state_by = null
      where d.tenant_id = in_tenant and d.state <> 'won'
        and (d.email_key = b.email_key or d.phone_key = b.phone_key)
      returning d.message_id
    )
    delete from outbox_messages m using lead d
    where m.tenant_id = in_tenant and m.id = d.message_id and m.attempts = 0;
  end if;
  return 'taken';
end $$;

-- Keys for comparing contacts of bookings: email in lower case, phone without its extension.
create or replace function keep_contact_keys() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  new.email_key := lower(new.customer_email);
  new.phone_key := split_part(new.customer_phone, ' ext. ', 1);
  return new;
end $$;

-- Raises AB011 or AB012 if another unconfirmed booking of this IP, or of this email or phone, would exceed the limit.
-- Concurrent bookings with the same key are serialised until their transactions end. The lock order is IP, email,
-- phone. Each lookup uses an index on plain columns: under row-level security, Postgres would not use one on
-- lower(customer_email).
create or replace function require_few_unconfirmed(
  in_tenant uuid, in_ip_hash bytea, in_email_key text, in_phone_key text, in_per_ip integer, in_per_contact integer
) returns void language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  v_counts_ip boolean := in_per_ip > 0 and in_ip_hash is not null;
  v_counts_contact boolean := in_per_contact > 0;
  v_ip boolean;
  v_contact boolean;
begin
  perform
    case when v_counts_ip
      then pg_advisory_xact_lock(hashtextextended(in_tenant || '|ip|' || encode(in_ip_hash, 'hex'), 0)) end,
    case when v_counts_contact
      then pg_advisory_xact_lock(hashtextextended(in_tenant || '|email|' || in_email_key, 0)) end,
    case when v_counts_contact
      then pg_advisory_xact_lock(hashtextextended(in_tenant || '|phone|' || in_phone_key, 0)) end;
  -- A separate statement, so that it sees bookings stored while waiting for the lock.
  select
    v_counts_ip and exists (
      select from bookings o
      where o.tenant_id = in_tenant and o.ip_hash = in_ip_hash and o.status = 'pending'
      offset in_per_ip - 1
    ),
    v_counts_contact and (
      exists (
        select from bookings o
        where o.tenant_id = in_tenant and o.email_key = in_email_key and o.status = 'pending'
        offset in_per_contact - 1
      ) or exists (
        select from bookings o
        where o.tenant_id = in_tenant and o.phone_key = in_phone_key and o.status = 'pending'
        offset in_per_contact - 1
      )
    )
  into v_ip, v_contact;
  if v_ip then
    raise exception 'too many unconfirmed bookings of an IP' using errcode = 'AB011';
  end if;
  if v_contact then
    raise exception 'too many unconfirmed bookings of a contact' using errcode = 'AB012';
  end if;
end $$;

-- The quiz session of the newest click from an IP, if any: a possible origin of a booking without ids. The click id
-- is not copied to the booking.
create or replace function session_by_ip(
  p_tenant_id uuid, p_address inet, p_from timestamptz, p_until timestamptz
) returns text language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select s.session_id
  from (
    select c.gclid from click_records c
    where c.tenant_id = p_tenant_id and c.ip_address = p_address and c.gclid is not null
      and c.created_at > p_from and c.created_at <= p_until
    order by c.created_at desc limit 1
  ) as click
  join quiz_sessions s on s.tenant_id = p_tenant_id and s.gclid = click.gclid
  where s.started_at > p_from and s.started_at <= p_until
  order by s.started_at desc limit 1
$$;
