-- Records the state of a vehicle and when it began. Trigger of vehicles.
create or replace function remember_vehicle_state() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into vehicle_states (tenant_id, vehicle_id, changed_at, state)
  values (new.tenant_id, new.id, case when tg_op = 'INSERT' then new.created_at else new.updated_at end, new.state)
  on conflict (tenant_id, vehicle_id, changed_at) do update set state = excluded.state;
  return null;
end $$;

-- Records each deleted reservation, because the change feed contains only written rows. Trigger of
-- vehicle_reservations. Not needed when a whole company is deleted.
create or replace function remember_released_reservation() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into released_reservations (tenant_id, id)
  select old.tenant_id, old.id where exists (select from tenants t where t.id = old.tenant_id)
  on conflict (tenant_id, id) do update set row_xid = pg_current_xact_id();
  return null;
end $$;
