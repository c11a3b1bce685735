-- Queues a changed brand for the worker, which renders its images.
create or replace function redraw_changed_brand() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  new.draw_brand_at := 'epoch';
  return new;
end $$;

-- Renders the brand again when one of its pictures is processed after publication or cropped again.
create or replace function redraw_brand_of_item() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  update tenant_settings s set draw_brand_at = 'epoch'
  where s.tenant_id = new.tenant_id and position(new.id::text in s.brand::text) > 0;
  return null;
end $$;
