-- Each published catalogue as a document. The rows of cars, rates, places and so on are what the newest one says.
-- A company without any has version 1, which its rows say; the first publishing writes it down.
create table catalog_versions (
  tenant_id uuid not null references tenants (id),
  number integer not null check (number >= 1),
  document jsonb not null,
  published_at timestamptz not null,
  -- Null: not by an admin of the console.
  published_by uuid,
  note text not null default '' check (length(note) <= 300),
  primary key (tenant_id, number),
  constraint catalog_versions_published_by_fkey foreign key (tenant_id, published_by) references admins (tenant_id, id)
);

-- What is changed and not yet published: {"cars": {"subaru-forester": {"item": {…}, "by": "…", "at": "…"}}}; the item
-- null: taken out.
create table catalog_drafts (
  tenant_id uuid primary key references tenants (id),
  changes jsonb not null default '{}' check (jsonb_typeof(changes) = 'object'),
  updated_at timestamptz not null,
  -- When it is to be published by the worker, who said so, and the note for the history.
  publishes_at timestamptz,
  publishes_by uuid,
  note text not null default '' check (length(note) <= 300),
  -- Why the worker could not: [{"field": "cars.0.name", "code": "…", "params": {…}}].
  refusal jsonb,
  constraint catalog_drafts_publishes_by_fkey foreign key (tenant_id, publishes_by) references admins (tenant_id, id)
);
create index catalog_drafts_planned on catalog_drafts (publishes_at) where publishes_at is not null;

-- A place that is no longer offered stays for the vehicles, hand-overs and bookings that name it.
alter table locations add column is_active boolean not null default true;

-- The version that gave the booking its price; null: not known, or from before there were versions.
alter table bookings add column catalog_version integer;

-- Stores a booking with its first event, its message, its idempotency key and its use of a promo code: all or nothing.
-- Decides two things: which quiz session the booking came from, and whether its promo code is usable (promo_code_state).
-- The same customer's begun booking is won, and a message of it that still waits to be sent is dropped.
--
-- in_booking has the columns of a booking, the client_address that may explain it, the message to the customer with its
-- id, and body_hash, the digest of the request's raw body; in_request_hash is the digest that releases before migration 0020 compare. Answers 'taken'. Raises
-- AB001 when the key was used before, AB002 when the promo code is not usable any more; nothing is stored then. Runs
-- with the caller's rights: row-level security binds it.
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
