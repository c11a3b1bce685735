-- A revert of a booking withdraws the record of the reverted step. The record is kept, and a new one can be added.
create or replace function booking_withdraws_record() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  update handover_records r set withdrawn_at = new.updated_at
  where r.tenant_id = new.tenant_id and r.booking_id = new.id and r.withdrawn_at is null
    and r.kind = case old.status when 'completed' then 'return' else 'handover' end;
  update proposed_lines p set state = 'withdrawn'
  from handover_records r
  where p.tenant_id = new.tenant_id and p.booking_id = new.id and p.state = 'proposed'
    and r.tenant_id = p.tenant_id and r.id = p.record_id and r.withdrawn_at is not null;
  return null;
end $$;
