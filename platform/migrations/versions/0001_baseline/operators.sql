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

-- Companies that strangers ask for. Kept for seven days, and longer only while one is confirmed and not created.
create table company_sign_ups (
  id uuid primary key,
  email text not null check (email = lower(email) and length(email) between 3 and 254),
  language text not null check (length(language) <= 20),
  company_name text not null check (length(company_name) between 1 and 120),
  slug text not null check (length(slug) between 1 and 40),
  country text not null check (country ~ '^[A-Z]{2}$'),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  timezone text not null check (length(timezone) <= 64),
  requested_at timestamptz not null,
  -- When the email with the link is due; null: sent, or given up.
  mail_due_at timestamptz,
  mail_attempts integer not null default 0,
  mailed_at timestamptz,
  confirmed_at timestamptz,
  password_hash text,
  -- Proof by the installation's secret, which the database does not have, of what was confirmed.
  seal bytea,
  is_slug_taken boolean not null default false,
  -- Of the company, once there is one. No foreign key: it may be deleted.
  company_id uuid
);
create index company_sign_ups_mail on company_sign_ups (mail_due_at) where mail_due_at is not null;
create index company_sign_ups_confirmed on company_sign_ups (confirmed_at)
  where confirmed_at is not null and company_id is null;

-- Addresses that may sign up where only invited ones can.
create table company_invitations (
  id uuid primary key,
  email text not null unique
    check (email = lower(email) and length(email) between 3 and 254),
  -- Of the email.
  language text not null check (length(language) <= 20),
  invited_by uuid references operators,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  mail_due_at timestamptz,
  mail_attempts integer not null default 0,
  mailed_at timestamptz
);

-- Attempts per window. Keyed by hashes, so that no IP or address is stored.
create table sign_up_attempts (
  subject_hash bytea primary key,
  window_start timestamptz not null,
  attempts integer not null
);

-- Emails that operators wrote to the owners of all companies, or of those of a plan. plan: its name then; empty: all.
-- The id comes from the console, so that none is sent twice.
create table announcements (
  id uuid primary key,
  operator_id uuid not null references operators,
  subject text not null check (length(subject) between 1 and 150),
  body text not null check (length(body) between 1 and 5000),
  plan text not null check (length(plan) <= 60),
  companies integer not null check (companies > 0),
  created_at timestamptz not null
);
create index announcements_newest on announcements (created_at desc, id desc);

-- A company that gets an announcement, on whichever cluster it is, with what became of the emails to its owners.
-- due_at: when the worker has something to do; null: all are sent or failed.
create table announcement_companies (
  announcement_id uuid not null references announcements,
  company_id uuid not null references tenants on delete cascade,
  written_at timestamptz,
  emails integer not null default 0 check (emails >= 0),
  sent integer not null default 0 check (sent between 0 and emails),
  failed integer not null default 0 check (failed between 0 and emails - sent),
  due_at timestamptz,
  primary key (announcement_id, company_id)
);
create index announcement_companies_of_company on announcement_companies (company_id);
create index announcement_companies_due on announcement_companies (due_at) where due_at is not null;

-- That the emails of an announcement are written, beside them on the cluster of the company, so that they are written
-- once.
create table announcement_deliveries (
  tenant_id uuid not null references tenants on delete cascade,
  announcement_id uuid not null,
  written_at timestamptz not null,
  email_ids uuid[] not null,
  primary key (tenant_id, announcement_id)
);

-- Moves of companies between clusters that operators asked for, kept on the directory's cluster. The worker of the
-- clusters carries them out as the owner of the schemas. One to where the company is ends its way back.
create table company_moves (
  id uuid primary key,
  company_id uuid not null references tenants on delete cascade,
  operator_id uuid not null references operators,
  reason text not null check (length(reason) between 1 and 500),
  source text not null check (length(source) between 1 and 40),
  target text not null check (length(target) between 1 and 40),
  keeps_way_back boolean not null default false check (not keeps_way_back or target <> source),
  requested_at timestamptz not null,
  state text not null default 'waiting' constraint company_moves_state_check
    check (state in ('waiting', 'running', 'done', 'failed', 'cancelled')),
  started_at timestamptz,
  -- Of the worker: how often it began, what it does, and its last sign of life.
  attempts integer not null default 0 check (attempts >= 0),
  step text not null default '' check (step in ('', 'copying', 'switching', 'removing')),
  tables_done integer not null default 0 check (tables_done >= 0),
  tables integer not null default 0 check (tables >= 0),
  rows_copied bigint not null default 0 check (rows_copied >= 0),
  progress_at timestamptz,
  error text not null default '',
  cancelled_by uuid references operators,
  finished_at timestamptz check ((finished_at is null) = (state in ('waiting', 'running')))
);
create unique index company_moves_open on company_moves (company_id) where finished_at is null;
create index company_moves_newest on company_moves (company_id, requested_at desc, id desc);
