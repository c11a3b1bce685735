-- name: add_writes
insert into public_write_counts as c (tenant_id, subject_hash, minute, writes)
select %(tenant)s, listed.*
from unnest(%(subjects)s::bytea[], %(minutes)s::timestamptz[], %(writes)s::integer[]) as listed order by 1, 2, 3
on conflict (tenant_id, subject_hash, minute) do update set writes = c.writes + excluded.writes
returning subject_hash, minute, writes;

-- name: add_calls
insert into usage_days as u (tenant_id, day, measure, value) values (%(tenant)s, %(day)s, 'api_calls', %(calls)s)
on conflict (tenant_id, day, measure) do update set value = u.value + excluded.value;

-- name: take_back_consent
-- Functions of the schema, which set the tenant themselves (db/functions/journeys.sql, consent.sql). Visits
-- first: they are found by the ids that quiz sessions lose.
select journey_forget(%(tenant)s, %(visitor)s::jsonb, %(now)s), take_back_consent(%(tenant)s, %(visitor)s::jsonb, %(now)s);

-- name: withdraw_ad_answers
select withdraw_ad_answers(%(tenant)s, %(visitor)s::jsonb, %(now)s);
