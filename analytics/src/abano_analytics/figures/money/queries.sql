-- What bookings brought, one tenant and query at a time. Needs the temporary table period_sessions (figures/queries.sql).
--
-- $tenant: uuid; $currency: the tenant's; $window: days before a booking in which its sessions count. The words in braces
-- are pieces of this file, never input.

-- name: credits
-- One row for each booking and session that it is credited to, with the part of its amount. Linear parts are equal to the
-- cent: what is left over goes to the earliest sessions.
create or replace temp table credits as
with attributed as (
  select booking_id, attributed_session_id, status, currency, total_minor, created_at
  from bookings
  where tenant_id = $tenant
  qualify row_number() over (partition by booking_id order by row_xid desc) = 1 and attributed_session_id is not null
),
started as (
  select session_id, min(started_at) as touched_at
  from quiz_sessions
  where tenant_id = $tenant and session_id in (select attributed_session_id from attributed)
  group by session_id
),
other_touches as (
  select booking_id, session_id, min(touched_at) as touched_at
  from booking_touches
  where tenant_id = $tenant
  group by booking_id, session_id
),
touches as (
  select booking_id, session_id, touched_at, true as is_attributed
  from attributed join started on session_id = attributed_session_id
  union all
  select booking_id, session_id, other_touches.touched_at, false
  from other_touches join attributed using (booking_id)
  where session_id <> attributed_session_id
),
placed as (
  select booking_id, session_id, status, currency, total_minor,
         row_number() over (partition by booking_id order by touched_at, session_id) as place,
         -- The session that a booking is attributed to is its last one, whatever was opened beside it.
         row_number() over (partition by booking_id order by is_attributed desc, touched_at desc, session_id) as last_place,
         count(*) over (partition by booking_id) as touches
  from touches join attributed using (booking_id)
  -- Bookings are attributed within ninety days: there the attribution itself is the rule.
  where touched_at > created_at - $window * interval '1 day' or (is_attributed and $window >= 90)
)
select booking_id, session_id, status, currency, {part} as minor, {share} as share
from placed
where {chosen};

-- name: in_all
select session_id, '' as one, '' as two, '' as label_one, '' as label_two, is_completed from period_sessions

-- name: by_campaign
-- A company's advertisers and its links write campaigns with and without capitals.
select session_id, lower(trim(coalesce(utm_source, ''))) as one, lower(trim(coalesce(utm_campaign, ''))) as two,
       trim(coalesce(utm_source, '')) as label_one, trim(coalesce(utm_campaign, '')) as label_two, is_completed
from period_sessions

-- name: by_answer
select session_id, question_id as one, value as two, question_text as label_one, answer_text as label_two, is_completed
from (
  select session_id, question_id, value, question_text, answer_text, is_counted, is_completed
  from quiz_answers join period_sessions using (session_id)
  where tenant_id = $tenant
  qualify row_number() over (partition by session_id, question_id order by row_xid desc) = 1
)
where is_counted

-- name: sums
-- Sessions and what they are credited with. A booking counts once, however many of its sessions are in a group: its
-- parts are added before they are squared.
with members as ({members}),
groups as (
  select one, two, min(label_one) as label_one, min(label_two) as label_two, count(*) as sessions,
         count(*) filter (where is_completed) as completed
  from members group by one, two
),
booked as (
  select one, two, booking_id, any_value(status) as status, any_value(currency) = $currency as is_own,
         sum(minor) as minor, sum(share) as share
  from credits join members using (session_id)
  group by one, two, booking_id
),
sums as (
  select one, two,
         sum(share) filter (where status <> 'cancelled') as bookings,
         sum(minor) filter (where status <> 'cancelled' and is_own) as booked_minor,
         sum(minor) filter (where status in ('active', 'completed') and is_own) as driven_minor,
         sum(minor) filter (where status in ('pending', 'confirmed') and is_own) as ahead_minor,
         sum(minor) filter (where status = 'cancelled' and is_own) as cancelled_minor,
         sum(share) filter (where status = 'cancelled') as cancelled,
         count(*) filter (where status <> 'cancelled' and is_own) as cases,
         sum(minor::double * minor) filter (where status <> 'cancelled' and is_own) as squares,
         max(minor) filter (where status <> 'cancelled' and is_own) as largest_minor,
         count(*) filter (where status <> 'cancelled' and not is_own) as other_currency
  from booked group by one, two
)
select one, two, label_one, label_two, sessions, completed,
       coalesce(bookings, 0)::double as bookings, coalesce(booked_minor, 0)::bigint as booked_minor,
       coalesce(driven_minor, 0)::bigint as driven_minor, coalesce(ahead_minor, 0)::bigint as ahead_minor,
       coalesce(cancelled_minor, 0)::bigint as cancelled_minor, coalesce(cancelled, 0)::double as cancelled,
       coalesce(cases, 0)::bigint as cases, coalesce(squares, 0)::double as squares,
       coalesce(largest_minor, 0)::bigint as largest_minor, coalesce(other_currency, 0)::bigint as other_currency
from groups left join sums using (one, two)
order by sessions desc, one, two;
