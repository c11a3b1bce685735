-- What visitors compare, and what prices by day need. Releases before this one read and write none of it.

alter table cars
  -- One of the product's categories; empty: not said.
  add column category text not null default ''
    check (category in ('', 'economy', 'sedan', 'estate', 'suv', 'offRoad', 'van', 'premium')),
  -- Codes of the product's list.
  add column equipment text[] not null default '{}',
  add column luggage_large integer check (luggage_large between 0 and 20),
  add column luggage_small integer check (luggage_small between 0 and 20),
  add column doors integer check (doors between 1 and 9),
  -- The model's.
  add column year integer check (year between 1900 and 2100),
  -- Null: what the company says of all its cars holds, in these four.
  add column deposit_minor bigint check (deposit_minor >= 0),
  add column excess_minor bigint check (excess_minor >= 0),
  add column kilometres_a_day integer check (kilometres_a_day between 1 and 10000),
  add column minimum_age integer check (minimum_age between 16 and 99);

alter table locations
  add column kind text not null default 'city' check (kind in ('office', 'airport', 'hotel', 'city')),
  add column address text not null default '',
  add column latitude numeric(8, 6) check (latitude between -90 and 90),
  add column longitude numeric(9, 6) check (longitude between -180 and 180),
  -- [{"weekday": 1, "opens": "09:00", "closes": "18:00"}], Monday is 1; empty: always open.
  add column opening_hours jsonb not null default '[]' check (jsonb_typeof(opening_hours) = 'array'),
  add column out_of_hours_fee_minor bigint not null default 0 check (out_of_hours_fee_minor >= 0),
  add column needs_flight_number boolean not null default false,
  add column needs_address boolean not null default false,
  add constraint locations_point_check check ((latitude is null) = (longitude is null));

alter table insurance_options add column recommended boolean not null default false;

alter table services
  -- How many the company has; null: as many as are asked for.
  add column stock integer check (stock >= 0),
  add column most_per_booking integer not null default 1 check (most_per_booking between 1 and 20),
  -- Slugs of the cars that it is offered with; empty: all.
  add column only_for_cars text[] not null default '{}';

-- The first in order of position that holds a day gives the day its rate. With every_year the days count without their
-- year; a season is no longer than a year. Percents are added to the normal rate; a car with rates here takes these.
create table seasons (
  tenant_id uuid not null references tenants (id) on delete cascade,
  code text not null check (code <> ''),
  name text not null,
  starts date not null,
  ends date not null,
  every_year boolean not null default true,
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

-- At most one row a company. Percents of 0 are no rule.
create table price_rules (
  tenant_id uuid primary key references tenants (id) on delete cascade,
  weekend_days integer[] not null default '{}' check (weekend_days <@ array[1, 2, 3, 4, 5, 6, 7]),
  weekend_percent integer not null default 0 check (weekend_percent between -90 and 500),
  -- Pickups within so many days of the booking.
  last_minute_days integer not null default 0 check (last_minute_days between 0 and 365),
  last_minute_percent integer not null default 0 check (last_minute_percent between -90 and 500)
);
