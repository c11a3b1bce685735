-- Events that an analyst defines, over the pages that visits of one tenant saw and what they pressed.
--
-- $tenant: uuid; $since, $until: the period, [since, until), of the events themselves. Rows of transactions below
-- $events_end count. {condition}: of the event. A step has one version, but for copies that a restore made.

-- name: seen
-- Where a visit landed was recorded before other pages were.
(step = 'landing' or starts_with(step, 'seen_'))

-- name: pressed
starts_with(step, 'pressed_')

-- name: matches
create or replace temp table event_matches as
select visit_id, reached_at, page, link, label
from journey_events
where tenant_id = $tenant and reached_at >= $since and reached_at < $until and row_xid < $events_end and {condition}
qualify row_number() over (partition by visit_id, step order by row_xid desc) = 1;

-- name: sums
select count(*), count(distinct visit_id),
       count(distinct visit_id) filter (where visit_id in (
         select visit_id from journey_events
         where tenant_id = $tenant and step = 'booking' and reached_at >= $since and row_xid < $events_end))
from event_matches;

-- name: latest
select epoch_us(reached_at), page, link, label from event_matches
order by reached_at desc, page, link, label limit $limit;

-- name: recorded_since
select epoch_us(min(reached_at)) from journey_events
where tenant_id = $tenant and row_xid < $events_end and regexp_matches(step, '^(seen|pressed)_');

-- name: sessions_by_quarter
-- Sessions of period_sessions (queries.sql) by quarter of an hour, as in its ``quarters``, and those whose visit had
-- the event, at most a day before the quiz began or at any time after.
with had as (
  select visit_id, max(reached_at) as last_at
  from journey_events
  where tenant_id = $tenant and reached_at >= $since - interval 2 days and row_xid < $events_end and {condition}
  group by visit_id
),
of_event as (
  select distinct session_id
  from journey_events join had using (visit_id)
  where tenant_id = $tenant and step = 'quiz_start' and session_id is not null
    and reached_at >= $since - interval 1 day and row_xid < $events_end and last_at >= reached_at - interval 1 day
)
select started_us // 900000000 as quarter,
       count(*) as sessions,
       count(*) filter (where is_completed) as completed,
       count(*) filter (where is_converted) as converted,
       sum(bookings)::bigint as bookings,
       sum(booked_minor)::bigint as booked_minor,
       count(of_event.session_id) as event
from period_sessions left join of_event using (session_id)
group by all;

-- name: pages
select page, count(distinct visit_id) as visits
from journey_events
where tenant_id = $tenant and reached_at >= $since and reached_at < $until and row_xid < $events_end
  and page is not null and (step = 'landing' or starts_with(step, 'seen_'))
group by page order by visits desc, page limit $limit;

-- name: presses
select link, label, count(distinct visit_id) as visits
from journey_events
where tenant_id = $tenant and reached_at >= $since and reached_at < $until and row_xid < $events_end
  and starts_with(step, 'pressed_')
group by link, label order by visits desc, link, label limit $limit;
