-- Site: pages and their drafts, redirects, files and the media library.

-- Private pictures and documents: the content is in the media store under its digest.
create table media_files (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null,
  digest text not null check (digest ~ '^[0-9a-f]{64}$'),
  content_type text not null,
  bytes integer not null check (bytes > 0),
  width integer check (width > 0),
  height integer check (height > 0),
  booking_id uuid,
  created_at timestamptz not null,
  -- Customer uploads have their own quota, so that they cannot use up the team's.
  by_customer boolean not null default false,
  primary key (tenant_id, id),
  constraint media_files_booking_fkey foreign key (tenant_id, booking_id) references bookings (tenant_id, id),
  constraint media_files_content_type_check check (content_type in (
    'image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/svg+xml', 'video/mp4', 'video/webm', 'application/pdf'
  ))
);
create index media_files_digest on media_files (tenant_id, digest);
create index media_files_of_booking on media_files (tenant_id, booking_id);
create index media_files_by_customers on media_files (tenant_id, booking_id) where by_customer;

-- Digests to which no row may refer any more: the worker deletes their content.
create table media_removals (
  tenant_id uuid not null references tenants on delete cascade,
  digest text not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, digest)
);

create table media_items (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null,
  kind text not null check (kind in ('photograph', 'drawing', 'film_link', 'film_file')),
  state text not null check (state in ('processing', 'ready', 'failed')),
  title text not null check (length(title) <= 200),
  -- The original upload, rotated upright and without camera metadata. A film on another site has none.
  original_id uuid,
  -- The prefix of its file names, once files exist.
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
  -- When a worker should next process it. Null: nothing to do.
  prepare_at timestamptz,
  prepare_attempts integer not null default 0,
  -- Since when it is unused.
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
create index media_items_newest on media_items (tenant_id, created_at desc, id desc);
create index media_items_to_prepare on media_items (prepare_at) where prepare_at is not null;
create index media_items_of_original on media_items (tenant_id, original_id);
create index media_items_of_poster on media_items (tenant_id, poster_id);

-- Files that anyone may read, by the last part of their address.
create table media_variants (
  tenant_id uuid not null references tenants on delete cascade,
  name text not null check (name ~ '^[0-9a-f]{20}(-[0-9]{1,4})?\.(avif|webp|jpg|svg|mp4|webm)$'),
  item_id uuid not null,
  file_id uuid not null,
  -- When its files were replaced. Pages opened before still show the old ones.
  replaced_at timestamptz,
  primary key (tenant_id, name),
  constraint media_variants_item_fkey foreign key (tenant_id, item_id)
    references media_items (tenant_id, id) on delete cascade,
  constraint media_variants_file_fkey foreign key (tenant_id, file_id) references media_files (tenant_id, id)
);
create index media_variants_of_item on media_variants (tenant_id, item_id);
create index media_variants_of_file on media_variants (tenant_id, file_id);
create index media_variants_replaced on media_variants (replaced_at) where replaced_at is not null;

-- The content of each published version of a text, in all its languages: {"en": {...}, "ka": {...}}. facts: by language what
-- its placeholders had on that day. Append-only.
create table site_document_versions (
  tenant_id uuid not null references tenants on delete cascade,
  kind text not null check (length(kind) between 1 and 60),
  number integer not null check (number > 0),
  bodies jsonb not null,
  facts jsonb not null default '{}',
  published_at timestamptz not null,
  published_by uuid,
  media_references text[] not null generated always as (media_references(bodies)) stored,
  primary key (tenant_id, kind, number),
  foreign key (tenant_id, published_by) references admins (tenant_id, id)
);

-- The draft of a text in all its languages. bodies is null if nothing is unpublished. parts: by language and field,
-- the last revision with author and time, to detect concurrent edits.
create table site_document_drafts (
  tenant_id uuid not null references tenants on delete cascade,
  kind text not null check (length(kind) between 1 and 60),
  revision bigint not null,
  bodies jsonb,
  parts jsonb not null default '{}',
  changed_at timestamptz not null,
  changed_by uuid,
  media_references text[] not null generated always as (media_references(bodies)) stored,
  primary key (tenant_id, kind),
  foreign key (tenant_id, changed_by) references admins (tenant_id, id)
);

-- Old addresses and where they lead: a path of the site, or an address with https.
create table site_redirects (
  tenant_id uuid not null references tenants on delete cascade,
  path text not null check (length(path) between 2 and 300),
  target text not null check (length(target) between 1 and 2000),
  created_at timestamptz not null,
  created_by uuid,
  primary key (tenant_id, path),
  foreign key (tenant_id, created_by) references admins (tenant_id, id)
);

-- Guest reviews of the company and its cars: of a rental here, or written elsewhere and imported.
create table reviews (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null,
  -- The rental the review is about. Null if it was written elsewhere.
  booking_id uuid,
  car_id uuid,
  -- Where it was written, if elsewhere, and where it can be read.
  source text not null default '' check (length(source) <= 60),
  source_url text not null default '' check (length(source_url) <= 500),
  author text not null check (length(author) between 1 and 80),
  rating smallint not null check (rating between 1 and 5),
  text text not null check (length(text) between 1 and 3000),
  language text not null check (length(language) between 2 and 20),
  written_on date not null,
  state text not null default 'new' check (state in ('new', 'published', 'hidden')),
  hidden_reason text not null default '' check (length(hidden_reason) <= 300),
  -- The company's public reply.
  answer text not null default '' check (length(answer) <= 2000),
  -- A photo of the guest, of the media library: {"mediaId": "…"}.
  picture jsonb,
  -- Of an imported one: its source, author, day and text. The same row twice makes it once.
  digest bytea check (length(digest) = 32),
  -- Grows with every change, to detect concurrent ones.
  revision integer not null default 1,
  created_at timestamptz not null,
  decided_by uuid,
  decided_at timestamptz,
  media_references text[] not null generated always as (media_references(picture)) stored,
  primary key (tenant_id, id),
  constraint reviews_once_a_booking unique (tenant_id, booking_id),
  constraint reviews_imported_once unique (tenant_id, digest),
  constraint reviews_booking_fkey foreign key (tenant_id, booking_id) references bookings (tenant_id, id),
  constraint reviews_car_fkey foreign key (tenant_id, car_id) references cars (tenant_id, id)
    on delete set null (car_id),
  constraint reviews_decided_by_fkey foreign key (tenant_id, decided_by) references admins (tenant_id, id),
  constraint reviews_hidden_check check ((state = 'hidden') = (hidden_reason <> ''))
);
create index reviews_newest on reviews (tenant_id, state, written_on desc, id desc);

-- Parts of running uploads count towards the company's quota until the file is complete, or for an hour.
create table media_parts (
  tenant_id uuid not null references tenants on delete cascade,
  digest text not null check (digest ~ '^[0-9a-f]{64}$'),
  bytes integer not null check (bytes >= 0),
  created_at timestamptz not null,
  primary key (tenant_id, digest)
);

-- Of tables that are made before the ones they refer to.
alter table customer_actions add constraint customer_actions_file_fkey foreign key (tenant_id, file_id) references media_files (tenant_id, id);
alter table agreement_signatures add constraint agreement_signatures_document_fkey
    foreign key (tenant_id, document_id) references media_files (tenant_id, id) on delete set null (document_id);
alter table handover_records add constraint handover_records_document_fkey foreign key (tenant_id, document_id)
    references media_files (tenant_id, id) on delete set null (document_id);
alter table handover_pictures add constraint handover_pictures_file_fkey foreign key (tenant_id, id)
    references media_files (tenant_id, id) on delete cascade;
alter table vehicle_costs add constraint vehicle_costs_receipt_fkey foreign key (tenant_id, receipt_id)
    references media_files (tenant_id, id) on delete set null (receipt_id);
alter table vehicle_fines add constraint vehicle_fines_notice_fkey foreign key (tenant_id, notice_id)
    references media_files (tenant_id, id) on delete set null (notice_id);
