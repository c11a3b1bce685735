-- Deletion of a company: asked for, undone, and carried out after the grace period. The application role may neither
-- change the register of companies nor delete from append-only tables. These functions act for it, as the schema's
-- owner, on the transaction's company alone and only as far as the dates allow.

create or replace function current_tenant() returns uuid language sql stable
set search_path = pg_catalog, public, pg_temp as $$
  select nullif(current_setting('abano.tenant_id', true), '')::uuid
$$;

-- When everything will be removed. Asked again, nothing changes. Null: the company is being moved to another cluster, or
-- the one that it was on still follows it.
-- in_from_directory: this cluster has the rows of a company whose directory is on another one. Null then also if they
-- are not here.
create or replace function request_tenant_deletion(in_by text, in_days integer, in_from_directory boolean default false)
returns timestamptz
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_tenant tenants;
begin
  if in_days < 14 then
    raise exception 'a company is kept for 14 days' using errcode = 'check_violation';
  end if;
  select * into v_tenant from tenants t
  where t.id = current_tenant() and (t.placement = '' or not in_from_directory) for update;
  if not found then
    return null;
  end if;
  if v_tenant.deletes_at is not null then
    return v_tenant.deletes_at;
  end if;
  if v_tenant.way_back <> ''
    or exists (select from company_moves m where m.company_id = v_tenant.id and m.finished_at is null) then
    return null;
  end if;
  insert into tenant_deletions (id, slug, requested_at, requested_by, is_from_directory)
  values (v_tenant.id, v_tenant.slug, now(), in_by, in_from_directory)
  -- Of a company that came back with a backup.
  on conflict (id) do update set
    slug = excluded.slug, requested_at = excluded.requested_at, requested_by = excluded.requested_by,
    is_from_directory = excluded.is_from_directory, told = '', began_at = null, removed_at = null, removed = '{}', owners = '[]';
  update tenants set deletes_at = now() + make_interval(days => in_days) where id = v_tenant.id
  returning deletes_at into v_tenant.deletes_at;
  return v_tenant.deletes_at;
end $$;

-- Whether it was undone. False: nothing was asked for, or the removal has begun.
create or replace function undo_tenant_deletion() returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update tenants set deletes_at = null
  where id = current_tenant() and deletes_at is not null and not is_being_removed;
  if not found then
    return false;
  end if;
  delete from tenant_deletions where id = current_tenant();
  return true;
end $$;

-- Whether the removal has begun, now or earlier. Only after the grace period. ``in_owners``: whom to tell at the end.
create or replace function begin_tenant_removal(in_owners jsonb) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_tenant tenants;
begin
  select * into v_tenant from tenants t where t.id = current_tenant() for update;
  if not found or v_tenant.deletes_at is null or v_tenant.deletes_at > now() then
    return false;
  end if;
  if not v_tenant.is_being_removed then
    update tenants set is_being_removed = true, is_default = false where id = v_tenant.id;
    update tenant_deletions set began_at = now(), owners = in_owners where id = v_tenant.id;
  end if;
  return true;
end $$;

-- Removes up to so many rows of a table; returns their number.
create or replace function remove_tenant_rows(in_table text, in_most integer) returns integer
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_removed integer;
begin
  perform check_tenant_removal();
  if not exists (
    select from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id' and a.attnum > 0
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relforcerowsecurity
      and c.relname = in_table
  ) then
    raise exception '% is no table of companies', in_table using errcode = 'undefined_table';
  end if;
  -- Rows that refer to each other go together.
  if exists (
    select from pg_constraint k
    where k.contype = 'f' and k.conrelid = k.confrelid and k.conrelid = format('public.%I', in_table)::regclass
  ) then
    in_most := null;
  end if;
  -- Skips the trigger that keeps everyone else from writing.
  perform set_config('abano.writes_entered', current_tenant()::text, true);
  execute format(
    'delete from %1$I where tenant_id = $1 and ctid = any (array(select ctid from %1$I where tenant_id = $1 limit $2))',
    in_table
  ) using current_tenant(), in_most;
  get diagnostics v_removed = row_count;
  if v_removed > 0 then
    update tenant_deletions
    set removed = jsonb_set(removed, array[in_table], to_jsonb(coalesce((removed ->> in_table)::bigint, 0) + v_removed))
    where id = current_tenant();
  end if;
  return v_removed;
end $$;

create or replace function check_tenant_removal() returns void language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (select from tenants t where t.id = current_tenant() and t.is_being_removed) then
    raise exception 'no removal of this company has begun' using errcode = 'insufficient_privilege';
  end if;
end $$;

-- The end of a removal: no row is left, and none comes. The register's row and waiting jobs go; the deletion stays.
-- in_elsewhere: rows by table that were removed on the cluster that had them.
create or replace function finish_tenant_removal(in_files integer, in_elsewhere jsonb default '{}') returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_table text;
  v_is_left boolean;
begin
  perform check_tenant_removal();
  -- Writers that are still at work entered before the removal began.
  perform pg_advisory_xact_lock(hashtextextended(current_tenant()::text, 418240922));
  for v_table in
    select c.relname from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relforcerowsecurity
  loop
    execute format('select exists (select from %I where tenant_id = $1)', v_table)
    into v_is_left using current_tenant();
    if v_is_left then
      return false;
    end if;
  end loop;
  delete from procrastinate_jobs where args ->> 'tenant' = current_tenant()::text and status <> 'doing';
  update tenant_deletions
  set removed_at = now(), told = 'removed', owners = '[]', removed = (
    select coalesce(jsonb_object_agg(key, total), '{}') from (
      select key, sum(value::bigint) as total
      from (select * from jsonb_each_text(removed) union all select * from jsonb_each_text(in_elsewhere)) each
      group by key
    ) summed
  ) || jsonb_build_object('files', in_files)
  where id = current_tenant();
  delete from tenants where id = current_tenant();
  return true;
end $$;

-- The owners were told of this.
create or replace function note_deletion_told(in_told text) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update tenant_deletions set told = in_told where id = current_tenant() and removed_at is null;
end $$;
