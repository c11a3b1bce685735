-- A page URL without parts that may identify a visitor: cut at the start of the query, parameters or fragment, also
-- if these delimiters are encoded.
create or replace function bare_url(address text) returns text
language sql immutable set search_path = pg_catalog, public, pg_temp as $$
  select nullif(regexp_replace(address, '([?#;&=]|%(25)*(3f|23|3b|26|3d)).*$', '', 'i'), '')
$$;

-- Only the referrer's site: its path belongs to another site and may identify a person.
create or replace function bare_origin(address text) returns text
language sql immutable set search_path = pg_catalog, public, pg_temp as $$
  select substring(address from '^([A-Za-z][A-Za-z0-9+.-]*://)')
    || substring(address from '^[A-Za-z][A-Za-z0-9+.-]*://(?:[^/?#]*@)?([^/?#@]+)')
$$;

-- The value, unless it contains one of the ids. Very short ids occur in many words.
create or replace function without_ids(value text, ids text[]) returns text
language sql immutable set search_path = pg_catalog, public, pg_temp as $$
  select case
    when exists (select from unnest(ids) as i where length(i) >= 6 and position(i in value) > 0) then null
    else value
  end
$$;

-- The click ids and quiz sessions of a visitor: those that the browser has (p_visitor, see below), and those stored
-- under the same consent and quiz, as the browser stores only its newest click id.
create or replace function known_to_visitor(p_tenant_id uuid, p_visitor jsonb, out clicks text[], out sessions text[])
language plpgsql stable set search_path = pg_catalog, public, pg_temp as $$
declare
  v_consent text := p_visitor ->> 'consent_id';
begin
  clicks := array(select jsonb_array_elements_text(coalesce(p_visitor -> 'clicks', '[]')));
  sessions := array(select jsonb_array_elements_text(coalesce(p_visitor -> 'sessions', '[]'))) || array(
    select s.session_id from quiz_sessions s where s.tenant_id = p_tenant_id and s.consent_id = v_consent
  );
  clicks := clicks || array(
    select distinct i.id
    from (
      select c.gclid, c.gbraid, c.wbraid from click_records c
      where c.tenant_id = p_tenant_id and (c.consent_id = v_consent or c.session_id = any (sessions))
      union all
      select s.gclid, s.gbraid, s.wbraid from quiz_sessions s
      where s.tenant_id = p_tenant_id and s.session_id = any (sessions)
    ) as known
    cross join lateral (values (known.gclid), (known.gbraid), (known.wbraid)) as i (id)
    where i.id is not null
  );
end $$;

-- Deletes data stored under a consent. p_visitor identifies the visitor by the browser's data:
-- {consent_id, clicks: [...], sessions: [...], device_fingerprint, address}. Click records and their visits are
-- deleted; quiz sessions and bookings are kept without their ids. A fingerprint identifies a kind of device, so it
-- matches click records only together with the IP. Runs with the caller's rights.
create or replace function take_back_consent(p_tenant_id uuid, p_visitor jsonb, p_now timestamptz)
returns void language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  v_consent text := p_visitor ->> 'consent_id';
  v_device text := p_visitor ->> 'device_fingerprint';
  v_ip inet := (p_visitor ->> 'ip')::inet;
  v_clicks text[];
  v_ids text[];
  v_sessions text[];
begin
  perform set_config('abano.tenant_id', p_tenant_id::text, true);
  select v.clicks, v.sessions into v_clicks, v_sessions from known_to_visitor(p_tenant_id, p_visitor) as v;

  v_ids := array_remove(v_clicks || v_device || v_consent, null);
  with gone as (
    delete from click_records c
    where c.tenant_id = p_tenant_id and c.consent_state <> 'refused' and (
      c.consent_id = v_consent or c.session_id = any (v_sessions) or c.gclid = any (v_clicks)
      or c.gbraid = any (v_clicks) or c.wbraid = any (v_clicks)
      or (c.device_fingerprint = v_device and c.ip_address = v_ip)
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
      consent_state = 'refused', consent_id = null, ad_user_data = null, ad_personalization = null,
      ad_answered_at = null, ad_consent_version = null, gclid = null, gbraid = null, wbraid = null,
      device_fingerprint = null, user_agent = null, is_returning = null,
      source_url = without_ids(bare_url(s.source_url), v_ids), referrer = bare_origin(s.referrer),
      entry_path = without_ids(bare_url(s.entry_path), v_ids),
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
      consent_state = 'refused', ad_user_data = null, ad_personalization = null, ad_answered_at = null,
      ad_consent_version = null, gclid = null, gbraid = null, wbraid = null, device_fingerprint = null,
      quiz_session_id = null, attributed_session_id = null, attribution_method = null, updated_at = p_now
    where b.tenant_id = p_tenant_id and b.consent_state <> 'refused' and (
      b.quiz_session_id = any (v_sessions) or b.attributed_session_id = any (v_sessions) or b.gclid = any (v_clicks)
      or b.gbraid = any (v_clicks) or b.wbraid = any (v_clicks)
    )
    returning b.id
  )
  insert into warehouse_erasures (tenant_id, kind, subject, created_at)
  select p_tenant_id, 'booking', changed.id, p_now from changed;
  -- For a booking without quiz or click, the fingerprint is no longer needed after attribution.
  update bookings b set device_fingerprint = null
  where b.tenant_id = p_tenant_id and b.device_fingerprint = v_device and b.consent_state = 'granted';
end $$;

-- Withdraws answers about ads from what was stored of a visitor who keeps the consent. p_visitor: as above, and the new
-- answers ad_user_data and ad_personalization. Only turns a granted answer into a refused one: what is granted later is
-- valid for later records. Runs with the caller's rights.
create or replace function withdraw_ad_answers(p_tenant_id uuid, p_visitor jsonb, p_now timestamptz)
returns void language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  v_consent text := p_visitor ->> 'consent_id';
  v_user_data boolean := coalesce((p_visitor ->> 'ad_user_data')::boolean, false);
  v_personalization boolean := coalesce((p_visitor ->> 'ad_personalization')::boolean, false);
  v_clicks text[];
  v_sessions text[];
begin
  perform set_config('abano.tenant_id', p_tenant_id::text, true);
  select v.clicks, v.sessions into v_clicks, v_sessions from known_to_visitor(p_tenant_id, p_visitor) as v;
  update click_records c set
    ad_user_data = c.ad_user_data and v_user_data, ad_personalization = c.ad_personalization and v_personalization,
    ad_answered_at = p_now
  where c.tenant_id = p_tenant_id
    and ((c.ad_user_data and not v_user_data) or (c.ad_personalization and not v_personalization))
    and (
      c.consent_id = v_consent or c.session_id = any (v_sessions) or c.gclid = any (v_clicks)
      or c.gbraid = any (v_clicks) or c.wbraid = any (v_clicks)
    );
  update quiz_sessions s set
    ad_user_data = s.ad_user_data and v_user_data, ad_personalization = s.ad_personalization and v_personalization,
    ad_answered_at = p_now
  where s.tenant_id = p_tenant_id
    and ((s.ad_user_data and not v_user_data) or (s.ad_personalization and not v_personalization))
    and (
      s.session_id = any (v_sessions) or s.gclid = any (v_clicks) or s.gbraid = any (v_clicks)
      or s.wbraid = any (v_clicks)
    );
  update bookings b set
    ad_user_data = b.ad_user_data and v_user_data, ad_personalization = b.ad_personalization and v_personalization,
    ad_answered_at = p_now
  where b.tenant_id = p_tenant_id
    and ((b.ad_user_data and not v_user_data) or (b.ad_personalization and not v_personalization))
    and (
      b.quiz_session_id = any (v_sessions) or b.attributed_session_id = any (v_sessions) or b.gclid = any (v_clicks)
      or b.gbraid = any (v_clicks) or b.wbraid = any (v_clicks)
    );
end $$;
