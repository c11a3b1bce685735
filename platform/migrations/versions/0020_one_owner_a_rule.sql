-- One answer whether a promo code is usable; a submit is known by its raw body; fewer locks on a company's row.

-- The digest of a submit's raw body: a release that reads more or other fields still knows the repetition. request_hash,
-- of the fields as a release reads them, goes one release after this one. Empty: stored by a release before.
alter table idempotency_keys add column body_hash bytea;

-- Each of these locked the one row of its company against deletion, and all customers of a company met there. Companies
-- are suspended, never deleted: that is held here now. A key's company is its booking's; a booking's is checked by
-- take_booking.
create or replace function refuse_tenant_deletion() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  raise exception 'a company is suspended, never deleted' using errcode = 'restrict_violation';
end $$;
create trigger tenants_stay before delete on tenants for each row execute function refuse_tenant_deletion();
alter table idempotency_keys drop constraint idempotency_keys_tenant_id_fkey;
alter table outbox_messages drop constraint outbox_messages_tenant_id_fkey;
alter table bookings drop constraint bookings_tenant_id_fkey;

-- Whether a promo code may be used at a moment ('usable'), and if not, why; what an admin can change comes first. The one
-- owner of this rule: the price of a quote, the booking itself and the console's list ask it.
create or replace function promo_code_state(p promo_codes, p_at timestamptz) returns text language sql stable
set search_path = pg_catalog, public, pg_temp as $$
  select case
    when not p.is_active then 'off'
    when p.affiliate_id is not null and not exists (
      select from affiliates a where a.tenant_id = p.tenant_id and a.id = p.affiliate_id and a.status = 'active'
    ) then 'partner_paused'
    when p.starts_at > p_at then 'not_yet'
    when p.expires_at <= p_at then 'over'
    when p.uses >= p.maximum_uses then 'used_up'
    else 'usable'
  end
$$;

-- Whether an affiliate recommended a booking to themselves: the customer's email is theirs or their payout address, or
-- the phone is theirs. Such a booking earns nothing.
create or replace function is_self_referral(b bookings, a affiliates) returns boolean language sql immutable
set search_path = pg_catalog, public, pg_temp as $$
  select plain_email(b.customer_email) in (plain_email(a.email), plain_email(coalesce(a.paypal_email, '')))
    or same_phone(b.customer_phone, a.phone)
$$;

-- Earns the commission of a booking, in the booking's own transaction: nothing for a self-referral (is_self_referral),
-- else by the promo code's rate or the company's. Decides what is held for a look: bookings by paid click, and the third
-- from one address within thirty days. Runs with the caller's rights.
create or replace function earn_commission(b bookings) returns void language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
declare
  v_partner record;
  v_self boolean;
  v_amount bigint;
begin
  select a.id, a as affiliate, coalesce(p.commission_basis_points, s.commission_basis_points) as basis_points
  into v_partner
  from promo_codes p
  join affiliates a on a.tenant_id = p.tenant_id and a.id = p.affiliate_id
  join tenant_settings s on s.tenant_id = p.tenant_id
  where p.tenant_id = b.tenant_id and p.code = b.promo_code;
  if not found then
    return;
  end if;
  v_self := is_self_referral(b, v_partner.affiliate);
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

-- Stores a booking with its first event, its message, its idempotency key and its use of a promo code: all or nothing.
-- Decides two things: which quiz session the booking came from, and whether its promo code is usable (promo_code_state).
-- A message that still waits to tell the company of the same customer's begun booking is dropped.
--
-- in_booking has the columns of a booking, the client_address that may explain it, and body_hash, the digest of the
-- request's raw body; in_request_hash is the digest that releases before migration 0020 compare. Answers 'taken'. Raises
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
  delete from outbox_messages m using personal_info_drafts d
  where d.tenant_id = in_tenant
    and (d.email_key = lower(b.customer_email) or d.phone_key = split_part(b.customer_phone, ' ext. ', 1))
    and m.tenant_id = in_tenant and m.id = d.message_id and m.attempts = 0;
  return 'taken';
end $$;
