-- What the signed-in role may that no serving process must, one row each, worst first; none when all is well.
--
-- Both names count: the role that signed in and the one it acts as, because SET ROLE NONE leads back to the first. A
-- membership leads further when it may be used by SET ROLE, by inheritance, or by granting it again; Postgres 15 has no
-- such options, and there every membership does. Read with the rights that every role has.
with recursive signed_in as (
  select r.oid, r.rolname::text as name from pg_roles r where r.rolname in (session_user, current_user)
), reachable as (
  select s.oid, s.name, s.name as signed_in, null::text collate "C" as first_step, array[s.oid] as path
  from signed_in s
  union all
  select g.oid, g.rolname::text, r.signed_in, coalesce(r.first_step, g.rolname::text), r.path || g.oid
  from reachable r
  join pg_auth_members m on m.member = r.oid
  join pg_roles g on g.oid = m.roleid
  where g.oid <> all (r.path)
    and (
      coalesce((to_jsonb(m) ->> 'set_option')::boolean, true)
      or coalesce((to_jsonb(m) ->> 'inherit_option')::boolean, true)
      or m.admin_option
    )
), owned (owner, kind, what) as (
  select c.relowner, 'tables', 'owns ' || min(c.oid::regclass::text)
    || case when count(*) > 1 then ' and ' || count(*) - 1 || ' more tables, views or sequences' else '' end
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname in ('public', 'reporting') and c.relkind in ('r', 'p', 'v', 'm', 'S', 'f')
  group by c.relowner
  union all
  select p.proowner, 'tables', 'owns the function ' || min(p.proname::text)
  from pg_proc p join pg_namespace n on n.oid = p.pronamespace
  where n.nspname in ('public', 'reporting')
  group by p.proowner
  union all
  select n.nspowner, 'schema', format('owns the schema %I', n.nspname)
  from pg_namespace n where n.nspname in ('public', 'reporting')
  union all
  select d.datdba, 'database', format('owns the database %I', d.datname)
  from pg_database d where d.datname = current_database()
), dangers (rank, kind, oid, what, remedy) as (
  select 1, 'superuser', r.oid, 'is a superuser', format('alter role %I nosuperuser', r.rolname)
  from pg_roles r where r.rolsuper
  union all
  select 2, 'superuser', r.oid, 'may run programs or write files as the server', null
  from pg_roles r where r.rolname in ('pg_execute_server_program', 'pg_write_server_files')
  union all
  select 3, 'bypass', r.oid, 'has BYPASSRLS', format('alter role %I nobypassrls', r.rolname)
  from pg_roles r where r.rolbypassrls
  union all
  select 4, o.kind, o.owner, o.what, format('reassign owned by %I to the_owner', r.rolname)
  from owned o join pg_roles r on r.oid = o.owner
  union all
  select 5, 'createrole', r.oid, 'has CREATEROLE, by which it can grant itself any role before Postgres 16',
    format('alter role %I nocreaterole', r.rolname)
  from pg_roles r where r.rolcreaterole and current_setting('server_version_num')::integer < 160000
  union all
  select 6, 'temporary', s.oid, 'may make temporary tables',
    format('revoke temporary on database %I from public, %I', current_database(), s.name)
  from signed_in s where has_database_privilege(s.oid, current_database(), 'temporary')
  union all
  select 7, 'create', s.oid, format('may make things in the schema %I', n.nspname),
    format('revoke create on schema %I from public, %I', n.nspname, s.name)
  from signed_in s, pg_namespace n
  where n.nspname in ('public', 'reporting') and has_schema_privilege(s.oid, n.oid, 'create')
), found as (
  select distinct on (r.signed_in, d.kind, d.oid, d.what)
    d.rank, d.kind, r.signed_in, r.first_step is null as is_direct, cardinality(r.path) as steps,
    case when r.first_step is null then d.what else format('may become %s, which %s', r.name, d.what) end as what,
    case when r.first_step is null then d.remedy else format('revoke %I from %I', r.first_step, r.signed_in) end
      as remedy
  from dangers d join reachable r on r.oid = d.oid
  order by r.signed_in, d.kind, d.oid, d.what, cardinality(r.path)
)
select f.kind, f.signed_in, f.is_direct, f.what, f.remedy
from found f
-- What only follows from something worse goes with it.
where f.rank < 6 or not exists (select from found w where w.signed_in = f.signed_in and w.rank < 5)
order by f.rank, f.steps, f.signed_in, f.what
