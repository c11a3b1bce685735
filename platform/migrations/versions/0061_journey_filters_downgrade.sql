-- The function and the view before migration 0061.
-- Stores steps of a visit to the site; of each step the first. p_visit has the visit's values by column, and
-- steps: [{step, reached_at, session_id}]. What describes the visit stands with its landing alone. Runs with the
-- caller's rights.
create or replace function journey_store(p_tenant_id uuid, p_visit jsonb) returns void language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  perform set_config('abano.tenant_id', p_tenant_id::text, true);
  insert into journey_events (
    tenant_id, visit_id, step, reached_at, session_id, page, language, device, utm_source, utm_medium, utm_campaign,
    has_click_id
  )
  select p_tenant_id, (p_visit ->> 'visit_id')::uuid, s.step, s.reached_at, s.session_id,
    l.page, l.language, l.device, l.utm_source, l.utm_medium, l.utm_campaign, coalesce(l.has_click_id, false)
  from jsonb_to_recordset(p_visit -> 'steps') as s (step text, reached_at timestamptz, session_id text)
  left join jsonb_to_record(p_visit) as l (
    page text, language text, device text, utm_source text, utm_medium text, utm_campaign text, has_click_id boolean
  ) on s.step = 'landing'
  order by s.step
  on conflict (tenant_id, visit_id, step) do nothing;
end $$;

drop view reporting.journey_events;
alter table journey_events
  drop column utm_term,
  drop column utm_content,
  drop column country,
  drop column is_returning;
create view reporting.journey_events with (security_invoker = true) as
  select tenant_id, visit_id, step, reached_at, session_id, booking_id, page, language, device, utm_source,
         utm_medium, utm_campaign, has_click_id, row_xid
  from journey_events;
grant select on reporting.journey_events to abano_reporting;
