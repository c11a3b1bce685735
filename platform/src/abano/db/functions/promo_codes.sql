-- Whether a promo code can be used at a moment ('usable'), or else the reason; reasons an admin can change come
-- first. The only implementation of this rule: quotes, bookings and the console's list call it.
create or replace function promo_code_state(p promo_codes, p_at timestamptz) returns text language sql stable
set search_path = pg_catalog, public, pg_temp as $$
  select case
    when not p.is_active then 'off'
    when p.affiliate_id is not null and not exists (
      select from affiliates a where a.tenant_id = p.tenant_id and a.id = p.affiliate_id and a.status = 'active'
    ) then 'partner_paused'
    when p.starts_at > p_at then 'not_yet'
    when p.expires_at <= p_at then 'over'
    when p.uses >= p.maximum_uses then 'used_up'
    else 'usable'
  end
$$;

-- A cancelled booking releases its use of a promo code. A trigger, like the ledger, so that every way of cancelling
-- includes it, in the same transaction.
create or replace function give_back_promo_use() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  update promo_codes p set uses = p.uses - 1
  where p.tenant_id = new.tenant_id and p.code = new.promo_code and p.uses > 0;
  return null;
end $$;

-- A restored booking keeps its agreed price: the use counts again, even if others used up the code in the meantime.
create or replace function undo_cancellation() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  -- The same lock order as a cancellation: the code, then the affiliate.
  update promo_codes p set uses = p.uses + 1 where p.tenant_id = new.tenant_id and p.code = new.promo_code;
  perform earn_commission_again(new, new.updated_at);
  return null;
end $$;
