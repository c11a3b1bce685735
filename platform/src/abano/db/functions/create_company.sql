-- Adds a company to the register, with its site's host and what it is filled with. The one way to add one: for the
-- operators' role and the owner alone, because serving processes must not change the register. It adds and changes
-- nothing else. Raises unique_violation for a slug or host that is taken.
create or replace function create_company(
  in_id uuid, in_slug text, in_name text, in_host text, in_setup jsonb
) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  v_before text := current_setting('abano.tenant_id', true);
begin
  insert into tenants (id, slug, name) values (in_id, in_slug, in_name);
  -- Forced row-level security applies to the owner of the schema, too.
  perform set_config('abano.tenant_id', in_id::text, true);
  insert into tenant_domains (tenant_id, host, is_primary) values (in_id, in_host, true);
  insert into company_setups (tenant_id, template, choices, owner_email, password_hash, language, is_open)
  values (
    in_id, in_setup ->> 'template', in_setup -> 'choices', in_setup ->> 'ownerEmail', in_setup ->> 'passwordHash',
    in_setup ->> 'language', (in_setup ->> 'isOpen')::boolean
  );
  perform set_config('abano.tenant_id', coalesce(v_before, ''), true);
end $$;
