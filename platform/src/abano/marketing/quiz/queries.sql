-- Functions of the schema, which set the tenant themselves (database/functions/quiz_*.sql).

-- name: start_session
select quiz_session_start(%(tenant)s, %(session)s::jsonb, %(now)s);

-- name: store_answers
select quiz_answers_store(%(tenant)s, %(session_id)s, %(quiz_version)s, %(now)s, %(answers)s::jsonb, %(skip_rules)s::jsonb);

-- name: store_view
select quiz_question_view_store(%(tenant)s, %(session_id)s, %(quiz_version)s, %(now)s, %(question_id)s);

-- name: complete_session
select quiz_session_complete(%(tenant)s, %(session_id)s, %(quiz_version)s, %(now)s);

-- name: version_of_session
select quiz_session_version(%(tenant)s, %(session_id)s);

-- name: note_consent
update quiz_sessions set
  consent_state = 'granted', ad_user_data = %(ad_user_data)s, ad_personalization = %(ad_personalization)s,
  ad_answered_at = %(ad_answered_at)s, ad_consent_version = %(ad_consent_version)s, updated_at = %(now)s
where tenant_id = %(tenant)s and session_id = %(session_id)s and consent_state = 'unknown';

-- name: change_version
update quiz_sessions set quiz_version = %(quiz_version)s, experiment_id = null, updated_at = %(now)s
where tenant_id = %(tenant)s and session_id = %(session_id)s and quiz_version = %(before)s;

-- name: running_experiment
select id, arms, ends_at from experiments
where tenant_id = %(tenant)s and subject = 'quiz' and outcome = 'running';

-- name: definitions
select is_current, definition, translations from quiz_definitions where tenant_id = %(tenant)s;
