-- Makes the serving roles where they are missing, and lets the owner of the schema act as them.
--
-- Since Postgres 16 who creates a role with CREATEROLE becomes its member with ADMIN alone, neither SET nor INHERIT; it
-- may grant itself the rest. Before, each membership gives both, and GRANT knows no such options.
do $$
declare
  v_role text;
  v_has_options boolean := current_setting('server_version_num')::integer >= 160000;
begin
  foreach v_role in array array['abano_app', 'abano_reporting', 'abano_operator'] loop
    -- An owner who may create no roles, as under most operators, must not even try.
    if not exists (select from pg_roles where rolname = v_role) then
      begin
        execute format('create role %I nologin nosuperuser nocreatedb nocreaterole nobypassrls', v_role);
      exception when duplicate_object or unique_violation then null;
      end;
    end if;
    if not pg_has_role(current_user, v_role, case when v_has_options then 'SET' else 'MEMBER' end) then
      execute format(
        'grant %I to %I' || case when v_has_options then ' with set true, inherit true' else '' end,
        v_role, current_user
      );
    end if;
  end loop;
end $$;
