-- The rows of a company that its own SQL reads: one statement for each table that the contract documents
-- (abano_shared/contract/queries.py), with its columns in that order. A row counts in its newest version.
--
-- $tenant: uuid; $timezone: the company's, of all times; $currency: the company's. No personal data, no click ids.

-- name: sessions
with newest as (
  select * from quiz_sessions where tenant_id = $tenant
  qualify row_number() over (partition by session_id order by row_xid desc) = 1
),
newest_bookings as (
  select attributed_session_id as session_id, status, currency, total_minor, cancellation_fee_minor
  from bookings
  where tenant_id = $tenant
  qualify row_number() over (partition by booking_id order by row_xid desc) = 1
),
booked as (
  select session_id,
         count(*) filter (where status <> 'cancelled') as bookings,
         sum(if(status = 'cancelled', coalesce(cancellation_fee_minor, 0), total_minor))
           filter (where currency = $currency) as booked_minor
  from newest_bookings
  where session_id is not null
  group by session_id
)
select session_id, quiz_version,
       timezone($timezone, started_at) as started_at,
       timezone($timezone, completed_at) as completed_at,
       completed_at is not null as is_completed,
       coalesce(bookings, 0) > 0 as is_converted,
       coalesce(bookings, 0)::bigint as bookings,
       (coalesce(booked_minor, 0) / 100)::decimal(18, 2) as booked_value,
       utm_source, utm_medium, utm_campaign, utm_term, utm_content, has_click_id, entry_path as landing_page,
       device, language, country, is_returning
from newest left join booked using (session_id);

-- name: answers
with newest as (
  select * from quiz_answers where tenant_id = $tenant
  qualify row_number() over (partition by session_id, question_id order by row_xid desc) = 1
)
select session_id, question_id, question_text as question, value, answer_text as answer,
       timezone($timezone, answered_at) as answered_at
from newest
where is_counted;

-- name: question_views
with newest as (
  select * from quiz_question_views where tenant_id = $tenant
  qualify row_number() over (partition by session_id, question_id order by row_xid desc) = 1
)
select session_id, question_id, timezone($timezone, viewed_at) as viewed_at
from newest;

-- name: bookings
with newest as (
  select * from bookings where tenant_id = $tenant
  qualify row_number() over (partition by booking_id order by row_xid desc) = 1
)
select booking_id::varchar as booking_id, status, coalesce(no_show, false) as is_no_show,
       coalesce(source, 'site') as taken_by, affiliate_id is not null as is_by_affiliate,
       car_name as car, attributed_session_id as session_id, attribution_method as attribution,
       coalesce(gclid, gbraid, wbraid) is not null as has_click_id, pickup_location,
       timezone($timezone, created_at) as created_at,
       timezone($timezone, pickup_at) as pickup_at,
       timezone($timezone, return_at) as return_at,
       days::bigint as days,
       (total_minor / 100)::decimal(18, 2) as total,
       (coalesce(cancellation_fee_minor, 0) / 100)::decimal(18, 2) as cancellation_fee, currency
from newest;

-- name: clicks
with newest as (
  select * from click_records where tenant_id = $tenant
  qualify row_number() over (partition by click_id order by row_xid desc) = 1
)
select click_id::varchar as click_id,
       case when gclid is not null then 'gclid' when gbraid is not null then 'gbraid' else 'wbraid' end as kind,
       session_id, timezone($timezone, created_at) as clicked_at
from newest;

-- name: visits
with newest as (
  select * from journey_events where tenant_id = $tenant
  qualify row_number() over (partition by visit_id, step order by row_xid desc) = 1
),
linked as (
  select visit_id, any_value(session_id) as session_id, any_value(booking_id) as booking_id
  from newest group by visit_id
)
select visit_id::varchar as visit_id, timezone($timezone, reached_at) as landed_at,
       linked.session_id, linked.booking_id::varchar as booking_id,
       utm_source, utm_medium, utm_campaign, utm_term, utm_content, has_click_id, page as landing_page,
       device, language, country, is_returning
from newest join linked using (visit_id)
where step = 'landing';

-- name: visit_steps
with newest as (
  select * from journey_events where tenant_id = $tenant
  qualify row_number() over (partition by visit_id, step order by row_xid desc) = 1
)
select visit_id::varchar as visit_id, step, timezone($timezone, reached_at) as reached_at
from newest;
