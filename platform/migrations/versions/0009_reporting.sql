-- Offline conversions for Google Ads: what a company calls its conversion, the secret address of its files,
-- and sending by the Data Manager API.
create table conversion_settings (
  tenant_id uuid primary key references tenants on delete cascade,
  -- Exactly the name of the conversion action in Google Ads.
  conversion_name text not null check (length(conversion_name) between 1 and 100),
  -- SHA-256 of the secret in the address; null while there is no address.
  address_hash bytea check (length(address_hash) = 32),
  address_made_at timestamptz,
  -- When a file was last fetched from there.
  fetched_at timestamptz,
  updated_at timestamptz not null
);

-- Present while a company sends by the API.
create table conversion_senders (
  tenant_id uuid primary key references tenants on delete cascade,
  account_id text not null check (account_id ~ '^[0-9]{10}$'),
  -- The manager account that the key has access through, if not directly.
  login_account_id text check (login_account_id ~ '^[0-9]{10}$'),
  conversion_action_id text not null check (conversion_action_id ~ '^[0-9]{1,20}$'),
  -- The service account's key, sealed with the installation's secret.
  sealed_key bytea not null,
  client_email text not null,
  -- Why the last attempt failed as a whole; null after one that did not.
  problem text,
  failures integer not null default 0,
  due_at timestamptz not null,
  sent_at timestamptz,
  updated_at timestamptz not null
);

-- One row for each booking that was sent, or is being sent: the reason why none is sent twice.
create table conversion_events (
  tenant_id uuid not null,
  booking_id uuid not null,
  state text not null check (state in ('sending', 'sent', 'refused')),
  -- While sending: when somebody else may take it up, because the sender must have died.
  lease_until timestamptz not null,
  request_id text,
  -- Google's reason for a refusal.
  reason text,
  updated_at timestamptz not null,
  primary key (tenant_id, booking_id),
  foreign key (tenant_id, booking_id) references bookings on delete cascade
);

-- What Google has made of each accepted request, which it tells later.
create table conversion_requests (
  tenant_id uuid not null references tenants on delete cascade,
  request_id text not null,
  events integer not null,
  state text not null check (state in ('processing', 'done', 'partial', 'failed', 'unknown')),
  not_taken integer not null default 0,
  reasons text,
  sent_at timestamptz not null,
  check_at timestamptz,
  primary key (tenant_id, request_id)
);
