-- A booking by WhatsApp has a source of its own, and commissions of bookings by staff wait for a look.
alter table bookings drop constraint bookings_source_check;
alter table bookings add constraint bookings_source_check
  check (source in ('site', 'phone', 'whatsapp', 'chat', 'walk_in'));
alter table commission_holds drop constraint commission_holds_reason_check;
alter table commission_holds add constraint commission_holds_reason_check
  check (reason in ('paid_click', 'shared_address', 'by_staff'));

-- Earns the commission of a booking, in the booking's own transaction: nothing for a self-referral (is_self_referral),
-- else by the promo code's rate or the company's. Decides what is held for a look: bookings by paid click, those for
-- which somebody of the company typed the code, and the third from one address within thirty days. Runs with the
-- caller's rights.
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

-- Whether an affiliate recommended a booking to themselves: the customer's email is theirs or their payout address, or
-- the phone is theirs. Such a booking earns nothing. A walk-in may have left no address, which is nobody's.
create or replace function is_self_referral(b bookings, a affiliates) returns boolean language sql immutable
set search_path = pg_catalog, public, pg_temp as $$
  select (
      b.customer_email <> ''
      and plain_email(b.customer_email) in (plain_email(a.email), plain_email(coalesce(a.paypal_email, '')))
    )
    or same_phone(b.customer_phone, a.phone)
$$;
