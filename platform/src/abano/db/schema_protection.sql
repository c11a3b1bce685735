-- Brings functions, triggers and rights of a database to what must hold, whichever migration ran last. As the owner; safe to repeat.
--
-- Functions look for names in Postgres's own schema, then in ours, and among temporary tables last. Otherwise a caller's
-- temporary table named like one of the ledger's would be read in its place, and the ledger's checks would pass on it.
-- Replacing a function drops its settings; functions of extensions belong to their makers; what is as it should be is
-- not touched. An owner of the schema who does not own the database can take nothing from everyone there, which
-- Postgres only warns: a production that starts then names the statement.
do $$
declare
  v_routine record;
  v_schema text;
  v_roles text := (
    select coalesce(string_agg(', ' || quote_ident(rolname), ''), '') from pg_roles
    where rolname in ('abano_app', 'abano_reporting', 'abano_operator')
  );
begin
  for v_routine in
    select p.oid::regprocedure::text as name, p.prokind = 'p' as is_procedure
    from pg_proc p
    join pg_namespace n on n.oid = p.pronamespace
    where n.nspname in ('public', 'reporting') and p.prokind in ('f', 'p')
      and pg_has_role(p.proowner, 'usage')
      and not coalesce('search_path=pg_catalog, public, pg_temp' = any (p.proconfig), false)
      and not exists (
        select from pg_depend d
        where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e'
      )
  loop
    execute format(
      'alter %s %s set search_path = pg_catalog, public, pg_temp',
      case when v_routine.is_procedure then 'procedure' else 'function' end, v_routine.name
    );
  end loop;
  if exists (
    select from pg_database d, aclexplode(coalesce(d.datacl, acldefault('d', d.datdba))) a
    where d.datname = current_database() and a.privilege_type = 'TEMPORARY'
      and (a.grantee = 0 or a.grantee in (
        select oid from pg_roles where rolname in ('abano_app', 'abano_reporting', 'abano_operator')
      ))
  ) then
    execute format('revoke temporary on database %I from public', current_database()) || v_roles;
  end if;
  -- Tables of companies refuse what is written for one that was moved to another cluster.
  if to_regproc('public.refuse_moved_tenant') is not null then
    for v_routine in
      select c.oid::regclass::text as name from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and c.relforcerowsecurity and pg_has_role(c.relowner, 'usage')
        and not exists (select from pg_trigger g where g.tgrelid = c.oid and g.tgname = 'refuse_moved_tenant')
    loop
      execute format(
        'create trigger refuse_moved_tenant before insert or update or delete on %s'
        ' for each statement when (current_setting(''abano.writes_entered'', true)'
        ' is distinct from current_setting(''abano.tenant_id'', true)) execute function refuse_moved_tenant()',
        v_routine.name
      );
    end loop;
  end if;
  foreach v_schema in array array['public', 'reporting'] loop
    if exists (
      select from pg_namespace n, aclexplode(coalesce(n.nspacl, acldefault('n', n.nspowner))) a
      where n.nspname = v_schema and a.privilege_type = 'CREATE'
        and (a.grantee = 0 or a.grantee in (
          select oid from pg_roles where rolname in ('abano_app', 'abano_reporting', 'abano_operator')
        ))
    ) then
      execute format('revoke create on schema %I from public', v_schema) || v_roles;
    end if;
  end loop;
end $$
