-- Funnels of steps that an analyst picks, over the visits of one tenant and period.
--
-- Parameters and {conditions} are those of journeys.sql. {value}: SQL of the breakdown's value, {key}: of what its
-- spellings have in common. The statements at_… find when visits reached the picked step {place}, $step_{place}.

-- name: visits
create or replace temp table funnel_visits as
select row_number() over () as number, visit_id, reached_at, page, {value} as value, {key} as key
from journey_events
where tenant_id = $tenant and step = 'landing' and reached_at >= $since and reached_at < $until
  and row_xid < $events_end {conditions}
qualify row_number() over (partition by visit_id order by row_xid desc) = 1;

-- name: reported
create or replace temp table funnel_reported as
select number, step, min(journey_events.reached_at) as reached_at, min(session_id) as session_id,
       min(booking_id) as booking_id
from journey_events join funnel_visits using (visit_id)
where tenant_id = $tenant and row_xid < $events_end and journey_events.reached_at >= $since - interval 1 day
  and list_contains($reported, step)
group by number, step;

-- name: at_reported
select number, {place}, reached_at from funnel_reported where step = $step_{place}

-- name: at_page
select number, {place}, reached_at from funnel_visits where page = $step_{place}

-- name: at_event
-- One that the company defined over pages and presses (own_events.py).
select funnel_visits.number, {place}, found.reached_at
from (
  select visit_id, reached_at from journey_events
  where tenant_id = $tenant and row_xid < $events_end and reached_at >= $since - interval 1 day and {condition}
) found join funnel_visits using (visit_id)

-- name: at_seen
-- Or answered, should the notice of showing be lost.
select number, {place}, viewed_at
from quiz_question_views join funnel_reported using (session_id)
where tenant_id = $tenant and row_xid < $question_views_end and step = 'quiz_start' and question_id = $step_{place}
union all
select number, {place}, arg_max(answered_at, row_xid)
from quiz_answers join funnel_reported using (session_id)
where tenant_id = $tenant and row_xid < $answers_end and step = 'quiz_start' and question_id = $step_{place}
group by number

-- name: at_answered
-- When its newest version was given, unless later answers skip the question.
select number, {place}, arg_max(answered_at, row_xid)
from quiz_answers join funnel_reported using (session_id)
where tenant_id = $tenant and row_xid < $answers_end and step = 'quiz_start' and question_id = $step_{place}
group by number having arg_max(is_counted, row_xid)

-- name: at_quiz_done
select number, {place}, arg_max(completed_at, row_xid)
from quiz_sessions join funnel_reported using (session_id)
where tenant_id = $tenant and row_xid < $sessions_end and step = 'quiz_start' group by number

-- name: at_confirmed
select number, {place}, any_value(reached_at)
from bookings join funnel_reported using (booking_id)
where tenant_id = $tenant and row_xid < $bookings_end and step = 'booking' group by number
having arg_max(status, row_xid) in ('confirmed', 'active', 'completed')

-- name: counted
-- A row for all visits, with the value null, and one for each value. Times in microseconds.
with reached(number, place, moment) as ({reached}),
firsts as (select number, {firsts} from reached group by number),
passed as (select number, {passed} from firsts)
select grouping(key) = 1 as is_all, mode(value) as value, count(*) as visits, {counts}, {medians}
from funnel_visits left join passed using (number)
group by grouping sets ((), (key));

-- name: sessions
-- The quiz sessions of visits that {chosen}.
create or replace temp table funnel_sessions as
with reached(number, place, moment) as ({reached}),
firsts as (select number, {firsts} from reached group by number),
passed as (select number, {passed} from firsts)
select distinct session_id from passed join funnel_reported using (number)
where step = 'quiz_start' and session_id is not null and {chosen}
