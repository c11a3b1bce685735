-- Counting, one tenant and query at a time. A row counts in its newest version.
--
-- Every count is a sum over sessions. A full recount gives every session the sign 1. An incremental refresh
-- (incremental.sql) runs the same statements over the changed sessions only, in two states: their current state with
-- sign 1 and their last counted state with sign -1.
--
-- $tenant: uuid; $since, $until: the period, [since, until). $currency: the tenant's currency. $..._until and
-- $..._after, for each table: the watermarks up to which rows are counted, and those of the previous count.
-- {conditions}: conditions of the set filters; '(none)' means sessions without a value. {columns}: columns that
-- filters compare. Both are generated from the filter declarations (abano_shared/contract/filters.py). The other
-- placeholders in braces are the fields of Versions in statements.py; none of them contains input. Joins run in the
-- written order: the right side is held in memory.

-- name: period_sessions
-- Sessions that started in the period. A session's start never changes.
create or replace temp table period_sessions as
with chosen as (
  select 1 as sign, session_id, {columns}, started_at, completed_at
  from quiz_sessions
  where tenant_id = $tenant and started_at >= $since and started_at < $until and row_xid < $sessions_until {changed}
  {newest_session}
  {sessions_before}
),
newest_bookings as (
  select 1 as sign, attributed_session_id as session_id, status, currency, total_minor, cancellation_fee_minor, updated_at
  from bookings
  where tenant_id = $tenant and row_xid < $bookings_until
  {newest_booking}
  {bookings_before}
),
converted as (
  select sign, session_id,
         count(*) filter (where status <> 'cancelled') as bookings,
         -- Of a cancelled booking, the fee that was charged.
         sum(if(status = 'cancelled', coalesce(cancellation_fee_minor, 0), total_minor))
           filter (where currency = $currency) as booked_minor,
         max(updated_at) as changed_at
  from newest_bookings
  where session_id is not null {changed}
  group by all
)
{given_answers}
select {number} sign, chosen.session_id, {traits} {times}
       epoch_us(started_at) as started_us,
       completed_at is not null as is_completed,
       coalesce(bookings, 0) > 0 as is_converted, {money}
       changed_at
from chosen left join converted using (sign, session_id) {join_given}
where true {conditions};

-- name: filter_answers
-- One bit per session and given answer. For a question that must not be answered, the bit is set by any answer to it.
coalesce(bits, 0) = $wanted_bits

-- name: given_answers
, newest_answers as (
  select 1 as sign, session_id, question_id, value, is_counted
  from quiz_answers
  where tenant_id = $tenant and row_xid < $answers_until and list_contains($filter_questions, question_id) {changed}
  {newest_answer}
  {answers_before}
),
given as (
  select sign, session_id, bit_or({bits}) as bits
  from newest_answers
  where is_counted
  group by sign, session_id
)

-- name: newest_answer
qualify row_number() over (partition by session_id, question_id order by row_xid desc) = 1

-- name: newest_session
qualify row_number() over (partition by session_id order by row_xid desc) = 1

-- name: newest_booking
qualify row_number() over (partition by booking_id order by row_xid desc) = 1

-- name: overview
select coalesce({amount}, 0)::bigint as sessions,
       coalesce({amount} filter (where is_completed), 0)::bigint as completed,
       coalesce({amount} filter (where is_converted), 0)::bigint as converted,
       epoch_us(max(changed_at) filter (where sign > 0)) as last_conversion_update
from period_sessions;

-- name: newest_of_many
-- Few rows have more than one version: finding those first avoids sorting all rows.
and (newest_xid is null or row_xid = newest_xid);

-- name: superseded
create or replace temp table superseded_{table} as
select number, question_id, max(row_xid) as newest_xid
from {table} join period_sessions using (session_id)
where tenant_id = $tenant
group by number, question_id having count(*) > 1;

-- name: answers
with newest as (
  select sign, question_id, value, question_text, answer_text, is_counted, answered_at, started_us, is_converted
  from quiz_answers join period_sessions using (session_id) {superseded_answers}
  where tenant_id = $tenant {recent} and row_xid < {answers_end}
  {newest}
)
select question_id, value, {question_wording} {answer_wording}
       epoch_us(max(answered_at)) as worded_at,
       max(started_us - epoch_us(answered_at)) as early,
       coalesce({amount} filter (where is_counted), 0)::bigint as count,
       coalesce({amount} filter (where is_counted and is_converted), 0)::bigint as conversions
from newest
group by question_id, value;

-- name: answer_wording
arg_max(answer_text, answered_at) as text,

-- name: question_wording
arg_max(question_text, answered_at) as question_text,

-- name: late_wordings
-- Texts of the newest answers, looked up by their known {moments}. Reading the texts of all answers would take a
-- third of the run time, or a quarter with question views. These moments are near the end of the period, and rows are
-- ordered by time, so few are read. The numbers are inlined because the driver takes 0.1 ms per bound parameter.
with worded as (
  select session_id, question_id, value, question_text, answer_text, answered_at, row_xid
  from quiz_answers
  where tenant_id = $tenant and row_xid < $answers_until
    and answered_at >= make_timestamptz($first_moment) and answered_at <= make_timestamptz($last_moment)
    and epoch_us(answered_at) in ({moments})
)
select question_id, value, epoch_us(answered_at) as worded_at,
       arg_max(question_text, row_xid) as question_text, arg_max(answer_text, row_xid) as text
from period_sessions join worded using (session_id)
group by question_id, value, answered_at;

-- name: funnel
-- The time between view and answer is in tenths of a second, as displayed, so that times can be stored as counts.
with question_views as (
  select number, question_id, viewed_at
  from quiz_question_views join period_sessions using (session_id) {superseded_question_views}
  where tenant_id = $tenant {recent_question_views} and row_xid < {question_views_end}
  {newest}
),
newest as (
  select number, question_id, question_text, is_counted, answered_at
  from quiz_answers join period_sessions using (session_id) {superseded_answers}
  where tenant_id = $tenant {recent} and row_xid < {answers_end}
  {newest}
),
counted as (select number, question_id, question_text, answered_at from newest where is_counted),
steps as (
  select number, question_id, question_text, viewed_at, answered_at,
         coalesce(viewed_at, answered_at) as reached_at
  from question_views full join counted using (number, question_id)
),
left_at as (
  select number, arg_max(question_id, (reached_at, question_id)) as last_id
  from steps join period_sessions using (number)
  where not is_completed
  group by number
),
gone as (
  select *, question_id = last_id as is_dropped, if(is_completed, '', last_id) as last_question
  from steps join period_sessions using (number) left join left_at using (number)
)
-- Two counts in one pass: by question and time, and by question, where sessions ended and their quiz (for the
-- questions they passed over). An empty last_question: they finished.
select question_id, tenths, last_question, quiz_version, {question_wording}
       epoch_us(max(answered_at)) as worded_at,
       max(started_us - least(epoch_us(viewed_at), epoch_us(answered_at))) as early,
       if(last_question is null, {amount}, 0)::bigint as seen,
       if(last_question is null, coalesce({amount} filter (where answered_at is not null), 0), 0)::bigint as answered,
       if(last_question is null, coalesce({amount} filter (where is_dropped), 0), 0)::bigint as dropped,
       if(last_question is null, 0, {amount})::bigint as passed
from (
  select *, case when answered_at >= viewed_at
                 then (epoch_us(answered_at) - epoch_us(viewed_at) + 50000) // 100000 end as tenths
  from gone)
group by grouping sets ((question_id, tenths), (question_id, last_question, quiz_version));

-- name: funnel_finished
-- Sessions that finished, by quiz: those that saw no question passed over all.
select '' as question_id, '' as last_question, quiz_version, {amount}::bigint as passed
from period_sessions
where is_completed
group by quiz_version;

-- name: campaigns
select coalesce(utm_source, '') as source, coalesce(utm_medium, '') as medium,
       coalesce(utm_campaign, '') as campaign,
       {amount}::bigint as sessions,
       coalesce({amount} filter (where is_completed), 0)::bigint as completed,
       coalesce({amount} filter (where is_converted), 0)::bigint as converted,
       sum(sign * booked_minor)::bigint as booked_minor
from period_sessions
group by all;

-- name: quarters
-- Quarters of an hour since 1970: in every time zone, hours and days start on a quarter.
select epoch_us(started_at) // 900000000 as quarter,
       {amount}::bigint as sessions,
       coalesce({amount} filter (where is_completed), 0)::bigint as completed,
       coalesce({amount} filter (where is_converted), 0)::bigint as converted,
       sum(sign * bookings)::bigint as bookings,
       sum(sign * booked_minor)::bigint as booked_minor
from period_sessions
group by all;

-- name: choices
-- Filter options of the period's sessions, and the number of sessions per option.
with columns as (
  unpivot (
    select sign, {choices} from period_sessions)
  on {filters} into name field value choice)
select field, choice, {amount}::bigint as sessions from columns group by field, choice;

-- name: export_sessions
-- One row per session of the period.
select session_id as "sessionId", started_at as "startedAt", completed_at as "completedAt",
       {values},
       bookings, (booked_minor / 100)::decimal(18, 2) as "bookedValue", $currency::varchar as currency
from period_sessions
order by started_at, session_id;

-- name: export_responses
-- One row per counted answer of the period's sessions.
with newest as (
  select session_id, question_id, question_text, value, answer_text, is_counted, answered_at, is_converted
  from quiz_answers join period_sessions using (session_id)
  where tenant_id = $tenant
  qualify row_number() over (partition by number, question_id order by row_xid desc) = 1
)
select session_id as "sessionId", question_id as "questionId", question_text as "questionText",
       value, answer_text as "text", answered_at as "answeredAt", is_converted as "converted"
from newest
where is_counted
order by session_id, answered_at, question_id;

-- name: behind
-- The sessions of a bar ($question, $answer), from period_sessions; without a bar, all of them.
create or replace temp table sessions_behind as
select * from period_sessions where true {bar};

-- name: bar_answer
-- The sessions counted for the answer: its newest version, where that version counts.
and session_id in (
  select session_id from (
    select session_id, value, is_counted
    from quiz_answers semi join period_sessions using (session_id)
    where tenant_id = $tenant and question_id = $question
    qualify row_number() over (partition by session_id order by row_xid desc) = 1)
  where is_counted and {is_given})

-- name: bar_reached
-- The sessions counted as having seen the question (or answered it, should the notice of showing be lost).
and session_id in (
  select session_id from quiz_question_views semi join period_sessions using (session_id)
  where tenant_id = $tenant and question_id = $question
  union all
  select session_id from (
    select session_id, is_counted
    from quiz_answers semi join period_sessions using (session_id)
    where tenant_id = $tenant and question_id = $question
    qualify row_number() over (partition by session_id order by row_xid desc) = 1)
  where is_counted)

-- name: bar_dropped
-- The sessions counted as dropped: not completed, nothing reached after this question, and the visitor is not still
-- answering (still_answering.py).
and not is_completed and session_id in (
  with seen as (
    select session_id, question_id, viewed_at
    from quiz_question_views semi join period_sessions using (session_id)
    where tenant_id = $tenant
    qualify row_number() over (partition by session_id, question_id order by row_xid desc) = 1
  ),
  answered as (
    select session_id, question_id, is_counted, answered_at
    from quiz_answers semi join period_sessions using (session_id)
    where tenant_id = $tenant
    qualify row_number() over (partition by session_id, question_id order by row_xid desc) = 1
  ),
  steps as (
    select session_id, question_id, coalesce(viewed_at, answered_at) as reached_at,
           greatest(viewed_at, answered_at) as last_at
    from seen full join (select * from answered where is_counted) using (session_id, question_id)
  )
  select session_id from steps join period_sessions using (session_id) group by session_id
  having arg_max(question_id, (reached_at, question_id)) = $question
         and (max(last_at) <= $active_after or max(last_at) > $active_until
              or max(started_us) < epoch_us($earliest_start)))

-- name: active_sessions
-- Sessions with an answer or a view between $active_after and $active_until. Rows are ordered by time: few are read.
create or replace temp table changed_sessions as
select session_id from quiz_answers
where tenant_id = $tenant and answered_at > $active_after and answered_at <= $active_until
union
select session_id from quiz_question_views
where tenant_id = $tenant and viewed_at > $active_after and viewed_at <= $active_until;

-- name: still_answering
-- Active sessions that are not over, by the last question they reached, as in the funnel's left_at, with the earliest
-- of their last moments.
with steps as (
  select number, question_id, coalesce(viewed_at, answered_at) as reached_at, greatest(viewed_at, answered_at) as last_at
  from (
    select number, question_id, viewed_at
    from quiz_question_views join period_sessions using (session_id)
    where tenant_id = $tenant and viewed_at >= $earliest
    qualify row_number() over (partition by number, question_id order by row_xid desc) = 1)
  full join (
    select number, question_id, answered_at
    from (
      select number, question_id, is_counted, answered_at
      from quiz_answers join period_sessions using (session_id)
      where tenant_id = $tenant and answered_at >= $earliest
      qualify row_number() over (partition by number, question_id order by row_xid desc) = 1)
    where is_counted)
  using (number, question_id)
),
ends as (
  select number, arg_max(question_id, (reached_at, question_id)) as question_id, max(last_at) as last_at
  from steps join period_sessions using (number)
  where not is_completed
  group by number
)
select question_id, count(*) as still_answering, epoch_us(min(last_at)) as last_us
from ends
where last_at > $active_after and last_at <= $active_until
group by question_id;
