-- Customers: who booked, what the team knows of them, and which of them are one person.

create table customers (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null,
  -- The customer as whom this one is shown. One merged stays as it was, so that merging can be undone.
  merged_into uuid,
  name text not null,
  -- As written in the newest booking.
  email text not null default '',
  phone text not null default '',
  language text,
  licence_number text not null default '' check (length(licence_number) <= 60),
  licence_expires_on date,
  is_blacklisted boolean not null default false,
  blacklist_reason text not null default '' check (length(blacklist_reason) <= 500),
  -- The name on the first line, then a line for each address and number; in lower case.
  search_text text not null,
  last_booked_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  constraint customers_merged_check check (merged_into <> id),
  constraint customers_merged_fkey foreign key (tenant_id, merged_into) references customers (tenant_id, id)
);
create index customers_newest on customers (tenant_id, last_booked_at desc, id desc) where merged_into is null;
create index customers_merged on customers (tenant_id, merged_into) where merged_into is not null;
create index customers_blacklisted on customers (tenant_id, last_booked_at desc, id desc) where is_blacklisted;

-- Each pair of address and number that somebody booked with: whose it is.
create table customer_contacts (
  tenant_id uuid not null,
  email_key text not null,
  phone_key text not null,
  customer_id uuid not null,
  created_at timestamptz not null,
  primary key (tenant_id, email_key, phone_key),
  constraint customer_contacts_check check (email_key <> '' or phone_key <> ''),
  constraint customer_contacts_customer_fkey foreign key (tenant_id, customer_id)
    references customers (tenant_id, id) on delete cascade
);
create index customer_contacts_phone on customer_contacts (tenant_id, phone_key) where phone_key <> '';
create index customer_contacts_of_customer on customer_contacts (tenant_id, customer_id);

-- Beside the bookings and not in them: a booking is not written again for it, and the warehouse reads it once.
create table customer_bookings (
  tenant_id uuid not null,
  booking_id uuid not null,
  customer_id uuid not null,
  primary key (tenant_id, booking_id),
  constraint customer_bookings_booking_fkey foreign key (tenant_id, booking_id)
    references bookings (tenant_id, id) on delete cascade,
  constraint customer_bookings_customer_fkey foreign key (tenant_id, customer_id)
    references customers (tenant_id, id) on delete cascade
);
create index customer_bookings_of_customer on customer_bookings (tenant_id, customer_id);

create table customer_notes (
  tenant_id uuid not null,
  id uuid not null,
  customer_id uuid not null,
  admin_id uuid not null,
  body text not null check (length(body) between 1 and 4000),
  created_at timestamptz not null,
  primary key (tenant_id, id),
  constraint customer_notes_customer_fkey foreign key (tenant_id, customer_id)
    references customers (tenant_id, id) on delete cascade,
  constraint customer_notes_admin_fkey foreign key (tenant_id, admin_id) references admins (tenant_id, id)
);
create index customer_notes_of_customer on customer_notes (tenant_id, customer_id, created_at);

-- What was changed and decided of a customer. For one merged, other_id is who went into this one; undone_at is set when
-- they were taken apart again.
create table customer_events (
  tenant_id uuid not null,
  id uuid not null,
  customer_id uuid not null,
  kind text not null check (kind in ('changed', 'blacklisted', 'unblacklisted', 'merged', 'unmerged')),
  other_id uuid,
  before jsonb not null default '{}',
  after jsonb not null default '{}',
  reason text not null default '' check (length(reason) <= 500),
  undone_at timestamptz,
  admin_id uuid,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  constraint customer_events_customer_fkey foreign key (tenant_id, customer_id)
    references customers (tenant_id, id) on delete cascade,
  constraint customer_events_other_fkey foreign key (tenant_id, other_id)
    references customers (tenant_id, id) on delete cascade,
  constraint customer_events_admin_fkey foreign key (tenant_id, admin_id) references admins (tenant_id, id)
);
create index customer_events_of_customer on customer_events (tenant_id, customer_id, created_at);
create index customer_events_of_other on customer_events (tenant_id, other_id) where other_id is not null;

-- Pairs of which somebody said that they are two people: they are not proposed again.
create table customer_distinctions (
  tenant_id uuid not null,
  one_id uuid not null,
  other_id uuid not null,
  admin_id uuid,
  created_at timestamptz not null,
  primary key (tenant_id, one_id, other_id),
  -- The smaller one first, so that a pair stands here once.
  constraint customer_distinctions_check check (one_id <= other_id),
  constraint customer_distinctions_one_fkey foreign key (tenant_id, one_id)
    references customers (tenant_id, id) on delete cascade,
  constraint customer_distinctions_other_fkey foreign key (tenant_id, other_id)
    references customers (tenant_id, id) on delete cascade,
  constraint customer_distinctions_admin_fkey foreign key (tenant_id, admin_id) references admins (tenant_id, id)
);
create index customer_distinctions_of_other on customer_distinctions (tenant_id, other_id);

-- What customers show of their bookings. member_id is the customer that the booking was given to, which another one may
-- be shown as.
create view customers_bookings with (security_invoker = true) as
  select l.tenant_id, l.customer_id as member_id, b.id as booking_id, b.reference, b.status, b.no_show,
    b.customer_email, b.customer_phone, b.car_name, b.pickup_location, b.dropoff_location, b.pickup_at, b.return_at,
    b.total_minor, b.currency, b.created_at
  from customer_bookings l join bookings b on b.tenant_id = l.tenant_id and b.id = l.booking_id;
grant select on customers_bookings to abano_app;

-- What two spellings of an e-mail address have in common; empty for none.
create or replace function contact_email(address text) returns text language sql immutable
set search_path = pg_catalog, public, pg_temp as $$
  select case when position('@' in address) > 1 then plain_email(address) else '' end
$$;

-- What two spellings of a phone number have in common: E.164 without an extension, else its digits. Fewer than eight
-- say nothing about whose number it is.
create or replace function contact_phone(phone text) returns text language sql immutable
set search_path = pg_catalog, public, pg_temp as $$
  select case when n ~ '^\+[0-9]+$' then n when length(d) >= 8 then d else '' end
  from (select split_part(phone, ' ext. ', 1) as n) as number,
    lateral (select ltrim(regexp_replace(n, '\D', '', 'g'), '0') as d) as digits
$$;

-- What two spellings of a name have in common.
create or replace function customer_name_key(name text) returns text language sql immutable
set search_path = pg_catalog, public, pg_temp as $$
  select lower(regexp_replace(btrim(name), '\s+', ' ', 'g'))
$$;

-- Gives a booking to its customer, and answers whose it is. One pair of address and number is one customer; so is the
-- same address with the same name. A number without an address is whose number it is, of several the one with the same
-- name. Anybody else is new: people decide who is the same person (decision 0184). Who left neither is nobody's, and
-- so is a booking whose customer was erased.
--
-- A booking that was somebody's before goes over, and a customer who has nothing left is removed.
create or replace function assign_customer(in_tenant uuid, in_booking uuid) returns uuid language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
declare
  b record;
  v_email text;
  v_phone text;
  v_customer uuid;
  v_before uuid;
  v_new uuid;
begin
  -- Locked, so that an erasure that runs at the same time is waited for, and then seen.
  select o.customer_name, o.customer_email, o.customer_phone, o.language, o.created_at into b from bookings o
  where o.tenant_id = in_tenant and o.id = in_booking for share;
  if not found then
    return null;
  end if;
  v_email := contact_email(b.customer_email);
  v_phone := contact_phone(b.customer_phone);
  select l.customer_id into v_before from customer_bookings l
  where l.tenant_id = in_tenant and l.booking_id = in_booking;
  if v_email = '' and v_phone = '' then
    return v_before;
  end if;
  if v_email = '' then
    select k.customer_id into v_customer
    from customer_contacts k join customers c on c.tenant_id = k.tenant_id and c.id = k.customer_id
    where k.tenant_id = in_tenant and k.phone_key <> '' and k.phone_key = v_phone
    order by customer_name_key(c.name) = customer_name_key(b.customer_name) desc, c.created_at, c.id limit 1;
  else
    -- Of those with this number only the one without an address: a hotel's number has thousands.
    select k.customer_id into v_customer
    from customer_contacts k join customers c on c.tenant_id = k.tenant_id and c.id = k.customer_id,
      lateral (select customer_name_key(c.name) = customer_name_key(b.customer_name) as is_same) as named
    where k.tenant_id = in_tenant
      and (k.email_key = v_email or (k.email_key = '' and k.phone_key = v_phone and v_phone <> ''))
      and ((k.email_key = v_email and k.phone_key = v_phone) or named.is_same)
    order by k.email_key = v_email and k.phone_key = v_phone desc, named.is_same desc, c.created_at, c.id
    limit 1;
  end if;
  if not found then
    v_new := gen_random_uuid();
    insert into customers (
      tenant_id, id, name, email, phone, language, search_text, last_booked_at, created_at, updated_at
    ) values (
      in_tenant, v_new, b.customer_name, b.customer_email, b.customer_phone, b.language,
      lower(b.customer_name) || E'\n', b.created_at, b.created_at, b.created_at
    );
    v_customer := v_new;
  end if;
  insert into customer_contacts (tenant_id, email_key, phone_key, customer_id, created_at)
  values (in_tenant, v_email, v_phone, v_customer, b.created_at) on conflict do nothing;
  if found then
    update customers c set search_text = c.search_text || lower(b.customer_email) || ' ' || v_phone || E'\n'
    where c.tenant_id = in_tenant and c.id = v_customer;
  elsif v_new is not null then
    -- Somebody else has just stored the same pair.
    delete from customers c where c.tenant_id = in_tenant and c.id = v_new;
    select k.customer_id into v_customer from customer_contacts k
    where k.tenant_id = in_tenant and k.email_key = v_email and k.phone_key = v_phone;
  end if;
  insert into customer_bookings (tenant_id, booking_id, customer_id) values (in_tenant, in_booking, v_customer)
  on conflict (tenant_id, booking_id) do update set customer_id = excluded.customer_id
    where customer_bookings.customer_id <> excluded.customer_id;
  -- The newest booking says how the customer is reached.
  update customers c set email = coalesce(nullif(b.customer_email, ''), c.email),
    phone = coalesce(nullif(b.customer_phone, ''), c.phone), language = coalesce(b.language, c.language)
  where c.tenant_id = in_tenant and c.id = v_customer and c.last_booked_at <= b.created_at;
  update customers c set last_booked_at = b.created_at
  from customers m
  where m.tenant_id = in_tenant and m.id = v_customer and c.tenant_id = in_tenant
    and c.id in (m.id, m.merged_into) and c.last_booked_at < b.created_at;
  if v_before <> v_customer then
    perform drop_customer_without_traces(in_tenant, v_before);
  end if;
  return v_customer;
end $$;

-- Removes a customer whom nothing is known about but contacts: no booking, and nothing that anybody wrote or decided.
create or replace function drop_customer_without_traces(in_tenant uuid, in_customer uuid) returns void language sql
set search_path = pg_catalog, public, pg_temp as $$
  delete from customers c
  where c.tenant_id = in_tenant and c.id = in_customer and c.merged_into is null and not c.is_blacklisted
    and not exists (select from customer_bookings l where l.tenant_id = c.tenant_id and l.customer_id = c.id)
    and not exists (select from customer_notes n where n.tenant_id = c.tenant_id and n.customer_id = c.id)
    and not exists (select from customer_events e where e.tenant_id = c.tenant_id and e.customer_id = c.id)
    and not exists (select from customers m where m.tenant_id = c.tenant_id and m.merged_into = c.id)
$$;
