-- The services that this booking would overbook: more at one time than the company owns.
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
    -- Usage only peaks when a booking starts.
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

-- Raises AB050 if a booking would overbook a service. The error's detail contains the names of the services.
create or replace function keep_services(b bookings) returns void language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
declare
  v_names text;
begin
  -- Bookings of the same service are serialised, in a fixed lock order.
  perform pg_advisory_xact_lock(hashtextextended('service ' || s.tenant_id || ' ' || s.code, 0))
  from (
    select tenant_id, code from services
    where tenant_id = b.tenant_id and code = any (b.service_codes) and stock is not null order by code
  ) s;
  if not found then
    return;
  end if;
  select string_agg(s.label, ', ' order by s.position) into v_names from services s
  where s.tenant_id = b.tenant_id and s.code = any (
    services_beyond_stock(b.tenant_id, b.id, b.service_codes, b.pickup_at, b.return_at)
  );
  if v_names is not null then
    raise exception 'a service is not free' using errcode = 'AB050', detail = v_names;
  end if;
end $$;

-- The same for a changed booking. booking_keeps_promises checks new ones.
create or replace function booking_keeps_services() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select from tenant_settings s where s.tenant_id = new.tenant_id and s.availability) then
    perform keep_services(new);
  end if;
  return null;
end $$;
