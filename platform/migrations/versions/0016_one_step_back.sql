-- A booking may go one step back (decision 34): a cancellation by mistake is taken back, too. What followed from the
-- cancellation is undone by triggers, as it was done: no way of restoring a booking can forget it.

-- Since when a booking waits to be confirmed, where a step back made it wait anew. Empty: since it was made.
alter table bookings add column waiting_since timestamptz;

-- The sixth way on: a commission that its booking's cancellation voided is earned again. 'earned' adds to what is
-- earned whenever it comes, so every sum stays what it says, and nothing that was written is changed.
alter table commission_entries drop constraint commission_entries_check;
alter table commission_entries add constraint commission_entries_check check (
  case kind
    when 'earned' then payout_id is null and not is_void and case when step = 1
      then previous_step is null and was_void is null and was_paid is null and not is_paid
      else previous_step = step - 1 and was_void and was_paid = is_paid
    end
    when 'voided' then previous_step = step - 1 and not was_void and is_void and was_paid = is_paid
      and payout_id is null
    when 'paid' then previous_step = step - 1 and not was_void and not is_void and not was_paid and is_paid
      and payout_id is not null and amount_minor > 0
    when 'recovered' then previous_step = step - 1 and was_void and is_void and was_paid and not is_paid
      and payout_id is not null and amount_minor > 0
    when 'reversed' then previous_step = step - 1 and was_void = is_void and was_paid <> is_paid
      and payout_id is not null and amount_minor > 0
  end is true
);

create function earn_commission_again(b bookings, happened_at timestamptz) returns void language plpgsql as $$
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
  select e.tenant_id, e.booking_id, e.step + 1, e.step, e.affiliate_id, 'earned', e.amount_minor, e.is_void, e.is_paid,
    false, e.is_paid, happened_at
  from (
    select * from commission_entries l where l.tenant_id = b.tenant_id and l.booking_id = b.id
    order by l.step desc limit 1
  ) as e
  -- Only what a cancellation voided: the step that made it void was a 'voided' one.
  where e.is_void and 'voided' = (
    select l.kind from commission_entries l
    where l.tenant_id = b.tenant_id and l.booking_id = b.id and l.is_void and not l.was_void
    order by l.step desc limit 1
  );
end $$;

-- The customer was promised the price: the use counts again even where others have used the code up meanwhile.
create function undo_cancellation() returns trigger language plpgsql as $$
begin
  -- In the order in which a cancellation takes its locks: the code, then the affiliate.
  update promo_codes p set uses = p.uses + 1 where p.tenant_id = new.tenant_id and p.code = new.promo_code;
  perform earn_commission_again(new, new.updated_at);
  return null;
end $$;
create trigger undo_cancellation after update of status on bookings
  for each row when (new.promo_code is not null and old.status = 'cancelled' and new.status <> 'cancelled')
  execute function undo_cancellation();

-- Cancellations that Google was told of by a file of retractions. It takes an order id once, and nothing is heard of it
-- again after its retraction: a booking that is restored later is told under another one.
create table conversion_retractions (
  tenant_id uuid not null,
  booking_id uuid not null,
  cancelled_at timestamptz not null,
  told_at timestamptz not null,
  primary key (tenant_id, booking_id, cancelled_at),
  foreign key (tenant_id, booking_id) references bookings on delete cascade
);
