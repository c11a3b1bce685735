-- Catalogue: cars, rates, places, protection, services, published versions, exchange rates.

-- Company facts, reviews, team, FAQ, legal texts, guide pages, landing texts: one document a kind and language.
create table site_documents (
  tenant_id uuid not null references tenants on delete cascade,
  kind text not null check (length(kind) between 1 and 60),
  language text not null,
  body jsonb not null,
  updated_at timestamptz not null default now(),
  media_references text[] not null generated always as (media_references(body)) stored,
  primary key (tenant_id, kind, language)
);

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
  -- Texts in the company's other languages, only what is written: {"ka": {"title": "…"}}.
  translations jsonb not null default '{}' check (jsonb_typeof(translations) = 'object'),
  -- One of the product's categories; empty: not set.
  category text not null default ''
    check (category in ('', 'economy', 'sedan', 'estate', 'suv', 'offRoad', 'van', 'premium')),
  -- Codes of the product's list.
  equipment text[] not null default '{}',
  luggage_large integer check (luggage_large between 0 and 20),
  luggage_small integer check (luggage_small between 0 and 20),
  doors integer check (doors between 1 and 9),
  -- The model's.
  year integer check (year between 1900 and 2100),
  -- Null in any of these four: the company-wide terms apply.
  deposit_minor bigint check (deposit_minor >= 0),
  excess_minor bigint check (excess_minor >= 0),
  kilometres_a_day integer check (kilometres_a_day between 1 and 10000),
  minimum_age integer check (minimum_age between 16 and 99),
  -- The car's class as brokers name it, such as IDAR. Null: not set.
  acriss_code text check (acriss_code ~ '^[A-Z]{4}$'),
  media_references text[] not null generated always as (media_references(images, translations)) stored,
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
  -- Texts in the company's other languages, only what is written: {"ka": {"title": "…"}}.
  translations jsonb not null default '{}' check (jsonb_typeof(translations) = 'object'),
  -- A place no longer offered is kept for vehicles, handovers and bookings that refer to it.
  is_active boolean not null default true,
  kind text not null default 'city' check (kind in ('office', 'airport', 'hotel', 'city')),
  address text not null default '',
  latitude numeric(8, 6) check (latitude between -90 and 90),
  longitude numeric(9, 6) check (longitude between -180 and 180),
  -- [{"weekday": 1, "opens": "09:00", "closes": "18:00"}], Monday is 1; empty: always open.
  opening_hours jsonb not null default '[]' check (jsonb_typeof(opening_hours) = 'array'),
  out_of_hours_fee_minor bigint not null default 0 check (out_of_hours_fee_minor >= 0),
  needs_flight_number boolean not null default false,
  needs_address boolean not null default false,
  primary key (tenant_id, code),
  constraint locations_point_check check ((latitude is null) = (longitude is null))
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

-- Driving time between two locations, in either direction. The pair is in alphabetical order.
create table driving_times (
  tenant_id uuid not null references tenants on delete cascade,
  start_location text not null,
  end_location text not null,
  minutes integer not null check (minutes between 1 and 2880),
  kilometres integer check (kilometres between 1 and 5000),
  primary key (tenant_id, start_location, end_location),
  foreign key (tenant_id, start_location) references locations on delete cascade,
  foreign key (tenant_id, end_location) references locations on delete cascade,
  constraint driving_times_order_check check (start_location < end_location)
);

-- Exact handover points of a location. Bookings store a copy, so rows may be deleted.
create table handover_places (
  tenant_id uuid not null references tenants on delete cascade,
  code text not null check (code ~ '^[a-z0-9][a-z0-9-]{0,39}$'),
  location text not null,
  kind text not null check (kind in ('airport', 'station', 'address', 'office')),
  name text not null,
  meeting_point text not null default '',
  instructions text not null default '',
  images jsonb not null default '[]' check (jsonb_typeof(images) = 'array'),
  latitude numeric(8, 6) check (latitude between -90 and 90),
  longitude numeric(9, 6) check (longitude between -180 and 180),
  -- Opening hours, as in locations. No handovers outside of them.
  opening_hours jsonb not null default '[]' check (jsonb_typeof(opening_hours) = 'array'),
  -- For a pickup, and for a return.
  fee_minor bigint not null default 0 check (fee_minor >= 0),
  flight_number text not null default 'off' check (flight_number in ('off', 'optional', 'required')),
  is_active boolean not null default true,
  position integer not null default 0,
  -- Translations, only those that exist: {"ka": {"name": "…"}}.
  translations jsonb not null default '{}' check (jsonb_typeof(translations) = 'object'),
  media_references text[] not null generated always as (media_references(images)) stored,
  primary key (tenant_id, code),
  foreign key (tenant_id, location) references locations on delete cascade,
  constraint handover_places_point_check check ((latitude is null) = (longitude is null))
);
create index handover_places_of_location on handover_places (tenant_id, location);

create table insurance_options (
  tenant_id uuid not null references tenants on delete cascade,
  code text not null,
  label text not null,
  description text not null default '',
  bullets text[] not null default '{}',
  daily_rate_minor bigint not null check (daily_rate_minor >= 0),
  position integer not null default 0,
  excess_minor bigint check (excess_minor >= 0),
  exclusions text[] not null default '{}',
  -- Texts in the company's other languages, only what is written: {"ka": {"title": "…"}}.
  translations jsonb not null default '{}' check (jsonb_typeof(translations) = 'object'),
  recommended boolean not null default false,
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
  -- Hidden if the selected car's name contains one of these, case-folded.
  hidden_for_cars text[] not null default '{}',
  position integer not null default 0,
  -- Texts in the company's other languages, only what is written: {"ka": {"title": "…"}}.
  translations jsonb not null default '{}' check (jsonb_typeof(translations) = 'object'),
  -- Units the company owns. Null: unlimited.
  stock integer check (stock >= 0),
  max_per_booking integer not null default 1 check (max_per_booking between 1 and 20),
  -- Slugs of the cars that it is offered with; empty: all.
  only_for_cars text[] not null default '{}',
  primary key (tenant_id, code)
);

-- Displayed currencies: a company's exchange rates, the currencies it shows, and the amounts a customer saw. Charges
-- are always in the company's currency.
-- From valid_from, one unit of base_currency is shown as ``rate`` units of ``currency``. Append-only: the newest rate
-- that has started is in force, if the company charges in base_currency. created_by is null unless a console admin
-- entered the rate.
create table exchange_rates (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  base_currency char(3) not null check (base_currency ~ '^[A-Z]{3}$'),
  currency char(3) not null check (currency ~ '^[A-Z]{3}$'),
  rate numeric(14, 6) not null check (rate > 0),
  valid_from timestamptz not null,
  created_at timestamptz not null,
  created_by uuid,
  -- Host of the operator's source, and its date. Empty and null for a rate entered manually.
  source text not null default '' check (length(source) <= 253),
  source_day date,
  primary key (tenant_id, id),
  foreign key (tenant_id, created_by) references admins (tenant_id, id)
);
create index exchange_rates_newest on exchange_rates (tenant_id, currency, valid_from desc, id desc);

-- Companies with daily rates from the operator's source.
create table daily_rates (
  tenant_id uuid primary key references tenants on delete cascade,
  due_at timestamptz not null,
  -- The source's last response.
  checked_at timestamptz
);
create index daily_rates_due on daily_rates (due_at);

-- Rates of the source that differ so much from those in force that a person decides.
create table held_rates (
  tenant_id uuid not null references tenants on delete cascade,
  currency char(3) not null check (currency ~ '^[A-Z]{3}$'),
  base_currency char(3) not null check (base_currency ~ '^[A-Z]{3}$'),
  rate numeric(14, 6) not null check (rate > 0),
  source text not null check (length(source) <= 253),
  source_day date not null,
  created_at timestamptz not null,
  dismissed_at timestamptz,
  primary key (tenant_id, currency)
);

-- Each published catalogue as a document. The rows of cars, rates, places and so on match the newest one.
-- A company without a row has version 1, defined by its rows; the first publication stores it.
create table catalog_versions (
  tenant_id uuid not null references tenants (id),
  number integer not null check (number >= 1),
  document jsonb not null,
  published_at timestamptz not null,
  -- Null: not by an admin of the console.
  published_by uuid,
  note text not null default '' check (length(note) <= 300),
  media_references text[] not null generated always as (media_references(document)) stored,
  primary key (tenant_id, number),
  constraint catalog_versions_published_by_fkey foreign key (tenant_id, published_by) references admins (tenant_id, id)
);

-- Unpublished changes: {"cars": {"subaru-forester": {"item": {…}, "by": "…", "at": "…"}}}. A null item: removed.
create table catalog_drafts (
  tenant_id uuid primary key references tenants (id),
  changes jsonb not null default '{}' check (jsonb_typeof(changes) = 'object'),
  updated_at timestamptz not null,
  -- When it is to be published by the worker, who scheduled it, and the note for the history.
  publishes_at timestamptz,
  publishes_by uuid,
  note text not null default '' check (length(note) <= 300),
  -- Errors of a scheduled publication: [{"field": "cars.0.name", "code": "…", "params": {…}}].
  refusal jsonb,
  media_references text[] not null generated always as (media_references(changes)) stored,
  constraint catalog_drafts_publishes_by_fkey foreign key (tenant_id, publishes_by) references admins (tenant_id, id)
);
create index catalog_drafts_planned on catalog_drafts (publishes_at) where publishes_at is not null;

-- The first season by position that contains a day sets its rate. With every_year the year is ignored; a season is at
-- most a year long. Percents are added to the normal rate; cars with rates here use those instead.
create table seasons (
  tenant_id uuid not null references tenants (id) on delete cascade,
  code text not null check (code <> ''),
  name text not null,
  starts date not null,
  ends date not null,
  every_year boolean not null default true,
  -- Holds only for cars with rates of their own in it, and goes before seasons of all cars.
  only_listed_cars boolean not null default false,
  percent integer not null default 0 check (percent between -90 and 500),
  position integer not null default 0,
  translations jsonb not null default '{}',
  primary key (tenant_id, code),
  constraint seasons_period_check check (ends >= starts and ends < starts + interval '1 year')
);

create table season_rates (
  tenant_id uuid not null,
  season_code text not null,
  car_id uuid not null,
  min_days integer not null check (min_days >= 1),
  daily_rate_minor bigint not null check (daily_rate_minor >= 0),
  primary key (tenant_id, season_code, car_id, min_days),
  foreign key (tenant_id, season_code) references seasons (tenant_id, code) on delete cascade,
  foreign key (tenant_id, car_id) references cars (tenant_id, id) on delete cascade
);
create index season_rates_car on season_rates (tenant_id, car_id);

-- At most one row per company. A percentage of 0 disables the rule.
create table price_rules (
  tenant_id uuid primary key references tenants (id) on delete cascade,
  weekend_days integer[] not null default '{}' check (weekend_days <@ array[1, 2, 3, 4, 5, 6, 7]),
  weekend_percent integer not null default 0 check (weekend_percent between -90 and 500),
  -- Pickups within so many days of the booking.
  last_minute_days integer not null default 0 check (last_minute_days between 0 and 365),
  last_minute_percent integer not null default 0 check (last_minute_percent between -90 and 500)
);
