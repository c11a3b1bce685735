-- Staff accounts: sessions, invitations, second factor, audit log.

-- Roles of the company's own. What only owners may do is in none of them.
create table custom_roles (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null,
  name text not null check (length(name) between 1 and 40),
  rights text[] not null,
  -- Counts changes, so that no one overwrites another's.
  revision integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  constraint custom_roles_rights_check check (
    cardinality(rights) > 0
    and rights <@ array[
      'bookings', 'discounts', 'customers', 'manage_customers', 'exports', 'payments', 'refunds',
      'reports', 'accounting', 'fleet', 'costs', 'yard', 'catalog', 'website', 'affiliates',
      'advertising', 'analytics', 'quiz', 'settings'
    ]
  )
);
create unique index custom_roles_name on custom_roles (tenant_id, lower(name));

create table admins (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null,
  email text not null check (email = lower(email)),
  name text not null default '',
  password_hash text not null,
  -- A built-in role, or 'custom' with the one of role_id.
  role text not null,
  role_id uuid,
  disabled_at timestamptz,
  created_at timestamptz not null,
  -- Null: the team's for admins, the company's first for everyone else.
  language text,
  -- Whether the admin receives a daily task email, and the local day of the last one.
  has_daily_email boolean not null default false,
  daily_email_on date,
  primary key (tenant_id, id),
  unique (tenant_id, email),
  constraint admins_role_fkey foreign key (tenant_id, role_id) references custom_roles,
  constraint admins_role_check check (role in ('owner', 'manager', 'desk', 'analyst', 'driver', 'custom')),
  constraint admins_role_id_check check ((role = 'custom') = (role_id is not null))
);
create index admins_of_role on admins (tenant_id, role_id) where role_id is not null;

create table admin_sessions (
  tenant_id uuid not null,
  token_hash bytea not null,
  admin_id uuid not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- Invitations, password resets, second factors, and what is shown of a session. Tokens and codes are stored as hashes.
  id uuid not null default gen_random_uuid(),
  ip_address inet,
  user_agent text not null default '',
  primary key (tenant_id, token_hash),
  foreign key (tenant_id, admin_id) references admins on delete cascade
);
create unique index admin_sessions_id on admin_sessions (tenant_id, id);
create index admin_sessions_of_admin on admin_sessions (tenant_id, admin_id, created_at desc);

-- Failed sign-ins per window. Keyed by hashes, so that no IP or account name is stored.
create table sign_in_failures (
  tenant_id uuid not null references tenants on delete cascade,
  subject_hash bytea not null,
  window_start timestamptz not null,
  failures integer not null default 0,
  primary key (tenant_id, subject_hash)
);

-- Keys of the public API, stored as SHA-256. Revoked, never deleted, so that the audit log can show their names.
create table api_keys (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null,
  name text not null check (length(name) between 1 and 80),
  token_hash bytea not null,
  -- The last characters, by which people recognise a key.
  token_end text not null,
  -- The previous key after a rotation, and when it expires.
  previous_hash bytea,
  previous_until timestamptz,
  scopes text[] not null,
  requests_per_minute integer not null check (requests_per_minute between 1 and 3000),
  -- Null: the whole company's. The keys of a channel see and make its bookings alone.
  channel_id uuid,
  created_by uuid not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  last_used_at timestamptz,
  last_used_ip inet,
  primary key (tenant_id, id),
  constraint api_keys_created_by_fkey foreign key (tenant_id, created_by) references admins
);
create index api_keys_of_channel on api_keys (tenant_id, channel_id) where channel_id is not null;
create unique index api_keys_token on api_keys (tenant_id, token_hash);
create index api_keys_previous on api_keys (tenant_id, previous_hash) where previous_hash is not null;

-- The maximum lifetime of a company's keys.
create table api_key_settings (
  tenant_id uuid not null primary key references tenants on delete cascade,
  max_days integer not null check (max_days between 1 and 3650)
);

-- What admins and operators changed, append-only: who, when, from where, what before and after.
create table audit_log (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null,
  happened_at timestamptz not null,
  actor text not null,
  -- Admins are disabled, never deleted, so that this log can show their names.
  admin_id uuid,
  api_key_id uuid,
  ip_address inet,
  -- Subject and verb, such as booking.confirmed or admin.invited.
  action text not null check (action ~ '^[a-z_]+[.][a-z_]+$'),
  subject_kind text not null,
  subject_id text not null,
  -- The fields that changed. Secrets and personal data are redacted before they come here.
  before jsonb not null default '{}',
  after jsonb not null default '{}',
  primary key (tenant_id, id),
  foreign key (tenant_id, admin_id) references admins,
  constraint audit_log_api_key_fkey foreign key (tenant_id, api_key_id) references api_keys,
  check ((actor = 'admin') = (admin_id is not null)),
  constraint audit_log_api_key_check check ((actor = 'api_key') = (api_key_id is not null)),
  constraint audit_log_actor_check check (actor in ('admin', 'operator', 'affiliate', 'api_key'))
);
create index audit_log_newest on audit_log (tenant_id, happened_at desc, id desc);
create index audit_log_of_subject on audit_log (tenant_id, subject_kind, subject_id, happened_at desc);

-- An operator's access to the console to help: asked for, decided, opened by a one-time link, ended. What they looked
-- at is in audit_log.
create table support_sessions (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null,
  -- Of the operators' own table, which may be on another cluster.
  operator_id uuid not null,
  operator_email text not null check (length(operator_email) <= 254),
  reason text not null check (length(reason) between 10 and 500),
  -- Whether drafts may be changed: asked for, and granted. Everything else is read-only.
  asks_for_drafts boolean not null,
  may_change_drafts boolean not null default false,
  requested_at timestamptz not null,
  -- Null: no owner decided yet.
  decided_at timestamptz,
  -- Null: decided by the setting.
  decided_by uuid,
  is_declined boolean not null default false,
  link_hash bytea,
  link_expires_at timestamptz,
  token_hash bytea,
  began_at timestamptz,
  expires_at timestamptz,
  ended_at timestamptz,
  ended_by text,
  primary key (tenant_id, id),
  foreign key (tenant_id, decided_by) references admins,
  constraint support_sessions_link_check check ((link_hash is null) = (link_expires_at is null)),
  constraint support_sessions_token_check
    check ((token_hash is null) = (began_at is null) and (began_at is null) = (expires_at is null)),
  constraint support_sessions_grant_check check (not may_change_drafts or asks_for_drafts),
  constraint support_sessions_begin_check check (began_at is null or (decided_at is not null and not is_declined)),
  constraint support_sessions_end_check check ((ended_at is null) = (ended_by is null)),
  constraint support_sessions_ended_by_check check (ended_by in ('operator', 'owner'))
);
create index support_sessions_newest on support_sessions (tenant_id, requested_at desc, id desc);
create unique index support_sessions_link on support_sessions (tenant_id, link_hash) where link_hash is not null;
create unique index support_sessions_token on support_sessions (tenant_id, token_hash) where token_hash is not null;

create table admin_invitations (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null,
  email text not null check (email = lower(email)),
  role text not null,
  role_id uuid,
  token_hash bytea not null,
  -- Empty when the operator invited.
  invited_by uuid,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, invited_by) references admins,
  constraint admin_invitations_role_fkey foreign key (tenant_id, role_id) references custom_roles,
  constraint admin_invitations_role_check
    check (role in ('owner', 'manager', 'desk', 'analyst', 'driver', 'custom')),
  constraint admin_invitations_role_id_check check ((role = 'custom') = (role_id is not null))
);
create index admin_invitations_of_role on admin_invitations (tenant_id, role_id) where role_id is not null;
-- An invitation is deleted when accepted or revoked. A new one replaces the previous one.
create unique index admin_invitations_token on admin_invitations (tenant_id, token_hash);
create unique index admin_invitations_email on admin_invitations (tenant_id, email);

create table admin_password_resets (
  tenant_id uuid not null references tenants on delete cascade,
  token_hash bytea not null,
  -- Null if the account does not exist: every request does the same work.
  admin_id uuid,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (tenant_id, token_hash),
  foreign key (tenant_id, admin_id) references admins on delete cascade
);

create table admin_second_factors (
  tenant_id uuid not null,
  admin_id uuid not null,
  -- Encrypted with a key derived from the installation's secret.
  sealed_secret bytea not null,
  -- Null until a first code confirmed the app's setup.
  confirmed_at timestamptz,
  -- The 30-second step of the newest accepted code. Codes of this or an earlier step are rejected.
  last_step bigint not null default 0,
  created_at timestamptz not null,
  primary key (tenant_id, admin_id),
  foreign key (tenant_id, admin_id) references admins on delete cascade
);

create table admin_recovery_codes (
  tenant_id uuid not null,
  admin_id uuid not null,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (tenant_id, admin_id, code_hash),
  foreign key (tenant_id, admin_id) references admin_second_factors on delete cascade
);

-- A password was right, the second step is awaited.
create table admin_challenges (
  tenant_id uuid not null,
  token_hash bytea not null,
  admin_id uuid not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (tenant_id, token_hash),
  foreign key (tenant_id, admin_id) references admins on delete cascade
);
