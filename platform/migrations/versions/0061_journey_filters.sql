-- What visits can be filtered by like sessions. It stands with their landing. The country is found out from the address,
-- which is not kept; that somebody returned is told by their browser.
alter table journey_events
  add column utm_term text,
  add column utm_content text,
  add column country text constraint journey_events_country_check check (country ~ '^[A-Z]{2}$'),
  add column is_returning boolean;

create or replace view reporting.journey_events with (security_invoker = true) as
  select tenant_id, visit_id, step, reached_at, session_id, booking_id, page, language, device, utm_source,
         utm_medium, utm_campaign, has_click_id, row_xid,
         utm_term, utm_content, country, is_returning
  from journey_events;

-- Stores steps of a visit to the site; of each step the first. p_visit has the visit's values by column, and
-- steps: [{step, reached_at, session_id}]. What describes the visit stands with its landing alone. Runs with the
-- caller's rights.
create or replace function journey_store(p_tenant_id uuid, p_visit jsonb) returns void language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  perform set_config('abano.tenant_id', p_tenant_id::text, true);
  insert into journey_events (
    tenant_id, visit_id, step, reached_at, session_id, page, language, device, utm_source, utm_medium, utm_campaign,
    has_click_id, utm_term, utm_content, country, is_returning
  )
  select p_tenant_id, (p_visit ->> 'visit_id')::uuid, s.step, s.reached_at, s.session_id,
    l.page, l.language, l.device, l.utm_source, l.utm_medium, l.utm_campaign, coalesce(l.has_click_id, false),
    l.utm_term, l.utm_content, l.country, l.is_returning
  from jsonb_to_recordset(p_visit -> 'steps') as s (step text, reached_at timestamptz, session_id text)
  left join jsonb_to_record(p_visit) as l (
    page text, language text, device text, utm_source text, utm_medium text, utm_campaign text, has_click_id boolean,
    utm_term text, utm_content text, country text, is_returning boolean
  ) on s.step = 'landing'
  order by s.step
  on conflict (tenant_id, visit_id, step) do nothing;
end $$;
