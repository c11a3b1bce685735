-- Consent that is taken back, erasure that reaches the warehouse, and attribution by address.

-- A random key that the browser makes when consent is given and forgets when it is taken back: what was stored by this
-- consent is found by it, and nobody else's rows are.
alter table click_records add column consent_id text check (length(consent_id) <= 64);
alter table quiz_sessions add column consent_id text check (length(consent_id) <= 64);

create index click_records_gclid on click_records (tenant_id, gclid) where gclid is not null;
create index click_records_gbraid on click_records (tenant_id, gbraid) where gbraid is not null;
create index click_records_wbraid on click_records (tenant_id, wbraid) where wbraid is not null;
create index click_records_session on click_records (tenant_id, session_id) where session_id is not null;
create index click_records_consent on click_records (tenant_id, consent_id) where consent_id is not null;
create index click_records_device on click_records (tenant_id, ip_address, device_fingerprint)
  where device_fingerprint is not null;
create index quiz_sessions_gbraid on quiz_sessions (tenant_id, gbraid) where gbraid is not null;
create index quiz_sessions_wbraid on quiz_sessions (tenant_id, wbraid) where wbraid is not null;
create index quiz_sessions_consent on quiz_sessions (tenant_id, consent_id) where consent_id is not null;
create index bookings_gclid on bookings (tenant_id, gclid) where gclid is not null;
create index bookings_gbraid on bookings (tenant_id, gbraid) where gbraid is not null;
create index bookings_wbraid on bookings (tenant_id, wbraid) where wbraid is not null;
create index bookings_device on bookings (tenant_id, device_fingerprint) where device_fingerprint is not null;
create index bookings_quiz_session on bookings (tenant_id, quiz_session_id) where quiz_session_id is not null;
create index bookings_attributed on bookings (tenant_id, attributed_session_id)
  where attributed_session_id is not null;

-- By a click from the same address: a guess, and named so.
alter table bookings drop constraint bookings_attribution_method_check;
alter table bookings add constraint bookings_attribution_method_check
  check (attribution_method in ('session', 'gclid', 'fingerprint', 'address'));

-- What the warehouse has to forget: written in the transaction that forgets it here, read like every other change.
-- Keys only; they go when every warehouse has long had them.
create table warehouse_erasures (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null default gen_random_uuid(),
  kind text not null check (kind in ('session', 'booking', 'click')),
  subject text not null check (length(subject) between 1 and 120),
  created_at timestamptz not null,
  row_xid xid8 not null default pg_current_xact_id(),
  primary key (tenant_id, id)
);
create index warehouse_erasures_row_xid on warehouse_erasures (row_xid);
create index warehouse_erasures_age on warehouse_erasures (tenant_id, created_at);

create view reporting.erasures with (security_invoker = true) as
  select tenant_id, id as erasure_id, kind, subject, created_at, row_xid from warehouse_erasures;

-- An address of a page without what may recognise a visitor: cut where its query, parameters or fragment begin, also
-- where those signs are encoded.
create function bare_address(address text) returns text
language sql immutable set search_path = pg_catalog, public, pg_temp as $$
  select nullif(regexp_replace(address, '([?#;&=]|%(25)*(3f|23|3b|26|3d)).*$', '', 'i'), '')
$$;

-- Of the page before only the site: its path is another site's, and may name a person.
create function bare_origin(address text) returns text
language sql immutable set search_path = pg_catalog, public, pg_temp as $$
  select substring(address from '^([A-Za-z][A-Za-z0-9+.-]*://)')
    || substring(address from '^[A-Za-z][A-Za-z0-9+.-]*://(?:[^/?#]*@)?([^/?#@]+)')
$$;

-- The value, unless one of the ids stands in it. Very short ids stand in many a word.
create function without_ids(value text, ids text[]) returns text
language sql immutable set search_path = pg_catalog, public, pg_temp as $$
  select case
    when exists (select from unnest(ids) as i where length(i) >= 6 and position(i in value) > 0) then null
    else value
  end
$$;

-- Takes back what was stored by a consent. p_visitor names the visitor as the browser knows them:
-- {consent_id, clicks: [...], sessions: [...], device_fingerprint, address}. Click records and their visits go; quiz
-- sessions and bookings stay without their ids. A fingerprint names a kind of device, so it finds click records only
-- together with the address. Runs with the caller's rights.
create function take_back_consent(p_tenant_id uuid, p_visitor jsonb, p_now timestamptz)
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

-- As before (0008), and a session whose visitor has refused takes no ids any more, however late a start arrives.
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

-- The quiz session behind the newest click from an address, or nothing: what a booking without ids of its own may have
-- come from (decision 32). The click id stays on the server, and the booking does not get it.
create function session_by_address(
  p_tenant_id uuid, p_address inet, p_from timestamptz, p_until timestamptz
) returns text language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select s.session_id
  from (
    select c.gclid from click_records c
    where c.tenant_id = p_tenant_id and c.ip_address = p_address and c.gclid is not null
      and c.created_at > p_from and c.created_at <= p_until
    order by c.created_at desc limit 1
  ) as click
  join quiz_sessions s on s.tenant_id = p_tenant_id and s.gclid = click.gclid
  where s.started_at > p_from and s.started_at <= p_until
  order by s.started_at desc limit 1
$$;
