-- What customers tell of their bookings by themselves, and what they did: the team looks at each.

create table booking_details (
  tenant_id uuid not null references tenants on delete cascade,
  booking_id uuid not null,
  flight_number text not null default '' check (length(flight_number) <= 60),
  second_driver_name text not null default '' check (length(second_driver_name) <= 160),
  second_driver_born date,
  second_driver_licence text not null default '' check (length(second_driver_licence) <= 60),
  updated_at timestamptz not null,
  primary key (tenant_id, booking_id),
  constraint booking_details_booking_fkey foreign key (tenant_id, booking_id) references bookings (tenant_id, id)
);

create table customer_actions (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null,
  booking_id uuid not null,
  kind text not null check (kind in ('changed', 'cancelled', 'details', 'licence', 'message')),
  -- What they wrote.
  body text not null default '' check (length(body) <= 2000),
  -- Of a licence: its photograph, and whose it is.
  file_id uuid,
  is_second_driver boolean not null default false,
  seen_at timestamptz,
  seen_by uuid,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  constraint customer_actions_booking_fkey foreign key (tenant_id, booking_id) references bookings (tenant_id, id),
  constraint customer_actions_file_fkey foreign key (tenant_id, file_id) references media_files (tenant_id, id),
  constraint customer_actions_seen_by_fkey foreign key (tenant_id, seen_by) references admins (tenant_id, id),
  constraint customer_actions_licence_check check ((kind = 'licence') or file_id is null)
);
create index customer_actions_of_booking on customer_actions (tenant_id, booking_id, created_at);
create index customer_actions_unseen on customer_actions (tenant_id, created_at) where seen_at is null;
