-- The sessions behind a bar, out of ``period_sessions`` (queries.sql): each in its newest version.
--
-- $question, $answer: the bar. {bar}: its condition, or nothing.

-- name: behind
create or replace temp table sessions_behind as
select * from period_sessions where true {bar};

-- name: bar_answer
-- The same as are counted for the answer: its newest version, where that counts.
and session_id in (
  select session_id from (
    select session_id, value, is_counted
    from quiz_answers semi join period_sessions using (session_id)
    where tenant_id = $tenant and question_id = $question
    qualify row_number() over (partition by session_id order by row_xid desc) = 1)
  where is_counted and value = $answer)

-- name: bar_dropped
-- The same as are counted as dropped: not completed, and nothing was reached after this question.
and not is_completed and session_id in (
  with seen as (
    select session_id, question_id, viewed_at
    from quiz_question_views semi join period_sessions using (session_id)
    where tenant_id = $tenant
    qualify row_number() over (partition by session_id, question_id order by row_xid desc) = 1
  ),
  answered as (
    select session_id, question_id, is_counted, answered_at
    from quiz_answers semi join period_sessions using (session_id)
    where tenant_id = $tenant
    qualify row_number() over (partition by session_id, question_id order by row_xid desc) = 1
  ),
  steps as (
    select session_id, question_id, coalesce(viewed_at, answered_at) as reached_at
    from seen full join (select * from answered where is_counted) using (session_id, question_id)
  )
  select session_id from steps group by session_id
  having arg_max(question_id, (reached_at, question_id)) = $question)
