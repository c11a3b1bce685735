-- A company is deleted by its removal alone, which leaves no row of it. Tables with many concurrent writes rely on
-- this instead of a foreign key, which would lock the company's row on each insert.
create or replace function refuse_tenant_deletion() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  if old.is_being_removed then
    return old;
  end if;
  raise exception 'a company is deleted by its removal alone' using errcode = 'restrict_violation';
end $$;

-- Writers to a company's rows share this lock until their transaction ends. A move takes it exclusively, so that
-- nothing is written between the last comparison of both clusters and the switch.
create or replace function enter_tenant_writes(in_tenant uuid) returns void language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended(in_tenant::text, 418240922));
  if exists (select from tenants t where t.id = in_tenant and (t.placement <> '' or t.is_being_removed)) then
    raise exception 'this company was moved to another cluster, or is being removed' using errcode = 'AB040';
  end if;
end $$;

-- Runs before the first statement of a transaction that writes to a company's rows. The trigger's condition skips it
-- once abano.writes_entered contains the company: rolling back a savepoint undoes the lock and the setting together.
create or replace function refuse_moved_tenant() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
declare
  v_tenant text := current_setting('abano.tenant_id', true);
begin
  if v_tenant <> '' then
    perform enter_tenant_writes(v_tenant::uuid);
    perform set_config('abano.writes_entered', v_tenant, true);
  end if;
  return null;
end $$;
