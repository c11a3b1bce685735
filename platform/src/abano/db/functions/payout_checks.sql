-- A payout cannot include held commissions, or ones not payable yet by the company's rule.
create or replace function check_commission_payable() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  -- Status changes of the booking and this payout are serialised, so the values read here stay valid.
  perform from affiliates a where a.tenant_id = new.tenant_id and a.id = new.affiliate_id for no key update;
  if exists (
    select from bookings b
    where b.tenant_id = new.tenant_id and b.id = new.booking_id
      and b.status = any (payable_booking_statuses(new.tenant_id))
  ) and not exists (
    select from commission_holds h
    where h.tenant_id = new.tenant_id and h.booking_id = new.booking_id and h.released_at is null
  ) then
    return null;
  end if;
  raise exception 'the commission of booking % is not payable', new.booking_id using errcode = 'AB004';
end $$;

-- Only held commissions can be rejected, and only rejections can be undone, neither after a cancellation.
create or replace function check_commission_decision() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  perform from affiliates a where a.tenant_id = new.tenant_id and a.id = new.affiliate_id for no key update;
  if exists (
    select from bookings b where b.tenant_id = new.tenant_id and b.id = new.booking_id and b.status <> 'cancelled'
  ) and (case new.kind
    when 'refused' then exists (
      select from commission_holds h
      where h.tenant_id = new.tenant_id and h.booking_id = new.booking_id and h.released_at is null
    )
    else exists (
      select from commission_entries e
      where e.tenant_id = new.tenant_id and e.booking_id = new.booking_id and e.step = new.previous_step
        and e.kind = 'refused'
    )
  end) then
    return null;
  end if;
  raise exception 'the commission of booking % cannot be %', new.booking_id, new.kind using errcode = 'AB004';
end $$;

-- A payout's total is the sum of its entries. Only a reversal can undo entries, and it undoes all of them.
create or replace function check_payout_sum() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
declare
  v_payout uuid;
  v_total bigint;
  v_currency char(3);
  v_reversed boolean;
  v_given bigint;
  v_undone bigint;
  v_foreign bigint;
begin
  -- Through jsonb, because the three tables name the payout differently.
  v_payout := coalesce(to_jsonb(new) ->> 'payout_id', to_jsonb(new) ->> 'id')::uuid;
  select p.total_minor, p.currency, r.payout_id is not null into v_total, v_currency, v_reversed
  from commission_payouts p
  left join commission_reversals r on r.tenant_id = p.tenant_id and r.payout_id = p.id
  where p.tenant_id = new.tenant_id and p.id = v_payout;
  select coalesce(sum(e.paid_minor) filter (where e.kind <> 'reversed'), 0),
    coalesce(sum(e.paid_minor) filter (where e.kind = 'reversed'), 0),
    count(*) filter (where c.currency <> v_currency)
  into v_given, v_undone, v_foreign
  from commission_entries e
  join commissions c on c.tenant_id = e.tenant_id and c.booking_id = e.booking_id
  where e.tenant_id = new.tenant_id and e.payout_id = v_payout;
  if v_given <> v_total or v_foreign > 0 or v_undone <> (case when v_reversed then -v_total else 0 end) then
    raise exception 'payout % does not add up: % given, % undone, total %', v_payout, v_given, v_undone, v_total
      using errcode = 'AB003';
  end if;
  return null;
end $$;

-- A payout needs an email to send it to. Existing payouts are not changed.
create or replace function check_payout_email() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  raise exception 'payout % has no address', new.id using errcode = 'AB005';
end $$;

-- The status of a booking determines what a payout may pay, so status changes and payouts are serialised.
-- Cancellations take the same lock themselves. The trigger's name sorts last, because triggers fire in alphabetical
-- order and a promo code must be locked before its affiliate.
create or replace function wait_for_payout() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  perform from affiliates a
  join commissions c on c.tenant_id = a.tenant_id and c.affiliate_id = a.id
  where c.tenant_id = new.tenant_id and c.booking_id = new.id
  for no key update of a;
  return null;
end $$;
