-- Which of these services would be booked more often at one time than the company has them, with this booking.
create or replace function services_beyond_stock(
  in_tenant uuid, in_booking uuid, in_codes text[], in_from timestamptz, in_until timestamptz
) returns text[] language sql stable
set search_path = pg_catalog, public, pg_temp as $$
  with asked as (
    select s.code, s.stock, cardinality(array_positions(in_codes, s.code)) as wanted from services s
    where s.tenant_id = in_tenant and s.code = any (in_codes) and s.stock is not null
  ), others as (
    select a.code, b.pickup_at, b.return_at, cardinality(array_positions(b.service_codes, a.code)) as has from asked a
    join bookings b on b.tenant_id = in_tenant and b.id <> in_booking and a.code = any (b.service_codes)
      and b.status in ('pending', 'confirmed', 'active') and b.pickup_at < in_until and b.return_at > in_from
  ), moments as (
    -- Most are out at once when one of them goes out.
    select code, in_from as moment from asked
    union select code, pickup_at from others where pickup_at > in_from
  ), most as (
    select a.code, a.stock, a.wanted, max((
      select coalesce(sum(o.has), 0) from others o
      where o.code = a.code and o.pickup_at <= m.moment and o.return_at > m.moment
    )) as taken
    from asked a join moments m using (code) group by a.code, a.stock, a.wanted
  )
  select coalesce(array_agg(code order by code), '{}') from most where taken + wanted > stock
$$;
