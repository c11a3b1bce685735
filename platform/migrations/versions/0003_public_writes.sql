-- Public writes: counted by address for all copies together, and the quiz's own in one statement each.
--
-- A quiz call is one round trip. Each function first names its tenant, local to the transaction; the statements
-- after that are planned and checked for row-level security on their own, so the name stands before any row is
-- touched. All of them run with the caller's rights.

-- Losing these after a crash only means that a minute is counted anew.
create unlogged table public_write_counts (
  tenant_id uuid not null references tenants on delete cascade,
  -- Keyed hash: no address is kept.
  subject_hash bytea not null,
  minute timestamptz not null,
  writes integer not null check (writes >= 0),
  primary key (tenant_id, subject_hash, minute)
);
create index public_write_counts_age on public_write_counts (tenant_id, minute);

-- Whatever is heard first of a session makes its row. Holds the session until the transaction ends and answers
-- the version it began with: two reports of one session at once would each miss what the other says.
create function quiz_session_hold(p_tenant_id uuid, p_session_id text, p_version text, p_now timestamptz)
returns text language plpgsql as $$
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

-- A start fills in what was not known yet; what was known stays. Its version counts only before any answer does.
create function quiz_session_start(p_tenant_id uuid, p_session jsonb, p_now timestamptz)
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

-- p_answers: [{question_id, value, question_text, answer_text, sequence}], each question once, checked against
-- p_version. p_rules: [[question, depends on, value]] in quiz order. Answers the session's version; when that is
-- another than p_version nothing was stored and the caller checks again.
create function quiz_answers_store(
  p_tenant_id uuid, p_session_id text, p_version text, p_now timestamptz, p_answers jsonb, p_rules jsonb
) returns text language plpgsql as $$
declare
  v_version text;
  v_given jsonb;
  v_rule jsonb;
  v_skipped text[] := '{}';
begin
  perform set_config('abano.tenant_id', p_tenant_id::text, true);
  v_version := quiz_session_hold(p_tenant_id, p_session_id, p_version, p_now);
  if v_version <> p_version then
    return v_version;
  end if;
  insert into quiz_answers as a (
    tenant_id, session_id, question_id, value, question_text, answer_text, sequence, answered_at
  )
  select
    p_tenant_id, p_session_id, g ->> 'question_id', g ->> 'value', g ->> 'question_text', g ->> 'answer_text',
    (g ->> 'sequence')::integer, p_now
  from jsonb_array_elements(p_answers) as g
  on conflict (tenant_id, session_id, question_id) do update set
    value = excluded.value, question_text = excluded.question_text, answer_text = excluded.answer_text,
    sequence = excluded.sequence,
    answered_at = case when excluded.value = a.value then a.answered_at else excluded.answered_at end
  where excluded.sequence > a.sequence or (excluded.sequence = a.sequence and excluded.value <> a.value);
  if p_rules = '[]' then
    return v_version;
  end if;
  select jsonb_object_agg(question_id, value) into v_given from quiz_answers
  where tenant_id = p_tenant_id and session_id = p_session_id;
  for v_rule in select * from jsonb_array_elements(p_rules) loop
    -- An answer that does not count itself skips nothing.
    if v_given ->> (v_rule ->> 1) = v_rule ->> 2 and not (v_rule ->> 1 = any (v_skipped)) then
      v_skipped := v_skipped || (v_rule ->> 0);
    end if;
  end loop;
  update quiz_answers set is_counted = not (question_id = any (v_skipped))
  where tenant_id = p_tenant_id and session_id = p_session_id
    and is_counted = (question_id = any (v_skipped));
  return v_version;
end $$;

-- Answers the session's version; when that is another than p_version nothing was stored.
create function quiz_question_view_store(
  p_tenant_id uuid, p_session_id text, p_version text, p_now timestamptz, p_question_id text
) returns text language plpgsql as $$
declare
  v_version text;
begin
  perform set_config('abano.tenant_id', p_tenant_id::text, true);
  v_version := quiz_session_hold(p_tenant_id, p_session_id, p_version, p_now);
  if v_version = p_version then
    insert into quiz_question_views (tenant_id, session_id, question_id, viewed_at)
    values (p_tenant_id, p_session_id, p_question_id, p_now) on conflict do nothing;
  end if;
  return v_version;
end $$;

-- The first completion counts.
create function quiz_session_complete(
  p_tenant_id uuid, p_session_id text, p_version text, p_now timestamptz
) returns void language plpgsql as $$
begin
  perform set_config('abano.tenant_id', p_tenant_id::text, true);
  insert into quiz_sessions as s (tenant_id, session_id, quiz_version, started_at, completed_at, updated_at)
  values (p_tenant_id, p_session_id, p_version, p_now, p_now, p_now)
  on conflict (tenant_id, session_id) do update set
    completed_at = excluded.completed_at, updated_at = excluded.updated_at
  where s.completed_at is null;
end $$;

create function quiz_session_version(p_tenant_id uuid, p_session_id text)
returns text language plpgsql as $$
begin
  perform set_config('abano.tenant_id', p_tenant_id::text, true);
  return (
    select quiz_version from quiz_sessions where tenant_id = p_tenant_id and session_id = p_session_id
  );
end $$;
