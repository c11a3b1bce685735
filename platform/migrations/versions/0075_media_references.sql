-- What JSON values name of the media library: ids after "mediaId", and files of the earlier form "/illustrations/…".
-- Generated columns keep it for each row, so that "where is this used" reads no JSON.
create or replace function media_references(variadic in_bodies jsonb[]) returns text[]
language sql immutable parallel safe
set search_path = pg_catalog, public, pg_temp as $$
  select coalesce(array_agg(distinct found.value #>> '{}'), '{}')
  from unnest(in_bodies) as body,
    lateral (
      select jsonb_path_query(body, '$.**.mediaId')
      union all
      select jsonb_path_query(body, '$.** ? (@ starts with "/illustrations/")')
    ) as found (value)
  where jsonb_typeof(found.value) = 'string'
$$;

alter table cars
  add column media_references text[] not null generated always as (media_references(images, translations)) stored;
alter table catalog_drafts
  add column media_references text[] not null generated always as (media_references(changes)) stored;
alter table catalog_versions
  add column media_references text[] not null generated always as (media_references(document)) stored;
alter table quiz_definitions
  add column media_references text[] not null generated always as (media_references(definition, translations)) stored;
alter table quiz_drafts
  add column media_references text[] not null generated always as (media_references(definition)) stored;
alter table site_documents
  add column media_references text[] not null generated always as (media_references(body)) stored;
alter table site_document_drafts
  add column media_references text[] not null generated always as (media_references(bodies)) stored;
alter table site_document_versions
  add column media_references text[] not null generated always as (media_references(bodies)) stored;
alter table tenant_settings
  add column media_references text[] not null
  generated always as (media_references(brand, brand_draft, brand_history, contacts, integrations)) stored;
alter table vehicles
  add column media_references text[] not null generated always as (media_references(picture)) stored;
