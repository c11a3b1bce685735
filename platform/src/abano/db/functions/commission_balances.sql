-- The current state of each of an affiliate's commissions.
create or replace function commission_states(of_tenant uuid, of_affiliate uuid)
returns table (booking_id uuid, step integer, is_void boolean, is_paid boolean, amount_minor bigint)
language sql stable
set search_path = pg_catalog, public, pg_temp as $$
  select distinct on (e.booking_id) e.booking_id, e.step, e.is_void, e.is_paid, e.amount_minor
  from commission_entries e where e.tenant_id = of_tenant and e.affiliate_id = of_affiliate
  order by e.booking_id, e.step desc
$$;

-- The booking statuses in which a commission is payable, by the company's rule. Cancelled bookings have none.
create or replace function payable_booking_statuses(of_tenant uuid) returns text[] language sql stable
set search_path = pg_catalog, public, pg_temp as $$
  select case s.commission_payable_on
    when 'booking' then array['pending', 'confirmed', 'active', 'completed']
    when 'confirmation' then array['confirmed', 'active', 'completed']
    else array['completed']
  end
  from tenant_settings s where s.tenant_id = of_tenant
$$;

-- The current state of each of an affiliate's commissions, and whether a payout may include it.
create or replace function commission_balances(of_tenant uuid, of_affiliate uuid)
returns table (
  booking_id uuid, step integer, is_void boolean, is_paid boolean, amount_minor bigint, currency char(3),
  is_payable boolean, is_held boolean
)
language sql stable
set search_path = pg_catalog, public, pg_temp as $$
  select l.booking_id, l.step, l.is_void, l.is_paid, l.amount_minor, c.currency,
    b.status = any ((select payable_booking_statuses(of_tenant))::text[]),
    exists (
      select from commission_holds h
      where h.tenant_id = of_tenant and h.booking_id = l.booking_id and h.released_at is null
    )
  from commission_states(of_tenant, of_affiliate) l
  join commissions c on c.tenant_id = of_tenant and c.booking_id = l.booking_id
  join bookings b on b.tenant_id = of_tenant and b.id = l.booking_id
$$;
