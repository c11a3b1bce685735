-- Companies: plans, hosts and settings, limits of public writes, erasures the warehouse follows.
--
-- Every table of companies leads its primary key with tenant_id. Row-level security and rights are applied to all of
-- them by 0001_baseline.py, after these files; triggers are in triggers.sql.

-- What companies may use. Operators edit plans; the first one is the plan of new companies and has no limits.
create table plans (
  id uuid primary key,
  name text not null constraint plans_name_key unique check (length(name) between 1 and 60),
  -- Of the fair shares of companies: twice the weight is twice the share.
  weight integer not null default 1 check (weight between 1 and 100),
  created_at timestamptz not null default now()
);
insert into plans (id, name) values ('00000000-0000-0000-0000-000000000001', 'Standard');

-- Without a row, and where a limit is null, a measure is unlimited. At the soft limit the owners are warned, beyond the
-- hard limit the team's own additions are refused.
create table plan_limits (
  plan_id uuid not null references plans on delete cascade,
  measure text not null constraint plan_limits_measure_check check (
    measure in ('vehicles', 'staff', 'storage_bytes', 'domains', 'emails', 'quiz_sessions', 'api_calls')
  ),
  soft_limit bigint check (soft_limit >= 0),
  hard_limit bigint check (hard_limit >= 0),
  primary key (plan_id, measure),
  constraint plan_limits_order_check check (soft_limit <= hard_limit)
);

-- The platform's registry of companies. No company data beyond name and status, so no row-level security.
create table tenants (
  id uuid primary key,
  slug text not null unique check (slug ~ '^[a-z][a-z0-9-]{1,39}$'),
  name text not null check (length(name) between 1 and 120),
  status text not null default 'active' check (status in ('active', 'suspended')),
  is_default boolean not null default false,
  created_at timestamptz not null default now(),
  -- Where a company's rows are: '' in this cluster, else the name of the cluster they were moved to.
  placement text not null default '' check (placement = '' or placement ~ '^[a-z][a-z0-9-]{0,39}$'),
  -- Until then, every process reads the placement per request and sends no messages.
  moving_until timestamptz,
  -- In the directory: the cluster that follows the one with the company's rows, by a way back that is kept; '': none.
  way_back text not null default '' check (way_back = '' or way_back ~ '^[a-z][a-z0-9-]{0,39}$'),
  -- Why it is suspended, for its people; visitors only see that the site is closed.
  suspension_reason text not null default '' check (length(suspension_reason) <= 500),
  suspended_at timestamptz,
  -- From then on everything of a company that is being deleted is removed. Until then it can be undone.
  deletes_at timestamptz,
  -- The removal began. No one but the removal writes to the company's rows any more, and nothing is undone.
  is_being_removed boolean not null default false check (not is_being_removed or deletes_at is not null),
  plan_id uuid not null default '00000000-0000-0000-0000-000000000001'
    constraint tenants_plan_id_fkey references plans
);
create index tenants_of_plan on tenants (plan_id);
create unique index tenants_one_default on tenants (is_default) where is_default;
create index tenants_deleting on tenants (deletes_at) where deletes_at is not null;

-- Deletions of companies. What is left of a company is its row here, which says that it must not come back with a
-- backup. Read and written by functions of the schema's owner alone.
create table tenant_deletions (
  -- The company's. No foreign key: it stays.
  id uuid primary key,
  slug text not null,
  requested_at timestamptz not null,
  requested_by text not null check (requested_by in ('owner', 'operator')),
  -- What the owners were told last.
  told text not null default '' check (told in ('', 'requested', 'soon', 'removed')),
  began_at timestamptz,
  removed_at timestamptz,
  -- Removed rows by table, and files.
  removed jsonb not null default '{}',
  -- Whom to tell when it is done: [{"email": …, "name": …, "language": …}]. Emptied then.
  owners jsonb not null default '[]',
  -- The directory is on another cluster, whose worker carries it out.
  is_from_directory boolean not null default false,
  check (removed_at is null or owners = '[]')
);

create table tenant_domains (
  tenant_id uuid not null references tenants on delete cascade,
  host text not null check (host = lower(host) and length(host) between 1 and 253),
  is_primary boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (tenant_id, host)
);
create unique index tenant_domains_host on tenant_domains (host);

-- A company's settings. Values used in constraints or queries are columns; the rest are documents validated by
-- pydantic models when loaded.
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
  -- [{"minDays": 4, "percent": 3}, ...]: for cars without their own rate bands.
  length_discounts jsonb not null default '[]',
  promo_discount_basis_points integer not null default 1000 check (promo_discount_basis_points between 0 and 10000),
  commission_basis_points integer not null default 2000 check (commission_basis_points between 0 and 10000),
  unconfirmed_hours integer not null default 24 check (unconfirmed_hours between 1 and 720),
  retention_days integer not null default 90 check (retention_days between 1 and 3650),
  -- Days after the rental's end until photos of drivers' documents are deleted.
  document_days integer not null default 90 check (document_days between 1 and 3650),
  consent_required boolean not null default false,
  click_id_domains text[] not null default '{}',
  excluded_ips inet[] not null default '{}',
  public_writes_per_minute integer not null default 600 check (public_writes_per_minute > 0),
  brand jsonb not null default '{}',
  contacts jsonb not null default '{}',
  integrations jsonb not null default '{}',
  updated_at timestamptz not null default now(),
  -- A commission is earned with the booking and becomes payable by the company's rule. Whether it is payable follows
  -- from the booking's current status and is not stored, so a revert makes it pending again. A held commission can be
  -- rejected, with a reason shown to the affiliate, and the rejection can be undone.
  -- Existing companies keep their affiliates' terms: payable with the booking. New ones start with the product's
  -- default.
  commission_payable_on text not null default 'completion'
    check (commission_payable_on in ('booking', 'confirmation', 'completion')),
  -- Null: the team's for admins, the company's first for everyone else.
  team_language text,
  -- Empty: prices are shown in the company's currency alone.
  display_currencies text[] not null default '{}'
    check (cardinality(display_currencies) <= 8 and array_position(display_currencies, null) is null),
  availability boolean not null default false,
  turn_round_minutes integer not null default 120
    check (turn_round_minutes between 0 and 2880),
  -- Whether visitors can see the site. Otherwise only the team can.
  is_open boolean not null default true,
  -- Digests of the starter content, to detect content the company has replaced.
  began_with jsonb not null default '{}',
  -- Version of the catalogue that added the sample data. Null: there is none.
  sample_version integer check (sample_version > 0),
  -- The draft brand: {"brand": …, "revision": …}. Null: none.
  brand_draft jsonb,
  -- Earlier brands, the newest first, for taking a change back.
  brand_history jsonb not null default '[]',
  -- Maximum number of unconfirmed bookings per IP, and per email or phone. 0: unlimited.
  unconfirmed_per_ip integer not null default 10 check (unconfirmed_per_ip between 0 and 1000),
  unconfirmed_per_contact integer not null default 3 check (unconfirmed_per_contact between 0 and 1000),
  name text check (length(name) between 1 and 120),
  -- When the worker renders the brand: 'epoch' for immediately, null if up to date.
  draw_brand_at timestamptz default 'epoch',
  -- Whether operators may look at the console to help: at once, after an owner accepts, or never.
  support_access text not null default 'ask'
    constraint tenant_settings_support_access_check check (support_access in ('allowed', 'ask', 'forbidden')),
  media_references text[] not null
    generated always as (media_references(brand, brand_draft, brand_history, contacts, integrations)) stored
);
create index tenant_settings_to_draw on tenant_settings (draw_brand_at) where draw_brand_at is not null;

-- Erasures for the warehouse: written in the transaction of the erasure, and read like other changes. Contains only
-- keys. Rows are deleted long after every warehouse has applied them.
create table warehouse_erasures (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null default gen_random_uuid(),
  kind text not null,
  subject text not null check (length(subject) between 1 and 120),
  created_at timestamptz not null,
  row_xid xid8 not null default pg_current_xact_id(),
  primary key (tenant_id, id),
  constraint warehouse_erasures_kind_check
    check (kind in ('session', 'booking', 'click', 'visit'))
);
create index warehouse_erasures_row_xid on warehouse_erasures (row_xid);
create index warehouse_erasures_age on warehouse_erasures (tenant_id, created_at);

-- Domains of a company, verified or not, with the result and time of the last check.
create table domain_checks (
  tenant_id uuid not null references tenants on delete cascade,
  host text not null check (host = lower(host) and length(host) between 1 and 253),
  requested_at timestamptz not null,
  requested_by uuid,
  is_proved boolean not null default false,
  due_at timestamptz not null,
  checked_at timestamptz,
  -- {"state": "here" | "elsewhere" | "missing" | "unknown", "addresses": […]}
  dns jsonb not null default '{}',
  -- {"state": "valid" | "invalid" | "none", "issuer": …, "until": …, "problem": …}
  certificate jsonb not null default '{}',
  primary key (tenant_id, host)
);
create index domain_checks_due on domain_checks (due_at);

-- PNG images of a company's logo and icon, rendered by the worker after each change of the brand: documents and
-- phones show them, and requests never render.
create table brand_images (
  tenant_id uuid not null references tenants on delete cascade,
  name text not null check (name in ('logo', 'icon-180', 'icon-192', 'icon-512', 'icon-512-maskable')),
  content bytea not null,
  primary key (tenant_id, name)
);

create table public_write_counts (
  tenant_id uuid not null,
  subject_hash bytea not null,
  minute timestamp with time zone not null,
  writes integer not null,
  constraint public_write_counts_pkey PRIMARY KEY (tenant_id, subject_hash, minute),
  constraint public_write_counts_tenant_id_fkey FOREIGN KEY (tenant_id) REFERENCES tenants(id) ON DELETE CASCADE,
  constraint public_write_counts_writes_check CHECK (writes >= 0)
);
create index public_write_counts_age on public_write_counts (tenant_id, minute);

-- Characters that a company had translated automatically on a day, in UTC.
create table translation_counts (
  tenant_id uuid not null references tenants on delete cascade,
  day date not null,
  characters integer not null check (characters >= 0),
  primary key (tenant_id, day)
);

-- Exports of the whole company, or of its invoices, for its owners alone. requested_by: null for an operator, and for
-- the invoices of a company that is being deleted. parts: digests of the file's parts, in order, in the store of
-- exports. due_at: when the worker has something to do for it.
create table company_exports (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null,
  kind text not null default 'everything' check (kind in ('everything', 'invoices')),
  requested_by uuid,
  requested_at timestamptz not null,
  state text not null default 'pending' check (state in ('pending', 'ready', 'failed')),
  finished_at timestamptz,
  expires_at timestamptz,
  bytes bigint not null default 0 check (bytes >= 0),
  missing_files integer not null default 0 check (missing_files >= 0),
  parts text[] not null default '{}',
  due_at timestamptz,
  primary key (tenant_id, id)
);
create index company_exports_due on company_exports (due_at) where due_at is not null;

-- What a company used on a day (UTC), by measure: of vehicles, staff, storage and domains the most that was there, of
-- the others how many there were on that day. Counted by the worker from what exists, but API calls, which are nowhere
-- else. over_limit: what was beyond the plan's hard limit then.
create table usage_days (
  tenant_id uuid not null references tenants on delete cascade,
  day date not null,
  measure text not null constraint usage_days_measure_check check (
    measure in ('vehicles', 'staff', 'storage_bytes', 'domains', 'emails', 'quiz_sessions', 'api_calls')
  ),
  value bigint not null check (value >= 0),
  over_limit bigint not null default 0 check (over_limit >= 0),
  primary key (tenant_id, day, measure)
);
create index usage_days_of_day on usage_days (day);

-- Which warnings the owners had: one of each measure and period, which begins on this day.
create table usage_warnings (
  tenant_id uuid not null references tenants on delete cascade,
  measure text not null constraint usage_warnings_measure_check check (
    measure in ('vehicles', 'staff', 'storage_bytes', 'domains', 'emails', 'quiz_sessions', 'api_calls')
  ),
  period date not null,
  created_at timestamptz not null,
  primary key (tenant_id, measure, period)
);

-- Companies that were created and not filled yet: what the worker fills them with. Written with the company by
-- `create_company`; the row goes when the company is set up. password_hash: null for an owner who is invited.
create table company_setups (
  tenant_id uuid primary key references tenants on delete cascade,
  template text not null check (template ~ '^[a-z]{1,40}$'),
  -- What differs from the template: languages, currency, timezone, phone_prefix.
  choices jsonb not null default '{}' check (jsonb_typeof(choices) = 'object'),
  owner_email text not null default '' check (length(owner_email) <= 254),
  password_hash text,
  language text,
  is_open boolean not null default false
);
