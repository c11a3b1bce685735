-- As abano_operator.

-- name: operator_by_email
select id, email, name, password_hash, confirmed_at is not null from operators
where email = %(email)s and disabled_at is null;

-- name: add_operator
insert into operators (id, email, name, password_hash, created_at)
values (%(id)s, %(email)s, %(name)s, %(password_hash)s, %(now)s);

-- name: list_operators
select email, name, created_at, confirmed_at is not null, disabled_at is not null from operators order by email;

-- name: is_operator
select 1 from operators where id = %(operator)s and disabled_at is null;

-- name: disable_operator
update operators set disabled_at = coalesce(disabled_at, %(now)s) where email = %(email)s returning id;

-- name: reset_factor
update operators set sealed_secret = null, confirmed_at = null, last_step = 0 where email = %(email)s returning id;

-- name: end_sessions
delete from operator_sessions where operator_id = %(operator)s;

-- name: count_attempt
-- Counts before the check, and starts over after the window. Returns the attempts of this window and when it began.
insert into operator_attempts as a (subject_hash, window_start, attempts) values (%(subject)s, %(now)s, 1)
on conflict (subject_hash) do update set
  attempts = case when a.window_start <= %(now)s - %(window)s then 1 else a.attempts + 1 end,
  window_start = case when a.window_start <= %(now)s - %(window)s then %(now)s else a.window_start end
returning attempts, window_start;

-- name: forget_attempts
delete from operator_attempts where subject_hash = %(subject)s or window_start < %(now)s - interval '1 day';

-- name: begin_session
-- Only while the account is as it was when the password was checked, which takes a while.
insert into operator_sessions (token_hash, operator_id, stage, created_at, seen_at, expires_at, ip_address)
select %(token)s, id, %(stage)s, %(now)s, %(now)s, %(until)s, %(ip)s from operators
where id = %(operator)s and disabled_at is null
  and (%(password_hash)s::text is null or password_hash = %(password_hash)s)
returning 1;

-- name: find_session
-- The session's operator, if it has not ended; each request of a signed-in one prolongs it.
update operator_sessions s
set seen_at = case when s.stage = 'signed_in' then %(now)s else s.seen_at end
from operators o
where s.token_hash = %(token)s and s.expires_at > %(now)s and s.seen_at > %(now)s - %(idle)s
  and o.id = s.operator_id and o.disabled_at is null
returning o.id, o.email, o.name, s.stage, s.expires_at;

-- name: end_session
delete from operator_sessions where token_hash = %(token)s returning operator_id;

-- name: delete_ended
delete from operator_sessions where expires_at <= %(now)s or seen_at <= %(now)s - %(idle)s;

-- name: lock_factor
select sealed_secret, confirmed_at, last_step from operators where id = %(operator)s for update;

-- name: begin_factor
update operators set sealed_secret = %(sealed)s, last_step = 0 where id = %(operator)s and confirmed_at is null;

-- name: confirm_factor
update operators set confirmed_at = %(now)s, last_step = %(step)s where id = %(operator)s;

-- name: accept_step
update operators set last_step = %(step)s where id = %(operator)s;

-- name: delete_codes
delete from operator_recovery_codes where operator_id = %(operator)s;

-- name: add_code
insert into operator_recovery_codes (operator_id, code_hash) values (%(operator)s, %(code)s);

-- name: use_code
update operator_recovery_codes set used_at = %(now)s
where operator_id = %(operator)s and code_hash = %(code)s and used_at is null
returning 1;

-- name: add_entry
insert into operator_audit_log (id, happened_at, operator_id, ip_address, action, subject, details)
values (%(id)s, %(now)s, %(operator)s, %(ip)s, %(action)s, %(subject)s, %(details)s);

-- name: list_entries
select a.id, a.happened_at, coalesce(o.email, ''), host(a.ip_address), a.action, a.subject, a.details
from operator_audit_log a left join operators o on o.id = a.operator_id
where (%(subject)s::text is null or a.subject = %(subject)s)
  and (%(before)s::timestamptz is null or (a.happened_at, a.id) < (%(before)s, %(before_id)s::uuid))
order by a.happened_at desc, a.id desc
limit %(limit)s;

-- name: list_companies
select t.id, t.slug, coalesce(s.name, t.name), t.status, t.placement, t.created_at, t.is_default,
  t.suspension_reason, t.suspended_at, t.deletes_at,
  coalesce(d.hosts, '{}'), coalesce(s.is_open, true), ad.people, se.newest, b.bookings, q.sessions, v.vehicles,
  coalesce(m.bytes, 0), o.dead, o.oldest, coalesce(j.failing, 0), p.id, p.name, dc.domains,
  coalesce(u.emails, 0), coalesce(u.quiz, 0), coalesce(u.calls, 0)
from tenants t
join plans p on p.id = t.plan_id
left join tenant_settings s on s.tenant_id = t.id
left join lateral (
  select array_agg(host order by is_primary desc, host) as hosts from tenant_domains where tenant_id = t.id
) d on true
left join lateral (
  select count(*) as people from admins where tenant_id = t.id and disabled_at is null
) ad on true
left join lateral (select max(created_at) as newest from admin_sessions where tenant_id = t.id) se on true
left join lateral (
  select count(*) as bookings from bookings
  where tenant_id = t.id and created_at > %(now)s - interval '30 days' and created_at <= %(now)s
) b on true
left join lateral (
  select count(*) as sessions from quiz_sessions
  where tenant_id = t.id and started_at > %(now)s - interval '30 days' and started_at <= %(now)s
) q on true
left join lateral (
  select count(*) as vehicles from vehicles where tenant_id = t.id and state <> 'sold'
) v on true
left join lateral (select sum(bytes) as bytes from media_files where tenant_id = t.id) m on true
left join lateral (
  select count(*) filter (where dead_at > %(now)s - interval '30 days') as dead,
    min(due_at) filter (where sent_at is null and dead_at is null and due_at <= %(now)s) as oldest
  from outbox_messages where tenant_id = t.id
) o on true
left join lateral (
  select count(*) as domains from domain_checks where tenant_id = t.id and requested_by is not null
) dc on true
-- As the worker counted them, so at most an hour old. In UTC.
left join lateral (
  select sum(value) filter (where measure = 'emails' and day = (%(now)s at time zone 'UTC')::date) as emails,
    sum(value) filter (where measure = 'quiz_sessions') as quiz,
    sum(value) filter (where measure = 'api_calls') as calls
  from usage_days
  where tenant_id = t.id and day >= date_trunc('month', %(now)s at time zone 'UTC')
    and day <= (%(now)s at time zone 'UTC')::date
) u on true
left join (
  select args ->> 'tenant' as tenant, count(*) as failing from procrastinate_jobs
  where attempts >= 5 or status = 'failed' group by 1
) j on j.tenant = t.id::text
order by t.slug;

-- name: list_plans
select p.id, p.name, p.weight, (select count(*) from tenants t where t.plan_id = p.id)
from plans p order by lower(p.name), p.id;

-- name: list_limits
select plan_id, measure, soft_limit, hard_limit from plan_limits;

-- name: lock_plan
select name from plans where id = %(id)s for update;

-- name: share_plan
-- It is not deleted before the company has it.
select name from plans where id = %(id)s for key share;

-- name: find_plan_name
select name from plans where id = %(id)s;

-- name: is_plan_in_use
select 1 from tenants where plan_id = %(id)s limit 1;

-- name: add_plan
insert into plans (id, name, weight, created_at) values (%(id)s, %(name)s, %(weight)s, %(now)s);

-- name: update_plan
update plans set name = %(name)s, weight = %(weight)s where id = %(id)s;

-- name: delete_plan
delete from plans where id = %(id)s;

-- name: delete_limits
delete from plan_limits where plan_id = %(id)s;

-- name: add_limit
insert into plan_limits (plan_id, measure, soft_limit, hard_limit)
values (%(id)s, %(measure)s, %(soft)s, %(hard)s);

-- name: lock_plan_of
select t.plan_id, p.name from tenants t join plans p on p.id = t.plan_id where t.slug = %(slug)s for update of t;

-- name: assign_plan
update tenants set plan_id = %(plan)s where slug = %(slug)s;

-- name: list_usage
select t.slug, u.day, u.measure, u.value, u.over_limit from usage_days u join tenants t on t.id = u.tenant_id
where u.day between %(first)s and %(last)s and (%(company)s::text is null or t.slug = %(company)s)
  and (%(day)s::date is null or (u.day, t.slug, u.measure) > (%(day)s, %(slug)s, %(measure)s))
order by u.day, t.slug, u.measure
limit %(limit)s;

-- name: suspend
update tenants set status = 'suspended', suspension_reason = %(reason)s, suspended_at = %(now)s
where slug = %(slug)s and status <> 'suspended' returning id;

-- name: resume
update tenants set status = 'active', suspension_reason = '', suspended_at = null, moving_until = null
where slug = %(slug)s and status <> 'active' returning id;

-- name: is_company
select 1 from tenants where slug = %(slug)s;

-- name: list_slugs
select slug from tenants;

-- name: list_jobs
-- Jobs that failed at least once, and those under way for longer than a quarter of an hour; the worst first.
select j.id, j.task_name, t.slug, j.status::text, j.attempts, j.scheduled_at, s.at
from procrastinate_jobs j
left join tenants t on t.id::text = j.args ->> 'tenant'
left join lateral (
  select max(e.at) as at from procrastinate_events e where e.job_id = j.id and e.type = 'started'
) s on true
where (j.attempts > 0 and j.status <> 'succeeded') or j.status = 'failed'
  or (j.status = 'doing' and s.at < now() - interval '15 minutes')
order by j.attempts desc, j.id
limit %(limit)s;

-- name: count_jobs
-- Due, under way and failing.
select count(*) filter (where status = 'todo' and coalesce(scheduled_at <= now(), true)),
  count(*) filter (where status = 'doing'),
  count(*) filter (where attempts >= 5 or status = 'failed')
from procrastinate_jobs;

-- name: retry_job
update procrastinate_jobs set status = 'todo', scheduled_at = now()
where id = %(job)s and status in ('todo', 'failed') returning task_name, args ->> 'tenant';

-- name: cancel_job
-- Of one that does not run now. Tasks that repeat get a new job when they are next due.
delete from procrastinate_jobs where id = %(job)s and status in ('todo', 'failed')
returning task_name, args ->> 'tenant';

-- name: has_job
select 1 from procrastinate_jobs where id = %(job)s;

-- name: count_recipients
-- Companies that get an announcement, the owners of those here, those on other clusters, and companies that get none:
-- they are being deleted.
select count(*) filter (where t.deletes_at is null),
  coalesce(sum(o.owners) filter (where t.placement = '' and t.deletes_at is null), 0),
  count(*) filter (where t.placement <> '' and t.deletes_at is null),
  count(*) filter (where t.deletes_at is not null)
from tenants t
left join lateral (
  select count(*) as owners from admins where tenant_id = t.id and role = 'owner' and disabled_at is null
) o on true
where %(plan)s::uuid is null or t.plan_id = %(plan)s;

-- name: add_announcement
-- With a row for each company, which its worker task turns into emails. No row: there is one with this id, or no company.
with chosen as (
  select id from tenants
  where (%(plan)s::uuid is null or plan_id = %(plan)s) and deletes_at is null
), added as (
  insert into announcements (id, operator_id, subject, body, plan, companies, created_at)
  select %(id)s, %(operator)s, %(subject)s, %(body)s, %(plan_name)s, count(*), %(now)s from chosen
  having count(*) > 0
  on conflict (id) do nothing
  returning companies
), delivered as (
  insert into announcement_companies (announcement_id, company_id, due_at)
  select %(id)s, id, %(now)s from chosen where exists (select from added)
)
select companies from added;

-- name: find_announcement
select subject, body, plan from announcements where id = %(id)s;

-- name: list_announcements
select a.id, a.subject, a.body, a.plan, o.email, a.created_at, a.companies,
  coalesce(d.emails, 0), coalesce(d.sent, 0), coalesce(d.failed, 0), coalesce(d.waiting, 0)
from announcements a join operators o on o.id = a.operator_id
left join lateral (
  select sum(emails) as emails, sum(sent) as sent, sum(failed) as failed,
    count(*) filter (where written_at is null) as waiting
  from announcement_companies where announcement_id = a.id
) d on true
order by a.created_at desc, a.id desc
limit %(limit)s;

-- name: check_mail
-- When the newest email was sent, how many failed for good within a day, and since when the oldest has been due.
select max(sent_at), count(*) filter (where dead_at > %(now)s - interval '1 day'),
  count(*) filter (where sent_at is null and dead_at is null and due_at <= %(now)s),
  min(due_at) filter (where sent_at is null and dead_at is null and due_at <= %(now)s)
from outbox_messages;

-- name: check_workers
-- Workers with a sign of life within two minutes, and seconds since the newest; of jobs, how long the oldest is due.
select count(*) filter (where last_heartbeat > now() - interval '2 minutes'),
  extract(epoch from now() - max(last_heartbeat))::float8,
  (select extract(epoch from now() - min(scheduled_at))::float8 from procrastinate_jobs
   where status = 'todo' and scheduled_at <= now() and attempts = 0),
  (select count(*) from procrastinate_jobs where attempts >= 5 or status = 'failed')
from procrastinate_workers;

-- name: check_domains
-- Domains that are served, with what the worker last found.
select host, checked_at, dns ->> 'state', certificate ->> 'state', certificate ->> 'until'
from domain_checks where is_proved order by host limit %(limit)s;

-- name: check_backup
-- The newest `abano backup`, and what the server says of archiving its log.
select (select max(happened_at) from operator_audit_log where subject = %(subject)s and action = 'backup.made'),
  current_setting('archive_mode') <> 'off', a.last_archived_time, a.last_failed_time
from pg_stat_archiver a;

-- name: check_versions
select (select version_num from alembic_version), current_setting('server_version'),
  current_setting('server_version_num')::integer;

-- name: find_cluster
select id, placement, way_back from tenants where slug = %(slug)s;

-- name: lock_company
-- Its cluster, the one that follows it, whether it is being deleted, and whether it is being moved from the command line.
select id, placement, way_back, deletes_at is not null, coalesce(moving_until > now(), false)
from tenants where slug = %(slug)s for update;

-- name: add_move
insert into company_moves (id, company_id, operator_id, reason, source, target, keeps_way_back, requested_at)
values (%(id)s, %(company)s, %(operator)s, %(reason)s, %(source)s, %(target)s, %(keeps_way_back)s, %(now)s);

-- name: find_move
-- The newest one of a company.
select m.id, o.email, m.reason, m.source, m.target, m.keeps_way_back, m.requested_at, m.state, m.started_at, m.attempts, m.step,
  m.tables_done, m.tables, m.rows_copied, m.progress_at, m.error, coalesce(c.email, ''), m.finished_at
from company_moves m join operators o on o.id = m.operator_id left join operators c on c.id = m.cancelled_by
where m.company_id = %(company)s order by m.requested_at desc, m.id desc limit 1;

-- name: cancel_move
-- One that did not begin ends now, the worker ends any other.
update company_moves set cancelled_by = %(operator)s,
  state = case when started_at is null then 'cancelled' else state end,
  finished_at = case when started_at is null then %(now)s end
where company_id = %(company)s and finished_at is null and cancelled_by is null and step <> 'removing'
returning id;
