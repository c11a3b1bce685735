-- Private pictures and documents: the content stands in the media store under its digest.
create table media_files (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null,
  digest text not null check (digest ~ '^[0-9a-f]{64}$'),
  content_type text not null check (content_type in ('image/jpeg', 'application/pdf')),
  bytes integer not null check (bytes > 0),
  width integer check (width > 0),
  height integer check (height > 0),
  booking_id uuid,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  constraint media_files_booking_fkey foreign key (tenant_id, booking_id) references bookings (tenant_id, id)
);
create index media_files_digest on media_files (tenant_id, digest);
create index media_files_of_booking on media_files (tenant_id, booking_id);

-- Digests to which no row may refer any more: the worker deletes their content.
create table media_removals (
  tenant_id uuid not null references tenants on delete cascade,
  digest text not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, digest)
);

-- What a return costs beyond the rental. A company without a row has the defaults of the code.
create table hand_over_terms (
  tenant_id uuid primary key references tenants on delete cascade,
  late_grace_minutes integer not null check (late_grace_minutes between 0 and 1440),
  late_hour_percent integer not null check (late_hour_percent between 0 and 100),
  fuel_eighth_minor integer not null check (fuel_eighth_minor between 0 and 10000000),
  cleaning_minor integer not null check (cleaning_minor between 0 and 10000000),
  damage_minor integer not null check (damage_minor between 0 and 100000000),
  updated_at timestamptz not null
);

-- What was recorded at a hand-over or return. Its id is the phone's, so that sending it twice makes one.
create table hand_over_records (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null,
  booking_id uuid not null,
  vehicle_id uuid,
  kind text not null check (kind in ('hand_over', 'return')),
  recorded_at timestamptz not null,
  created_at timestamptz not null,
  admin_id uuid,
  -- SHA-256 of what was sent.
  request_hash bytea not null check (length(request_hash) = 32),
  mileage_km integer not null check (mileage_km between 0 and 5000000),
  fuel_eighths integer not null check (fuel_eighths between 0 and 8),
  is_clean boolean not null default true,
  licence_seen boolean not null default false,
  -- Code, label and number of each.
  accessories jsonb not null default '[]',
  note text not null default '' check (length(note) <= 2000),
  signer_name text not null default '' check (length(signer_name) <= 200),
  -- Strokes of points, each from 0 to 1000.
  signature jsonb not null default '[]',
  language text not null check (length(language) between 2 and 10),
  -- The version of the terms that were signed.
  terms_version text not null default '',
  picture_count integer not null default 0 check (picture_count between 0 and 60),
  -- The agreement or protocol, once it is printed; when it is printed, null once it is.
  document_id uuid,
  print_at timestamptz,
  print_attempts integer not null default 0,
  -- When a step back undid it.
  withdrawn_at timestamptz,
  primary key (tenant_id, id),
  constraint hand_over_records_booking_fkey foreign key (tenant_id, booking_id) references bookings (tenant_id, id),
  constraint hand_over_records_vehicle_fkey foreign key (tenant_id, vehicle_id) references vehicles (tenant_id, id),
  constraint hand_over_records_admin_fkey foreign key (tenant_id, admin_id) references admins (tenant_id, id),
  constraint hand_over_records_document_fkey foreign key (tenant_id, document_id)
    references media_files (tenant_id, id) on delete set null (document_id)
);
create unique index hand_over_records_once on hand_over_records (tenant_id, booking_id, kind)
  where withdrawn_at is null;
create index hand_over_records_to_print on hand_over_records (print_at) where print_at is not null;

-- Damages found on a vehicle, at a place of its drawing.
create table vehicle_damages (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null,
  record_id uuid not null,
  booking_id uuid not null,
  vehicle_id uuid,
  kind text not null check (kind in ('scratch', 'dent', 'crack', 'chip', 'missing', 'interior', 'other')),
  -- In thousandths of the drawing's width and height.
  x integer not null check (x between 0 and 1000),
  y integer not null check (y between 0 and 1000),
  note text not null default '' check (length(note) <= 500),
  found_at timestamptz not null,
  repaired_at timestamptz,
  repaired_by uuid,
  primary key (tenant_id, id),
  constraint vehicle_damages_record_fkey foreign key (tenant_id, record_id)
    references hand_over_records (tenant_id, id),
  constraint vehicle_damages_booking_fkey foreign key (tenant_id, booking_id) references bookings (tenant_id, id),
  constraint vehicle_damages_vehicle_fkey foreign key (tenant_id, vehicle_id) references vehicles (tenant_id, id),
  constraint vehicle_damages_repaired_by_fkey foreign key (tenant_id, repaired_by) references admins (tenant_id, id)
);
create index vehicle_damages_of_vehicle on vehicle_damages (tenant_id, vehicle_id, found_at);
create index vehicle_damages_of_record on vehicle_damages (tenant_id, record_id);

-- Photographs of a record; id: the phone's, and that of the file.
create table hand_over_pictures (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null,
  record_id uuid not null,
  damage_id uuid,
  kind text not null check (kind in ('car', 'damage', 'licence')),
  created_at timestamptz not null,
  primary key (tenant_id, id),
  constraint hand_over_pictures_file_fkey foreign key (tenant_id, id)
    references media_files (tenant_id, id) on delete cascade,
  constraint hand_over_pictures_record_fkey foreign key (tenant_id, record_id)
    references hand_over_records (tenant_id, id),
  constraint hand_over_pictures_damage_fkey foreign key (tenant_id, damage_id)
    references vehicle_damages (tenant_id, id)
);
create index hand_over_pictures_of_record on hand_over_pictures (tenant_id, record_id);

-- What a return may cost, until the desk decides.
create table proposed_lines (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null,
  record_id uuid not null,
  booking_id uuid not null,
  kind text not null check (kind in ('late', 'fuel', 'damage', 'cleaning')),
  damage_id uuid,
  -- Hours, eighths, or one.
  quantity integer not null check (quantity > 0),
  amount_minor bigint not null check (amount_minor >= 0),
  state text not null default 'proposed' check (state in ('proposed', 'accepted', 'refused', 'withdrawn')),
  decided_minor bigint check (decided_minor >= 0),
  reason text not null default '' check (length(reason) <= 500),
  decided_by uuid,
  decided_at timestamptz,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  constraint proposed_lines_record_fkey foreign key (tenant_id, record_id)
    references hand_over_records (tenant_id, id),
  constraint proposed_lines_booking_fkey foreign key (tenant_id, booking_id) references bookings (tenant_id, id),
  constraint proposed_lines_damage_fkey foreign key (tenant_id, damage_id) references vehicle_damages (tenant_id, id),
  constraint proposed_lines_decided_by_fkey foreign key (tenant_id, decided_by) references admins (tenant_id, id)
);
create index proposed_lines_of_booking on proposed_lines (tenant_id, booking_id, created_at);

-- Where the vehicle stands since it last came back; null: not known better than its home.
alter table vehicles add column location text;
alter table vehicles add constraint vehicles_location_fkey foreign key (tenant_id, location)
  references locations (tenant_id, code);

alter table vehicle_events drop constraint vehicle_events_kind_check;
alter table vehicle_events add constraint vehicle_events_kind_check check (kind in (
  'created', 'changed', 'document_added', 'document_removed', 'service_planned', 'service_done', 'service_removed',
  'blocked', 'block_moved', 'unblocked', 'assigned', 'released', 'handed_over', 'returned', 'damage_repaired'
));

alter table admins drop constraint admins_role_check;
alter table admins add constraint admins_role_check check (role in ('owner', 'manager', 'desk', 'analyst', 'driver'));
alter table admin_invitations drop constraint admin_invitations_role_check;
alter table admin_invitations add constraint admin_invitations_role_check
  check (role in ('owner', 'manager', 'desk', 'analyst', 'driver'));

-- Which tenants have background work waiting: the worker looks here, then works inside each tenant.
create view reporting.media_queue with (security_invoker = true) as select tenant_id from media_removals;
create view reporting.print_queue with (security_invoker = true) as
  select tenant_id, print_at from hand_over_records where print_at is not null;
grant select on reporting.media_queue, reporting.print_queue to abano_reporting;

-- The content of a deleted row may have to go, too.
create or replace function note_media_removal() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into media_removals (tenant_id, digest) values (old.tenant_id, old.digest) on conflict do nothing;
  return null;
end $$;

create trigger note_removal after delete on media_files
  for each row execute function note_media_removal();

-- One step back of a booking undoes what was recorded with the step: it stays to be read, and a new one may follow.
create or replace function booking_withdraws_record() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  update hand_over_records r set withdrawn_at = new.updated_at
  where r.tenant_id = new.tenant_id and r.booking_id = new.id and r.withdrawn_at is null
    and r.kind = case old.status when 'completed' then 'return' else 'hand_over' end;
  update proposed_lines p set state = 'withdrawn'
  where p.tenant_id = new.tenant_id and p.booking_id = new.id and p.state = 'proposed' and old.status = 'completed';
  return null;
end $$;

create trigger withdraw_record after update of status on bookings
  for each row when (
    (old.status = 'completed' and new.status = 'active') or (old.status = 'active' and new.status = 'confirmed')
  ) execute function booking_withdraws_record();
