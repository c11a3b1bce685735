-- The part of a booking's change kept after its customer is erased: days and amounts, no text.
create or replace function changed_figures(side jsonb) returns jsonb language sql immutable
set search_path = pg_catalog, public, pg_temp as $$
  select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(side)
  where key in ('pickupAt', 'returnAt', 'days', 'totalPrice')
$$;
