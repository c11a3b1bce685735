-- Where a booking came from, who took it, and whether the customer did not come.
alter table bookings add column source text not null default 'site'
  check (source in ('site', 'phone', 'chat', 'walk_in'));
alter table bookings add column taken_by uuid;
alter table bookings add column no_show boolean not null default false;
alter table bookings add constraint bookings_taken_by_fkey foreign key (tenant_id, taken_by)
  references admins (tenant_id, id) not valid;

-- What the desk changed of a booking: one row a change, with what differs before and after.
create table booking_changes (
  tenant_id uuid not null,
  id uuid not null,
  booking_id uuid not null,
  kind text not null check (kind in ('taken', 'changed', 'no_show')),
  before jsonb not null default '{}',
  after jsonb not null default '{}',
  reason text not null default '' check (length(reason) <= 500),
  is_told boolean not null default false,
  admin_id uuid,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  constraint booking_changes_booking_fkey foreign key (tenant_id, booking_id) references bookings (tenant_id, id),
  constraint booking_changes_admin_fkey foreign key (tenant_id, admin_id) references admins (tenant_id, id)
);
create index booking_changes_of_booking on booking_changes (tenant_id, booking_id, created_at);

-- Begun bookings are leads that somebody follows up.
alter table personal_info_drafts add column state text not null default 'new'
  check (state in ('new', 'contacted', 'won', 'lost'));
alter table personal_info_drafts add column state_at timestamptz;
alter table personal_info_drafts add column state_by uuid;
alter table personal_info_drafts add constraint personal_info_drafts_state_by_fkey
  foreign key (tenant_id, state_by) references admins (tenant_id, id) not valid;
-- What is kept of one side of a booking's change when its customer is erased: days and amounts, no text.
create or replace function changed_figures(side jsonb) returns jsonb language sql immutable
set search_path = pg_catalog, public, pg_temp as $$
  select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(side)
  where key in ('pickupAt', 'returnAt', 'days', 'totalPrice')
$$;
