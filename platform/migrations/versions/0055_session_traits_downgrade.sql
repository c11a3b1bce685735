-- The functions and the view before migration 0055.
-- What a browser reports when the quiz starts. Fills in what was not known yet; what was known stays, and the version
-- counts only before any answer does. A session whose visitor has refused takes no ids any more, however late a start
-- arrives. Nearly every start is the first report of its session: the merge is only prepared for the others.
create or replace function quiz_session_start(p_tenant_id uuid, p_session jsonb, p_now timestamptz)
returns void language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  n quiz_sessions;
  v_state text;
  v_agreed boolean;
  v_ids text[];
begin
  perform set_config('abano.tenant_id', p_tenant_id::text, true);
  insert into quiz_sessions (
    tenant_id, session_id, quiz_version, device_fingerprint, gclid, gbraid, wbraid, utm_source, utm_medium,
    utm_campaign, utm_term, utm_content, source_url, referrer, entry_path, user_agent, device, consent_state,
    consent_id, start_received, started_at, updated_at
  )
  values (
    p_tenant_id, p_session ->> 'session_id', p_session ->> 'quiz_version', p_session ->> 'device_fingerprint',
    p_session ->> 'gclid', p_session ->> 'gbraid', p_session ->> 'wbraid', p_session ->> 'utm_source',
    p_session ->> 'utm_medium', p_session ->> 'utm_campaign', p_session ->> 'utm_term', p_session ->> 'utm_content',
    p_session ->> 'source_url', p_session ->> 'referrer', p_session ->> 'entry_path', p_session ->> 'user_agent',
    p_session ->> 'device', p_session ->> 'consent_state', p_session ->> 'consent_id', true, p_now, p_now
  )
  on conflict (tenant_id, session_id) do nothing;
  if found then
    return;
  end if;
  n := jsonb_populate_record(null::quiz_sessions, p_session);
  select s.consent_state into v_state from quiz_sessions s
  where s.tenant_id = p_tenant_id and s.session_id = n.session_id for no key update;
  v_agreed := v_state = 'unknown' and n.consent_state = 'granted';
  if v_state = 'refused' then
    v_ids := array_remove(array[n.gclid, n.gbraid, n.wbraid, n.device_fingerprint, n.consent_id], null);
    n.utm_source := without_ids(n.utm_source, v_ids);
    n.utm_medium := without_ids(n.utm_medium, v_ids);
    n.utm_campaign := without_ids(n.utm_campaign, v_ids);
    n.utm_term := without_ids(n.utm_term, v_ids);
    n.utm_content := without_ids(n.utm_content, v_ids);
    n.device_fingerprint := null;
    n.gclid := null;
    n.gbraid := null;
    n.wbraid := null;
    n.user_agent := null;
    n.consent_id := null;
    n.source_url := bare_address(n.source_url);
    n.entry_path := bare_address(n.entry_path);
    n.referrer := bare_origin(n.referrer);
    n.consent_state := 'refused';
  end if;
  update quiz_sessions as s set
    quiz_version = case
      when s.start_received or exists (
        select 1 from quiz_answers as a where a.tenant_id = s.tenant_id and a.session_id = s.session_id
      ) then s.quiz_version
      else n.quiz_version
    end,
    device_fingerprint = coalesce(s.device_fingerprint, n.device_fingerprint),
    gclid = coalesce(s.gclid, n.gclid),
    gbraid = coalesce(s.gbraid, n.gbraid),
    wbraid = coalesce(s.wbraid, n.wbraid),
    utm_source = coalesce(s.utm_source, n.utm_source),
    utm_medium = coalesce(s.utm_medium, n.utm_medium),
    utm_campaign = coalesce(s.utm_campaign, n.utm_campaign),
    utm_term = coalesce(s.utm_term, n.utm_term),
    utm_content = coalesce(s.utm_content, n.utm_content),
    -- Before the visitor agreed they were kept without what recognises somebody.
    source_url = case when v_agreed then coalesce(n.source_url, s.source_url) else coalesce(s.source_url, n.source_url) end,
    referrer = case when v_agreed then coalesce(n.referrer, s.referrer) else coalesce(s.referrer, n.referrer) end,
    entry_path = case when v_agreed then coalesce(n.entry_path, s.entry_path) else coalesce(s.entry_path, n.entry_path) end,
    user_agent = coalesce(s.user_agent, n.user_agent),
    consent_id = coalesce(s.consent_id, n.consent_id),
    device = case when s.start_received then s.device else n.device end,
    consent_state = case when s.start_received then s.consent_state else n.consent_state end,
    start_received = true,
    updated_at = p_now
  where s.tenant_id = p_tenant_id and s.session_id = n.session_id and (
    not s.start_received
    or (s.gclid is null and n.gclid is not null)
    or (s.gbraid is null and n.gbraid is not null)
    or (s.wbraid is null and n.wbraid is not null)
    or (s.device_fingerprint is null and n.device_fingerprint is not null)
    or (s.consent_id is null and n.consent_id is not null)
  );
end $$;

-- Takes back what was stored by a consent. p_visitor names the visitor as the browser knows them:
-- {consent_id, clicks: [...], sessions: [...], device_fingerprint, address}. Click records and their visits go; quiz
-- sessions and bookings stay without their ids. A fingerprint names a kind of device, so it finds click records only
-- together with the address. Runs with the caller's rights.
create or replace function take_back_consent(p_tenant_id uuid, p_visitor jsonb, p_now timestamptz)
returns void language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  v_consent text := p_visitor ->> 'consent_id';
  v_device text := p_visitor ->> 'device_fingerprint';
  v_address inet := (p_visitor ->> 'address')::inet;
  v_clicks text[] := array(select jsonb_array_elements_text(coalesce(p_visitor -> 'clicks', '[]')));
  v_ids text[];
  v_sessions text[] := array(select jsonb_array_elements_text(coalesce(p_visitor -> 'sessions', '[]')));
begin
  perform set_config('abano.tenant_id', p_tenant_id::text, true);
  -- The browser knows its newest click id; the rows of the same consent and the same quiz know the others.
  v_sessions := v_sessions || array(
    select s.session_id from quiz_sessions s where s.tenant_id = p_tenant_id and s.consent_id = v_consent
  );
  v_clicks := v_clicks || array(
    select distinct i.id
    from (
      select c.gclid, c.gbraid, c.wbraid from click_records c
      where c.tenant_id = p_tenant_id and (c.consent_id = v_consent or c.session_id = any (v_sessions))
      union all
      select s.gclid, s.gbraid, s.wbraid from quiz_sessions s
      where s.tenant_id = p_tenant_id and s.session_id = any (v_sessions)
    ) as known
    cross join lateral (values (known.gclid), (known.gbraid), (known.wbraid)) as i (id)
    where i.id is not null
  );

  v_ids := array_remove(v_clicks || v_device || v_consent, null);
  with gone as (
    delete from click_records c
    where c.tenant_id = p_tenant_id and c.consent_state <> 'refused' and (
      c.consent_id = v_consent or c.session_id = any (v_sessions) or c.gclid = any (v_clicks)
      or c.gbraid = any (v_clicks) or c.wbraid = any (v_clicks)
      or (c.device_fingerprint = v_device and c.ip_address = v_address)
    )
    returning c.id, c.ip_address, c.created_at
  ), visits as (
    delete from ip_visits v using gone
    where v.tenant_id = p_tenant_id and v.ip_address = gone.ip_address and v.visited_at = gone.created_at
  )
  insert into warehouse_erasures (tenant_id, kind, subject, created_at)
  select p_tenant_id, 'click', gone.id, p_now from gone;

  with changed as (
    update quiz_sessions s set
      consent_state = 'refused', consent_id = null, gclid = null, gbraid = null, wbraid = null,
      device_fingerprint = null, user_agent = null,
      source_url = without_ids(bare_address(s.source_url), v_ids), referrer = bare_origin(s.referrer),
      entry_path = without_ids(bare_address(s.entry_path), v_ids),
      utm_source = without_ids(s.utm_source, v_ids), utm_medium = without_ids(s.utm_medium, v_ids),
      utm_campaign = without_ids(s.utm_campaign, v_ids), utm_term = without_ids(s.utm_term, v_ids),
      utm_content = without_ids(s.utm_content, v_ids), updated_at = p_now
    where s.tenant_id = p_tenant_id and s.consent_state <> 'refused' and (
      s.session_id = any (v_sessions) or s.gclid = any (v_clicks) or s.gbraid = any (v_clicks)
      or s.wbraid = any (v_clicks)
    )
    returning s.session_id
  )
  insert into warehouse_erasures (tenant_id, kind, subject, created_at)
  select p_tenant_id, 'session', changed.session_id, p_now from changed;

  with changed as (
    update bookings b set
      consent_state = 'refused', gclid = null, gbraid = null, wbraid = null, device_fingerprint = null,
      quiz_session_id = null, attributed_session_id = null, attribution_method = null, updated_at = p_now
    where b.tenant_id = p_tenant_id and b.consent_state <> 'refused' and (
      b.quiz_session_id = any (v_sessions) or b.attributed_session_id = any (v_sessions) or b.gclid = any (v_clicks)
      or b.gbraid = any (v_clicks) or b.wbraid = any (v_clicks)
    )
    returning b.id
  )
  insert into warehouse_erasures (tenant_id, kind, subject, created_at)
  select p_tenant_id, 'booking', changed.id, p_now from changed;
  -- A booking without quiz or click: its fingerprint has served its purpose when the booking was attributed.
  update bookings b set device_fingerprint = null
  where b.tenant_id = p_tenant_id and b.device_fingerprint = v_device and b.consent_state = 'granted';
end $$;

drop view reporting.quiz_sessions;
create view reporting.quiz_sessions with (security_invoker = true) as
  select tenant_id, session_id, quiz_version, gclid is not null or gbraid is not null or wbraid is not null
           as has_click_id,
         utm_source, utm_medium, utm_campaign, utm_term, utm_content, entry_path, device,
         started_at, completed_at, updated_at, row_xid
  from quiz_sessions;
grant select on reporting.quiz_sessions to abano_reporting;
alter table quiz_sessions drop column language, drop column country, drop column is_returning;
