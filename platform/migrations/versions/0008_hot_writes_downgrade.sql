-- The state before 0008; take_booking returns to that of 0006.

drop trigger give_back_promo_use on bookings;
drop function give_back_promo_use;

alter table quiz_sessions add constraint quiz_sessions_tenant_id_fkey
  foreign key (tenant_id) references tenants on delete cascade;

-- A start fills in what was not known yet; what was known stays. Its version counts only before any answer does.
create or replace function quiz_session_start(p_tenant_id uuid, p_session jsonb, p_now timestamptz)
returns void language plpgsql as $$
begin
  perform set_config('abano.tenant_id', p_tenant_id::text, true);
  insert into quiz_sessions as s (
    tenant_id, session_id, quiz_version, device_fingerprint, gclid, gbraid, wbraid, utm_source, utm_medium,
    utm_campaign, utm_term, utm_content, source_url, referrer, entry_path, user_agent, device, consent_state,
    start_received, started_at, updated_at
  )
  values (
    p_tenant_id, p_session ->> 'session_id', p_session ->> 'quiz_version', p_session ->> 'device_fingerprint',
    p_session ->> 'gclid', p_session ->> 'gbraid', p_session ->> 'wbraid', p_session ->> 'utm_source',
    p_session ->> 'utm_medium', p_session ->> 'utm_campaign', p_session ->> 'utm_term', p_session ->> 'utm_content',
    p_session ->> 'source_url', p_session ->> 'referrer', p_session ->> 'entry_path', p_session ->> 'user_agent',
    p_session ->> 'device', p_session ->> 'consent_state', true, p_now, p_now
  )
  on conflict (tenant_id, session_id) do update set
    quiz_version = case
      when s.start_received or exists (
        select 1 from quiz_answers as a where a.tenant_id = s.tenant_id and a.session_id = s.session_id
      ) then s.quiz_version
      else excluded.quiz_version
    end,
    device_fingerprint = coalesce(s.device_fingerprint, excluded.device_fingerprint),
    gclid = coalesce(s.gclid, excluded.gclid),
    gbraid = coalesce(s.gbraid, excluded.gbraid),
    wbraid = coalesce(s.wbraid, excluded.wbraid),
    utm_source = coalesce(s.utm_source, excluded.utm_source),
    utm_medium = coalesce(s.utm_medium, excluded.utm_medium),
    utm_campaign = coalesce(s.utm_campaign, excluded.utm_campaign),
    utm_term = coalesce(s.utm_term, excluded.utm_term),
    utm_content = coalesce(s.utm_content, excluded.utm_content),
    source_url = coalesce(s.source_url, excluded.source_url),
    referrer = coalesce(s.referrer, excluded.referrer),
    entry_path = coalesce(s.entry_path, excluded.entry_path),
    user_agent = coalesce(s.user_agent, excluded.user_agent),
    device = case when s.start_received then s.device else excluded.device end,
    consent_state = case when s.start_received then s.consent_state else excluded.consent_state end,
    start_received = true,
    updated_at = excluded.updated_at
  where not s.start_received
    or (s.gclid is null and excluded.gclid is not null)
    or (s.gbraid is null and excluded.gbraid is not null)
    or (s.wbraid is null and excluded.wbraid is not null)
    or (s.device_fingerprint is null and excluded.device_fingerprint is not null);
end $$;
