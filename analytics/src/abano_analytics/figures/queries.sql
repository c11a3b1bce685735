-- Counting, one tenant and query at a time. A row counts in its newest version.
--
-- Every count is a sum over sessions of what each adds. A full recount gives every session the sign 1. An incremental
-- refresh (incremental/queries.sql) runs the same statements over the changed sessions only, in two states: as they
-- are now with sign 1, as they were when counted last with sign -1.
--
-- $tenant: uuid; $since, $until: the period, [since, until). $currency: the tenant's. $..._until and $..._after, for each
-- table: the watermarks up to which rows are counted, and those up to which they were counted last.
-- {filters}: those that are set; '(none)' stands for sessions without a value.
-- The other words in braces are the fields of Versions in statements.py; none of them is ever input.
-- Joins are made as they are written: the right side is the one held in memory.

-- name: period_sessions
-- Sessions that started in the period; a session starts once, whatever else changes of it.
create or replace temp table period_sessions as
with chosen as (
  select 1 as sign, session_id, quiz_version, device, utm_source, utm_medium, utm_campaign, utm_term, utm_content,
         entry_path, language, country, is_returning, started_at, completed_at
  from quiz_sessions
  where tenant_id = $tenant and started_at >= $since and started_at < $until and row_xid < $sessions_until {changed}
  {newest_session}
  {sessions_before}
),
newest_bookings as (
  select 1 as sign, attributed_session_id as session_id, status, currency, total_minor, updated_at
  from bookings
  where tenant_id = $tenant and row_xid < $bookings_until
  {newest_booking}
  {bookings_before}
),
converted as (
  select sign, session_id,
         count(*) filter (where status <> 'cancelled') as bookings,
         sum(total_minor) filter (where status <> 'cancelled' and currency = $currency) as booked_minor,
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
where true {filters};

-- name: filter_utm_source
and coalesce(nullif(name_key(utm_source), ''), '(none)') = $utm_source

-- name: filter_utm_campaign
and coalesce(nullif(name_key(utm_campaign), ''), '(none)') = $utm_campaign

-- name: filter_quiz_version
and quiz_version = $quiz_version

-- name: filter_device
and device = $device

-- name: filter_utm_medium
and coalesce(nullif(name_key(utm_medium), ''), '(none)') = $utm_medium

-- name: filter_utm_term
and coalesce(nullif(utm_term, ''), '(none)') = $utm_term

-- name: filter_utm_content
and coalesce(nullif(utm_content, ''), '(none)') = $utm_content

-- name: filter_landing_page
and coalesce(nullif(entry_path, ''), '(none)') = $landing_page

-- name: filter_language
and coalesce(nullif(language, ''), '(none)') = $language

-- name: filter_country
and coalesce(nullif(country, ''), '(none)') = $country

-- name: filter_visitor
and coalesce(case when is_returning then 'returning' when not is_returning then 'new' end, '(none)') = $visitor

-- name: filter_answers
-- A session has a bit for each answer that it gave; of a question that must not be answered, for any answer to it.
and coalesce(bits, 0) = $wanted_bits

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
-- Few rows have more than one version: finding those first saves sorting all.
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
-- Texts of the newest answers alone, whose {moments} are known by then: of all answers they would take a third of the
-- time, with question views a quarter. Those moments lie near the end of the period, and rows by time: few are read.
-- They are numbers in the text, because the driver takes a tenth of a millisecond for each that is given beside it.
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
-- The time between showing and answer in tenths of a second, as it is shown: so times can be kept as counts.
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
  select number, arg_max(question_id, (reached_at, question_id)) as question_id, true as is_dropped
  from steps join period_sessions using (number)
  where not is_completed
  group by number
)
select question_id,
       case when answered_at >= viewed_at
            then (epoch_us(answered_at) - epoch_us(viewed_at) + 50000) // 100000 end as tenths, {question_wording}
       epoch_us(max(answered_at)) as worded_at,
       max(started_us - least(epoch_us(viewed_at), epoch_us(answered_at))) as early,
       {amount}::bigint as seen,
       coalesce({amount} filter (where answered_at is not null), 0)::bigint as answered,
       coalesce({amount} filter (where is_dropped), 0)::bigint as dropped
from steps join period_sessions using (number) left join left_at using (number, question_id)
group by all;

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
-- By quarters of an hour since 1970: whatever the zone, its hours and days begin with one.
select epoch_us(started_at) // 900000000 as quarter,
       {amount}::bigint as sessions,
       coalesce({amount} filter (where is_completed), 0)::bigint as completed,
       coalesce({amount} filter (where is_converted), 0)::bigint as converted,
       sum(sign * booked_minor)::bigint as booked_minor
from period_sessions
group by all;

-- name: choices
-- What the sessions of the period can be filtered by, and how many sessions each choice has.
with columns as (
  unpivot (
    select sign, coalesce(nullif(utm_source, ''), '(none)') as utm_source,
           coalesce(nullif(utm_campaign, ''), '(none)') as utm_campaign,
           quiz_version, device,
           coalesce(nullif(utm_medium, ''), '(none)') as utm_medium,
           coalesce(nullif(utm_term, ''), '(none)') as utm_term,
           coalesce(nullif(utm_content, ''), '(none)') as utm_content,
           coalesce(nullif(entry_path, ''), '(none)') as landing_page,
           coalesce(nullif(language, ''), '(none)') as language,
           coalesce(nullif(country, ''), '(none)') as country,
           coalesce(case when is_returning then 'returning' when not is_returning then 'new' end, '(none)') as visitor
    from period_sessions)
  on utm_source, utm_campaign, quiz_version, device, utm_medium, utm_term, utm_content, landing_page, language,
     country, visitor into name field value choice)
select field, choice, {amount}::bigint as sessions from columns group by field, choice;

-- name: export_sessions
-- One row a session of the chosen period.
select session_id as "sessionId", started_at as "startedAt", completed_at as "completedAt",
       quiz_version as "quizVersion", device,
       utm_source as "utmSource", utm_medium as "utmMedium", utm_campaign as "utmCampaign",
       utm_term as "utmTerm", utm_content as "utmContent", entry_path as "landingPage", language, country,
       case when is_returning then 'returning' when not is_returning then 'new' end as visitor,
       bookings, (booked_minor / 100)::decimal(18, 2) as "bookedValue", $currency::varchar as currency
from period_sessions
order by started_at, session_id;

-- name: export_responses
-- One row an answer that counts, of the chosen period's sessions.
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
