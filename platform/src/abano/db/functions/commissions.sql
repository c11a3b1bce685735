-- Earns the commission of a booking in the booking's transaction: none for a self-referral (is_self_referral),
-- otherwise by the rate of the promo code or the company. Holds commissions for review: bookings after a paid click,
-- those for which an employee entered the code, and the third from one IP within thirty days. Runs with the caller's
-- rights.
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
  if b.taken_by is not null then
    insert into commission_holds (tenant_id, booking_id, reason, created_at)
    values (b.tenant_id, b.id, 'by_staff', b.created_at);
  end if;
  -- The third booking from one IP within thirty days puts all of them on hold.
  if b.ip_hash is not null then
    insert into commission_holds (tenant_id, booking_id, reason, created_at)
    select b.tenant_id, near.id, 'shared_ip', b.created_at
    from (
      select o.id, count(*) over () as bookings
      from bookings o
      join commissions c on c.tenant_id = o.tenant_id and c.booking_id = o.id
      where o.tenant_id = b.tenant_id and o.ip_hash = b.ip_hash and c.affiliate_id = v_partner.id
        and o.created_at > b.created_at - interval '30 days' and not c.is_self_referral
    ) as near
    where near.bookings >= 3
    on conflict do nothing;
  end if;
end $$;

-- Voids the commission of a cancelled booking. Amounts already paid are recovered by the next payout.
create or replace function void_commission(b bookings, happened_at timestamptz) returns void language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
declare
  v_affiliate uuid;
begin
  select c.affiliate_id into v_affiliate from commissions c where c.tenant_id = b.tenant_id and c.booking_id = b.id;
  if not found then
    return;
  end if;
  -- Serialised with payouts of the same affiliate: both write the next step of a booking.
  perform from affiliates a where a.tenant_id = b.tenant_id and a.id = v_affiliate for no key update;
  insert into commission_entries (
    tenant_id, booking_id, step, previous_step, affiliate_id, kind, amount_minor, was_void, was_paid, is_void,
    is_paid, created_at
  )
  select e.tenant_id, e.booking_id, e.step + 1, e.step, e.affiliate_id, 'voided', e.amount_minor, e.is_void, e.is_paid,
    true, e.is_paid, happened_at
  from (
    select * from commission_entries l where l.tenant_id = b.tenant_id and l.booking_id = b.id
    order by l.step desc limit 1
  ) as e
  where not e.is_void;
end $$;

-- Triggers, so that every way of storing or cancelling a booking updates the ledger.
create or replace function bookings_keep_ledger() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    perform earn_commission(new);
  else
    perform void_commission(new, new.updated_at);
  end if;
  return null;
end $$;

-- Restores what a cancellation voided when it is reverted. Rejected commissions are not restored.
create or replace function earn_commission_again(b bookings, happened_at timestamptz) returns void language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
declare
  v_affiliate uuid;
begin
  select c.affiliate_id into v_affiliate from commissions c where c.tenant_id = b.tenant_id and c.booking_id = b.id;
  if not found then
    return;
  end if;
  -- Serialised with payouts of the same affiliate: both write the next step of a booking.
  perform from affiliates a where a.tenant_id = b.tenant_id and a.id = v_affiliate for no key update;
  insert into commission_entries (
    tenant_id, booking_id, step, previous_step, affiliate_id, kind, amount_minor, was_void, was_paid, is_void,
    is_paid, created_at
  )
  select e.tenant_id, e.booking_id, e.step + 1, e.step, e.affiliate_id, 'earned', e.amount_minor, e.is_void, e.is_paid,
    false, e.is_paid, happened_at
  from (
    select * from commission_entries l where l.tenant_id = b.tenant_id and l.booking_id = b.id
    order by l.step desc limit 1
  ) as e
  -- Only commissions voided by the cancellation: their last step is 'voided'.
  where e.is_void and 'voided' = (
    select l.kind from commission_entries l
    where l.tenant_id = b.tenant_id and l.booking_id = b.id and l.is_void and not l.was_void
    order by l.step desc limit 1
  );
end $$;
