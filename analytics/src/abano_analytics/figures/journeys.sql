-- Visits to the site, one tenant and period at a time.
--
-- $tenant: uuid; $since, $until: the period, [since, until). {conditions}: of the filters that are set and say something
-- of visits (abano_shared/contract/filters.py). Rows of transactions below $events_end, $sessions_end and so on count.
-- {changed}: for a delta, only visits that changed. {viewed}, {answered}: only late views and answers. A step has one version, but for copies that a restore made: the first
-- in time counts.

-- name: changed
-- Visits with new rows, or new rows of their quiz session or booking.
create or replace temp table changed_visits as
with sessions as (
  select session_id from quiz_sessions where tenant_id = $tenant and row_xid >= $sessions_after
  union all
  select session_id from quiz_answers where tenant_id = $tenant and row_xid >= $answers_after
  union all
  select session_id from quiz_question_views where tenant_id = $tenant and row_xid >= $question_views_after
)
select visit_id from journey_events where tenant_id = $tenant and row_xid >= $events_after
union
select visit_id from journey_events
where tenant_id = $tenant and step = 'quiz_start' and session_id in (select session_id from sessions)
union
select visit_id from journey_events
where tenant_id = $tenant and step = 'booking' and booking_id in (
  select booking_id from bookings where tenant_id = $tenant and row_xid >= $bookings_after
);

-- name: visits
-- Visits that landed in the period; a number is grouped by in a fraction of the time of an id.
create or replace temp table visits as
select row_number() over () as number, visit_id, reached_at as landed_at, coalesce(utm_source, '') as source, coalesce(utm_medium, '') as medium,
       coalesce(utm_campaign, '') as campaign, has_click_id
from journey_events
where tenant_id = $tenant and step = 'landing' and reached_at >= $since and reached_at < $until
  and row_xid < $events_end {conditions} {changed}
qualify row_number() over (partition by visit_id order by row_xid desc) = 1;

-- name: reported_steps
-- Steps that browsers and the server reported. A pressed link and a page seen are no places on the way: no visit ends there.
create or replace temp table reported_steps as
select number, step, min(reached_at) as reached_at, min(session_id) as session_id, min(booking_id) as booking_id
from journey_events join visits using (visit_id)
where tenant_id = $tenant and row_xid < $events_end and reached_at >= $since - interval 1 day
  and not regexp_matches(step, '^(press|seen|pressed)_')
group by number, step;

-- name: session_steps
-- Questions that were shown (or answered, should the notice of showing be lost), and completions.
create or replace temp table session_steps as
with started as (
  select number, session_id from reported_steps where step = 'quiz_start' and session_id is not null
),
shown as (
  select number, question_id, viewed_at as shown_at from quiz_question_views join started using (session_id)
  where tenant_id = $tenant and row_xid < $question_views_end {viewed}
  union all
  -- The newest version: of the others compaction leaves none.
  select number, question_id, arg_max(answered_at, row_xid) from quiz_answers join started using (session_id)
  where tenant_id = $tenant and row_xid < $answers_end {answered} group by number, question_id
),
completed as (
  select number, arg_max(completed_at, row_xid) as reached_at
  from quiz_sessions join started using (session_id)
  where tenant_id = $tenant and row_xid < $sessions_end group by number
)
select number, 'question' as step, question_id, min(shown_at) as reached_at, max(shown_at) as last_at
from shown group by number, question_id
union all
select number, 'quiz_done', '', reached_at, reached_at from completed where reached_at is not null;

-- name: booked
-- The current state of the booking that a visit led to.
create or replace temp table booked as
with newest as (
  select booking_id, arg_max(status, row_xid) as status
  from bookings
  where tenant_id = $tenant and row_xid < $bookings_end and booking_id in (select booking_id from reported_steps)
  group by booking_id
)
select number, reported_steps.reached_at,
       coalesce(status in ('confirmed', 'active', 'completed'), false) as is_confirmed,
       coalesce(status = 'cancelled', false) as is_cancelled
from reported_steps left join newest using (booking_id) where step = 'booking';

-- name: facts
-- A row a visit: whether it began the quiz, and what became of it.
create or replace temp table facts as
select visits.*, visits.number in (select number from reported_steps where step = 'quiz_start') as has_quiz,
       booked.reached_at is not null as is_booked,
       coalesce(is_confirmed, false) as is_confirmed, coalesce(is_cancelled, false) as is_cancelled,
       greatest(epoch_us(booked.reached_at) - epoch_us(landed_at), 0) as microseconds
from visits left join booked using (number);

-- name: steps
-- Per step how many visits reached it, and for how many that did not book it was the last. Which question or page comes
-- next differs from visit to visit, so what counts is where each of them really ended.
with reached as (
  select number, step, '' as question_id, reached_at from reported_steps
  union all
  select number, step, question_id, reached_at from session_steps
),
ends as (
  select number, arg_max((step, question_id), (reached_at, step <> 'landing', step, question_id)) as ended
  from reached group by number
)
select step, question_id, has_quiz, count(*) as visits,
       count(*) filter (where not is_booked and ended = (step, question_id)) as dropped
from reached join facts using (number) join ends using (number)
group by all;

-- name: outcomes
select has_quiz, count(*) as visits, count(*) filter (where is_booked) as booked,
       count(*) filter (where is_confirmed) as confirmed, count(*) filter (where is_cancelled) as cancelled
from facts group by has_quiz;

-- name: waits
-- How long the visits that booked took from the landing to the booking.
select has_quiz, microseconds, count(*) as booked from facts where is_booked group by all;

-- name: campaigns
select source, medium, campaign, count(*) as visits, count(*) filter (where has_click_id) as clicks,
       count(*) filter (where has_quiz) as began, count(*) filter (where is_booked) as booked,
       count(*) filter (where is_booked and not has_quiz) as booked_without_quiz
from facts group by all;

-- name: active_visits
-- Visits that reached a step, or whose quiz had an answer or a view, between $active_after and $active_until. Rows lie by
-- time: few are read. A quiz that began more than a day before counts as over.
create or replace temp table changed_visits as
with sessions as (
  select session_id from quiz_answers
  where tenant_id = $tenant and answered_at > $active_after and answered_at <= $active_until
  union all
  select session_id from quiz_question_views
  where tenant_id = $tenant and viewed_at > $active_after and viewed_at <= $active_until
)
select visit_id from journey_events
where tenant_id = $tenant and reached_at > $active_after and reached_at <= $active_until
union
select visit_id from journey_events
where tenant_id = $tenant and step = 'quiz_start' and reached_at > $active_after - interval 1 day
  and session_id in (select session_id from sessions);

-- name: still_active
-- Of these, visits that are not over and have not booked, by the step that they reached last: the same as "dropped" of
-- the steps. With the earliest of their last moments.
with reached as (
  select number, step, '' as question_id, reached_at, reached_at as last_at from reported_steps
  union all
  select number, step, question_id, reached_at, last_at from session_steps
),
ends as (
  select number, max(last_at) as last_at,
         arg_max((step, question_id), (reached_at, step <> 'landing', step, question_id)) as ended
  from reached group by number
)
select step, question_id, has_quiz, count(*) as still_active, epoch_us(min(ends.last_at)) as last_us
from reached join facts using (number) join ends using (number)
where not is_booked and ended = (step, question_id)
  and ends.last_at > $active_after and ends.last_at <= $active_until
group by all;
