-- What a campaign cost on the days from first_day to last_day, both included. campaign_key: the campaign as it is compared,
-- without capitals. base_minor: the amount in the company's currency of that time. upload_id: what it came with; one that
-- was typed is alone in its own.
create table campaign_costs (
  tenant_id uuid not null references tenants (id) on delete cascade,
  id uuid not null,
  upload_id uuid not null,
  file_name text not null default '' check (length(file_name) <= 200),
  source text not null check (length(source) between 1 and 400),
  campaign text not null check (length(campaign) between 1 and 200),
  campaign_key text not null check (length(campaign_key) between 1 and 400),
  first_day date not null,
  last_day date not null,
  currency char(3) not null,
  amount_minor bigint not null check (amount_minor >= 0),
  base_currency char(3) not null,
  base_minor bigint not null check (base_minor >= 0),
  clicks bigint check (clicks >= 0),
  impressions bigint check (impressions >= 0),
  created_at timestamptz not null,
  created_by uuid,
  primary key (tenant_id, id),
  constraint campaign_costs_days_in_order check (last_day >= first_day),
  constraint campaign_costs_once unique (tenant_id, source, campaign_key, first_day, last_day),
  constraint campaign_costs_created_by_fkey foreign key (tenant_id, created_by) references admins (tenant_id, id)
);
create index campaign_costs_upload on campaign_costs (tenant_id, upload_id);
create index campaign_costs_days on campaign_costs (tenant_id, first_day);

-- The quiz sessions that a booking may have come from, each once.
create table booking_touches (
  tenant_id uuid not null,
  booking_id uuid not null,
  session_id text not null,
  touched_at timestamptz not null,
  row_xid xid8 not null default pg_current_xact_id(),
  primary key (tenant_id, booking_id, session_id),
  constraint booking_touches_booking_fkey foreign key (tenant_id, booking_id)
    references bookings (tenant_id, id) on delete cascade
);
create index booking_touches_session on booking_touches (tenant_id, session_id);
create index booking_touches_row_xid on booking_touches (row_xid);
create trigger stamp_row_xid before update on booking_touches for each row execute function stamp_row_xid();

-- As in database/functions/booking_touches.sql.
-- The quiz sessions that a booking may have come from: the one it is attributed to, and all others with its click id or
-- its device of the ninety days before. The newest fifty of each kind.
create or replace function booking_sessions(b bookings)
returns table (session_id text, touched_at timestamptz) language sql stable
set search_path = pg_catalog, public, pg_temp as $$
  select s.session_id, s.started_at from quiz_sessions s
  where s.tenant_id = b.tenant_id and s.session_id = b.attributed_session_id
  union
  (
    select s.session_id, s.started_at from quiz_sessions s
    where s.tenant_id = b.tenant_id and s.gclid = b.gclid
      and s.started_at > b.created_at - interval '90 days' and s.started_at <= b.created_at
    order by s.started_at desc limit 50
  )
  union
  (
    select s.session_id, s.started_at from quiz_sessions s
    where s.tenant_id = b.tenant_id and s.device_fingerprint = b.device_fingerprint
      and s.started_at > b.created_at - interval '90 days' and s.started_at <= b.created_at
    order by s.started_at desc limit 50
  )
$$;

-- Stores them with a new booking. Trigger of bookings.
create or replace function remember_booking_touches() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into booking_touches (tenant_id, booking_id, session_id, touched_at)
  select new.tenant_id, new.id, t.session_id, t.touched_at from booking_sessions(new) t
  on conflict (tenant_id, booking_id, session_id) do nothing;
  return null;
end $$;

-- Whose booking or session was erased, or who refused, leaves no path. Trigger of warehouse_erasures.
create or replace function erase_booking_touches() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.kind = 'booking' then
    delete from booking_touches t where t.tenant_id = new.tenant_id and t.booking_id = new.subject::uuid;
  elsif new.kind = 'session' then
    delete from booking_touches t where t.tenant_id = new.tenant_id and t.session_id = new.subject;
  end if;
  return null;
end $$;

create trigger remember_touches after insert on bookings for each row
  when (new.attributed_session_id is not null) execute function remember_booking_touches();
create trigger erase_touches after insert on warehouse_erasures
  for each row execute function erase_booking_touches();

-- Of the bookings that are there already.
insert into booking_touches (tenant_id, booking_id, session_id, touched_at)
select b.tenant_id, b.id, t.session_id, t.touched_at
from bookings b cross join lateral booking_sessions(b) t
where b.attributed_session_id is not null;

create view reporting.booking_touches with (security_invoker = true) as
  select tenant_id, booking_id, session_id, touched_at, row_xid from booking_touches;
