-- The content of a deleted row may be unused now: queues it for removal.
create or replace function note_media_removal() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into media_removals (tenant_id, digest) values (old.tenant_id, old.digest) on conflict do nothing;
  return null;
end $$;
