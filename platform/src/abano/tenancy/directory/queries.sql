-- name: set_lookup_host
-- By this setting row-level security shows the one domain that is asked for.
select set_config('abano.lookup_host', %(host)s, true);

-- name: tenant_by_host
select t.id, t.slug, t.name, t.status, t.suspension_reason, t.deletes_at, t.is_being_removed, p.weight
from tenants t join tenant_domains d on d.tenant_id = t.id join plans p on p.id = t.plan_id
where d.host = %(host)s;

-- name: tenant_by_slug
select t.id, slug, t.name, status, suspension_reason, deletes_at, is_being_removed, weight
from tenants t join plans p on p.id = plan_id where slug = %(slug)s;

-- name: tenant_by_id
select t.id, slug, t.name, status, suspension_reason, deletes_at, is_being_removed, weight
from tenants t join plans p on p.id = plan_id where t.id = %(tenant)s;

-- name: default_tenant
select t.id, slug, t.name, status, suspension_reason, deletes_at, is_being_removed, weight
from tenants t join plans p on p.id = plan_id where is_default;

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

-- name: create_company
-- As the operators' role, or the owner.
select create_company(%(id)s, %(slug)s, %(name)s, %(host)s, %(setup)s);
