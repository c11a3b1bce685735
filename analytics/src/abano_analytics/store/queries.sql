-- What is read of the warehouse beside counting. $tenant: uuid.

-- name: definitions
select definition, version
from quiz_definitions
where tenant_id = $tenant
qualify row_number() over (partition by version order by row_xid desc) = 1
order by is_current desc, created_at desc;

-- name: tenant
select timezone, currency from tenants where tenant_id = $tenant;

-- name: changes
select version, epoch from tenant_changes where tenant_id = $tenant;

-- name: watermarks
-- next_xid: rows of older transactions are in. floor_xid: older versions than those current at it may be gone.
-- compacted_below: below it each key is there in one version only.
select table_name, next_xid, floor_xid, compacted_below from watermarks;
