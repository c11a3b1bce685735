-- Companies are suspended, never deleted: tables that many customers write to at once rely on it instead of a foreign key,
-- which would lock their company's row with each insert.
create or replace function refuse_tenant_deletion() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  raise exception 'a company is suspended, never deleted' using errcode = 'restrict_violation';
end $$;
