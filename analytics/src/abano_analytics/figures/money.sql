-- Credited amounts, one tenant and query at a time. Needs the temporary table period_sessions (figures/queries.sql)
-- of the credited sessions.
--
-- $tenant: uuid; $currency: the tenant's currency; $window: days before a booking in which its sessions count. Rows
-- of transactions below $bookings_until, $touches_until and so on count; $bookings_after and so on: those of the
-- previous count. {changed_bookings}: for a delta, only bookings that changed. Placeholders in braces are our own
-- SQL, never input.

-- name: changed_bookings
-- Bookings with new rows, or new rows of their path or of a session they may be credited to.
create or replace temp table changed_bookings as
with sessions as (
  select session_id from quiz_sessions where tenant_id = $tenant and row_xid >= $sessions_after
  union all
  select session_id from quiz_answers where tenant_id = $tenant and row_xid >= $answers_after
)
select booking_id from bookings
where tenant_id = $tenant
  and (row_xid >= $bookings_after or attributed_session_id in (select session_id from sessions))
union
select booking_id from booking_touches
where tenant_id = $tenant
  and (row_xid >= $touches_after or session_id in (select session_id from sessions));

-- name: credits
-- One row for each booking and credited session, with its part of the amount, and of the booking in millionths:
-- integers have the same sum in any order. Linear parts are equal to the cent; the remainder goes to the earliest
-- sessions.
create or replace temp table credits as
with attributed as (
  select booking_id, attributed_session_id, status, currency, total_minor, created_at,
         -- What was charged for its cancellation.
         if(status = 'cancelled', coalesce(cancellation_fee_minor, 0), 0) as fee_minor
  from bookings
  where tenant_id = $tenant and row_xid < $bookings_until {changed_bookings}
  qualify row_number() over (partition by booking_id order by row_xid desc) = 1 and attributed_session_id is not null
),
started as (
  select session_id, min(started_at) as touched_at
  from quiz_sessions
  where tenant_id = $tenant and row_xid < $sessions_until
    and session_id in (select attributed_session_id from attributed)
  group by session_id
),
other_touches as (
  -- The newest version; compaction removes the others.
  select booking_id, session_id, arg_max(touched_at, row_xid) as touched_at
  from booking_touches
  where tenant_id = $tenant and row_xid < $touches_until {changed_bookings}
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
  select booking_id, session_id, status, currency, total_minor, fee_minor,
         row_number() over (partition by booking_id order by touched_at, session_id) as place,
         -- A booking is attributed to its last session, whatever was opened in parallel.
         row_number() over (partition by booking_id order by is_attributed desc, touched_at desc, session_id) as last_place,
         count(*) over (partition by booking_id) as touches
  from touches join attributed using (booking_id)
  -- Bookings are attributed within ninety days: there the stored attribution applies.
  where touched_at > created_at - $window * interval '1 day' or (is_attributed and $window >= 90)
)
select booking_id, session_id, status, currency, {part} as minor, {fee} as fee_minor, {share} as share
from placed
where {chosen};

-- name: in_all
select session_id, '' as one, '' as two from period_sessions

-- name: by_campaign
select session_id, coalesce(name_key(utm_source), '') as one, coalesce(name_key(utm_campaign), '') as two
from period_sessions

-- name: by_answer
-- Of several answers, each.
select session_id, question_id as one, unnest(string_split(value, ',')) as two
from (
  select session_id, question_id, value, is_counted
  from quiz_answers join period_sessions using (session_id)
  where tenant_id = $tenant and row_xid < $answers_until
  qualify row_number() over (partition by session_id, question_id order by row_xid desc) = 1
)
where is_counted

-- name: sums
-- The amounts credited to sessions. A booking counts once per group, however many of its sessions are in it: its
-- parts are added before they are squared.
with members as ({members}),
booked as (
  select one, two, booking_id, any_value(status) as status, any_value(currency) = $currency as is_own,
         sum(minor) as minor, sum(fee_minor) as fee_minor, sum(share) as share,
         if(any_value(status) = 'cancelled', sum(fee_minor), sum(minor)) as value_minor
  from credits join members using (session_id)
  group by one, two, booking_id
)
select one, two, count(*)::bigint as credited,
       coalesce(sum(share) filter (where status <> 'cancelled'), 0)::bigint as bookings,
       coalesce(sum(value_minor) filter (where is_own), 0)::bigint as booked_minor,
       coalesce(sum(minor) filter (where status in ('active', 'completed') and is_own), 0)::bigint as driven_minor,
       coalesce(sum(minor) filter (where status in ('pending', 'confirmed') and is_own), 0)::bigint as ahead_minor,
       coalesce(sum(fee_minor) filter (where is_own), 0)::bigint as fees_minor,
       coalesce(sum(minor) filter (where status = 'cancelled' and is_own), 0)::bigint as cancelled_minor,
       coalesce(sum(share) filter (where status = 'cancelled'), 0)::bigint as cancelled,
       count(*) filter (where (status <> 'cancelled' or fee_minor > 0) and is_own) as cases,
       coalesce(sum(value_minor::double * value_minor) filter (where is_own), 0)::double as squares,
       count(*) filter (where (status <> 'cancelled' or fee_minor > 0) and not is_own) as other_currency,
       coalesce(max(value_minor) filter (where (status <> 'cancelled' or fee_minor > 0) and is_own), 0)::bigint as largest_minor
from booked
group by one, two;
