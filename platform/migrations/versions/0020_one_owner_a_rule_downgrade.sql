-- Back to the functions of migrations 0015 and 0006, and their foreign keys.

-- Stores a booking with its first event, its message, its idempotency key and its use of a promo code: all or nothing.
-- Decides two things: which quiz session the booking came from, and whether its promo code has a use left. A message
-- that still waits to tell the company of the same customer's begun booking is dropped.
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
) returns text language plpgsql set search_path = pg_catalog, public, pg_temp as $$
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
  delete from outbox_messages m using personal_info_drafts d
  where d.tenant_id = in_tenant
    and (d.email_key = lower(b.customer_email) or d.phone_key = split_part(b.customer_phone, ' ext. ', 1))
    and m.tenant_id = in_tenant and m.id = d.message_id and m.attempts = 0;
  return 'taken';
end $$;

-- Earns the commission of a booking, in the booking's own transaction. Decides whether it is a self-referral (the
-- customer is the affiliate, by email or phone: no commission), the rate (the promo code's, else the company's) and
-- what is held for a look: bookings by paid click, and the third from one address within thirty days. Runs with the
-- caller's rights.
create or replace function earn_commission(b bookings) returns void language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
declare
  v_partner record;
  v_self boolean;
  v_amount bigint;
begin
  select a.id, a.email, a.paypal_email, a.phone,
    coalesce(p.commission_basis_points, s.commission_basis_points) as basis_points
  into v_partner
  from promo_codes p
  join affiliates a on a.tenant_id = p.tenant_id and a.id = p.affiliate_id
  join tenant_settings s on s.tenant_id = p.tenant_id
  where p.tenant_id = b.tenant_id and p.code = b.promo_code;
  if not found then
    return;
  end if;
  v_self := plain_email(b.customer_email) in (plain_email(v_partner.email), plain_email(coalesce(v_partner.paypal_email, '')))
    or same_phone(b.customer_phone, v_partner.phone);
  v_amount := case when v_self then 0 else (b.total_minor * v_partner.basis_points + 5000) / 10000 end;
  insert into commissions (
    tenant_id, booking_id, affiliate_id, promo_code, currency, base_minor, basis_points, is_self_referral,
    amount_minor, earned_at
  ) values (
    b.tenant_id, b.id, v_partner.id, b.promo_code, b.currency, b.total_minor, v_partner.basis_points, v_self,
    v_amount, b.created_at
  );
  insert into commission_entries (
    tenant_id, booking_id, step, affiliate_id, kind, amount_minor, is_void, is_paid, created_at
  ) values (b.tenant_id, b.id, 1, v_partner.id, 'earned', v_amount, false, false, b.created_at);
  if v_self then
    return;
  end if;
  if b.gclid is not null or b.gbraid is not null or b.wbraid is not null then
    insert into commission_holds (tenant_id, booking_id, reason, created_at)
    values (b.tenant_id, b.id, 'paid_click', b.created_at);
  end if;
  -- The third booking from one address within thirty days puts all of them on hold.
  if b.address_hash is not null then
    insert into commission_holds (tenant_id, booking_id, reason, created_at)
    select b.tenant_id, near.id, 'shared_address', b.created_at
    from (
      select o.id, count(*) over () as bookings
      from bookings o
      join commissions c on c.tenant_id = o.tenant_id and c.booking_id = o.id
      where o.tenant_id = b.tenant_id and o.address_hash = b.address_hash and c.affiliate_id = v_partner.id
        and o.created_at > b.created_at - interval '30 days' and not c.is_self_referral
    ) as near
    where near.bookings >= 3
    on conflict do nothing;
  end if;
end $$;

drop function promo_code_state;
drop function is_self_referral;
drop trigger tenants_stay on tenants;
drop function refuse_tenant_deletion;
alter table bookings add constraint bookings_tenant_id_fkey foreign key (tenant_id) references tenants;
alter table outbox_messages add constraint outbox_messages_tenant_id_fkey
  foreign key (tenant_id) references tenants on delete cascade;
alter table idempotency_keys add constraint idempotency_keys_tenant_id_fkey
  foreign key (tenant_id) references tenants on delete cascade;
alter table idempotency_keys drop column body_hash;
