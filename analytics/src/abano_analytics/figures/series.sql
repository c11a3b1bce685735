-- Counts by day or hour, and by campaign or source. {part}: the column that names the part, or ''.
-- $tenant: uuid; $starts: the first instants of the days or hours, in microseconds.

-- name: edges
create or replace temp table series_edges as
select starts, row_number() over (order by starts) - 1 as bucket from (select unnest($starts) as starts);

-- name: sessions
-- What became of sessions at any time, and within $within of their start: younger ones had less time.
with booked as (
  select attributed_session_id as session_id, min(epoch_us(created_at)) as booked_us
  from bookings
  where tenant_id = $tenant and created_at >= $since and attributed_session_id is not null
  group by all
)
select {part} as part, bucket, count(*) as sessions,
       count(*) filter (where is_completed) as completed,
       count(*) filter (where epoch_us(completed_at) - started_us < $within) as completed_soon,
       count(*) filter (where is_converted) as booked,
       count(*) filter (where booked_us - started_us < $within) as booked_soon,
       coalesce(sum(booked_minor), 0)::bigint as booked_minor
from period_sessions left join booked using (session_id)
asof join series_edges on period_sessions.started_us >= series_edges.starts
group by all;

-- name: visits
-- {conditions}: of the filters that say something of visits.
with landed as (
  select {part} as part, epoch_us(reached_at) as landed_us
  from journey_events
  where tenant_id = $tenant and step = 'landing' and reached_at >= $since and reached_at < $until {conditions}
  qualify row_number() over (partition by visit_id order by row_xid desc) = 1
)
select part, bucket, count(*) as visits, 0, 0, 0, 0, 0
from landed asof join series_edges on landed.landed_us >= series_edges.starts
group by all;

-- name: bookings
-- All of the company, or {of_sessions}: those of the sessions that are asked for.
with made as (
  select attributed_session_id as session_id, epoch_us(created_at) as made_us
  from bookings
  where tenant_id = $tenant and created_at >= $since and created_at < $until
  qualify row_number() over (partition by booking_id order by row_xid desc) = 1
)
select {part} as part, bucket, count(*) as bookings, 0, 0, 0, 0, 0
from made {of_sessions}
asof join series_edges on made.made_us >= series_edges.starts
group by all;
