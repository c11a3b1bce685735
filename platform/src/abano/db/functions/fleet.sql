-- If the company tracks availability, a stored booking reserves its services and a vehicle of its car, or is rejected
-- with AB050 or AB006. One trigger, so that no way of creating a booking can overbook, and the company's settings are
-- read once. Cars without vehicles are not tracked.
--
-- The first free vehicle is selected, which reads few rows; the confirmation selects the best one. Concurrent
-- reservations are waited for and then taken into account.
create or replace function booking_keeps_promises() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
declare
  v_blocked_until timestamptz;
  v_has_stock boolean;
  v_is_free boolean;
  v_is_taken boolean;
begin
  select new.return_at + make_interval(mins => s.turn_round_minutes), new.service_codes <> '{}' and exists (
    select from services c
    where c.tenant_id = new.tenant_id and c.code = any (new.service_codes) and c.stock is not null
  ) into v_blocked_until, v_has_stock
  from tenant_settings s where s.tenant_id = new.tenant_id and s.availability;
  if not found then
    return null;
  end if;
  if v_has_stock then
    perform keep_services(new);
  end if;
  if new.car_id is null then
    return null;
  end if;
  for v_try in 1 .. 1000 loop
    with free as materialized (
      select f.id, f.number from vehicles f
      where f.tenant_id = new.tenant_id and f.car_id = new.car_id and f.state = 'in_service'
        -- Reservations of a vehicle never overlap, so checking the last one that begins before the end is sufficient.
        and coalesce((
          select r.blocked_until from vehicle_reservations r
          where r.tenant_id = f.tenant_id and r.vehicle_id = f.id and r.starts_at < v_blocked_until
          order by r.starts_at desc limit 1
        ) <= new.pickup_at, true)
      order by f.number limit 1
    ), taken as (
      insert into vehicle_reservations (
        tenant_id, id, vehicle_id, vehicle_number, kind, booking_id, starts_at, ends_at, blocked_until, is_firm,
        from_location, to_location, created_at
      )
      select new.tenant_id, new.id, f.id, f.number, 'booking', new.id, new.pickup_at, new.return_at, v_blocked_until,
        new.status <> 'pending', new.pickup_location, new.dropoff_location, new.updated_at
      from free f
      on conflict do nothing
      returning vehicle_reservations.id
    )
    select exists (select from free), exists (select from taken) into v_is_free, v_is_taken;
    if v_is_taken then
      return null;
    end if;
    exit when not v_is_free;
  end loop;
  if exists (
    select from vehicles f
    where f.tenant_id = new.tenant_id and f.car_id = new.car_id and f.state <> 'sold'
  ) then
    raise exception 'no vehicle is free' using errcode = 'AB006';
  end if;
  return null;
end $$;

-- Frees the vehicle of a cancelled booking and records this in its history.
create or replace function booking_frees_vehicle() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  with freed as (
    delete from vehicle_reservations r where r.tenant_id = new.tenant_id and r.booking_id = new.id
    returning r.vehicle_id, r.is_firm
  )
  insert into vehicle_events (tenant_id, id, vehicle_id, kind, before, created_at)
  select new.tenant_id, gen_random_uuid(), f.vehicle_id, 'released',
    jsonb_build_object('booking', new.reference), new.updated_at
  from freed f where f.is_firm;
  return null;
end $$;

-- Marks the vehicle of an active booking as out. The unique index vehicle_reservations_out_once allows only one.
create or replace function booking_takes_vehicle_out() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  update vehicle_reservations r set is_out = (new.status = 'active')
  where r.tenant_id = new.tenant_id and r.booking_id = new.id and r.is_out <> (new.status = 'active');
  return null;
end $$;

-- The same for a booking that is already active when it gets its vehicle. Its row is locked, so that a concurrent
-- status change completes first and is visible.
create or replace function reservation_is_out() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
declare
  v_status text;
begin
  select b.status into v_status from bookings b
  where b.tenant_id = new.tenant_id and b.id = new.booking_id for share;
  new.is_out := coalesce(v_status = 'active', false);
  return new;
end $$;
