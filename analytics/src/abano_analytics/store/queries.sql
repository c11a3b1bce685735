-- Counting, one tenant and period at a time. Every statement sees only the newest version of each row.
-- $tenant: uuid; $since, $until: the period's edges as instants, [since, until). $currency: the tenant's.
-- Filters: null leaves a field open; '(none)' stands for sessions without a value.

-- name: period_sessions
-- Sessions that started in the period. Only those with some version inside it are looked at closely.
create or replace temp table period_sessions as
with versions as (
  select session_id, quiz_version, device, utm_source, utm_medium, utm_campaign, started_at, completed_at, row_xid
  from quiz_sessions
  where tenant_id = $tenant
    and session_id in (
      select session_id from quiz_sessions
      where tenant_id = $tenant and started_at >= $since and started_at < $until)
  qualify row_number() over (partition by session_id order by row_xid desc) = 1
),
chosen as (
  select * from versions
  where started_at >= $since and started_at < $until
    and ($utm_source::varchar is null or coalesce(nullif(utm_source, ''), '(none)') = $utm_source)
    and ($utm_campaign::varchar is null or coalesce(nullif(utm_campaign, ''), '(none)') = $utm_campaign)
    and ($quiz_version::varchar is null or quiz_version = $quiz_version)
    and ($device::varchar is null or device = $device)
),
newest_bookings as (
  select attributed_session_id, status, currency, total_minor, updated_at
  from bookings
  where tenant_id = $tenant
  qualify row_number() over (partition by booking_id order by row_xid desc) = 1
),
converted as (
  select attributed_session_id as session_id,
         count(*) filter (where status <> 'cancelled') as bookings,
         sum(total_minor) filter (where status <> 'cancelled' and currency = $currency) as booked_minor,
         max(updated_at) as changed_at
  from newest_bookings
  where attributed_session_id is not null
  group by all
)
select row_number() over () as number, chosen.session_id, quiz_version, device,
       utm_source, utm_medium, utm_campaign, started_at, completed_at,
       completed_at is not null as is_completed,
       coalesce(bookings, 0) > 0 as is_converted,
       coalesce(bookings, 0) as bookings,
       coalesce(booked_minor, 0)::bigint as booked_minor,
       changed_at
from chosen left join converted using (session_id);

-- name: overview
select count(*)::bigint as sessions,
       count(*) filter (where is_completed)::bigint as completed,
       count(*) filter (where is_converted)::bigint as converted,
       max(changed_at) as last_conversion_update
from period_sessions;

-- name: answers
-- Joined to the session's number first: telling versions apart by numbers takes half the time of doing it by texts.
with newest as (
  select question_id, value, question_text, answer_text, is_counted, answered_at, is_converted
  from quiz_answers join period_sessions using (session_id)
  where tenant_id = $tenant
  qualify row_number() over (partition by number, question_id order by row_xid desc) = 1
)
select question_id, value,
       arg_max(question_text, answered_at) as question_text,
       arg_max(answer_text, answered_at) as text,
       count(*)::bigint as count,
       count(*) filter (where is_converted)::bigint as conversions
from newest
where is_counted
group by question_id, value;

-- name: funnel
with views as (
  select number, question_id, arg_max(viewed_at, row_xid) as viewed_at
  from quiz_question_views join period_sessions using (session_id)
  where tenant_id = $tenant
  group by number, question_id
),
newest as (
  select number, question_id, question_text, is_counted, answered_at
  from quiz_answers join period_sessions using (session_id)
  where tenant_id = $tenant
  qualify row_number() over (partition by number, question_id order by row_xid desc) = 1
),
counted as (select number, question_id, question_text, answered_at from newest where is_counted),
steps as (
  select number, question_id, question_text, viewed_at, answered_at,
         coalesce(viewed_at, answered_at) as reached_at
  from views full join counted using (number, question_id)
),
left_at as (
  select question_id, count(*) as dropped
  from (
    select arg_max(question_id, (reached_at, question_id)) as question_id
    from steps join period_sessions using (number)
    where not is_completed
    group by number)
  group by question_id
),
counts as (
  select question_id,
         arg_max(question_text, answered_at) as question_text,
         count(*)::bigint as seen,
         count(answered_at)::bigint as answered,
         median(epoch_us(answered_at) - epoch_us(viewed_at)) filter (where answered_at >= viewed_at)
           / 1000000.0 as median_seconds
  from steps
  group by question_id
)
select question_id, question_text, seen, answered, coalesce(dropped, 0)::bigint as dropped, median_seconds
from counts left join left_at using (question_id);

-- name: campaigns
select coalesce(utm_source, '') as source, coalesce(utm_medium, '') as medium,
       coalesce(utm_campaign, '') as campaign,
       count(*)::bigint as sessions,
       count(*) filter (where is_completed)::bigint as completed,
       count(*) filter (where is_converted)::bigint as converted,
       sum(booked_minor)::bigint as booked_minor
from period_sessions
group by all;

-- name: choices
-- What the sessions of the period can be filtered by, and how many sessions each choice has.
with columns as (
  unpivot (
    select coalesce(nullif(utm_source, ''), '(none)') as utm_source,
           coalesce(nullif(utm_campaign, ''), '(none)') as utm_campaign,
           quiz_version, device
    from period_sessions)
  on utm_source, utm_campaign, quiz_version, device into name field value choice)
select field, choice, count(*)::bigint as sessions from columns group by all;

-- name: definitions
select definition
from quiz_definitions
where tenant_id = $tenant
qualify row_number() over (partition by version order by row_xid desc) = 1
order by is_current desc, created_at desc;

-- name: tenant
select timezone, currency, coalesce(version, 0)::bigint as version
from tenants left join tenant_changes using (tenant_id)
where tenant_id = $tenant;

-- name: export_sessions
-- One row a session of the chosen period.
select session_id as "sessionId", started_at as "startedAt", completed_at as "completedAt",
       quiz_version as "quizVersion", device,
       utm_source as "utmSource", utm_medium as "utmMedium", utm_campaign as "utmCampaign",
       bookings, (booked_minor / 100)::decimal(18, 2) as "bookedValue", $currency::varchar as currency
from period_sessions
order by started_at, session_id;

-- name: export_responses
-- One row an answer that counts, of the chosen period's sessions.
with newest as (
  select session_id, question_id, question_text, value, answer_text, is_counted, answered_at, is_converted
  from quiz_answers join period_sessions using (session_id)
  where tenant_id = $tenant
  qualify row_number() over (partition by number, question_id order by quiz_answers.row_xid desc) = 1
)
select session_id as "sessionId", question_id as "questionId", question_text as "questionText",
       value, answer_text as "text", answered_at as "answeredAt", is_converted as "converted"
from newest
where is_counted
order by session_id, answered_at, question_id;
