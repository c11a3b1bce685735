-- A cancelled booking gives its use of a promo code back. By trigger, like the ledger: no way of cancelling can forget
-- it, and both stand or fall together.
create or replace function give_back_promo_use() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  update promo_codes p set uses = p.uses - 1
  where p.tenant_id = new.tenant_id and p.code = new.promo_code and p.uses > 0;
  return null;
end $$;

-- The customer was promised the price: the use counts again even where others have used the code up meanwhile.
create or replace function undo_cancellation() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  -- In the order in which a cancellation takes its locks: the code, then the affiliate.
  update promo_codes p set uses = p.uses + 1 where p.tenant_id = new.tenant_id and p.code = new.promo_code;
  perform earn_commission_again(new, new.updated_at);
  return null;
end $$;
