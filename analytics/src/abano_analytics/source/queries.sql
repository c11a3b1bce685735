-- All queries on Postgres. Placeholders in braces are filled with our own constants and numbers, never with input.

-- name: begin
set transaction isolation level repeatable read, read only;

-- name: identity
-- Another server or database, or one that was restored or failed over, has another transaction history.
select (select system_identifier::text from pg_control_system())
       || '/' || (select oid::text from pg_database where datname = current_database())
       || '/' || case when pg_is_in_recovery() then (select timeline_id::text from pg_control_checkpoint())
                      else ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int::text end
       as source_id;

-- name: snapshot
-- Every transaction older than xmin has ended: no row with a smaller row_xid can appear later. The time is that of
-- BEGIN, before the snapshot. A clock read in this statement would be later than its snapshot, and would count
-- commits in between as included.
select pg_snapshot_xmin(pg_current_snapshot())::text::bigint as xmin,
       pg_snapshot_xmax(pg_current_snapshot())::text::bigint as xmax,
       transaction_timestamp() as taken_at;

-- name: about_rows
-- For tables that were never analyzed, estimated from their size.
select relname::text as name,
       (case when reltuples >= 0 then reltuples else pg_relation_size(oid) / 150 end)::bigint as rows
from pg_class
where relnamespace = 'public'::regnamespace and relkind = 'r'
  and relname in ({tables});

-- name: copied
-- Number of rows sent so far by this service's running COPYs.
select coalesce(sum(tuples_processed), 0)::bigint as rows
from pg_stat_progress_copy join pg_stat_activity using (pid)
where pg_stat_activity.datname = current_database() and usename = session_user
  and application_name = current_setting('application_name');

-- name: bound
-- The transaction at which a batch of about {rows} rows ends; none when fewer are left.
select row_xid::text::bigint as bound
from reporting.{table}
where row_xid >= '{since}'::xid8 and row_xid < '{until}'::xid8
order by row_xid offset {rows} limit 1;

-- name: batch
select {columns}, row_xid::text::bigint as row_xid
from reporting.{table}
where row_xid >= '{since}'::xid8 and row_xid < '{until}'::xid8;

-- name: first_batch
-- The first read includes rows of transactions that this server has not reached yet, after loading another server's
-- dump. They count as older than everything, so that their next change is newer.
select {columns},
       case when row_xid >= '{xmax}'::xid8 then 0 else row_xid::text::bigint end as row_xid
from reporting.{table}
where row_xid < '{until}'::xid8 or row_xid >= '{xmax}'::xid8;

-- name: erasures
-- Erasures and withdrawals since transaction {since}, with the current columns in Postgres.
select e.erasure_id::text as erasure_id, e.tenant_id::text as tenant_id, e.kind, e.subject, {session_columns},
       b.car_name, b.attributed_session_id, b.attribution_method, b.gclid, b.gbraid, b.wbraid
from reporting.erasures e
left join reporting.quiz_sessions s
  on e.kind = 'session' and s.tenant_id = e.tenant_id and s.session_id = e.subject
left join reporting.bookings b
  on b.tenant_id = e.tenant_id and b.booking_id = case when e.kind = 'booking' then e.subject::uuid end
where e.row_xid >= '{since}'::xid8;

-- name: tenants
select tenant_id, slug, status, timezone, currency::text as currency from reporting.tenants;

-- name: counts
-- Rows per tenant that the warehouse must have, unless they were written again since.
select tenant_id::text as tenant_id, count(*) as rows
from reporting.{table} where row_xid < '{until}'::xid8 group by tenant_id;

-- name: keys
select {key} from reporting.{table} where tenant_id = '{tenant}';
