-- Parts of files that are being sent take space of the company's share until they are a file, or an hour has passed.
create table media_parts (
  tenant_id uuid not null references tenants on delete cascade,
  digest text not null check (digest ~ '^[0-9a-f]{64}$'),
  bytes integer not null check (bytes >= 0),
  created_at timestamptz not null,
  primary key (tenant_id, digest)
);
create trigger note_removal after delete on media_parts
  for each row execute function note_media_removal();

-- What customers send has a share of its own, so that it never keeps the team from storing something.
alter table media_files add column by_customer boolean not null default false;
update media_files m set by_customer = true from customer_actions a
where a.tenant_id = m.tenant_id and a.file_id = m.id;
create index media_files_by_customers on media_files (tenant_id, booking_id) where by_customer;
