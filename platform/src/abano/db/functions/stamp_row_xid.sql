-- Stamps each new version of a row with its transaction, for the change feed. Trigger of every reported table.
create or replace function stamp_row_xid() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$ begin new.row_xid := pg_current_xact_id(); return new; end $$;
