-- What reports need in the warehouse: vehicles, since when each is in which state, and what they are taken for.

alter table vehicles add column row_xid xid8 not null default pg_current_xact_id();
create index vehicles_row_xid on vehicles (row_xid);
alter table vehicle_reservations add column row_xid xid8 not null default pg_current_xact_id();
create index vehicle_reservations_row_xid on vehicle_reservations (row_xid);

-- From ``changed_at`` on, until the next row, a vehicle is in this state.
create table vehicle_states (
  tenant_id uuid not null,
  vehicle_id uuid not null,
  changed_at timestamptz not null,
  state text not null check (state in ('in_service', 'workshop', 'sold')),
  row_xid xid8 not null default pg_current_xact_id(),
  primary key (tenant_id, vehicle_id, changed_at),
  constraint vehicle_states_vehicle_fkey foreign key (tenant_id, vehicle_id)
    references vehicles (tenant_id, id) on delete cascade
);
create index vehicle_states_row_xid on vehicle_states (row_xid);

-- Reservations that were deleted, for the change feed.
create table released_reservations (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null,
  row_xid xid8 not null default pg_current_xact_id(),
  primary key (tenant_id, id)
);
create index released_reservations_row_xid on released_reservations (row_xid);

-- The states of vehicles that are there already, out of their history.
insert into vehicle_states (tenant_id, vehicle_id, changed_at, state)
select distinct on (v.tenant_id, v.id, s.changed_at) v.tenant_id, v.id, s.changed_at, s.state
from vehicles v
cross join lateral (
  select v.created_at as changed_at, 0 as step, coalesce((
    select e.before ->> 'state' from vehicle_events e
    where e.tenant_id = v.tenant_id and e.vehicle_id = v.id and e.before ? 'state'
    order by e.created_at, e.id limit 1
  ), v.state) as state
  union all
  select e.created_at, 1, e.after ->> 'state' from vehicle_events e
  where e.tenant_id = v.tenant_id and e.vehicle_id = v.id and e.before ? 'state' and e.after ? 'state'
) s
order by v.tenant_id, v.id, s.changed_at, s.step desc;

-- Remembers the state of a vehicle and from when on it has it. Trigger of vehicles.
create or replace function remember_vehicle_state() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into vehicle_states (tenant_id, vehicle_id, changed_at, state)
  values (new.tenant_id, new.id, case when tg_op = 'INSERT' then new.created_at else new.updated_at end, new.state)
  on conflict (tenant_id, vehicle_id, changed_at) do update set state = excluded.state;
  return null;
end $$;

-- Leaves a trace of each deleted reservation, because the change feed sees only what is written. Trigger of
-- vehicle_reservations. A company that is deleted as a whole needs none.
create or replace function remember_released_reservation() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into released_reservations (tenant_id, id)
  select old.tenant_id, old.id where exists (select from tenants t where t.id = old.tenant_id)
  on conflict (tenant_id, id) do update set row_xid = pg_current_xact_id();
  return null;
end $$;

create trigger stamp_row_xid before update on vehicles for each row execute function stamp_row_xid();
create trigger stamp_row_xid before update on vehicle_states for each row execute function stamp_row_xid();
create trigger stamp_row_xid before update on vehicle_reservations for each row execute function stamp_row_xid();
create trigger remember_state after insert or update of state on vehicles
  for each row execute function remember_vehicle_state();
create trigger remember_released after delete on vehicle_reservations
  for each row execute function remember_released_reservation();

-- A commission is made in its booking's own transaction and keeps its affiliate, so it needs no version of its own.
create or replace view reporting.bookings with (security_invoker = true) as
  select b.tenant_id, b.id as booking_id, b.reference, b.status, b.car_name, b.attributed_session_id,
         b.attribution_method, b.gclid, b.gbraid, b.wbraid, b.consent_state, b.currency, b.total_minor, b.days,
         b.created_at, b.updated_at, b.row_xid,
         b.car_id, b.source, b.no_show, c.affiliate_id, b.pickup_location, b.pickup_at, b.return_at
  from bookings b left join commissions c on c.tenant_id = b.tenant_id and c.booking_id = b.id;

create view reporting.vehicles with (security_invoker = true) as
  select tenant_id, id as vehicle_id, car_id, created_at, row_xid from vehicles;

create view reporting.vehicle_states with (security_invoker = true) as
  select tenant_id, vehicle_id, changed_at, state, row_xid from vehicle_states;

-- A released reservation is one without a vehicle. The same booking may be given one again, under the same id.
create view reporting.vehicle_reservations with (security_invoker = true) as
  select tenant_id, id as reservation_id, vehicle_id, kind, booking_id, starts_at, ends_at, row_xid
  from vehicle_reservations
  union all
  select g.tenant_id, g.id, null, null, null, null, null, g.row_xid
  from released_reservations g
  where not exists (
    select from vehicle_reservations r where r.tenant_id = g.tenant_id and r.id = g.id
  );
