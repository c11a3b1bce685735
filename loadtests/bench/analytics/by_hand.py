"""What a person would write in DuckDB for each figure of the page, knowing that each key is there once."""

OVERVIEW = """
with converted as (
  select attributed_session_id as session_id, max(updated_at) as changed_at from bookings
  where tenant_id = $tenant and status <> 'cancelled' group by attributed_session_id)
select count(*), count(completed_at), count(converted.session_id), max(epoch_us(changed_at))
from quiz_sessions left join converted using (session_id)
where tenant_id = $tenant and started_at >= $since and started_at < $until"""

# Each answer's counts, and the totals that its lift is measured against.
ANSWERS = """
with converted as (
  select distinct attributed_session_id as session_id from bookings
  where tenant_id = $tenant and status <> 'cancelled'),
sessions as (
  select session_id, session_id in (select session_id from converted) as is_converted
  from quiz_sessions where tenant_id = $tenant and started_at >= $since and started_at < $until)
select question_id, value, arg_max(question_text, answered_at), arg_max(answer_text, answered_at),
       count(*), count(*) filter (where is_converted),
       (select (count(*), count(*) filter (where is_converted)) from sessions)
from quiz_answers join sessions using (session_id)
where tenant_id = $tenant and is_counted
group by question_id, value"""

FUNNEL = """
with sessions as (
  select session_id, completed_at from quiz_sessions
  where tenant_id = $tenant and started_at >= $since and started_at < $until),
views as (
  select session_id, question_id, viewed_at from quiz_question_views join sessions using (session_id)
  where tenant_id = $tenant),
answers as (
  select session_id, question_id, question_text, answered_at from quiz_answers join sessions using (session_id)
  where tenant_id = $tenant and is_counted),
steps as (
  select session_id, question_id, question_text, viewed_at, answered_at
  from views full join answers using (session_id, question_id)),
left_at as (
  select session_id, arg_max(question_id, (coalesce(viewed_at, answered_at), question_id)) as question_id
  from steps join sessions using (session_id) where completed_at is null group by session_id)
select question_id, arg_max(question_text, answered_at), count(*), count(answered_at), count(left_at.session_id),
       median(epoch_us(answered_at) - epoch_us(viewed_at))
from steps left join left_at using (session_id, question_id)
group by question_id"""

CAMPAIGNS = """
with converted as (
  select attributed_session_id as session_id, sum(total_minor) filter (where currency = 'EUR') as booked_minor
  from bookings where tenant_id = $tenant and status <> 'cancelled' group by attributed_session_id)
select utm_source, utm_medium, utm_campaign, count(*), count(completed_at), count(converted.session_id),
       sum(booked_minor)
from quiz_sessions left join converted using (session_id)
where tenant_id = $tenant and started_at >= $since and started_at < $until
group by all"""

# The answers again, when rows may have newer versions.
ANSWERS_NEWEST = """
with newest_bookings as (
  select * from bookings where tenant_id = $tenant
  qualify row_number() over (partition by booking_id order by row_xid desc) = 1),
converted as (select distinct attributed_session_id as session_id from newest_bookings where status <> 'cancelled'),
newest_sessions as (
  select * from quiz_sessions where tenant_id = $tenant and started_at >= $since and started_at < $until
  qualify row_number() over (partition by session_id order by row_xid desc) = 1),
sessions as (
  select session_id, session_id in (select session_id from converted) as is_converted from newest_sessions),
newest_answers as (
  select session_id, question_id, value, question_text, answer_text, is_counted, answered_at, is_converted
  from quiz_answers join sessions using (session_id) where tenant_id = $tenant
  qualify row_number() over (partition by session_id, question_id order by row_xid desc) = 1)
select question_id, value, arg_max(question_text, answered_at), arg_max(answer_text, answered_at),
       count(*), count(*) filter (where is_converted),
       (select (count(*), count(*) filter (where is_converted)) from sessions)
from newest_answers where is_counted
group by question_id, value"""
