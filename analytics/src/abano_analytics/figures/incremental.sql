-- What an incremental refresh adds to the statements of counting: which sessions changed, and what they were before.

-- name: changed
-- Sessions with new rows, and the earliest moment among these.
create or replace temp table changed_sessions as
select session_id, min(moment) as earliest
from ({parts})
group by session_id;

-- name: changed_sessions
select session_id, started_at as moment from quiz_sessions
where tenant_id = $tenant and row_xid >= $sessions_after
union all
select attributed_session_id, null from bookings
where tenant_id = $tenant and attributed_session_id is not null
  and booking_id in (select booking_id from bookings where tenant_id = $tenant and row_xid >= $bookings_after);

-- name: changed_answers
select session_id, answered_at from quiz_answers where tenant_id = $tenant and row_xid >= $answers_after;

-- name: changed_question_views
select session_id, viewed_at from quiz_question_views where tenant_id = $tenant and row_xid >= $question_views_after;

-- name: sessions_before
union all
select -1 as sign, session_id, {columns}, started_at, completed_at
from quiz_sessions
where tenant_id = $tenant and started_at >= $since and started_at < $until and row_xid < $sessions_after {changed}
qualify row_number() over (partition by session_id order by row_xid desc) = 1

-- name: bookings_before
union all
select -1 as sign, attributed_session_id as session_id, status, currency, total_minor, cancellation_fee_minor, updated_at
from bookings
where tenant_id = $tenant and row_xid < $bookings_after
qualify row_number() over (partition by booking_id order by row_xid desc) = 1

-- name: answers_before
union all
select -1 as sign, session_id, question_id, value, is_counted
from quiz_answers
where tenant_id = $tenant and row_xid < $answers_after and list_contains($filter_questions, question_id) {changed}
qualify row_number() over (partition by session_id, question_id order by row_xid desc) = 1

-- name: newest_of_few
-- By the session's number: comparing versions by numbers takes half the time of comparing texts.
qualify row_number() over (partition by number, question_id order by row_xid desc) = 1;

-- name: delta_edges
-- From when on the changed sessions' answers and views may be, given how far before its start ($early, microseconds)
-- a session has had any; and whether a newest moment was taken back: a maximum cannot be lowered by a delta.
select least(
         (select min(started_us) - $early from period_sessions),
         (select min(epoch_us(earliest)) from changed_sessions)) as recent,
       exists (
         select 1 from period_sessions group by session_id
         having max(changed_at) filter (where sign < 0)
                > coalesce(max(changed_at) filter (where sign > 0), '-infinity')) as is_taken_back;
