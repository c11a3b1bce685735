-- $tenant: uuid; $starts: the first instants of the days, in microseconds; $until: the one after the last.

-- name: days
-- Sessions by day and campaign. What became of them within the same hours of each: younger ones had less time.
with edges as (
  select make_timestamptz(starts) as starts, row_number() over (order by starts) - 1 as day
  from (select unnest($starts) as starts)
),
chosen as (
  select session_id, utm_campaign, started_at, completed_at
  from quiz_sessions
  where tenant_id = $tenant and started_at >= make_timestamptz($starts[1]) and started_at < make_timestamptz($until)
  qualify row_number() over (partition by session_id order by row_xid desc) = 1
),
booked as (
  select attributed_session_id as session_id, min(created_at) as booked_at
  from bookings
  where tenant_id = $tenant and created_at >= make_timestamptz($starts[1]) and attributed_session_id is not null
  group by all
)
select day, case when name_key(utm_campaign) <> '' then utm_campaign else '(none)' end as campaign,
       count(*) as sessions,
       count(*) filter (where epoch_us(completed_at) - epoch_us(started_at) < $within) as completed,
       count(*) filter (where epoch_us(booked_at) - epoch_us(started_at) < $within) as booked
from chosen left join booked using (session_id)
asof join edges on chosen.started_at >= edges.starts
group by all;

-- name: hours
-- Sessions of each hour, counted backwards from $until.
select (($until - epoch_us(started_at)) // 3600000000) as ago, count(distinct session_id) as sessions
from quiz_sessions
where tenant_id = $tenant and started_at >= make_timestamptz($starts[1]) and started_at < make_timestamptz($until)
group by all;

-- name: newest
select epoch_us(max(started_at)) from quiz_sessions
where tenant_id = $tenant and started_at < make_timestamptz($until);
