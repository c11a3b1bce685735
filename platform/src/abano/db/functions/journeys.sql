-- Stores steps of a visit to the site, only the first of each. p_visit has the visit's values by column, and
-- steps: [{step, reached_at, session_id, page, link, label}]; page, link and label are of a page seen or a press.
-- Properties of the visit are stored only with its landing. Runs with the
-- caller's rights.
create or replace function journey_store(p_tenant_id uuid, p_visit jsonb) returns void language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  perform set_config('abano.tenant_id', p_tenant_id::text, true);
  insert into journey_events (
    tenant_id, visit_id, step, reached_at, session_id, page, language, device, utm_source, utm_medium, utm_campaign,
    has_click_id, utm_term, utm_content, country, is_returning, link, label
  )
  select p_tenant_id, (p_visit ->> 'visit_id')::uuid, s.step, s.reached_at, s.session_id,
    coalesce(s.page, l.page), l.language, l.device, l.utm_source, l.utm_medium, l.utm_campaign,
    coalesce(l.has_click_id, false), l.utm_term, l.utm_content, l.country, l.is_returning, s.link, s.label
  from (
    select g.*, g.step ~ '^(seen|pressed)_' as is_detail,
      row_number() over (partition by g.step ~ '^(seen|pressed)_' order by g.step) as place
    from jsonb_to_recordset(p_visit -> 'steps') as g (
      step text, reached_at timestamptz, session_id text, page text, link text, label text
    )
  ) s
  left join jsonb_to_record(p_visit) as l (
    page text, language text, device text, utm_source text, utm_medium text, utm_campaign text, has_click_id boolean,
    utm_term text, utm_content text, country text, is_returning boolean
  ) on s.step = 'landing'
  -- Of pages seen and of presses, at most 60 a visit.
  where not s.is_detail or s.place + (
    select count(*) from journey_events k
    where k.tenant_id = p_tenant_id and k.visit_id = (p_visit ->> 'visit_id')::uuid and k.step ~ '^(seen|pressed)_'
  ) <= 60
  order by s.step
  on conflict (tenant_id, visit_id, step) do nothing;
end $$;

-- Records that a visit led to a booking. Only its first booking counts. Called in the statement that creates it.
create or replace function journey_booked(
  p_tenant_id uuid, p_visit_id uuid, p_booking_id uuid, p_now timestamptz
) returns void language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  perform set_config('abano.tenant_id', p_tenant_id::text, true);
  insert into journey_events (tenant_id, visit_id, step, reached_at, booking_id)
  values (p_tenant_id, p_visit_id, 'booking', p_now, p_booking_id)
  on conflict (tenant_id, visit_id, step) do nothing;
end $$;

-- Deletes the visits of a visitor who refuses consent, and queues the erasure in the warehouse. p_visitor: as in
-- take_back_consent, and visit_id.
create or replace function journey_forget(p_tenant_id uuid, p_visitor jsonb, p_now timestamptz)
returns void language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  v_clicks text[] := array(select jsonb_array_elements_text(coalesce(p_visitor -> 'clicks', '[]')));
  v_sessions text[] := array(select jsonb_array_elements_text(coalesce(p_visitor -> 'sessions', '[]')));
begin
  perform set_config('abano.tenant_id', p_tenant_id::text, true);
  v_sessions := v_sessions || array(
    select s.session_id from quiz_sessions s
    where s.tenant_id = p_tenant_id and (
      s.consent_id = p_visitor ->> 'consent_id' or s.gclid = any (v_clicks) or s.gbraid = any (v_clicks)
      or s.wbraid = any (v_clicks)
    )
  );
  with gone as (
    delete from journey_events e
    where e.tenant_id = p_tenant_id and e.visit_id in (
      select (p_visitor ->> 'visit_id')::uuid
      union all
      select k.visit_id from journey_events k
      where k.tenant_id = p_tenant_id and k.session_id = any (v_sessions)
    )
    returning e.visit_id
  )
  insert into warehouse_erasures (tenant_id, kind, subject, created_at)
  select distinct p_tenant_id, 'visit', gone.visit_id::text, p_now from gone;
end $$;
