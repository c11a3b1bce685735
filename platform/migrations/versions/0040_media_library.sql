-- Photographs, drawings and films that a company shows on its site. Contents are files of the media store.
alter table media_files drop constraint media_files_content_type_check;
alter table media_files add constraint media_files_content_type_check check (content_type in (
  'image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/svg+xml', 'video/mp4', 'video/webm', 'application/pdf'
)) not valid;
alter table media_files validate constraint media_files_content_type_check;

create table media_items (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null,
  kind text not null check (kind in ('photograph', 'drawing', 'film_link', 'film_file')),
  state text not null check (state in ('processing', 'ready', 'failed')),
  title text not null check (length(title) <= 200),
  -- As uploaded, turned upright and without what a camera adds. A film of another site has none.
  original_id uuid,
  -- What the names of its files begin with, once there are any.
  stem text check (stem ~ '^[0-9a-f]{20}$'),
  -- Of the picture as shown, and of the original.
  width integer check (width > 0),
  height integer check (height > 0),
  original_width integer check (original_width > 0),
  original_height integer check (original_height > 0),
  widths integer[] not null default '{}',
  -- In thousandths of the original; null: all of it.
  crop jsonb,
  -- In thousandths of the picture as shown.
  focus_x integer not null default 500 check (focus_x between 0 and 1000),
  focus_y integer not null default 500 check (focus_y between 0 and 1000),
  -- By language.
  alt_texts jsonb not null default '{}',
  film_site text check (film_site in ('youtube', 'vimeo')),
  film_id text check (length(film_id) <= 20),
  poster_id uuid,
  -- When a worker should next make its files; null: nothing to make.
  prepare_at timestamptz,
  prepare_attempts integer not null default 0,
  -- Since when nothing refers to it.
  unused_since timestamptz,
  created_by uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  constraint media_items_film_check check ((kind = 'film_link') = (film_id is not null and film_site is not null)),
  constraint media_items_original_check check ((kind = 'film_link') = (original_id is null)),
  constraint media_items_original_fkey foreign key (tenant_id, original_id) references media_files (tenant_id, id),
  constraint media_items_poster_fkey foreign key (tenant_id, poster_id)
    references media_items (tenant_id, id) on delete set null (poster_id),
  constraint media_items_created_by_fkey foreign key (tenant_id, created_by) references admins (tenant_id, id)
);
create index media_items_newest on media_items (tenant_id, created_at desc, id);
create index media_items_to_prepare on media_items (prepare_at) where prepare_at is not null;
create index media_items_of_original on media_items (tenant_id, original_id);
create index media_items_of_poster on media_items (tenant_id, poster_id);

-- Files that anybody may read, by the last part of their address.
create table media_variants (
  tenant_id uuid not null references tenants on delete cascade,
  name text not null check (name ~ '^[0-9a-f]{20}(-[0-9]{1,4})?\.(avif|webp|jpg|svg|mp4|webm)$'),
  item_id uuid not null,
  file_id uuid not null,
  -- Since when the item has others; pages that were open by then still show it.
  replaced_at timestamptz,
  primary key (tenant_id, name),
  constraint media_variants_item_fkey foreign key (tenant_id, item_id)
    references media_items (tenant_id, id) on delete cascade,
  constraint media_variants_file_fkey foreign key (tenant_id, file_id) references media_files (tenant_id, id)
);
create index media_variants_of_item on media_variants (tenant_id, item_id);
create index media_variants_of_file on media_variants (tenant_id, file_id);
create index media_variants_replaced on media_variants (replaced_at) where replaced_at is not null;

-- Which tenants have work waiting.
create view reporting.media_to_prepare with (security_invoker = true) as
  select tenant_id, prepare_at from media_items where prepare_at is not null;
grant select on reporting.media_to_prepare to abano_reporting;
