-- Where a company's rows are: '' in this cluster, else the name of the cluster they were moved to.
alter table tenants
  add column placement text not null default '' check (placement = '' or placement ~ '^[a-z][a-z0-9-]{0,39}$'),
  -- Until then every copy looks up the placement with each request, and no message leaves.
  add column moving_until timestamptz;

create or replace function enter_tenant_writes(in_tenant uuid) returns void language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended(in_tenant::text, 418240922));
  if exists (select from tenants t where t.id = in_tenant and t.placement <> '') then
    raise exception 'this company was moved to another cluster' using errcode = 'AB040';
  end if;
end $$;

create or replace function refuse_moved_tenant() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
declare
  v_tenant text := current_setting('abano.tenant_id', true);
begin
  if v_tenant <> '' then
    perform enter_tenant_writes(v_tenant::uuid);
  end if;
  return null;
end $$;
