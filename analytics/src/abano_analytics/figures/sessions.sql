-- Pages of the sessions behind a bar, out of ``sessions_behind`` (queries.sql).
--
-- $before, $skip, $limit: the page.

-- name: of_funnel
-- Only those of ``funnel_sessions`` (own_funnels.sql).
create or replace temp table sessions_behind as
select * from sessions_behind semi join funnel_sessions using (session_id);

-- name: sums
select count(*), count(*) filter (where is_completed), count(*) filter (where is_converted),
       coalesce(sum(booked_minor), 0)::bigint
from sessions_behind;

-- name: page
-- The newest first. The cursor is a time and the number of sessions already listed at that time.
select session_id, started_us, epoch_us(completed_at) as completed_us, quiz_version, device, utm_source, utm_medium,
       utm_campaign, language, country, is_returning, bookings, booked_minor
from sessions_behind
where started_us <= $before
order by started_us desc, session_id
limit $limit offset $skip;

-- name: steps
-- What these sessions saw and answered, in its order. The bounds let the warehouse leave other times unread.
with seen as (
  select session_id, question_id, viewed_at
  from quiz_question_views
  where tenant_id = $tenant and list_contains($sessions, session_id)
    and viewed_at >= $first and viewed_at < $last
  qualify row_number() over (partition by session_id, question_id order by row_xid desc) = 1
),
answered as (
  select session_id, question_id, question_text, value, answer_text, is_counted, answered_at
  from quiz_answers
  where tenant_id = $tenant and list_contains($sessions, session_id)
    and answered_at >= $first and answered_at < $last
  qualify row_number() over (partition by session_id, question_id order by row_xid desc) = 1
)
select session_id, question_id, question_text, value, answer_text,
       epoch_us(viewed_at) as viewed_us, epoch_us(answered_at) as answered_us
from seen full join (select * from answered where is_counted) using (session_id, question_id)
order by session_id, coalesce(viewed_at, answered_at), question_id;
