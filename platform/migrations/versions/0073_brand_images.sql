-- PNG images of a company's logo and icon, drawn by the worker each time the brand changes: documents and phones show
-- them, and no request draws one.
create table brand_images (
  tenant_id uuid not null references tenants on delete cascade,
  name text not null check (name in ('logo', 'icon-180', 'icon-192', 'icon-512', 'icon-512-maskable')),
  content bytea not null,
  primary key (tenant_id, name)
);

-- When the worker draws the brand: 'epoch' as soon as it can, null while everything is drawn.
alter table tenant_settings add column draw_brand_at timestamptz default 'epoch';
create index tenant_settings_to_draw on tenant_settings (draw_brand_at) where draw_brand_at is not null;

create function redraw_changed_brand() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  new.draw_brand_at := 'epoch';
  return new;
end $$;
create trigger redraw_changed_brand before update of brand on tenant_settings
  for each row when (new.brand is distinct from old.brand) execute function redraw_changed_brand();

-- A picture that a brand shows was prepared after the brand was published, or was cropped again.
create function redraw_brand_of_item() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  update tenant_settings s set draw_brand_at = 'epoch'
  where s.tenant_id = new.tenant_id and position(new.id::text in s.brand::text) > 0;
  return null;
end $$;
create trigger redraw_brand_of_item after update of stem on media_items
  for each row when (new.stem is distinct from old.stem) execute function redraw_brand_of_item();

create view reporting.brands_to_draw with (security_invoker = true) as
  select tenant_id, draw_brand_at from tenant_settings where draw_brand_at is not null;
grant select on reporting.brands_to_draw to abano_reporting;
