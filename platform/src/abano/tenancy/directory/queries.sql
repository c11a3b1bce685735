-- name: set_lookup_host
-- By this setting row-level security shows the one domain that is asked for.
select set_config('abano.lookup_host', %(host)s, true);

-- name: tenant_by_host
select t.id, t.slug, t.name, t.status, t.deletes_at, t.is_being_removed
from tenants t join tenant_domains d on d.tenant_id = t.id
where d.host = %(host)s;

-- name: tenant_by_slug
select id, slug, name, status, deletes_at, is_being_removed from tenants where slug = %(slug)s;

-- name: tenant_by_id
select id, slug, name, status, deletes_at, is_being_removed from tenants where id = %(tenant)s;

-- name: default_tenant
select id, slug, name, status, deletes_at, is_being_removed from tenants where is_default;

-- name: tenant_details
select s.timezone, s.currency,
       coalesce((select host from tenant_domains where is_primary limit 1), '') as primary_host,
       s.is_open, s.name
from tenant_settings s;

-- name: traffic_settings
select s.public_writes_per_minute, s.excluded_ips::text[], s.click_id_domains,
       array(select host from tenant_domains where tenant_id = s.tenant_id), s.consent_required,
       s.unconfirmed_per_ip, s.unconfirmed_per_contact
from tenant_settings s where s.tenant_id = %(tenant)s;
