-- Invitations, password resets, second factors, and what is shown of a session. Tokens and codes are stored as hashes.

alter table admin_sessions
  add column id uuid not null default gen_random_uuid(),
  add column ip_address inet,
  add column user_agent text not null default '';
create unique index admin_sessions_id on admin_sessions (tenant_id, id);
create index admin_sessions_of_admin on admin_sessions (tenant_id, admin_id, created_at desc);

create table admin_invitations (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null,
  email text not null check (email = lower(email)),
  role text not null check (role in ('owner', 'manager', 'analyst')),
  token_hash bytea not null,
  -- Empty when the operator invited.
  invited_by uuid,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, invited_by) references admins
);
-- An invitation is deleted when it is accepted or withdrawn; a new one takes the place of an older.
create unique index admin_invitations_token on admin_invitations (tenant_id, token_hash);
create unique index admin_invitations_email on admin_invitations (tenant_id, email);

create table admin_password_resets (
  tenant_id uuid not null references tenants on delete cascade,
  token_hash bytea not null,
  -- Empty when there is no such account: the same work is done for whoever asks.
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
  -- Empty until a first code has proved that the app was set up.
  confirmed_at timestamptz,
  -- The 30-second step of the newest accepted code: none at or before it is accepted again.
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
