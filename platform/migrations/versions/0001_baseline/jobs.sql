-- The job queue is procrastinate's schema, as version 3.10.0 has it (procrastinate_3_10_0.sql), and this:

-- At most one job of a kind waits or runs. Without it a job that is tried again could meet the next one in the queue.
create unique index jobs_one_of_a_kind on procrastinate_jobs (queueing_lock) where status in ('todo', 'doing');

-- A worker that looks for a job compares the locks of all others. Of 6,000 jobs it took 630 ms without this, 10 with it.
create index jobs_by_lock on procrastinate_jobs (lock) where status in ('todo', 'doing');
