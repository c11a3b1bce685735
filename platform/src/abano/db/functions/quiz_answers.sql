-- p_answers: [{question_id, value, question_text, answer_text, sequence}], each question once, validated against
-- p_version; of a written answer also details, with its words. p_rules in quiz order: [question, join, depends on, kind,
-- …]. Kinds: any or all with a list of answers; between with two bounds, of which one may be null; answered or
-- unanswered with the answer that counts as none, or null. Join: or skips by itself; and only together with the ones
-- after it up to the question's last. The value of several answers has commas between their codes, which have none.
-- Returns the session's version. If it differs from p_version, nothing was stored and the caller validates again.
create or replace function quiz_answers_store(
  p_tenant_id uuid, p_session_id text, p_version text, p_now timestamptz, p_answers jsonb, p_rules jsonb
) returns text language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
declare
  v_version text;
  v_given jsonb;
  v_rule jsonb;
  v_answer text;
  v_skipped text[] := '{}';
  v_met boolean;
  -- A question of which one of the rules that only skip together is not met.
  v_kept text;
begin
  perform set_config('abano.tenant_id', p_tenant_id::text, true);
  v_version := quiz_session_hold(p_tenant_id, p_session_id, p_version, p_now);
  if v_version <> p_version then
    return v_version;
  end if;
  insert into quiz_answers as a (
    tenant_id, session_id, question_id, value, question_text, answer_text, sequence, answered_at, details
  )
  select
    p_tenant_id, p_session_id, g ->> 'question_id', g ->> 'value', g ->> 'question_text', g ->> 'answer_text',
    (g ->> 'sequence')::integer, p_now, g -> 'details'
  from jsonb_array_elements(p_answers) as g
  on conflict (tenant_id, session_id, question_id) do update set
    value = excluded.value, question_text = excluded.question_text, answer_text = excluded.answer_text,
    sequence = excluded.sequence, details = excluded.details,
    answered_at = case when excluded.value = a.value then a.answered_at else excluded.answered_at end
  where excluded.sequence > a.sequence or (
    excluded.sequence = a.sequence
    and (excluded.value <> a.value or excluded.details is distinct from a.details)
  );
  if p_rules = '[]' then
    return v_version;
  end if;
  select jsonb_object_agg(question_id, value) into v_given from quiz_answers
  where tenant_id = p_tenant_id and session_id = p_session_id;
  for v_rule in select * from jsonb_array_elements(p_rules) loop
    -- A skipped answer counts as none.
    v_answer := v_given ->> (v_rule ->> 2);
    if v_rule ->> 2 = any (v_skipped) then
      v_answer := null;
    end if;
    v_met := coalesce((case v_rule ->> 3
      when 'any' then (v_rule -> 4) ?| string_to_array(v_answer, ',')
      when 'all' then to_jsonb(string_to_array(v_answer, ',')) @> (v_rule -> 4)
      when 'answered' then v_answer is not null and v_answer is distinct from v_rule ->> 4
      when 'unanswered' then v_answer is null or v_answer is not distinct from v_rule ->> 4
      else (case when v_answer ~ '^-?[0-9]{1,7}([.][0-9]{1,2})?$' then
        v_answer::numeric >= coalesce((v_rule ->> 4)::numeric, v_answer::numeric)
        and v_answer::numeric <= coalesce((v_rule ->> 5)::numeric, v_answer::numeric)
      end)
    end), false);
    if not v_met then
      v_kept := v_rule ->> 0;
    elsif v_rule ->> 1 = 'or' or (v_rule ->> 1 = 'last' and v_kept is distinct from v_rule ->> 0) then
      v_skipped := v_skipped || (v_rule ->> 0);
    end if;
  end loop;
  update quiz_answers set is_counted = not (question_id = any (v_skipped))
  where tenant_id = p_tenant_id and session_id = p_session_id
    and is_counted = (question_id = any (v_skipped));
  return v_version;
end $$;

-- Returns the session's version. If it differs from p_version, nothing was stored.
create or replace function quiz_question_view_store(
  p_tenant_id uuid, p_session_id text, p_version text, p_now timestamptz, p_question_id text
) returns text language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
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
