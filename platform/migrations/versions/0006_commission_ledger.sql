-- Affiliates' accounts and the ledger of their commissions.
--
-- The schema keeps the sums: each commission's amount follows from its own base and rate by a check, each entry carries its
-- commission's amount by a foreign key, the entries of one booking form a chain in which nothing is earned, voided or
-- paid twice, and a payout's total is compared with its entries when the transaction commits. That base and rate are the
-- booking's is the trigger's doing (decision 0090).

alter table affiliates
  -- Where the money goes (decision 22).
  add column paypal_email text check (length(paypal_email) between 3 and 254),
  add column phone text not null default '' check (length(phone) <= 40),
  add column website text not null default '' check (length(website) <= 500),
  add column notes text not null default '' check (length(notes) <= 2000),
  -- Empty: entered by the company and without an account until a password is set by e-mail.
  add column password_hash text;

create table affiliate_sessions (
  tenant_id uuid not null,
  token_hash bytea not null,
  affiliate_id uuid not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (tenant_id, token_hash),
  foreign key (tenant_id, affiliate_id) references affiliates on delete cascade
);
create index affiliate_sessions_of_affiliate on affiliate_sessions (tenant_id, affiliate_id);

create table affiliate_password_resets (
  tenant_id uuid not null,
  token_hash bytea not null,
  -- Empty: nobody has that e-mail address, and the row is there so that asking takes the same time.
  affiliate_id uuid,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (tenant_id, token_hash),
  foreign key (tenant_id, affiliate_id) references affiliates on delete cascade
);
create index affiliate_password_resets_of_affiliate on affiliate_password_resets (tenant_id, affiliate_id);

-- Keyed hash of the address a booking with a promo code came from, so that many from one place can be seen. The
-- address itself is not kept, and the hash not longer than visits are.
alter table bookings add column address_hash bytea;
create index bookings_address_hash on bookings (tenant_id, address_hash) where address_hash is not null;

-- What each referred booking earns. Append-only.
create table commissions (
  tenant_id uuid not null references tenants,
  booking_id uuid not null,
  affiliate_id uuid not null,
  promo_code text not null,
  currency char(3) not null,
  -- The booking's stored total after discount.
  base_minor bigint not null check (base_minor >= 0),
  basis_points integer not null check (basis_points between 0 and 10000),
  -- The affiliate's own e-mail or phone is on the booking: no commission (decision 21).
  is_self_referral boolean not null,
  amount_minor bigint not null,
  earned_at timestamptz not null,
  primary key (tenant_id, booking_id),
  unique (tenant_id, booking_id, affiliate_id, amount_minor),
  foreign key (tenant_id, booking_id) references bookings,
  foreign key (tenant_id, affiliate_id) references affiliates,
  check (amount_minor = case when is_self_referral then 0 else (base_minor * basis_points + 5000) / 10000 end)
);
create index commissions_of_affiliate on commissions (tenant_id, affiliate_id, earned_at desc);

-- Append-only: a payout recorded by mistake is reversed.
create table commission_payouts (
  tenant_id uuid not null references tenants,
  id uuid not null,
  affiliate_id uuid not null,
  currency char(3) not null,
  total_minor bigint not null check (total_minor > 0),
  paid_by uuid not null,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, id, affiliate_id),
  foreign key (tenant_id, affiliate_id) references affiliates,
  foreign key (tenant_id, paid_by) references admins
);
create index commission_payouts_of_affiliate on commission_payouts (tenant_id, affiliate_id, created_at desc);
create index commission_payouts_newest on commission_payouts (tenant_id, created_at desc);

create table commission_reversals (
  tenant_id uuid not null,
  payout_id uuid not null,
  reason text not null check (length(reason) between 1 and 500),
  reversed_by uuid not null,
  created_at timestamptz not null,
  primary key (tenant_id, payout_id),
  foreign key (tenant_id, payout_id) references commission_payouts,
  foreign key (tenant_id, reversed_by) references admins
);

-- The ledger. The steps of one booking form a chain: each begins in the state in which the one before ended, so a
-- commission is earned once, voided at most once, and never paid while it is paid. 'recovered' takes a payment back
-- after the booking was cancelled, within a later payout; 'reversed' undoes what a reversed payout did.
create table commission_entries (
  tenant_id uuid not null references tenants,
  booking_id uuid not null,
  step integer not null check (step >= 1),
  previous_step integer,
  affiliate_id uuid not null,
  kind text not null,
  amount_minor bigint not null,
  was_void boolean,
  was_paid boolean,
  is_void boolean not null,
  is_paid boolean not null,
  payout_id uuid,
  created_at timestamptz not null,
  -- What the entry adds to each of the sums; owed = earned - voided - paid.
  earned_minor bigint not null generated always as (case when kind = 'earned' then amount_minor else 0 end) stored,
  voided_minor bigint not null generated always as (case when kind = 'voided' then amount_minor else 0 end) stored,
  paid_minor bigint not null generated always as (
    case when payout_id is null then 0 when is_paid then amount_minor else -amount_minor end
  ) stored,
  primary key (tenant_id, booking_id, step),
  unique (tenant_id, booking_id, step, is_void, is_paid),
  foreign key (tenant_id, booking_id, affiliate_id, amount_minor)
    references commissions (tenant_id, booking_id, affiliate_id, amount_minor),
  foreign key (tenant_id, booking_id, previous_step, was_void, was_paid)
    references commission_entries (tenant_id, booking_id, step, is_void, is_paid),
  foreign key (tenant_id, payout_id, affiliate_id)
    references commission_payouts (tenant_id, id, affiliate_id),
  check (
    case kind
      when 'earned' then step = 1 and previous_step is null and was_void is null and was_paid is null
        and not is_void and not is_paid and payout_id is null
      when 'voided' then previous_step = step - 1 and not was_void and is_void and was_paid = is_paid
        and payout_id is null
      when 'paid' then previous_step = step - 1 and not was_void and not is_void and not was_paid and is_paid
        and payout_id is not null and amount_minor > 0
      when 'recovered' then previous_step = step - 1 and was_void and is_void and was_paid and not is_paid
        and payout_id is not null and amount_minor > 0
      when 'reversed' then previous_step = step - 1 and was_void = is_void and was_paid <> is_paid
        and payout_id is not null and amount_minor > 0
    end is true
  )
);
create index commission_entries_of_affiliate on commission_entries (tenant_id, affiliate_id, created_at desc);
create index commission_entries_of_payout on commission_entries (tenant_id, payout_id) where payout_id is not null;

-- The state in which the last step left each of an affiliate's commissions.
create function commission_states(of_tenant uuid, of_affiliate uuid)
returns table (booking_id uuid, step integer, is_void boolean, is_paid boolean, amount_minor bigint)
language sql stable as $$
  select distinct on (e.booking_id) e.booking_id, e.step, e.is_void, e.is_paid, e.amount_minor
  from commission_entries e where e.tenant_id = of_tenant and e.affiliate_id = of_affiliate
  order by e.booking_id, e.step desc
$$;

-- Why a commission waits for an owner or manager before it may be paid.
create table commission_holds (
  tenant_id uuid not null,
  booking_id uuid not null,
  reason text not null check (reason in ('paid_click', 'shared_address')),
  created_at timestamptz not null,
  released_at timestamptz,
  released_by uuid,
  primary key (tenant_id, booking_id, reason),
  foreign key (tenant_id, booking_id) references commissions,
  foreign key (tenant_id, released_by) references admins,
  check ((released_at is null) = (released_by is null))
);
create index commission_holds_open on commission_holds (tenant_id, booking_id) where released_at is null;

-- A payout's total is the sum of its entries; a reversal undoes every one of them, and nothing else does.
create function check_payout_sum() returns trigger language plpgsql as $$
declare
  v_payout uuid;
  v_total bigint;
  v_currency char(3);
  v_reversed boolean;
  v_given bigint;
  v_undone bigint;
  v_foreign bigint;
begin
  -- Through jsonb, because the three tables name the payout differently.
  v_payout := coalesce(to_jsonb(new) ->> 'payout_id', to_jsonb(new) ->> 'id')::uuid;
  select p.total_minor, p.currency, r.payout_id is not null into v_total, v_currency, v_reversed
  from commission_payouts p
  left join commission_reversals r on r.tenant_id = p.tenant_id and r.payout_id = p.id
  where p.tenant_id = new.tenant_id and p.id = v_payout;
  select coalesce(sum(e.paid_minor) filter (where e.kind <> 'reversed'), 0),
    coalesce(sum(e.paid_minor) filter (where e.kind = 'reversed'), 0),
    count(*) filter (where c.currency <> v_currency)
  into v_given, v_undone, v_foreign
  from commission_entries e
  join commissions c on c.tenant_id = e.tenant_id and c.booking_id = e.booking_id
  where e.tenant_id = new.tenant_id and e.payout_id = v_payout;
  if v_given <> v_total or v_foreign > 0 or v_undone <> (case when v_reversed then -v_total else 0 end) then
    raise exception 'payout % does not add up: % given, % undone, total %', v_payout, v_given, v_undone, v_total
      using errcode = 'AB003';
  end if;
  return null;
end $$;

create constraint trigger payout_adds_up after insert on commission_payouts
  deferrable initially deferred for each row execute function check_payout_sum();
create constraint trigger reversal_adds_up after insert on commission_reversals
  deferrable initially deferred for each row execute function check_payout_sum();
create constraint trigger entry_adds_up after insert on commission_entries
  deferrable initially deferred for each row when (new.payout_id is not null) execute function check_payout_sum();

-- One e-mail address however it is written: case, a "+tag", and the dots that one large provider ignores.
create function plain_email(address text) returns text language sql immutable as $$
  select case
    when split_part(a, '@', 2) in ('gmail.com', 'googlemail.com')
      then replace(split_part(split_part(a, '@', 1), '+', 1), '.', '') || '@gmail.com'
    else split_part(split_part(a, '@', 1), '+', 1) || '@' || split_part(a, '@', 2)
  end
  from (select lower(btrim(address)) as a) as normal
$$;

-- One phone number, with or without its country code: the shorter one, of at least eight digits, ends the longer one.
create function same_phone(one text, other text) returns boolean language sql immutable as $$
  select least(length(a), length(b)) >= 8
    and right(a, least(length(a), length(b))) = right(b, least(length(a), length(b)))
  from (
    select ltrim(regexp_replace(one, '\D', '', 'g'), '0') as a, ltrim(regexp_replace(other, '\D', '', 'g'), '0') as b
  ) as digits
$$;

-- The commission of a booking, in the booking's own transaction. Runs with the caller's rights.
create function earn_commission(b bookings) returns void language plpgsql as $$
declare
  v_partner record;
  v_self boolean;
  v_amount bigint;
begin
  select a.id, a.email, a.paypal_email, a.phone,
    coalesce(p.commission_basis_points, s.commission_basis_points) as basis_points
  into v_partner
  from promo_codes p
  join affiliates a on a.tenant_id = p.tenant_id and a.id = p.affiliate_id
  join tenant_settings s on s.tenant_id = p.tenant_id
  where p.tenant_id = b.tenant_id and p.code = b.promo_code;
  if not found then
    return;
  end if;
  v_self := plain_email(b.customer_email) in (plain_email(v_partner.email), plain_email(coalesce(v_partner.paypal_email, '')))
    or same_phone(b.customer_phone, v_partner.phone);
  v_amount := case when v_self then 0 else (b.total_minor * v_partner.basis_points + 5000) / 10000 end;
  insert into commissions (
    tenant_id, booking_id, affiliate_id, promo_code, currency, base_minor, basis_points, is_self_referral,
    amount_minor, earned_at
  ) values (
    b.tenant_id, b.id, v_partner.id, b.promo_code, b.currency, b.total_minor, v_partner.basis_points, v_self,
    v_amount, b.created_at
  );
  insert into commission_entries (
    tenant_id, booking_id, step, affiliate_id, kind, amount_minor, is_void, is_paid, created_at
  ) values (b.tenant_id, b.id, 1, v_partner.id, 'earned', v_amount, false, false, b.created_at);
  if v_self then
    return;
  end if;
  if b.gclid is not null or b.gbraid is not null or b.wbraid is not null then
    insert into commission_holds (tenant_id, booking_id, reason, created_at)
    values (b.tenant_id, b.id, 'paid_click', b.created_at);
  end if;
  -- The third booking from one address within thirty days puts all of them on hold.
  if b.address_hash is not null then
    insert into commission_holds (tenant_id, booking_id, reason, created_at)
    select b.tenant_id, near.id, 'shared_address', b.created_at
    from (
      select o.id, count(*) over () as bookings
      from bookings o
      join commissions c on c.tenant_id = o.tenant_id and c.booking_id = o.id
      where o.tenant_id = b.tenant_id and o.address_hash = b.address_hash and c.affiliate_id = v_partner.id
        and o.created_at > b.created_at - interval '30 days' and not c.is_self_referral
    ) as near
    where near.bookings >= 3
    on conflict do nothing;
  end if;
end $$;

create function void_commission(b bookings, happened_at timestamptz) returns void language plpgsql as $$
declare
  v_affiliate uuid;
begin
  select c.affiliate_id into v_affiliate from commissions c where c.tenant_id = b.tenant_id and c.booking_id = b.id;
  if not found then
    return;
  end if;
  -- A payout of the same affiliate waits, or is waited for: both write the next step of a booking.
  perform from affiliates a where a.tenant_id = b.tenant_id and a.id = v_affiliate for no key update;
  insert into commission_entries (
    tenant_id, booking_id, step, previous_step, affiliate_id, kind, amount_minor, was_void, was_paid, is_void,
    is_paid, created_at
  )
  select e.tenant_id, e.booking_id, e.step + 1, e.step, e.affiliate_id, 'voided', e.amount_minor, e.is_void, e.is_paid,
    true, e.is_paid, happened_at
  from (
    select * from commission_entries l where l.tenant_id = b.tenant_id and l.booking_id = b.id
    order by l.step desc limit 1
  ) as e
  where not e.is_void;
end $$;

-- By trigger, so that no way of storing or cancelling a booking can leave the ledger behind.
create function bookings_keep_ledger() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform earn_commission(new);
  else
    perform void_commission(new, new.updated_at);
  end if;
  return null;
end $$;
create trigger earn_commission after insert on bookings
  for each row when (new.promo_code is not null) execute function bookings_keep_ledger();
create trigger void_commission after update of status on bookings
  for each row when (new.promo_code is not null and new.status = 'cancelled' and old.status <> 'cancelled')
  execute function bookings_keep_ledger();
