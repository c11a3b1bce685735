-- The media ids in JSON values: the values of "mediaId".
-- Stored in a generated column of each row, so that a search for uses reads no JSON.
create or replace function media_references(variadic in_bodies jsonb[]) returns text[]
language sql immutable parallel safe
set search_path = pg_catalog, public, pg_temp as $$
  select coalesce(array_agg(distinct found.value #>> '{}'), '{}')
  from unnest(in_bodies) as body, jsonb_path_query(body, '$.**.mediaId') as found (value)
  where jsonb_typeof(found.value) = 'string'
$$;
