-- Foundation: tenants, catalogue, bookings, quiz, clicks, admins, outbox, and the reporting views.
--
-- Every tenant table leads its primary key with tenant_id. Forced row-level security, grants and the row_xid
-- triggers are applied to all of them by 0001_foundation.py after this file ran.

-- Tenants ------------------------------------------------------------------------------------------------

-- The platform's own register of companies: no company data beyond name and status, hence no row-level security.
create table tenants (
  id uuid primary key,
  slug text not null unique check (slug ~ '^[a-z][a-z0-9-]{1,39}$'),
  name text not null check (length(name) between 1 and 120),
  status text not null default 'active' check (status in ('active', 'suspended')),
  is_default boolean not null default false,
  created_at timestamptz not null default now()
);
create unique index tenants_one_default on tenants (is_default) where is_default;

create table tenant_domains (
  tenant_id uuid not null references tenants on delete cascade,
  host text not null check (host = lower(host) and length(host) between 1 and 253),
  is_primary boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (tenant_id, host)
);
create unique index tenant_domains_host on tenant_domains (host);

-- What a company may set differently. Figures the database must hold to are columns; the rest are documents
-- validated by pydantic models when they are loaded.
create table tenant_settings (
  tenant_id uuid primary key references tenants on delete cascade,
  timezone text not null,
  currency char(3) not null check (currency ~ '^[A-Z]{3}$'),
  languages text[] not null check (cardinality(languages) > 0),
  minimum_days integer not null check (minimum_days between 1 and 60),
  driver_minimum_age integer not null check (driver_minimum_age between 18 and 99),
  driver_maximum_age integer not null check (driver_maximum_age between driver_minimum_age and 120),
  group_maximum integer not null check (group_maximum between 1 and 100),
  phone_prefix text not null,
  unknown_car_daily_rate_minor bigint not null check (unknown_car_daily_rate_minor >= 0),
  -- [{"minDays": 4, "percent": 3}, ...]: for cars without rate bands of their own.
  length_discounts jsonb not null default '[]',
  promo_discount_basis_points integer not null default 1000 check (promo_discount_basis_points between 0 and 10000),
  commission_basis_points integer not null default 2000 check (commission_basis_points between 0 and 10000),
  unconfirmed_hours integer not null default 24 check (unconfirmed_hours between 1 and 720),
  retention_days integer not null default 90 check (retention_days between 1 and 3650),
  consent_required boolean not null default false,
  click_id_domains text[] not null default '{}',
  excluded_addresses inet[] not null default '{}',
  public_writes_per_minute integer not null default 600 check (public_writes_per_minute > 0),
  brand jsonb not null default '{}',
  contacts jsonb not null default '{}',
  integrations jsonb not null default '{}',
  updated_at timestamptz not null default now()
);

-- Company facts, reviews, team, FAQ, legal texts, guide pages, landing texts: one document a kind and language.
create table site_documents (
  tenant_id uuid not null references tenants on delete cascade,
  kind text not null check (length(kind) between 1 and 60),
  language text not null,
  body jsonb not null,
  updated_at timestamptz not null default now(),
  primary key (tenant_id, kind, language)
);

-- Catalogue ----------------------------------------------------------------------------------------------

create table cars (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null,
  slug text not null check (slug ~ '^[a-z0-9][a-z0-9-]{0,59}$'),
  name text not null check (length(name) between 1 and 80),
  title text not null default '',
  description text not null default '',
  base_rate_minor bigint not null check (base_rate_minor >= 0),
  seats integer not null check (seats between 1 and 60),
  transmission text not null,
  fuel_type text not null,
  drive_wheels text not null,
  fuel_consumption numeric(4, 1),
  specs text[] not null default '{}',
  -- [{"view": "side", "src": "/illustrations/cars/…/side.svg", "alt": "…"}, ...]
  images jsonb not null default '[]',
  video_url text,
  -- In the advertised fleet (showcase, booking select), or only in the wider price list.
  in_fleet boolean not null default false,
  -- Priced by the header form on search.
  in_search boolean not null default false,
  is_active boolean not null default true,
  position integer not null default 0,
  primary key (tenant_id, id),
  unique (tenant_id, slug)
);
create unique index cars_name on cars (tenant_id, lower(name));

create table car_rates (
  tenant_id uuid not null,
  car_id uuid not null,
  min_days integer not null check (min_days >= 1),
  daily_rate_minor bigint not null check (daily_rate_minor >= 0),
  primary key (tenant_id, car_id, min_days),
  foreign key (tenant_id, car_id) references cars on delete cascade
);

create table locations (
  tenant_id uuid not null references tenants on delete cascade,
  code text not null check (code ~ '^[a-z0-9][a-z0-9-]{0,39}$'),
  name text not null,
  position integer not null default 0,
  primary key (tenant_id, code)
);

create table delivery_fees (
  tenant_id uuid not null,
  pickup_location text not null,
  dropoff_location text not null,
  fee_minor bigint not null check (fee_minor >= 0),
  primary key (tenant_id, pickup_location, dropoff_location),
  foreign key (tenant_id, pickup_location) references locations on delete cascade,
  foreign key (tenant_id, dropoff_location) references locations on delete cascade
);

create table insurance_options (
  tenant_id uuid not null references tenants on delete cascade,
  code text not null,
  label text not null,
  description text not null default '',
  bullets text[] not null default '{}',
  daily_rate_minor bigint not null check (daily_rate_minor >= 0),
  position integer not null default 0,
  primary key (tenant_id, code)
);

create table services (
  tenant_id uuid not null references tenants on delete cascade,
  code text not null check (code ~ '^[a-z][A-Za-z0-9]{0,39}$'),
  group_label text not null,
  label text not null,
  description text not null default '',
  note text not null default '',
  charge text not null check (charge in ('flat', 'per_day')),
  price_minor bigint not null check (price_minor >= 0),
  -- Not offered when the chosen car's name contains one of these, case-folded.
  hidden_for_cars text[] not null default '{}',
  position integer not null default 0,
  primary key (tenant_id, code)
);

-- Bookings -----------------------------------------------------------------------------------------------

create table bookings (
  tenant_id uuid not null references tenants,
  id uuid not null,
  reference text not null,
  status text not null default 'pending'
    check (status in ('pending', 'confirmed', 'active', 'completed', 'cancelled')),
  customer_name text not null,
  customer_email text not null,
  customer_phone text not null,
  driver_age integer not null,
  group_size integer not null,
  car_id uuid,
  car_name text not null,
  pickup_location text not null,
  dropoff_location text not null,
  -- The wall-clock times the customer chose, with the tenant's zone applied.
  pickup_at timestamptz not null,
  return_at timestamptz not null check (return_at > pickup_at),
  insurance_code text not null,
  service_codes text[] not null default '{}',
  promo_code text,
  gclid text,
  gbraid text,
  wbraid text,
  quiz_session_id text,
  device_fingerprint text,
  -- The quiz session this booking converts, and by which rule it was found (decision 15).
  attributed_session_id text,
  attribution_method text check (attribution_method in ('session', 'gclid', 'fingerprint')),
  consent_state text not null default 'not_required'
    check (consent_state in ('not_required', 'granted', 'refused', 'unknown')),
  currency char(3) not null,
  days integer not null check (days >= 1),
  daily_rate_minor bigint not null check (daily_rate_minor >= 0),
  total_minor bigint not null check (total_minor >= 0),
  -- [{"code": …, "label": …, "quantity": …, "unitPrice": …, "amount": minor units}, ...]: adds up to total_minor.
  price_lines jsonb not null,
  -- The browser's step-2 estimate exactly as sent: a claim, never trusted.
  client_estimate text,
  needs_review boolean not null default false,
  review_reasons text[] not null default '{}',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  row_xid xid8 not null default pg_current_xact_id(),
  primary key (tenant_id, id),
  unique (tenant_id, reference)
);
create index bookings_newest on bookings (tenant_id, created_at desc);
create index bookings_unconfirmed on bookings (tenant_id, created_at) where status = 'pending';
create index bookings_row_xid on bookings (row_xid);

-- Append-only: what happened to a booking, when and by whom.
create table booking_events (
  tenant_id uuid not null,
  id uuid not null,
  booking_id uuid not null,
  from_status text,
  to_status text not null,
  actor text not null check (actor in ('customer', 'admin', 'system')),
  admin_id uuid,
  reason text not null default '',
  created_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, booking_id) references bookings
);
create index booking_events_of_booking on booking_events (tenant_id, booking_id, created_at);

create table idempotency_keys (
  tenant_id uuid not null references tenants on delete cascade,
  key text not null check (length(key) between 1 and 200),
  request_hash bytea not null,
  booking_id uuid not null,
  created_at timestamptz not null,
  primary key (tenant_id, key),
  foreign key (tenant_id, booking_id) references bookings
);

-- What the wizard's first step sent, for the team to call back. Deleted after the retention days.
create table personal_info_drafts (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null,
  payload jsonb not null,
  created_at timestamptz not null,
  primary key (tenant_id, id)
);
create index personal_info_drafts_age on personal_info_drafts (tenant_id, created_at);

-- Quiz ---------------------------------------------------------------------------------------------------

create table quiz_definitions (
  tenant_id uuid not null references tenants on delete cascade,
  version text not null check (length(version) between 1 and 40),
  definition jsonb not null,
  is_current boolean not null default false,
  created_at timestamptz not null default now(),
  row_xid xid8 not null default pg_current_xact_id(),
  primary key (tenant_id, version)
);
create unique index quiz_definitions_one_current on quiz_definitions (tenant_id) where is_current;

-- session_id is minted by the browser. A row may exist before its start was received (answers came first):
-- started_at is then the time of the first thing heard of the session.
create table quiz_sessions (
  tenant_id uuid not null references tenants on delete cascade,
  session_id text not null check (length(session_id) between 1 and 120),
  quiz_version text not null,
  device_fingerprint text,
  gclid text,
  gbraid text,
  wbraid text,
  utm_source text,
  utm_medium text,
  utm_campaign text,
  utm_term text,
  utm_content text,
  source_url text,
  referrer text,
  entry_path text,
  user_agent text,
  device text not null default 'unknown' check (device in ('phone', 'tablet', 'desktop', 'unknown')),
  consent_state text not null default 'not_required'
    check (consent_state in ('not_required', 'granted', 'refused', 'unknown')),
  start_received boolean not null default false,
  started_at timestamptz not null,
  completed_at timestamptz,
  updated_at timestamptz not null,
  row_xid xid8 not null default pg_current_xact_id(),
  primary key (tenant_id, session_id)
);
create index quiz_sessions_gclid on quiz_sessions (tenant_id, gclid, started_at desc) where gclid is not null;
create index quiz_sessions_fingerprint
  on quiz_sessions (tenant_id, device_fingerprint, started_at desc) where device_fingerprint is not null;
create index quiz_sessions_row_xid on quiz_sessions (row_xid);

create table quiz_answers (
  tenant_id uuid not null,
  session_id text not null,
  question_id text not null check (length(question_id) between 1 and 60),
  value text not null,
  question_text text not null,
  answer_text text not null,
  -- False when a later change of another answer made this question skipped: it no longer counts.
  is_counted boolean not null default true,
  answered_at timestamptz not null,
  -- Counts the visitor's answers: a late repeat of an older one cannot undo a newer.
  sequence integer not null default 0,
  row_xid xid8 not null default pg_current_xact_id(),
  primary key (tenant_id, session_id, question_id),
  foreign key (tenant_id, session_id) references quiz_sessions on delete cascade
);
create index quiz_answers_row_xid on quiz_answers (row_xid);

create table quiz_question_views (
  tenant_id uuid not null,
  session_id text not null,
  question_id text not null check (length(question_id) between 1 and 60),
  viewed_at timestamptz not null,
  row_xid xid8 not null default pg_current_xact_id(),
  primary key (tenant_id, session_id, question_id),
  foreign key (tenant_id, session_id) references quiz_sessions on delete cascade
);
create index quiz_question_views_row_xid on quiz_question_views (row_xid);

-- Clicks and visits --------------------------------------------------------------------------------------

create table click_records (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null,
  gclid text,
  gbraid text,
  wbraid text,
  device_fingerprint text,
  ip_address inet,
  domain text,
  source_url text,
  referrer text,
  user_agent text,
  screen_resolution text,
  timezone text,
  language text,
  platform text,
  session_id text,
  browser_storage_support jsonb,
  cross_domain_capable boolean,
  tracking_method text,
  consent_state text not null default 'not_required'
    check (consent_state in ('not_required', 'granted', 'refused', 'unknown')),
  created_at timestamptz not null,
  row_xid xid8 not null default pg_current_xact_id(),
  primary key (tenant_id, id)
);
create index click_records_fingerprint
  on click_records (tenant_id, device_fingerprint, created_at desc) where gclid is not null;
create index click_records_address on click_records (tenant_id, ip_address, created_at desc) where gclid is not null;
create index click_records_age on click_records (tenant_id, created_at);
create index click_records_row_xid on click_records (row_xid);

create table ip_visits (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null,
  ip_address inet not null,
  is_google_ads_traffic boolean not null default false,
  visited_at timestamptz not null,
  primary key (tenant_id, id)
);
create index ip_visits_newest on ip_visits (tenant_id, visited_at desc);

-- Admins -------------------------------------------------------------------------------------------------

create table admins (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null,
  email text not null check (email = lower(email)),
  name text not null default '',
  password_hash text not null,
  role text not null check (role in ('owner', 'manager', 'analyst')),
  disabled_at timestamptz,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, email)
);

create table admin_sessions (
  tenant_id uuid not null,
  token_hash bytea not null,
  admin_id uuid not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (tenant_id, token_hash),
  foreign key (tenant_id, admin_id) references admins on delete cascade
);

-- Failed sign-ins in one window, keyed by hashes so that no address or account name is kept.
create table sign_in_failures (
  tenant_id uuid not null references tenants on delete cascade,
  subject_hash bytea not null,
  window_start timestamptz not null,
  failures integer not null default 0,
  primary key (tenant_id, subject_hash)
);

-- Outbox -------------------------------------------------------------------------------------------------

create table outbox_messages (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null,
  kind text not null,
  payload jsonb not null,
  created_at timestamptz not null,
  due_at timestamptz not null,
  attempts integer not null default 0,
  last_error text,
  sent_at timestamptz,
  dead_at timestamptz,
  primary key (tenant_id, id)
);
create index outbox_messages_due on outbox_messages (due_at) where sent_at is null and dead_at is null;

-- Reporting: what the analytics service and the worker's scheduler may see. No names, e-mails, phones or
-- addresses of people. Views run with the rights of whoever reads them, so the column grants below bind too.
create schema reporting;

create view reporting.tenants with (security_invoker = true) as
  select t.id as tenant_id, t.slug, t.status, s.timezone, s.currency
  from tenants t join tenant_settings s on s.tenant_id = t.id;

create view reporting.quiz_definitions with (security_invoker = true) as
  select tenant_id, version, definition::text as definition, is_current, created_at, row_xid
  from quiz_definitions;

create view reporting.quiz_sessions with (security_invoker = true) as
  select tenant_id, session_id, quiz_version, gclid is not null or gbraid is not null or wbraid is not null
           as has_click_id,
         utm_source, utm_medium, utm_campaign, utm_term, utm_content, entry_path, device,
         started_at, completed_at, updated_at, row_xid
  from quiz_sessions;

create view reporting.quiz_answers with (security_invoker = true) as
  select tenant_id, session_id, question_id, value, question_text, answer_text, is_counted, answered_at, row_xid
  from quiz_answers;

create view reporting.quiz_question_views with (security_invoker = true) as
  select tenant_id, session_id, question_id, viewed_at, row_xid
  from quiz_question_views;

create view reporting.bookings with (security_invoker = true) as
  select tenant_id, id as booking_id, reference, status, car_name, attributed_session_id, attribution_method,
         gclid, gbraid, wbraid, consent_state, currency, total_minor, days, created_at, updated_at, row_xid
  from bookings;

create view reporting.click_records with (security_invoker = true) as
  select tenant_id, id as click_id, gclid, gbraid, wbraid, session_id, created_at, row_xid
  from click_records;

-- Which tenants have background work waiting: the worker looks here, then works inside each tenant.
create view reporting.outbox_queue with (security_invoker = true) as
  select tenant_id, kind, created_at, due_at, attempts, sent_at, dead_at
  from outbox_messages;
