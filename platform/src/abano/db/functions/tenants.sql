-- Companies are suspended, never deleted: tables that many customers write to at once rely on it instead of a foreign key,
-- which would lock their company's row with each insert.
create or replace function refuse_tenant_deletion() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  raise exception 'a company is suspended, never deleted' using errcode = 'restrict_violation';
end $$;

-- What writes to a company's rows holds this lock until its transaction ends; who moves the company takes it alone, so that
-- nothing is written between the last comparison of both clusters and the moment from which the other one counts.
create or replace function enter_tenant_writes(in_tenant uuid) returns void language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended(in_tenant::text, 418240922));
  if exists (select from tenants t where t.id = in_tenant and t.placement <> '') then
    raise exception 'this company was moved to another cluster' using errcode = 'AB040';
  end if;
end $$;

-- Before the first statement of a transaction that writes to a company's rows. The trigger's condition skips it once
-- abano.writes_entered names the company: a rolled back savepoint undoes the lock and the setting together.
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
