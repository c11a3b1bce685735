-- name: store
-- A function of the schema, which sets the tenant itself (db/functions/journeys.sql).
select journey_store(%(tenant)s, %(visit)s::jsonb);

-- name: delete_old
delete from journey_events where tenant_id = %(tenant)s and (visit_id, step) in (
  select visit_id, step from journey_events
  where tenant_id = %(tenant)s and reached_at < %(before)s limit %(batch)s
);
