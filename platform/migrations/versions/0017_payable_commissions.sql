-- Commission is earned with the booking and payable later: when is the company's to settle (decision 26). Whether one is
-- payable follows from the booking's present status and is stored nowhere, so a step back makes it pending again.
-- A held commission can be refused, with a reason that the affiliate reads, and the refusal can be taken back.

-- Companies that are there already keep what they told their affiliates: payable with the booking. New ones begin with
-- the product's own rule.
alter table tenant_settings add column commission_payable_on text not null default 'booking'
  check (commission_payable_on in ('booking', 'confirmation', 'completion'));
alter table tenant_settings alter column commission_payable_on set default 'completion';

-- In which statuses of its booking a commission is payable, by the company's rule. A cancelled booking's is void.
create function payable_booking_statuses(of_tenant uuid) returns text[] language sql stable as $$
  select case s.commission_payable_on
    when 'booking' then array['pending', 'confirmed', 'active', 'completed']
    when 'confirmation' then array['confirmed', 'active', 'completed']
    else array['completed']
  end
  from tenant_settings s where s.tenant_id = of_tenant
$$;

-- The state of each of an affiliate's commissions, and whether a payout may pay it now.
create function commission_standings(of_tenant uuid, of_affiliate uuid)
returns table (
  booking_id uuid, step integer, is_void boolean, is_paid boolean, amount_minor bigint, currency char(3),
  is_payable boolean, is_held boolean
)
language sql stable as $$
  select l.booking_id, l.step, l.is_void, l.is_paid, l.amount_minor, c.currency,
    b.status = any ((select payable_booking_statuses(of_tenant))::text[]),
    exists (
      select from commission_holds h
      where h.tenant_id = of_tenant and h.booking_id = l.booking_id and h.released_at is null
    )
  from commission_states(of_tenant, of_affiliate) l
  join commissions c on c.tenant_id = of_tenant and c.booking_id = l.booking_id
  join bookings b on b.tenant_id = of_tenant and b.id = l.booking_id
$$;

-- Why a commission was refused, as the affiliate reads it, and who decided. A downgrade leaves them where they are.
alter table commission_entries add column if not exists reason text check (length(reason) between 1 and 500);
alter table commission_entries add column if not exists decided_by uuid;
alter table commission_entries drop constraint if exists commission_entries_decided_by;
alter table commission_entries add constraint commission_entries_decided_by
  foreign key (tenant_id, decided_by) references admins;

-- 'refused' voids what was held; 'restored' takes that back, and the commission is held again. 'earned' comes once more
-- when a cancellation is taken back.
alter table commission_entries drop constraint commission_entries_check;
alter table commission_entries add constraint commission_entries_check check (
  case kind
    when 'earned' then payout_id is null and not is_void and case when step = 1
      then previous_step is null and was_void is null and was_paid is null and not is_paid
      else previous_step = step - 1 and was_void and was_paid = is_paid
    end
    when 'voided' then previous_step = step - 1 and not was_void and is_void and was_paid = is_paid
      and payout_id is null
    when 'refused' then previous_step = step - 1 and not was_void and is_void and not was_paid and not is_paid
      and payout_id is null and amount_minor > 0
    when 'restored' then previous_step = step - 1 and was_void and not is_void and not was_paid and not is_paid
      and payout_id is null and amount_minor > 0
    when 'paid' then previous_step = step - 1 and not was_void and not is_void and not was_paid and is_paid
      and payout_id is not null and amount_minor > 0
    when 'recovered' then previous_step = step - 1 and was_void and is_void and was_paid and not is_paid
      and payout_id is not null and amount_minor > 0
    when 'reversed' then previous_step = step - 1 and was_void = is_void and was_paid <> is_paid
      and payout_id is not null and amount_minor > 0
  end is true
);
alter table commission_entries drop constraint if exists commission_entries_decision;
alter table commission_entries add constraint commission_entries_decision check (
  (reason is not null) = (kind = 'refused') and (decided_by is not null) = (kind in ('refused', 'restored'))
);

-- Postgres 15 cannot change what a generated column computes.
alter table commission_entries drop column voided_minor;
alter table commission_entries add column voided_minor bigint not null generated always as (
  case when kind in ('voided', 'refused') then amount_minor when kind = 'restored' then -amount_minor else 0 end
) stored;

-- Nothing is paid that is held, or that the company's rule says is not payable yet.
create function check_commission_payable() returns trigger language plpgsql as $$
begin
  -- Who changes the booking's status waits for this payout, or this payout for them: what is read here stays true.
  perform from affiliates a where a.tenant_id = new.tenant_id and a.id = new.affiliate_id for no key update;
  if exists (
    select from bookings b
    where b.tenant_id = new.tenant_id and b.id = new.booking_id
      and b.status = any (payable_booking_statuses(new.tenant_id))
  ) and not exists (
    select from commission_holds h
    where h.tenant_id = new.tenant_id and h.booking_id = new.booking_id and h.released_at is null
  ) then
    return null;
  end if;
  raise exception 'the commission of booking % is not payable', new.booking_id using errcode = 'AB004';
end $$;
create trigger commission_is_payable after insert on commission_entries
  for each row when (new.kind = 'paid') execute function check_commission_payable();

-- Only what is held can be refused, only a refusal can be taken back, and neither once the booking is cancelled.
create function check_commission_decision() returns trigger language plpgsql as $$
begin
  perform from affiliates a where a.tenant_id = new.tenant_id and a.id = new.affiliate_id for no key update;
  if exists (
    select from bookings b where b.tenant_id = new.tenant_id and b.id = new.booking_id and b.status <> 'cancelled'
  ) and (case new.kind
    when 'refused' then exists (
      select from commission_holds h
      where h.tenant_id = new.tenant_id and h.booking_id = new.booking_id and h.released_at is null
    )
    else exists (
      select from commission_entries e
      where e.tenant_id = new.tenant_id and e.booking_id = new.booking_id and e.step = new.previous_step
        and e.kind = 'refused'
    )
  end) then
    return null;
  end if;
  raise exception 'the commission of booking % cannot be %', new.booking_id, new.kind using errcode = 'AB004';
end $$;
create trigger decision_is_possible after insert on commission_entries
  for each row when (new.kind in ('refused', 'restored')) execute function check_commission_decision();

-- No payout without an address to send it to. Those recorded before are left as they are.
create function check_payout_address() returns trigger language plpgsql as $$
begin
  raise exception 'payout % has no address', new.id using errcode = 'AB005';
end $$;
create constraint trigger payout_has_address after insert on commission_payouts deferrable initially deferred
  for each row when (new.paypal_email is null or new.paypal_email = '') execute function check_payout_address();

-- A booking's status decides what a payout may pay, so a change of it and a payout wait for each other. Cancellations
-- take the same lock themselves. The trigger's name is the last in the alphabet, because triggers fire in that order
-- and whoever locks a promo code locks it before the affiliate.
create function wait_for_payout() returns trigger language plpgsql as $$
begin
  perform from affiliates a
  join commissions c on c.tenant_id = a.tenant_id and c.affiliate_id = a.id
  where c.tenant_id = new.tenant_id and c.booking_id = new.id
  for no key update of a;
  return null;
end $$;
create trigger wait_for_payout after update of status on bookings
  for each row when (
    new.promo_code is not null and new.status <> old.status and 'cancelled' not in (new.status, old.status)
  ) execute function wait_for_payout();
