-- What procrastinate has no call for, on its tables.

-- name: enqueue
-- A job for each tenant here, or for those of ``due``, unless one waits or works already. ``due`` keeps its order.
insert into procrastinate_jobs (queue_name, task_name, lock, queueing_lock, args)
select %(task)s::text, %(task)s::text, %(task)s::text || ':' || t.id, %(task)s::text || ':' || t.id,
  jsonb_build_object('tenant', t.id)
from tenants t left join unnest(%(due)s::uuid[]) with ordinality as d (id, place) on d.id = t.id
where (t.placement = '' or %(in_directory)s) and (%(due)s::uuid[] is null or d.id is not null)
  and (not %(sends)s or coalesce(t.moving_until <= now(), true))
  and (t.deletes_at is null or %(while_closing)s)
order by d.place, random()
on conflict do nothing
returning id;

-- name: is_due_here
-- Whether a job may work for its tenant, which may have been deleted or moved since the job was enqueued; and the
-- weight of the tenant's plan.
select coalesce(not %(sends)s or moving_until <= now(), true) and (deletes_at is null or %(while_closing)s), p.weight
from tenants t join plans p on p.id = t.plan_id
where t.id = %(tenant)s and (t.placement = '' or %(in_directory)s);

-- name: figures
-- By task: jobs that are due, under way, and failing; and how long the oldest has been due.
select j.queue_name,
  count(*) filter (where j.status = 'todo' and coalesce(j.scheduled_at <= now(), true)),
  count(*) filter (where j.status = 'doing'),
  count(*) filter (where j.attempts >= %(failing)s or j.status = 'failed'),
  coalesce(extract(epoch from now() - min(coalesce(j.scheduled_at, e.at))
    filter (where j.status = 'todo' and coalesce(j.scheduled_at <= now(), true))), 0)::float8
from procrastinate_jobs j
left join procrastinate_events e on e.job_id = j.id and e.type = 'deferred'
where j.queue_name = any(%(tasks)s)
group by j.queue_name;

-- name: list_jobs
-- Jobs that failed at least once, and those under way for longer than ``seconds``.
select j.id, j.task_name, t.slug, j.status::text, j.attempts, j.scheduled_at,
  (select max(e.at) from procrastinate_events e where e.job_id = j.id and e.type = 'started') as started_at
from procrastinate_jobs j left join tenants t on t.id = (j.args ->> 'tenant')::uuid
where j.attempts > 0 or j.status not in ('todo', 'doing') or (j.status = 'doing' and exists (
  select from procrastinate_events e
  where e.job_id = j.id and e.type = 'started'
  having max(e.at) < now() - %(seconds)s * interval '1 second'
))
order by j.attempts desc, j.id;

-- name: retry
-- One job, or all that failed and do not run now, are due now.
update procrastinate_jobs set status = 'todo', scheduled_at = now()
where status in ('todo', 'doing')
  and (id = %(job)s::bigint or (%(job)s::bigint is null and attempts > 0 and status = 'todo'));

-- name: delete_unknown
-- Jobs of tasks that no version in use has any more, a day after they were enqueued.
delete from procrastinate_jobs j using procrastinate_events e
where e.job_id = j.id and e.type = 'deferred' and e.at < now() - interval '1 day'
  and j.queue_name <> all(%(tasks)s) and j.status <> 'doing';

-- name: under_way
-- For ``placement``: attempts of these tasks for the tenant that are under way.
select id, attempts from procrastinate_jobs
where status = 'doing' and queue_name = any(%(tasks)s) and args ->> 'tenant' = %(tenant)s::text;
