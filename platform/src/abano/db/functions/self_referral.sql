-- Whether an affiliate recommended a booking to themselves: the customer's email is theirs or their payout email, or
-- the phone is theirs. Such a booking earns nothing. A walk-in may have left no address, which is no one's.
create or replace function is_self_referral(b bookings, a affiliates) returns boolean language sql immutable
set search_path = pg_catalog, public, pg_temp as $$
  select (
      b.customer_email <> ''
      and plain_email(b.customer_email) in (plain_email(a.email), plain_email(coalesce(a.paypal_email, '')))
    )
    or same_phone(b.customer_phone, a.phone)
$$;

-- One email address however it is written: case, a "+tag", and the dots that one large provider ignores.
create or replace function plain_email(address text) returns text language sql immutable
set search_path = pg_catalog, public, pg_temp as $$
  select case
    when split_part(a, '@', 2) in ('gmail.com', 'googlemail.com')
      then replace(split_part(split_part(a, '@', 1), '+', 1), '.', '') || '@gmail.com'
    else split_part(split_part(a, '@', 1), '+', 1) || '@' || split_part(a, '@', 2)
  end
  from (select lower(btrim(address)) as a) as normal
$$;

-- One phone number. Two in E.164, as they are stored, are compared whole and without their extensions. One that could
-- not be read as such is compared by its digits: the shorter one, of at least eight, ends the longer one.
create or replace function same_phone(one text, other text) returns boolean language sql immutable
set search_path = pg_catalog, public, pg_temp as $$
  select case
    when n ~ '^\+[0-9]+$' and m ~ '^\+[0-9]+$' then n = m
    else least(length(a), length(b)) >= 8
      and right(a, least(length(a), length(b))) = right(b, least(length(a), length(b)))
  end
  from (select split_part(one, ' ext. ', 1) as n, split_part(other, ' ext. ', 1) as m) as numbers,
    lateral (
      select ltrim(regexp_replace(n, '\D', '', 'g'), '0') as a, ltrim(regexp_replace(m, '\D', '', 'g'), '0') as b
    ) as digits
$$;
