-- The normalised form of an email, for comparisons. Empty for none.
create or replace function contact_email(address text) returns text language sql immutable
set search_path = pg_catalog, public, pg_temp as $$
  select case when position('@' in address) > 1 then plain_email(address) else '' end
$$;

-- The normalised form of a phone number, for comparisons: E.164 without an extension, otherwise its digits. Empty
-- below eight digits, which do not identify a person.
create or replace function contact_phone(phone text) returns text language sql immutable
set search_path = pg_catalog, public, pg_temp as $$
  select case when n ~ '^\+[0-9]+$' then n when length(d) >= 8 then d else '' end
  from (select split_part(phone, ' ext. ', 1) as n) as number,
    lateral (select ltrim(regexp_replace(n, '\D', '', 'g'), '0') as d) as digits
$$;

-- The normalised form of a name, for comparisons.
create or replace function customer_name_key(name text) returns text language sql immutable
set search_path = pg_catalog, public, pg_temp as $$
  select lower(regexp_replace(btrim(name), '\s+', ' ', 'g'))
$$;

-- Assigns a booking to its customer and returns the customer. The same email and phone number match the same
-- customer, as does the same email with the same name. A phone number without an email matches its customer; of
-- several, the one with the same name. Otherwise a new customer is created: employees decide about duplicates.
-- Bookings without email and phone number have no customer, nor do bookings of an erased customer.
--
-- If the booking had another customer before, it is moved, and a customer without any data is deleted.
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
  -- Locked, so that a concurrent erasure completes first and is visible.
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
    -- Of the customers with this number, only the one without an email: a hotel's number has thousands.
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
    -- The same pair was stored concurrently.
    delete from customers c where c.tenant_id = in_tenant and c.id = v_new;
    select k.customer_id into v_customer from customer_contacts k
    where k.tenant_id = in_tenant and k.email_key = v_email and k.phone_key = v_phone;
  end if;
  insert into customer_bookings (tenant_id, booking_id, customer_id) values (in_tenant, in_booking, v_customer)
  on conflict (tenant_id, booking_id) do update set customer_id = excluded.customer_id
    where customer_bookings.customer_id <> excluded.customer_id;
  -- The newest booking determines the customer's contact data.
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

-- Deletes a customer that has only contact data: no booking, note or decision.
create or replace function drop_customer_without_traces(in_tenant uuid, in_customer uuid) returns void language sql
set search_path = pg_catalog, public, pg_temp as $$
  delete from customers c
  where c.tenant_id = in_tenant and c.id = in_customer and c.merged_into is null and not c.is_blacklisted
    and not exists (select from customer_bookings l where l.tenant_id = c.tenant_id and l.customer_id = c.id)
    and not exists (select from customer_notes n where n.tenant_id = c.tenant_id and n.customer_id = c.id)
    and not exists (select from customer_events e where e.tenant_id = c.tenant_id and e.customer_id = c.id)
    and not exists (select from customers m where m.tenant_id = c.tenant_id and m.merged_into = c.id)
$$;
