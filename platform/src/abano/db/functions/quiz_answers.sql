-- p_answers: [{question_id, value, question_text, answer_text, sequence}], each question once, validated against
-- p_version. p_rules in quiz order: [question, depends on, value], or within bounds, of which one may be null,
-- [question, depends on, at least, at most]. The value of several answers has commas between their codes, which have
-- none. Returns the session's version. If it differs from p_version, nothing was stored and the caller validates again.
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
    -- A skipped answer does not skip other questions.
    v_answer := v_given ->> (v_rule ->> 1);
    if v_answer is null or v_rule ->> 1 = any (v_skipped) then
      continue;
    end if;
    -- In parentheses: otherwise the first "then" would end the condition.
    if (case
      when jsonb_array_length(v_rule) = 3 then
        v_answer = v_rule ->> 2 or position(',' || (v_rule ->> 2) || ',' in ',' || v_answer || ',') > 0
      when v_answer ~ '^-?[0-9]{1,7}([.][0-9]{1,2})?$' then
        v_answer::numeric >= coalesce((v_rule ->> 2)::numeric, v_answer::numeric)
        and v_answer::numeric <= coalesce((v_rule ->> 3)::numeric, v_answer::numeric)
      else false
    end) then
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
