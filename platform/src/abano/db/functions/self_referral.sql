-- Whether an affiliate referred themselves: the customer's email is the affiliate's or the payout email, or the phone
-- number is the affiliate's. Such a booking earns nothing. An empty email, as of a walk-in, never matches.
create or replace function is_self_referral(b bookings, a affiliates) returns boolean language sql immutable
set search_path = pg_catalog, public, pg_temp as $$
  select (
      b.customer_email <> ''
      and plain_email(b.customer_email) in (plain_email(a.email), plain_email(coalesce(a.paypal_email, '')))
    )
    or same_phone(b.customer_phone, a.phone)
$$;

-- The normalised form of an email: without case, a "+tag", and the dots one large provider ignores.
create or replace function plain_email(address text) returns text language sql immutable
set search_path = pg_catalog, public, pg_temp as $$
  select case
    when split_part(a, '@', 2) in ('gmail.com', 'googlemail.com')
      then replace(split_part(split_part(a, '@', 1), '+', 1), '.', '') || '@gmail.com'
    else split_part(split_part(a, '@', 1), '+', 1) || '@' || split_part(a, '@', 2)
  end
  from (select lower(btrim(address)) as a) as normal
$$;

-- Whether two phone numbers are equal. Numbers stored in E.164 are compared without extensions. Others are compared
-- by their digits: the longer one must end with the shorter one, of at least eight digits.
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
