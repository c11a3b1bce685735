-- Whether the vehicle is with the customer now. One that is late keeps the next customer's hand-over from being recorded.
alter table vehicle_reservations add column is_out boolean not null default false;

-- The vehicle of an active booking is out; the unique index vehicle_reservations_out_once refuses a second one.
create or replace function booking_takes_vehicle_out() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  update vehicle_reservations r set is_out = (new.status = 'active')
  where r.tenant_id = new.tenant_id and r.booking_id = new.id and r.is_out <> (new.status = 'active');
  return null;
end $$;

-- The same for a booking that is active when it gets its vehicle. Its row is locked, so that a change of its status at the
-- same moment is waited for, and then seen.
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

create trigger take_vehicle_out after update of status on bookings
  for each row when ((old.status = 'active') <> (new.status = 'active'))
  execute function booking_takes_vehicle_out();
create trigger is_out before insert on vehicle_reservations
  for each row when (new.booking_id is not null and new.is_firm) execute function reservation_is_out();
