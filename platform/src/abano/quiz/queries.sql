-- Functions of the schema: each call is a transaction of its own and names its tenant (database/functions).

-- name: start_session
select quiz_session_start(%(tenant)s::uuid, %(session)s::jsonb, %(now)s);

-- name: store_answers
select quiz_answers_store(%(tenant)s::uuid, %(session_id)s, %(version)s, %(now)s, %(answers)s::jsonb, %(rules)s::jsonb);

-- name: store_view
select quiz_question_view_store(%(tenant)s::uuid, %(session_id)s, %(version)s, %(now)s, %(question)s);

-- name: complete_session
select quiz_session_complete(%(tenant)s::uuid, %(session_id)s, %(version)s, %(now)s);

-- name: version_of_session
select quiz_session_version(%(tenant)s::uuid, %(session_id)s);

-- name: note_consent
update quiz_sessions set consent_state = 'granted', updated_at = %(now)s
where tenant_id = %(tenant)s and session_id = %(session)s and consent_state = 'unknown';

-- name: change_version
update quiz_sessions set quiz_version = %(version)s, updated_at = %(now)s
where tenant_id = %(tenant)s and session_id = %(session)s and quiz_version = %(before)s;

-- name: definitions
select is_current, definition, translations from quiz_definitions where tenant_id = %(tenant)s;
