-- The operator console: its accounts, sessions and audit log. Outside companies, and for the role of operators alone.

create table operators (
  id uuid primary key,
  email text not null unique check (email = lower(email) and length(email) between 3 and 254),
  name text not null default '' check (length(name) <= 120),
  password_hash text not null,
  -- Of the second factor's app, encrypted with a key derived from the installation's secret. Null: not set up yet.
  sealed_secret bytea,
  -- Null until a first code confirmed the set-up.
  confirmed_at timestamptz,
  -- The 30-second step of the newest accepted code. Codes of this or an earlier step are rejected.
  last_step bigint not null default 0,
  disabled_at timestamptz,
  created_at timestamptz not null
);

create table operator_recovery_codes (
  operator_id uuid not null references operators on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (operator_id, code_hash)
);

-- A session may do nothing before its stage is 'signed_in': the password alone opens no page.
create table operator_sessions (
  token_hash bytea primary key,
  operator_id uuid not null references operators on delete cascade,
  stage text not null check (stage in ('code', 'enrolment', 'signed_in')),
  created_at timestamptz not null,
  -- Ends an hour after the last request, and at expires_at in any case.
  seen_at timestamptz not null,
  expires_at timestamptz not null,
  ip_address inet
);
create index operator_sessions_of_operator on operator_sessions (operator_id);

-- Attempts per window. Keyed by hashes, so that no IP or account name is stored.
create table operator_attempts (
  subject_hash bytea primary key,
  window_start timestamptz not null,
  attempts integer not null
);

-- What operators did, append-only. Without an operator: at the command line.
create table operator_audit_log (
  id uuid primary key,
  happened_at timestamptz not null,
  operator_id uuid references operators,
  ip_address inet,
  action text not null check (action ~ '^[a-z_]+[.][a-z_]+$'),
  -- The company's slug or the operator's email address.
  subject text not null check (length(subject) <= 254),
  details jsonb not null default '{}'
);
create index operator_audit_log_newest on operator_audit_log (happened_at desc, id desc);
create index operator_audit_log_of_subject on operator_audit_log (subject, happened_at desc, id desc);
