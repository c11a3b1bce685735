-- The first event of a session creates its row. Locks the session until the transaction ends and returns its version:
-- concurrent reports of one session would otherwise miss each other's changes.
create or replace function quiz_session_hold(p_tenant_id uuid, p_session_id text, p_version text, p_now timestamptz)
returns text language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
declare
  v_version text;
begin
  loop
    select quiz_version into v_version from quiz_sessions
    where tenant_id = p_tenant_id and session_id = p_session_id for no key update;
    if found then
      return v_version;
    end if;
    insert into quiz_sessions (tenant_id, session_id, quiz_version, started_at, updated_at)
    values (p_tenant_id, p_session_id, p_version, p_now, p_now)
    on conflict (tenant_id, session_id) do nothing;
  end loop;
end $$;

-- Stores the start of a quiz as reported by the browser. Only fills in missing values; the version is only set before
-- the first answer. After a refusal of consent, a session takes no ids, even from a delayed start. Nearly every start
-- is the first report of its session, so the merge is only prepared for the others.
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
    ad_user_data, ad_personalization, ad_answered_at, ad_consent_version, consent_id, language, country,
    is_returning, experiment_id, start_received, started_at, updated_at
  )
  values (
    p_tenant_id, p_session ->> 'session_id', p_session ->> 'quiz_version', p_session ->> 'device_fingerprint',
    p_session ->> 'gclid', p_session ->> 'gbraid', p_session ->> 'wbraid', p_session ->> 'utm_source',
    p_session ->> 'utm_medium', p_session ->> 'utm_campaign', p_session ->> 'utm_term', p_session ->> 'utm_content',
    p_session ->> 'source_url', p_session ->> 'referrer', p_session ->> 'entry_path', p_session ->> 'user_agent',
    p_session ->> 'device', p_session ->> 'consent_state', (p_session ->> 'ad_user_data')::boolean,
    (p_session ->> 'ad_personalization')::boolean, (p_session ->> 'ad_answered_at')::timestamptz,
    (p_session ->> 'ad_consent_version')::integer, p_session ->> 'consent_id', p_session ->> 'language',
    p_session ->> 'country', (p_session ->> 'is_returning')::boolean, (p_session ->> 'experiment_id')::uuid,
    true, p_now, p_now
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
    n.is_returning := null;
    n.source_url := bare_url(n.source_url);
    n.entry_path := bare_url(n.entry_path);
    n.referrer := bare_origin(n.referrer);
    n.consent_state := 'refused';
    n.ad_user_data := null;
    n.ad_personalization := null;
    n.ad_answered_at := null;
    n.ad_consent_version := null;
  end if;
  update quiz_sessions as s set
    quiz_version = case
      when s.start_received or exists (
        select 1 from quiz_answers as a where a.tenant_id = s.tenant_id and a.session_id = s.session_id
      ) then s.quiz_version
      else n.quiz_version
    end,
    -- If the visitor was shown the assigned version, the session takes part in the experiment.
    experiment_id = case
      when s.start_received then s.experiment_id
      when s.quiz_version = n.quiz_version or not exists (
        select 1 from quiz_answers as a where a.tenant_id = s.tenant_id and a.session_id = s.session_id
      ) then n.experiment_id
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
    -- Stored without identifiers before the visitor consented.
    source_url = case when v_agreed then coalesce(n.source_url, s.source_url) else coalesce(s.source_url, n.source_url) end,
    referrer = case when v_agreed then coalesce(n.referrer, s.referrer) else coalesce(s.referrer, n.referrer) end,
    entry_path = case when v_agreed then coalesce(n.entry_path, s.entry_path) else coalesce(s.entry_path, n.entry_path) end,
    user_agent = coalesce(s.user_agent, n.user_agent),
    consent_id = coalesce(s.consent_id, n.consent_id),
    language = coalesce(s.language, n.language),
    country = coalesce(s.country, n.country),
    is_returning = coalesce(s.is_returning, n.is_returning),
    device = case when s.start_received then s.device else n.device end,
    consent_state = case when s.start_received then s.consent_state else n.consent_state end,
    ad_user_data = case when s.start_received then s.ad_user_data else n.ad_user_data end,
    ad_personalization = case when s.start_received then s.ad_personalization else n.ad_personalization end,
    ad_answered_at = case when s.start_received then s.ad_answered_at else n.ad_answered_at end,
    ad_consent_version = case when s.start_received then s.ad_consent_version else n.ad_consent_version end,
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

-- Only the first completion counts.
create or replace function quiz_session_complete(
  p_tenant_id uuid, p_session_id text, p_version text, p_now timestamptz
) returns void language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  perform set_config('abano.tenant_id', p_tenant_id::text, true);
  insert into quiz_sessions as s (tenant_id, session_id, quiz_version, started_at, completed_at, updated_at)
  values (p_tenant_id, p_session_id, p_version, p_now, p_now, p_now)
  on conflict (tenant_id, session_id) do update set
    completed_at = excluded.completed_at, updated_at = excluded.updated_at
  where s.completed_at is null;
end $$;

-- The initial version of a session. Null if the session is unknown.
create or replace function quiz_session_version(p_tenant_id uuid, p_session_id text)
returns text language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  perform set_config('abano.tenant_id', p_tenant_id::text, true);
  return (
    select quiz_version from quiz_sessions where tenant_id = p_tenant_id and session_id = p_session_id
  );
end $$;
